package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The values of Result.Reason for failures that the runtime returns instead of
// a result of the tool. The code is ExecutionFailed, unless a constant says
// otherwise.
const (
	// ReasonTimeout means that the tool did not return within its time limit.
	// The text says whether it may still be running.
	ReasonTimeout = "timeout"
	// ReasonBatchTimeout means that the time limit of the batch was exceeded:
	// Options.BatchTimeout, or the deadline of its context.
	ReasonBatchTimeout = "batch_timeout"
	// ReasonCancelled means that the context of the batch was cancelled.
	ReasonCancelled = "cancelled"
	// ReasonPanic means that the tool panicked.
	ReasonPanic = "panic"
	// ReasonExited means that the tool called runtime.Goexit.
	ReasonExited = "exited"
	// ReasonHeld means that the call did not start, because it must not run at
	// the same time as an earlier call that was abandoned and may still be
	// running.
	ReasonHeld = "held"
	// ReasonNoResult means that the tool returned the zero Result.
	ReasonNoResult = "no_result"
	// ReasonOutcomeUnknown means that the call started and that its result was
	// lost: the process or the server that executed it did not return it. The
	// call may have taken effect. The runtime itself never uses this reason; see
	// [Prepared.OutcomeUnknown].
	ReasonOutcomeUnknown = "outcome_unknown"
	// ReasonContractChanged means that the contract of the tool has changed
	// since the call was prepared. The code is NotAvailable.
	ReasonContractChanged = "contract_changed"
	// ReasonSecretsUnresolved means that the session has secrets from another
	// process whose values this process cannot get in order to redact them. The
	// code is NotAvailable.
	ReasonSecretsUnresolved = "secrets_unresolved"
)

// interruption says why the runtime ends a call whose tool has not returned.
type interruption struct {
	reason string
	cause  error
	// text follows the tool's name in the text of the result.
	text string
}

// newTimeout returns the interruption of a call that exceeded its time limit.
func newTimeout(limit time.Duration) *interruption {
	return &interruption{ReasonTimeout, context.DeadlineExceeded, fmt.Sprintf("did not finish within %s", limit)}
}

// newBatchTimeout returns the interruption of a call whose batch exceeded its
// time limit.
func newBatchTimeout(limit time.Duration) *interruption {
	return &interruption{ReasonBatchTimeout, context.DeadlineExceeded, fmt.Sprintf("did not finish within the %s of its batch", limit)}
}

// newContextEnd returns the interruption of a call whose batch has a context that
// ended.
func newContextEnd(ctx context.Context) *interruption {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &interruption{ReasonBatchTimeout, context.DeadlineExceeded, "did not finish before the deadline of its batch"}
	}
	return &interruption{ReasonCancelled, ctx.Err(), "was cancelled"}
}

// runningResult returns the result of a call whose tool may still be running.
func (v *interruption) runningResult(c *Call) Result { return v.result(c, "it may still be running") }

// notStartedResult returns the result of a call whose tool never started.
func (v *interruption) notStartedResult(c *Call) Result { return v.result(c, "it had not started") }

// result returns the result of an interrupted call. state says whether the tool
// may be running.
func (v *interruption) result(c *Call, state string) Result {
	result := Fail(ExecutionFailed, "Tool %s %s; %s", c.tool.Name, v.text, state)
	result.Reason, result.Cause = v.reason, v.cause
	return result
}

// heldResult returns the result of a call that an abandoned call blocks.
func heldResult(tool string) Result {
	result := Fail(ExecutionFailed, "Tool %s was not run: an earlier call that must finish first did not finish and may still be running", tool)
	result.Reason = ReasonHeld
	return result
}
