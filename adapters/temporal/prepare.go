package temporal

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// ReasonTooLarge is the Result.Reason of a call whose arguments are too large for
// what a history can hold. The code is runtime.NotAvailable.
const ReasonTooLarge = "too_large_for_history"

// prepare is the activity that checks the calls of a batch and plans their
// execution.
func (w *host) prepare(ctx context.Context, batch batchRef, calls []runtime.ToolCall) (plan, error) {
	return runPhase(ctx, w, batch, func(p *phase) (plan, error) { return p.plan(ctx, calls) })
}

// plan checks the calls and plans their execution.
func (p *phase) plan(ctx context.Context, calls []runtime.ToolCall) (plan, error) {
	if len(calls) > maxCalls {
		return plan{}, tooLarge("the batch has %d calls, of at most %d", len(calls), maxCalls)
	}
	err := p.load(ctx)
	if err != nil {
		return plan{}, err
	}
	o := &p.options
	made := plan{
		Version: planVersion, Calls: make([]plannedCall, len(calls)), Concurrency: o.Concurrency, HeartbeatTimeout: o.HeartbeatTimeout,
		ApprovalTimeout: o.ApprovalTimeout, QueueTimeout: o.QueueTimeout,
	}
	requestBytes := 0
	for i, prepared := range p.registry.Prepare(ctx, calls, p.turn) {
		if prepared.Approval != nil {
			requestBytes += len(prepared.Approval.Args) + len(prepared.Approval.Preview)
		}
		if requestBytes > maxRequestsBytes && prepared.Approval != nil {
			requestBytes -= len(prepared.Approval.Args) + len(prepared.Approval.Preview)
			refuseTooLarge(&prepared)
		}
		if made.Calls[i], err = p.planCall(ctx, i, &prepared, itemLimit(len(calls))); err != nil {
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

// refuseTooLarge refuses a call that needs approval and whose arguments do not fit
// into a history, which people need to decide about it.
func refuseTooLarge(p *runtime.Prepared) {
	result := runtime.Fail(runtime.NotAvailable, "Tool %s cannot ask for approval: its arguments have %d bytes, which is more than a request can hold; make a smaller call",
		p.Call.Name, len(p.Call.Args))
	result.Reason = ReasonTooLarge
	p.Refusal, p.Approval, p.After = &runtime.Outcome{ID: p.Call.ID, Name: p.Call.Name, Result: result}, nil, nil
}

// planCall plans one call. limit is the maximum size of an inline Prepared.
func (p *phase) planCall(ctx context.Context, i int, prepared *runtime.Prepared, limit int) (plannedCall, error) {
	c := plannedCall{
		ID: prepared.Call.ID, Tool: prepared.Call.Name, Refused: prepared.Refusal != nil, After: prepared.After, Key: hashKey(prepared.Key), Keyed: prepared.Keyed,
		Approval: prepared.Approval, TimeLimit: prepared.Timeout, Attempts: 1,
	}
	if isRepeatable(prepared) {
		c.Attempts = p.options.Attempts
		c.Local = prepared.Approval == nil && prepared.Refusal == nil && p.isLocal(prepared.Call.Name, p.turn)
	}
	if p.hasSecret(ctx, string(prepared.Call.Args)+"\n"+prepared.Key) {
		limit = 0 // a history must not have them
		c.Approval = p.redactRequest(ctx, c.Approval)
	}
	alone := *prepared
	alone.Approval, alone.After = nil, nil // the plan has them
	var err error
	c.Prepared, err = p.pack(ctx, p.batch.ID+"/call/"+strconv.Itoa(i), limit, alone)
	return c, err
}

// hiddenArgs are the arguments in a request whose arguments cannot be redacted.
const hiddenArgs = `{"redacted":"the arguments have a secret"}`

// redactRequest returns a request with redacted arguments. The digest still binds the
// decision to the arguments that the tool gets.
func (p *phase) redactRequest(ctx context.Context, r *runtime.ApprovalRequest) *runtime.ApprovalRequest {
	if r == nil {
		return nil
	}
	redacted := *r
	text, err := p.redact(ctx, string(r.Args))
	if err != nil || !json.Valid([]byte(text)) {
		text = hiddenArgs
	}
	redacted.Args, redacted.Repairs, redacted.PreviewPartial = json.RawMessage(text), nil, true
	return &redacted
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
