package otel_test

import (
	"context"
	"slices"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	api "go.opentelemetry.io/otel/trace"

	"github.com/toolgen/toolgen/adapters/otel"
	"github.com/toolgen/toolgen/runtime"
)

// TestCalls checks the spans and the metric of a call that succeeds, a call that
// fails and a call of a tool that does not exist.
func TestCalls(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	tracers := trace.NewTracerProvider(trace.WithSyncer(spans))
	reader := metric.NewManualReader()
	telemetry, err := otel.New(&otel.Options{
		TracerProvider: tracers, MeterProvider: metric.NewMeterProvider(metric.WithReader(reader)),
		Describe: func(tool string) string { return "about " + tool },
	})
	if err != nil {
		t.Fatal(err)
	}
	registry := runtime.NewRegistry(&runtime.Options{Hooks: []runtime.Hook{telemetry}, Middleware: []runtime.Middleware{telemetry.Middleware()}})
	good := func(ctx context.Context, _ *runtime.Call) runtime.Result {
		_, span := api.SpanFromContext(ctx).TracerProvider().Tracer("tool").Start(ctx, "inside")
		span.End()
		return runtime.Text("secret result")
	}
	bad := func(context.Context, *runtime.Call) runtime.Result {
		r := runtime.Fail(runtime.ExecutionFailed, "secret error")
		r.Reason = "HTTP_404"
		return r
	}
	if err := registry.Register(&runtime.Tool{Name: "good", Invoke: good}, &runtime.Tool{Name: "bad", Invoke: bad}); err != nil {
		t.Fatal(err)
	}
	ctx, agent := tracers.Tracer("agent").Start(t.Context(), "agent")
	registry.ExecuteParallel(ctx, []runtime.ToolCall{{ID: "1", Name: "good"}, {ID: "2", Name: "bad"}, {ID: "3", Name: "none"}}, nil)
	agent.End()

	byName := make(map[string]tracetest.SpanStub)
	for _, span := range spans.GetSpans() {
		byName[span.Name] = span
	}
	for name, want := range map[string][]string{
		"execute_tool good": {"gen_ai.operation.name=execute_tool", "gen_ai.tool.name=good", "gen_ai.tool.type=function", "gen_ai.tool.call.id=1", "gen_ai.tool.description=about good"},
		"execute_tool bad":  {"gen_ai.tool.call.id=2", "error.type=HTTP_404"},
		"execute_tool none": {"gen_ai.tool.call.id=3", "error.type=not_available"},
	} {
		span := byName[name]
		if span.Parent.SpanID() != agent.SpanContext().SpanID() {
			t.Errorf("the parent of %q is not the span of the agent", name)
		}
		var got []string
		for _, a := range span.Attributes {
			got = append(got, string(a.Key)+"="+a.Value.String())
		}
		for _, a := range want {
			if !slices.Contains(got, a) {
				t.Errorf("%s has the attributes %q, without %s", name, got, a)
			}
		}
	}
	if inside := byName["inside"]; inside.Parent.SpanID() != byName["execute_tool good"].SpanContext.SpanID() {
		t.Error("the parent of a span of the tool is not the span of the call")
	}

	var metrics metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &metrics); err != nil {
		t.Fatal(err)
	}
	m := metrics.ScopeMetrics[0].Metrics[0]
	if m.Name != "gen_ai.execute_tool.duration" || m.Unit != "s" {
		t.Errorf("the metric is %s in %s", m.Name, m.Unit)
	}
	var names []string
	for _, point := range m.Data.(metricdata.Histogram[float64]).DataPoints {
		name, _ := point.Attributes.Value("gen_ai.tool.name")
		names = append(names, name.AsString())
	}
	if slices.Sort(names); !slices.Equal(names, []string{"_OTHER", "bad", "good"}) {
		t.Errorf("the metric has the tools %q", names)
	}
}
