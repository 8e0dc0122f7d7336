// Otel executes three calls in parallel and prints their spans as JSON:
//
//	otel | grep '"Name"'
//
// A service exports spans and metrics with the exporters of OpenTelemetry in the
// same way.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	"go.opentelemetry.io/otel/sdk/trace"

	"github.com/toolgen/toolgen/adapters/otel"
	"github.com/toolgen/toolgen/runtime"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "otel:", err)
		os.Exit(1)
	}
}

// run executes the calls and writes their spans to w.
func run(ctx context.Context, w io.Writer) (err error) {
	exporter, err := stdouttrace.New(stdouttrace.WithWriter(w), stdouttrace.WithPrettyPrint())
	if err != nil {
		return err
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter))
	defer func() { err = errors.Join(err, provider.Shutdown(ctx)) }()

	telemetry, err := otel.New(&otel.Options{TracerProvider: provider})
	if err != nil {
		return err
	}
	registry := runtime.NewRegistry(&runtime.Options{
		Hooks:      []runtime.Hook{telemetry},
		Middleware: []runtime.Middleware{telemetry.Middleware()},
	})
	if err := registry.Register(&runtime.Tool{Name: "greet", Description: "Greets the caller.", Invoke: greet}); err != nil {
		return err
	}

	ctx, span := provider.Tracer("example").Start(ctx, "agent turn")
	defer span.End()
	registry.ExecuteParallel(ctx, []runtime.ToolCall{
		{ID: "call-1", Name: "greet"},
		{ID: "call-2", Name: "greet", Args: []byte(`{"unknown": 1}`)},
		{ID: "call-3", Name: "gret"},
	}, nil)
	return nil
}

func greet(context.Context, *runtime.Call) runtime.Result { return runtime.Text("Hello!") }
