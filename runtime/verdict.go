package runtime

import (
	"context"
	"fmt"
	"time"
)

// Reasons of the failures that the executor answers for a tool, in
// Result.Reason. The code is ExecutionFailed.
const (
	// ReasonTimeout: the tool did not finish within its deadline. It may
	// still be running.
	ReasonTimeout = "timeout"
	// ReasonBatchTimeout: the time of the whole batch was up.
	ReasonBatchTimeout = "batch_timeout"
	// ReasonCancelled: the batch's context ended.
	ReasonCancelled = "cancelled"
	// ReasonPanic: the tool panicked.
	ReasonPanic = "panic"
	// ReasonExited: the tool ended its goroutine with runtime.Goexit.
	ReasonExited = "exited"
	// ReasonHeld: the call did not start, because an earlier one that it must
	// not run beside was abandoned and may still be at work.
	ReasonHeld = "held"
	// ReasonNoResult: the tool returned the zero Result.
	ReasonNoResult = "no_result"
)

// verdict is why calls are answered without their tool.
type verdict struct {
	reason string
	cause  error
	// what stands behind the tool's name.
	what string
}

func timedOut(limit time.Duration) *verdict {
	return &verdict{ReasonTimeout, context.DeadlineExceeded, fmt.Sprintf("did not finish within %s", limit)}
}

func batchTimedOut(limit time.Duration) *verdict {
	return &verdict{ReasonBatchTimeout, context.DeadlineExceeded, fmt.Sprintf("did not finish within the %s of its batch", limit)}
}

func cancelled(ctx context.Context) *verdict {
	return &verdict{ReasonCancelled, ctx.Err(), "was cancelled"}
}

// running is the answer to a call whose tool is still at work.
func (v *verdict) running(c *Call) Result { return v.result(c, "it may still be running") }

// waiting is the answer to a call that never began.
func (v *verdict) waiting(c *Call) Result { return v.result(c, "it had not started") }

func (v *verdict) result(c *Call, state string) Result {
	result := Fail(ExecutionFailed, "Tool %s %s; %s", c.tool.Name, v.what, state)
	result.Reason, result.Cause = v.reason, v.cause
	return result
}

// held is the answer to a call that must not run beside an abandoned one.
func held(c *Call) Result {
	what := "an earlier call with the same key"
	if c.tool.Key == nil || c.tool.Exclusive {
		what = "an earlier call, which it must not run beside,"
	}
	result := Fail(ExecutionFailed, "Tool %s was not run: %s did not finish and may still be running", c.tool.Name, what)
	result.Reason = ReasonHeld
	return result
}
