package runtime

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
)

// maxPanicChars is how much of a panic's value the model sees, in code points.
const maxPanicChars = 200

// broken is the answer to a call whose tool panicked with the value, or, when
// it is nil, called runtime.Goexit. The stack goes to the logger only, and so
// does all but the first line of the value, which may hold a stack as well.
func (c *Call) broken(r *Registry, value any) Result {
	if value == nil {
		result := Fail(ExecutionFailed, "Tool %s ended without a result", c.tool.Name)
		result.Reason = ReasonExited
		r.log(c.context.parent, c, "tool called runtime.Goexit")
		return result
	}
	text := c.redact(fmt.Sprint(value))
	r.log(c.context.parent, c, "tool panicked", "panic", text, "stack", string(debug.Stack()))
	line, _, _ := strings.Cut(text, "\n")
	result := Fail(ExecutionFailed, "Tool %s panicked: %s", c.tool.Name, clip(line, maxPanicChars))
	result.Reason, result.Cause = ReasonPanic, fmt.Errorf("panic: %s", text)
	if err, ok := value.(error); ok {
		result.Cause = fmt.Errorf("panic: %w", err)
	}
	return result
}

// log tells the operator what the model must not see. A logger that panics is
// no reason to lose a result.
func (r *Registry) log(ctx context.Context, c *Call, message string, attributes ...any) {
	defer func() { _ = recover() }()
	for i := range attributes {
		switch value := attributes[i].(type) {
		case string:
			attributes[i] = c.redact(value)
		case error:
			attributes[i] = c.redact(value.Error())
		}
	}
	attributes = append(attributes, "tool", c.tool.Name, "call", c.id, "session", c.turn.Session.ID())
	r.options.logger().ErrorContext(ctx, message, attributes...)
}

func (o *Options) logger() *slog.Logger {
	if o.Logger == nil {
		return slog.Default()
	}
	return o.Logger
}

// clip returns the first n code points of s, with an ellipsis for the rest.
func clip(s string, n int) string {
	if end := offset(s, n); end < len(s) {
		return s[:end] + "…"
	}
	return s
}
