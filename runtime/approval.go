package runtime

import (
	"context"
	"encoding/json"
	"errors"
)

// Approver decides whether a call may run. It may wait for a person: meanwhile
// the call holds no worker, and its timeout does not run; the context ends with
// the batch. What it does not clearly allow is denied: an error, a panic and
// runtime.Goexit deny. It is called concurrently.
type Approver func(ctx context.Context, request ApprovalRequest) (Decision, error)

// ApprovalRequest is the call that wants consent.
type ApprovalRequest struct {
	// Session, which may be nil, and CallID say which call.
	Session *Session
	CallID  string
	// Tool is the tool.
	Tool *Tool
	// Args is the JSON text of the arguments as the model wrote it, Decoded
	// what the tool gets, and Repairs is what lies between the two. Decoded
	// must not be changed.
	Args    json.RawMessage
	Decoded any
	Repairs []Repair
	// DryRun says that the call would only tell what it would do.
	DryRun bool
}

// Decision is an approver's answer. The zero value denies.
type Decision struct {
	// Approved lets the call run.
	Approved bool
	// Reason is told to the model when it does not.
	Reason string
}

// ReasonDenied is the Result.Reason of a call that was not approved.
const ReasonDenied = "denied"

// denied is the answer to a call that was not approved.
func denied(c *Call, why string, cause error) Result {
	text := "Tool " + c.tool.Name + " was not approved"
	if why != "" {
		text += ": " + why
	}
	result := Fail(NotAvailable, "%s", text)
	result.Reason, result.Cause = ReasonDenied, cause
	return result
}

// askingContext is the context of an approver: that of the batch with its
// deadline.
func (b *batch) askingContext() (context.Context, context.CancelFunc) {
	if deadline := b.deadline(); !deadline.IsZero() {
		return context.WithDeadline(b.ctx, deadline)
	}
	return context.WithCancel(b.ctx)
}

// ask has the approver decide. Its error is looked at where it may panic, too.
func (b *batch) ask(ctx context.Context, i int) {
	c := &b.slots[i]
	var d decided
	if err := <-apart(func() {
		d.decision, d.err = b.registry.options.Approver(ctx, ApprovalRequest{
			Session: c.turn.Session, CallID: c.id, Tool: c.tool, Args: c.Arguments(), Decoded: c.args,
			Repairs: c.decoder.Repairs(), DryRun: c.turn.DryRun,
		})
		d.late = d.err != nil && (errors.Is(d.err, context.DeadlineExceeded) || errors.Is(d.err, context.Canceled))
	}); err != nil {
		d = decided{err: err}
	}
	b.decide(i, d)
}

// decided is what an approver said.
type decided struct {
	decision Decision
	err      error
	late     bool // the error is that of a context
}

// decide lets the call go on or answers it, unless it was withdrawn.
func (b *batch) decide(i int, d decided) {
	c, p := &b.slots[i], b.plan
	place := &p.places[i]
	allowed := d.err == nil && d.decision.Approved
	p.mu.Lock()
	place.cancel()
	to := answered
	if allowed {
		to = parked
	}
	if !c.state.CompareAndSwap(asking, to) {
		p.mu.Unlock()
		b.registry.stats.late()
		return
	}
	place.asked = false
	place.over = !allowed // at once: it must not be offered before it is answered
	if allowed && place.ready {
		p.offer(b, i)
	}
	p.mu.Unlock()
	if !allowed {
		b.deny(i, d)
	}
	b.leave()
}

// deny answers a call that was not approved.
func (b *batch) deny(i int, d decided) {
	c := &b.slots[i]
	why := d.decision.Reason
	if d.err != nil {
		why = "the approver failed"
		if d.late {
			why = "nobody decided in time"
		}
		b.registry.log(b.ctx, c, "approver failed", "error", d.err)
	}
	b.results[i].Repairs = c.redactRepairs(c.decoder.Repairs())
	b.results[i].Duration = b.plan.places[i].spent
	b.recordFor(i, denied(c, why, d.err), true)
	b.over(i, false)
}
