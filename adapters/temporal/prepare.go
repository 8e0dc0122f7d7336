package temporal

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	sdk "go.temporal.io/sdk/temporal"

	"github.com/toolgen/toolgen/runtime"
)

// ReasonTooLarge is the Result.Reason of a call whose arguments are too large for
// what a history can hold. The code is runtime.NotAvailable.
const ReasonTooLarge = "too_large_for_history"

// prepare is the activity that checks the calls of a batch and plans their
// execution.
func (w *host) prepare(ctx context.Context, batch batchRef, calls []runtime.ToolCall) (plan, error) {
	if len(calls) > maxCalls {
		return plan{}, tooLarge("the batch has %d calls, of at most %d", len(calls), maxCalls)
	}
	session, err := w.loadSession(ctx, batch.Turn)
	if err != nil {
		return plan{}, err
	}
	turn, err := w.resolve(ctx, batch.Turn, batch.RunID, session.Session)
	if err != nil {
		return plan{}, err
	}
	o := &w.options
	made := plan{
		Calls: make([]plannedCall, len(calls)), Concurrency: o.Concurrency, HeartbeatTimeout: o.HeartbeatTimeout,
		ApprovalTimeout: o.ApprovalTimeout, QueueTimeout: o.QueueTimeout,
	}
	requestBytes := 0
	for i, p := range w.registry.Prepare(ctx, calls, turn) {
		if p.Approval != nil {
			requestBytes += len(p.Approval.Args) + len(p.Approval.Preview)
		}
		if requestBytes > maxRequestsBytes && p.Approval != nil {
			requestBytes -= len(p.Approval.Args) + len(p.Approval.Preview)
			refuseTooLarge(&p)
		}
		if made.Calls[i], err = w.planCall(ctx, batch.ID, i, &p, turn, itemLimit(len(calls))); err != nil {
			return plan{}, err
		}
	}
	data, err := json.Marshal(made)
	if err != nil {
		return plan{}, fmt.Errorf("the plan of the batch cannot be written as JSON: %w", err)
	}
	if len(data) > maxPlanBytes {
		return plan{}, tooLarge("the batch is too large for a history: %d calls, %d bytes of their plan, of at most %d", len(calls), len(data), maxPlanBytes)
	}
	return made, nil
}

// tooLarge returns an error after which the activity does not run again.
func tooLarge(format string, values ...any) error {
	return sdk.NewNonRetryableApplicationError(fmt.Sprintf(format, values...), "TooLarge", nil)
}

// refuseTooLarge refuses a call that needs approval and whose arguments do not fit
// into a history, which people need to decide about it.
func refuseTooLarge(p *runtime.Prepared) {
	result := runtime.Fail(runtime.NotAvailable, "Tool %s cannot ask for approval: its arguments have %d bytes, which is more than a request can hold; make a smaller call",
		p.Call.Name, len(p.Call.Args))
	result.Reason = ReasonTooLarge
	p.Refusal, p.Approval, p.After = &runtime.Outcome{ID: p.Call.ID, Name: p.Call.Name, Result: result}, nil, nil
}

// planCall plans one call.
func (w *host) planCall(ctx context.Context, batch string, i int, p *runtime.Prepared, turn *runtime.Turn, limit int) (plannedCall, error) {
	c := plannedCall{
		ID: p.Call.ID, Tool: p.Call.Name, Refused: p.Refusal != nil, After: p.After, Key: p.Key, Keyed: p.Keyed,
		Approval: p.Approval, TimeLimit: p.Timeout, Attempts: 1,
	}
	if isRepeatable(p) {
		c.Attempts = w.options.Attempts
		c.Local = p.Approval == nil && p.Refusal == nil && w.isLocal(p.Call.Name, turn)
	}
	alone := *p
	alone.Approval, alone.After = nil, nil // the plan has them
	var err error
	c.Prepared, err = w.pack(ctx, batch+"/call/"+strconv.Itoa(i), limit, alone)
	return c, err
}

// isRepeatable reports whether a call may start again if its worker is lost.
func isRepeatable(p *runtime.Prepared) bool { return p.Hints.ReadOnly || p.Hints.Idempotent }

// isLocal reports whether Options.Local wants the calls of a tool to be local.
func (w *host) isLocal(name string, turn *runtime.Turn) bool {
	if w.options.Local == nil {
		return false
	}
	tool, ok := w.registry.Tool(name)
	for _, own := range turn.Tools {
		if !ok && own != nil && own.Name == name {
			tool, ok = own, true
		}
	}
	return ok && w.options.Local(tool)
}
