package runtime

import (
	"context"
	"fmt"
	"time"
)

// Reasons of failures that the runtime answers in place of a tool, in
// Result.Reason. Unless a constant says otherwise the code is ExecutionFailed.
const (
	// ReasonTimeout: the tool did not finish within its deadline. Where the text
	// says so, it may still be running.
	ReasonTimeout = "timeout"
	// ReasonBatchTimeout: the time of the whole batch was up.
	ReasonBatchTimeout = "batch_timeout"
	// ReasonCancelled: the batch's context ended.
	ReasonCancelled = "cancelled"
	// ReasonPanic: the tool panicked.
	ReasonPanic = "panic"
	// ReasonExited: the tool ended its goroutine with runtime.Goexit.
	ReasonExited = "exited"
	// ReasonHeld: the call did not start, because an earlier call that it must
	// not run next to was abandoned and may still be at work.
	ReasonHeld = "held"
	// ReasonNoResult: the tool returned the zero Result.
	ReasonNoResult = "no_result"
	// ReasonOutcomeUnknown: the call began, and the process that ran it was lost
	// before it reported the end. The runtime itself never gives this reason;
	// see [Prepared.OutcomeUnknown].
	ReasonOutcomeUnknown = "outcome_unknown"
	// ReasonContractChanged: the tool is not the one that the call was prepared
	// for. The code is NotAvailable.
	ReasonContractChanged = "contract_changed"
	// ReasonSecretsUnresolved: the session was handed secrets in another
	// process, and this one cannot get their values in order to redact them. The
	// code is NotAvailable.
	ReasonSecretsUnresolved = "secrets_unresolved"
)

// verdict is why the runtime ends calls whose tools have not returned.
type interruption struct {
	reason string
	cause  error
	// what follows the tool's name in the text of the answer.
	text string
}

func timedOut(limit time.Duration) *interruption {
	return &interruption{ReasonTimeout, context.DeadlineExceeded, fmt.Sprintf("did not finish within %s", limit)}
}

func batchTimedOut(limit time.Duration) *interruption {
	return &interruption{ReasonBatchTimeout, context.DeadlineExceeded, fmt.Sprintf("did not finish within the %s of its batch", limit)}
}

func cancelled(ctx context.Context) *interruption {
	return &interruption{ReasonCancelled, ctx.Err(), "was cancelled"}
}

// running is the answer to a call whose tool is still at work.
func (v *interruption) runningResult(c *Call) Result { return v.result(c, "it may still be running") }

// waiting is the answer to a call whose tool never started.
func (v *interruption) notStartedResult(c *Call) Result { return v.result(c, "it had not started") }

func (v *interruption) result(c *Call, state string) Result {
	result := Fail(ExecutionFailed, "Tool %s %s; %s", c.tool.Name, v.text, state)
	result.Reason, result.Cause = v.reason, v.cause
	return result
}

// held is the answer to a call that must not run next to an abandoned one.
func heldResult(c *Call) Result {
	result := Fail(ExecutionFailed, "Tool %s was not run: an earlier call that it must not run next to did not finish and may still be running", c.tool.Name)
	result.Reason = ReasonHeld
	return result
}
