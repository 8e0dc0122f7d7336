package runtime

import (
	"context"
	"runtime/debug"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
)

// maxPanicChars is how much of a panic's value the model sees, in code points.
const maxPanicChars = 200

// broken is the answer to a call whose tool panicked with the value, or, when
// it is nil, called runtime.Goexit. The stack goes to the logger only, and so
// does all but the first line of the value, which may hold a stack as well.
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

// panicError is the cause of a call whose tool panicked. Its text was made once,
// guarded.
type panicError struct {
	text string
	err  error // the value, if it is one
}

func (e *panicError) Error() string { return "panic: " + e.text }

func (e *panicError) Unwrap() error { return e.err }

// maxOverdueRecords is how many records a logger may have begun to write
// without an end; what comes then is dropped.
const maxUnfinishedRecords = 64

// log tells the operator what the model must not see. A logger that panics or
// exits is no reason to lose a result, and one that hangs holds up the first
// record for a second, and none that come until it returns.
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
