// Package otel records tool calls as spans and as a metric, by the conventions of
// OpenTelemetry for generative AI.
//
// Each call has a span "execute_tool NAME" with the attributes
// gen_ai.operation.name, gen_ai.tool.name, gen_ai.tool.type and
// gen_ai.tool.call.id. The span of a call that fails also has error.type: the
// reason of the result, or its code if it has no reason. The metric
// gen_ai.execute_tool.duration is a histogram of the durations in seconds. Arguments
// and results are not recorded.
//
//	telemetry, err := otel.New(nil)
//	registry := runtime.NewRegistry(&runtime.Options{
//		Hooks:      []runtime.Hook{telemetry},
//		Middleware: []runtime.Middleware{telemetry.Middleware()},
//	})
package otel

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolgen/toolgen/runtime"
)

// Options configures where spans and the metric are recorded. The zero value and nil
// mean the global providers of OpenTelemetry.
type Options struct {
	// TracerProvider records the spans; nil means the global provider.
	TracerProvider trace.TracerProvider
	// MeterProvider records the metric; nil means the global provider.
	MeterProvider metric.MeterProvider
	// Describe returns the description of a tool, for the attribute
	// gen_ai.tool.description; nil and an empty description mean that spans do not
	// have the attribute. It is called concurrently.
	Describe func(tool string) string
}

// scope is the name of the instrumentation.
const scope = "github.com/toolgen/toolgen/adapters/otel"

// otherTool is the name of tools that are not available, in the metric. A model can
// call any name, and each value of an attribute makes a time series.
const otherTool = "_OTHER"

// Telemetry is a [runtime.Hook] that records calls. It is safe for concurrent
// use, and for several registries.
type Telemetry struct {
	tracer   trace.Tracer
	duration metric.Float64Histogram
	describe func(string) string
	spans    *runtime.Key[trace.Span]
}

// New returns a Telemetry. It fails if the meter provider does not accept the
// metric.
func New(o *Options) (*Telemetry, error) {
	if o == nil {
		o = &Options{}
	}
	tracers, meters := o.TracerProvider, o.MeterProvider
	if tracers == nil {
		tracers = otel.GetTracerProvider()
	}
	if meters == nil {
		meters = otel.GetMeterProvider()
	}
	duration, err := meters.Meter(scope).Float64Histogram("gen_ai.execute_tool.duration",
		metric.WithUnit("s"), metric.WithDescription("Duration of tool calls."),
		metric.WithExplicitBucketBoundaries(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92))
	if err != nil {
		return nil, fmt.Errorf("otel: %w", err)
	}
	return &Telemetry{tracers.Tracer(scope), duration, o.Describe, runtime.NewKey[trace.Span](scope)}, nil
}

// Observe implements [runtime.Hook].
func (t *Telemetry) Observe(ctx context.Context, e runtime.Event) {
	switch e.Kind {
	case runtime.EventStart:
		t.spans.Set(e.Call, t.start(ctx, e.Call))
	case runtime.EventRefused:
		t.end(ctx, t.start(ctx, e.Call), e.Result)
	case runtime.EventEnd:
		if span, ok := t.spans.Get(e.Call); ok {
			t.end(ctx, span, e.Result)
		}
	}
}

// Middleware returns the middleware that makes the span of a call the parent of the
// spans that the tool starts. It must be the first middleware, so that the spans of
// other middleware have this parent, too.
func (t *Telemetry) Middleware() runtime.Middleware {
	return runtime.Middleware{Name: scope, Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			if span, ok := t.spans.Get(call); ok {
				ctx = trace.ContextWithSpan(ctx, span)
			}
			return next(ctx, call)
		}
	}}
}

// start starts the span of a call and returns it.
func (t *Telemetry) start(ctx context.Context, call *runtime.Call) trace.Span {
	attributes := []attribute.KeyValue{
		attribute.String("gen_ai.operation.name", "execute_tool"),
		attribute.String("gen_ai.tool.name", call.Tool()),
		attribute.String("gen_ai.tool.type", "function"),
		attribute.String("gen_ai.tool.call.id", call.ID()),
	}
	if t.describe != nil {
		if text := t.describe(call.Tool()); text != "" {
			attributes = append(attributes, attribute.String("gen_ai.tool.description", text))
		}
	}
	_, span := t.tracer.Start(ctx, "execute_tool "+call.Tool(), trace.WithSpanKind(trace.SpanKindInternal), trace.WithAttributes(attributes...))
	return span
}

// end ends the span of a call and records its duration.
func (t *Telemetry) end(ctx context.Context, span trace.Span, r *runtime.CallResult) {
	name := r.Name
	if r.Result.Code == runtime.NotAvailable {
		name = otherTool
	}
	attributes := []attribute.KeyValue{
		attribute.String("gen_ai.operation.name", "execute_tool"), attribute.String("gen_ai.tool.name", name),
	}
	if !r.Result.OK {
		kind := attribute.String("error.type", errorType(&r.Result))
		span.SetAttributes(kind)
		span.SetStatus(codes.Error, "")
		attributes = append(attributes, attribute.String("error.type", string(r.Result.Code)))
	}
	span.End()
	t.duration.Record(trace.ContextWithSpan(ctx, span), r.Duration.Seconds(), metric.WithAttributes(attributes...))
}

// errorType returns the reason of a failure, or its code if it has no reason.
func errorType(r *runtime.Result) string {
	if r.Reason != "" {
		return r.Reason
	}
	return string(r.Code)
}
