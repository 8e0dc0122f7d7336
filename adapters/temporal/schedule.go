package temporal

import (
	"cmp"
	"errors"
	"time"

	enums "go.temporal.io/api/enums/v1"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"github.com/toolgen/toolgen/runtime"
)

// The time limits of activities.
const (
	// attemptMargin is the time that an attempt may take in addition to the time limit
	// of its tool: to load its session, to return after its deadline, and to store its
	// outcome.
	attemptMargin = 30 * time.Second
	// unlimited is the time limit of a call without one. Temporal requires a limit.
	unlimited = 365 * 24 * time.Hour
	// retryInterval is the time before a lost call starts again.
	retryInterval = 200 * time.Millisecond
)

// batchRun is a batch that runs in a workflow.
type batchRun struct {
	ref     batchRef
	plan    *plan
	calls   []*scheduledCall
	slots   workflow.Semaphore
	running []runningCall // the calls that ended and whose tools may still be running
	ended   bool
}

// scheduledCall is one call of a batch that runs.
type scheduledCall struct {
	plan     *plannedCall
	state    CallState
	decision *runtime.Decision
	done     workflow.Future
	setDone  workflow.Settable
	answer   executeAnswer
	end      end
	detail   string
}

// newBatchRun returns a batch with the state of each call.
func newBatchRun(ref batchRef, p *plan) *batchRun {
	b := &batchRun{ref: ref, plan: p}
	for i := range p.Calls {
		b.calls = append(b.calls, &scheduledCall{plan: &p.Calls[i], state: StateWaiting})
	}
	return b
}

// run executes the calls and returns when all have ended.
func (b *batchRun) run(ctx workflow.Context) {
	b.slots = workflow.NewSemaphore(ctx, int64(max(b.plan.Concurrency, 1)))
	for _, c := range b.calls {
		c.done, c.setDone = workflow.NewFuture(ctx)
	}
	for i, c := range b.calls {
		workflow.GoNamed(ctx, callKey(b.ref.ID, i), func(ctx workflow.Context) {
			b.runCall(ctx, i)
			c.state = StateEnded
			c.setDone.Set(nil, nil)
		})
	}
	all, _ := workflow.NewDisconnectedContext(ctx)
	for _, c := range b.calls {
		_ = c.done.Get(all, nil) // it has no value and no error
	}
}

// runCall executes one call when its approval, the order of the batch and a slot
// allow it to start.
func (b *batchRun) runCall(ctx workflow.Context, i int) {
	c := b.calls[i]
	if !c.plan.Refused {
		c.awaitDecision(ctx, b.plan.ApprovalTimeout)
		b.awaitEarlier(ctx, c)
		if ctx.Err() != nil || b.slots.Acquire(ctx, 1) != nil {
			c.end = endCancelled
			return
		}
		defer b.slots.Release(1)
		c.state = StateRunning
	}
	b.execute(ctx, i)
}

// awaitDecision waits for the decision about a call that needs approval. If there is
// none in time, the call is denied.
func (c *scheduledCall) awaitDecision(ctx workflow.Context, timeout time.Duration) {
	if c.plan.Approval == nil {
		return
	}
	c.state = StateApproval
	_, _ = workflow.AwaitWithTimeout(ctx, timeout, func() bool { return c.decision != nil }) // an error means that ctx was cancelled
	if c.decision == nil {
		c.decision = new(c.plan.Approval.Decide(false, "there was no decision in time"))
	}
	c.state = StateWaiting
}

// awaitEarlier waits for the calls that must end before.
func (b *batchRun) awaitEarlier(ctx workflow.Context, c *scheduledCall) {
	for _, before := range c.plan.After {
		if before >= 0 && before < len(b.calls) && b.calls[before].done.Get(ctx, nil) != nil {
			return // cancelled
		}
	}
}

// execute runs the activity of a call. A refused call needs none: its outcome is in
// its Prepared.
func (b *batchRun) execute(ctx workflow.Context, i int) {
	c := b.calls[i]
	request := executeRequest{
		Batch: b.ref, Index: i, Call: c.plan.ID, Tool: c.plan.Tool, Prepared: c.plan.Prepared, Decision: c.decision, Running: b.running,
		MaxBytes: itemLimit(len(b.calls)), Repeatable: c.plan.Attempts > 1,
	}
	var err error
	switch {
	case c.plan.Refused:
		c.end = endRefused
		return
	case c.plan.Local:
		ctx = withLocalOptions(ctx, c.timeLimit(), c.plan.Attempts)
		err = workflow.ExecuteLocalActivity(ctx, executeActivity, request).Get(ctx, &c.answer)
	default:
		ctx = workflow.WithActivityOptions(ctx, b.activityOptions(ctx, c))
		err = workflow.ExecuteActivity(ctx, executeActivity, request).Get(ctx, &c.answer)
	}
	if err != nil {
		c.setEnd(err)
	}
	if c.answer.Running || c.end == endUnknown {
		b.running = append(b.running, runningCall{c.plan.Tool, c.plan.Key, c.plan.Keyed})
	}
}

// timeLimit returns the time limit of one attempt.
func (c *scheduledCall) timeLimit() time.Duration {
	if limit := c.plan.TimeLimit; limit > 0 && limit < unlimited {
		return limit + attemptMargin
	}
	return unlimited
}

// activityOptions returns the options of the activity of a call. The retries of the
// engine are for lost workers only: the tool's own retries are inside of the activity,
// and a failed tool is a result.
func (b *batchRun) activityOptions(ctx workflow.Context, c *scheduledCall) workflow.ActivityOptions {
	given := workflow.GetActivityOptions(ctx)
	return workflow.ActivityOptions{
		TaskQueue: given.TaskQueue, Priority: given.Priority, Summary: c.plan.Tool,
		StartToCloseTimeout: c.timeLimit(), ScheduleToStartTimeout: cmp.Or(b.plan.QueueTimeout, DefaultQueueTimeout),
		HeartbeatTimeout: b.plan.HeartbeatTimeout, WaitForCancellation: true,
		RetryPolicy: &sdk.RetryPolicy{InitialInterval: retryInterval, BackoffCoefficient: 2, MaximumAttempts: int32(c.plan.Attempts)},
	}
}

// setEnd sets how a call without an answer ended.
func (c *scheduledCall) setEnd(err error) {
	var timeout *sdk.TimeoutError
	var application *sdk.ApplicationError
	switch {
	case sdk.IsCanceledError(err):
		c.end = endCancelled
	case errors.As(err, &timeout) && timeout.TimeoutType() == enums.TIMEOUT_TYPE_SCHEDULE_TO_START:
		c.end, c.detail = endNoWorker, "no worker took the call in time; start a worker for its task queue"
	case errors.As(err, &application) && application.Type() == "ActivityNotRegisteredError":
		c.end, c.detail = endBroken, "the worker that took the call does not have the plugin"
	default:
		c.end, c.detail = endUnknown, explain(err)
	}
	c.answer.Failed, c.answer.Reason = true, string(c.end)
}

// endedCalls returns the calls as the last phase needs them.
func (b *batchRun) endedCalls() []endedCall {
	ended := make([]endedCall, len(b.calls))
	for i, c := range b.calls {
		ended[i] = endedCall{Prepared: c.plan.Prepared, Outcome: c.answer.Outcome, End: c.end, Detail: c.detail}
	}
	return ended
}
