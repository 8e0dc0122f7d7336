package otel_test

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	api "go.opentelemetry.io/otel/trace"

	"github.com/toolgen/toolgen/adapters/otel"
	"github.com/toolgen/toolgen/runtime"
)

// The hook makes the span of a call. The middleware makes it the parent of the spans
// of the other middleware and of the tool.
func Example() {
	exporter := tracetest.NewInMemoryExporter()
	provider := trace.NewTracerProvider(trace.WithSyncer(exporter))
	ctx := context.Background()
	tracer := provider.Tracer("example")
	quota := runtime.Middleware{Name: "quota", Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			_, span := tracer.Start(ctx, "check quota")
			span.End()
			return next(ctx, call)
		}
	}}

	telemetry, err := otel.New(&otel.Options{TracerProvider: provider})
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := runtime.NewRegistry(&runtime.Options{
		Hooks:      []runtime.Hook{telemetry},                           // makes the span of each call
		Middleware: []runtime.Middleware{telemetry.Middleware(), quota}, // first: the span is the parent of all that follows
	})

	greet := func(ctx context.Context, _ *runtime.Call) runtime.Result {
		_, span := tracer.Start(ctx, "query database")
		span.End()
		return runtime.Text("Hello!")
	}
	if err := registry.Register(&runtime.Tool{Name: "greet", Description: "Greets the caller.", Invoke: greet}); err != nil {
		fmt.Println(err)
		return
	}
	registry.ExecuteParallel(ctx, []runtime.ToolCall{{ID: "call-1", Name: "greet"}}, nil)

	names := make(map[api.SpanID]string)
	for _, span := range exporter.GetSpans() {
		names[span.SpanContext.SpanID()] = span.Name
	}
	for _, span := range exporter.GetSpans() {
		fmt.Printf("%s: in %q\n", span.Name, names[span.Parent.SpanID()])
	}
	// Output:
	// check quota: in "execute_tool greet"
	// query database: in "execute_tool greet"
	// execute_tool greet: in ""
}
