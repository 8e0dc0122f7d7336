package runtime

import (
	"context"
	"runtime/debug"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
)

// maxPanicChars is the maximum length in code points of a panic's text in a
// result.
const maxPanicChars = 200

// crashResult returns the result of a call whose tool panicked with the value,
// or called runtime.Goexit if the value is nil. It logs the stack and the full
// text of the value. The result has only the first line of the text, because
// the other lines may be a stack.
func (c *Call) crashResult(r *Registry, value any) Result {
	if value == nil {
		result := Fail(ExecutionFailed, "Tool %s ended without a result", c.tool.Name)
		result.Reason = ReasonExited
		r.logError(c.ctx.parent, c, "tool called runtime.Goexit")
		return result
	}
	text := c.excerpt(formatIsolated(value), maxDiagnosticChars)
	r.logError(c.ctx.parent, c, "tool panicked", "panic", text, "stack", string(debug.Stack()))
	line, _, _ := strings.Cut(text, "\n")
	result := Fail(ExecutionFailed, "Tool %s panicked: %s", c.tool.Name, measure.Clip(line, maxPanicChars))
	cause := &panicError{text: text}
	cause.err, _ = value.(error)
	result.Reason, result.Cause = ReasonPanic, cause
	return result
}

// panicError is the Cause of a call whose tool panicked. The text is formatted
// once, because the methods of the value may panic.
type panicError struct {
	text string
	err  error // the panic value, if it is an error
}

// Error returns the text of the panic.
func (e *panicError) Error() string { return "panic: " + e.text }

// Unwrap returns the panic value if it is an error.
func (e *panicError) Unwrap() error { return e.err }

// maxUnfinishedRecords is the maximum number of log records that a slow logger
// is still writing. Further records are dropped.
const maxUnfinishedRecords = 64

// logError logs data for the operator that the model must not see. A logger
// that panics or calls runtime.Goexit does not affect the call. logError waits
// up to one second for a logger that hangs, and while a record is unfinished it
// does not wait for further records.
func (r *Registry) logError(ctx context.Context, c *Call, message string, attributes ...any) {
	unfinished := r.unfinishedRecords.Load()
	if unfinished >= maxUnfinishedRecords {
		return
	}
	written := make(chan struct{})
	_ = startIsolated(func() {
		defer close(written)
		for i := range attributes {
			switch value := attributes[i].(type) {
			case string:
				attributes[i] = c.excerpt(value, maxDiagnosticChars)
			case error:
				attributes[i] = c.excerpt(value.Error(), maxDiagnosticChars)
			}
		}
		attributes = append(attributes, "tool", c.tool.Name, "call", c.id, "session", c.turn.Session.ID())
		r.options.logger().ErrorContext(ctx, message, attributes...)
	})
	if unfinished == 0 {
		timer := time.NewTimer(hookTimeout)
		defer timer.Stop()
		select {
		case <-written:
			return
		case <-timer.C:
		}
	}
	r.unfinishedRecords.Add(1)
	go func() {
		<-written
		r.unfinishedRecords.Add(-1)
	}()
}
