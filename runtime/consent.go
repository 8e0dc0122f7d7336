package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
)

// judgeConsent finds out whether a decoded call needs consent. It answers the
// call when the turn has a decision against it, and when no approver can decide.
func (b *batch) judgeConsent(c *Call, out *reply) (done bool) {
	why, needed := c.tool.Approval.judge(c.args)
	if !needed {
		return false
	}
	o := c.ordering()
	o.consent, o.why = true, why
	if b.prepareOnly {
		request := b.approvalRequest(&c.context, c)
		o.request = &request
		return false
	}
	if len(b.turn.Decisions) > 0 {
		o.decision = b.registry.findDecision(c, b.turn.Decisions)
	}
	switch d := o.decision; {
	case d != nil && !d.Approved:
		out.result = denied(c, d.Reason, nil)
		return true
	case d == nil && b.registry.options.Approver == nil:
		out.result = denied(c, "no approver is configured", nil)
		return true
	}
	return false
}

// findDecision returns the decision about this very call; nil for none. A no
// beats every yes, and a yes that was not used one that was. Consent to a call is
// consent to its dry run, and not the other way round.
func (r *Registry) findDecision(c *Call, decisions []Decision) *Decision {
	real, dry := c.digest(false), ""
	if c.turn.DryRun {
		dry = c.digest(true)
	}
	var found *Decision
	for i := range decisions {
		d := &decisions[i]
		switch {
		case d.Pending || d.RequestID == "" || d.CallID != c.id || d.Digest != real && (dry == "" || d.Digest != dry):
		case !d.Approved:
			return d
		case found == nil || r.isUsed(c.turn.Session, found):
			found = d
		}
	}
	return found
}

// useDecision uses up the turn's decision about a call that is about to run. A
// dry run does not use it up.
func (b *batch) useDecision(c *Call, out *reply) (done bool) {
	if c.order == nil || c.order.decision == nil || c.turn.DryRun || b.registry.useDecision(c.turn.Session, c.order.decision) {
		return false
	}
	out.result = denied(c, "the decision was used before; ask for a new one", nil)
	return true
}

// decided is what an approver said.
type decided struct {
	request  ApprovalRequest
	decision Decision
	err      error
	late     bool // the error is that of a context
}

// askingContext is the context of an approver: that of the batch with its
// deadline.
func (b *batch) askingContext() (context.Context, context.CancelFunc) {
	if deadline := b.deadline(); !deadline.IsZero() {
		return context.WithDeadline(b.ctx, deadline)
	}
	return context.WithCancel(b.ctx)
}

// ask has the approver decide. Its error is examined in the same goroutine,
// because its methods may panic too.
func (b *batch) ask(ctx context.Context, i int) {
	c := &b.calls[i]
	var d decided
	if err := <-apart(func() {
		d.request = b.approvalRequest(ctx, c)
		d.decision, d.err = b.registry.options.Approver(ctx, d.request)
		if d.err != nil {
			d.late = errors.Is(d.err, context.DeadlineExceeded) || errors.Is(d.err, context.Canceled)
			d.err = errors.New(d.err.Error()) // whose methods may hang, later too
		}
	}); err != nil {
		d = decided{err: err}
	}
	b.decide(i, d)
}

// decide lets the call go on or answers it, unless it was withdrawn.
func (b *batch) decide(i int, d decided) {
	c := &b.calls[i]
	allowed := d.err == nil && d.decision.Approved && !d.decision.Pending
	if !b.dispatcher.settleAsking(c, allowed) {
		b.registry.stats.late()
		return
	}
	if allowed {
		b.schedule(func(s *scheduler) { s.allow(i) })
	} else {
		b.answerUnapproved(i, d)
	}
	b.leave()
}

// settleAsking moves a call on when its approver has returned, and reports
// whether the approver still decides about it.
func (d *dispatcher) settleAsking(c *Call, allowed bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	c.order.cancel()
	if allowed {
		return c.state.approve()
	}
	return c.state.deny()
}

// answerUnapproved answers a call that was not approved, or not yet.
func (b *batch) answerUnapproved(i int, d decided) {
	c := &b.calls[i]
	why := d.decision.Reason
	if d.err != nil {
		why = "the approver failed"
		if d.late {
			why = "nobody decided in time"
		}
		b.registry.log(b.ctx, c, "approver failed", "error", d.err)
	}
	b.results[i].Repairs = c.redactRepairs(c.repairs)
	b.results[i].Duration = c.order.spent
	result := denied(c, why, d.err)
	if d.err == nil && d.decision.Pending {
		result = undecided(c, why)
		b.results[i].Approval = &d.request
	}
	b.recordFor(i, result, true)
	b.over(i, false)
}

// previewTimeout is how long a dry run may take that gives the preview.
const previewTimeout = 10 * time.Second

// approvalRequest is the request for consent to a decoded call.
func (b *batch) approvalRequest(ctx context.Context, c *Call) ApprovalRequest {
	preview, partial := b.preview(ctx, c)
	return ApprovalRequest{
		ID: randomID(), SessionID: c.turn.Session.ID(), CallID: c.id, ToolName: c.tool.Name, Digest: c.digest(c.turn.DryRun),
		Args: c.Arguments(), Repairs: c.repairs, DryRun: c.turn.DryRun,
		Why: measure.Clip(c.redact(c.order.why), maxWhyChars), Preview: preview, PreviewPartial: partial,
		Session: c.turn.Session, Tool: c.tool, Decoded: c.args,
	}
}

// maxWhyChars is the maximum length of ApprovalRequest.Why, in code points.
const maxWhyChars = 500

// preview is the text of the call's own dry run, and whether something of it is
// left out. It runs as a call of its own, because the real one gets other
// capabilities.
func (b *batch) preview(ctx context.Context, c *Call) (text string, partial bool) {
	if c.tool.DryRun == nil {
		return "", false
	}
	if d := b.dispatcher; d != nil { // no more at once than tools
		select {
		case d.previews <- struct{}{}:
			defer func() { <-d.previews }()
		case <-ctx.Done():
			return "", false
		}
	}
	ctx, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	turn := b.turn
	turn.DryRun, turn.Emit, turn.Log = true, nil, nil
	p := &Call{id: c.id, tool: c.tool, turn: &turn, text: c.text, args: c.args, budget: MaxPreviewChars}
	p.entry, p.secrets = c.entry, c.secrets
	p.context.parent = ctx
	stop := context.AfterFunc(ctx, func() { p.context.cancel(ctx.Err()) })
	defer func() {
		stop()
		p.context.cancel(context.Canceled)
	}()
	var out reply
	if alone(previewTimeout+DefaultGrace, func() { b.dryRun(p, &out) }) != nil || !out.result.OK {
		return "", false
	}
	text = measure.Clip(c.redact(out.result.Value), MaxPreviewChars)
	return text, text != out.result.Value
}

// judge reports whether a call with the decoded arguments needs consent, and
// why.
func (a *Approval) judge(args any) (why string, needed bool) {
	if a.When == nil {
		return a.Reason, true
	}
	why, needed = a.When(args)
	return cmp.Or(why, a.Reason), needed
}

// useDecision uses up the decision, and reports whether it was not used before.
// The registry remembers it as well as the session, since several sessions may
// have been restored from one snapshot.
func (r *Registry) useDecision(session *Session, d *Decision) bool {
	_, used := r.decisions.LoadOrStore(d.id(), true)
	return session.useDecision(d.id()) && !used
}

// isUsed reports whether the decision was used.
func (r *Registry) isUsed(session *Session, d *Decision) bool {
	_, used := r.decisions.Load(d.id())
	return used || session.usedDecision(d.id())
}

// id distinguishes a decision from all others.
func (d *Decision) id() string { return d.RequestID + " " + d.CallID + " " + d.Digest }

// CheckRequest reports, with an error, that a request which was stored is not
// about the call that a decision on it would allow: its tool, id, arguments or dry
// run do not belong to its digest under this turn. Call it before the request is
// shown to a person, where others can write the store. Why and Preview are words
// and not checked.
func (r *Registry) CheckRequest(request *ApprovalRequest, turn *Turn) error {
	_, given := orDefaults(context.Background(), turn)
	t := *given
	batch := make([]Call, 1)
	r.resolve([]ToolCall{{Name: request.ToolName}}, &t, batch)
	c := &batch[0]
	if c.entry == nil {
		return fmt.Errorf("runtime: the request %s names the tool %q, which does not exist", request.ID, request.ToolName)
	}
	c.id, c.turn, c.text = request.CallID, &t, string(request.Args)
	if request.SessionID != t.Session.ID() || request.Digest != c.digest(request.DryRun) {
		return fmt.Errorf("runtime: the request %s does not belong to its digest under this turn: it was changed, or the tool, the session or the directory is another one", request.ID)
	}
	return nil
}
