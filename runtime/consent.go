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
func (b *batch) requireConsent(c *Call, out *reply) (done bool) {
	why, needed := c.tool.Approval.evaluate(c.args)
	if !needed {
		return false
	}
	o := c.ensureScheduling()
	o.consent, o.reason = true, why
	if b.prepareOnly {
		request := b.approvalRequest(&c.ctx, c)
		o.request = &request
		return false
	}
	if len(b.turn.Decisions) > 0 {
		o.decision = b.registry.findDecision(c, b.turn.Decisions)
	}
	switch d := o.decision; {
	case d != nil && !d.Approved:
		out.result = deniedResult(c, d.Reason, nil)
		return true
	case d == nil && b.registry.options.Approver == nil:
		out.result = deniedResult(c, "no approver is configured", nil)
		return true
	}
	return false
}

// findDecision returns the decision about this very call; nil for none. A no
// beats every yes, and a yes that was not used one that was. Consent to a call is
// consent to its dry run, and not the other way round.
func (r *Registry) findDecision(c *Call, decisions []Decision) *Decision {
	digest, dryDigest := c.consentDigest(false), ""
	if c.turn.DryRun {
		dryDigest = c.consentDigest(true)
	}
	var found *Decision
	for i := range decisions {
		d := &decisions[i]
		switch {
		case d.Pending || d.RequestID == "" || d.CallID != c.id || d.Digest != digest && (dryDigest == "" || d.Digest != dryDigest):
		case !d.Approved:
			return d
		case found == nil || r.isDecisionUsed(c.turn.Session, found):
			found = d
		}
	}
	return found
}

// useDecision uses up the turn's decision about a call that is about to run. A
// dry run does not use it up.
func (b *batch) useDecision(c *Call, out *reply) (done bool) {
	if c.scheduling == nil || c.scheduling.decision == nil || c.turn.DryRun || b.registry.useDecision(c.turn.Session, c.scheduling.decision) {
		return false
	}
	out.result = deniedResult(c, "the decision was used before; ask for a new one", nil)
	return true
}

// decided is what an approver said.
type approverAnswer struct {
	request        ApprovalRequest
	decision       Decision
	err            error
	isContextError bool // the error is that of a context
}

// askingContext is the context of an approver: that of the batch with its
// deadline.
func (b *batch) approverContext() (context.Context, context.CancelFunc) {
	if deadline := b.deadline(); !deadline.IsZero() {
		return context.WithDeadline(b.ctx, deadline)
	}
	return context.WithCancel(b.ctx)
}

// ask has the approver decide. Its error is examined in the same goroutine,
// because its methods may panic too.
func (b *batch) askApprover(ctx context.Context, i int) {
	c := &b.calls[i]
	var answer approverAnswer
	if err := <-startIsolated(func() {
		answer.request = b.approvalRequest(ctx, c)
		answer.decision, answer.err = b.registry.options.Approver(ctx, answer.request)
		if answer.err != nil {
			answer.isContextError = errors.Is(answer.err, context.DeadlineExceeded) || errors.Is(answer.err, context.Canceled)
			answer.err = errors.New(answer.err.Error()) // whose methods may hang, later too
		}
	}); err != nil {
		answer = approverAnswer{err: err}
	}
	b.applyApproverAnswer(i, answer)
}

// decide lets the call go on or answers it, unless it was withdrawn.
func (b *batch) applyApproverAnswer(i int, answer approverAnswer) {
	c := &b.calls[i]
	allowed := answer.err == nil && answer.decision.Approved && !answer.decision.Pending
	if !b.dispatcher.finishAsking(c, allowed) {
		b.registry.stats.addReturned()
		return
	}
	if allowed {
		b.updateSchedule(func(s *scheduler) { s.removeConsentWait(i) })
	} else {
		b.answerUnapproved(i, answer)
	}
	b.leave()
}

// settleAsking moves a call on when its approver has returned, and reports
// whether the approver still decides about it.
func (d *dispatcher) finishAsking(c *Call, allowed bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	c.scheduling.cancel()
	if allowed {
		return c.state.approve()
	}
	return c.state.deny()
}

// answerUnapproved answers a call that was not approved, or not yet.
func (b *batch) answerUnapproved(i int, answer approverAnswer) {
	c := &b.calls[i]
	why := answer.decision.Reason
	if answer.err != nil {
		why = "the approver failed"
		if answer.isContextError {
			why = "nobody decided in time"
		}
		b.registry.logError(b.ctx, c, "approver failed", "error", answer.err)
	}
	b.results[i].Repairs = c.redactRepairs(c.repairs)
	b.results[i].Duration = c.scheduling.prepareTime
	result := deniedResult(c, why, answer.err)
	if answer.err == nil && answer.decision.Pending {
		result = pendingResult(c, why)
		b.results[i].Approval = &answer.request
	}
	b.recordResult(i, result, true)
	b.reportFinished(i, false)
}

// previewTimeout is how long a dry run may take that gives the preview.
const previewTimeout = 10 * time.Second

// approvalRequest is the request for consent to a decoded call.
func (b *batch) approvalRequest(ctx context.Context, c *Call) ApprovalRequest {
	preview, partial := b.preview(ctx, c)
	return ApprovalRequest{
		ID: randomID(), SessionID: c.turn.Session.ID(), CallID: c.id, ToolName: c.tool.Name, Digest: c.consentDigest(c.turn.DryRun),
		Args: c.Arguments(), Repairs: c.repairs, DryRun: c.turn.DryRun,
		Why: measure.Clip(c.redact(c.scheduling.reason), maxWhyChars), Preview: preview, PreviewPartial: partial,
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
	p.ctx.parent = ctx
	stop := context.AfterFunc(ctx, func() { p.ctx.cancel(ctx.Err()) })
	defer func() {
		stop()
		p.ctx.cancel(context.Canceled)
	}()
	var out reply
	if runIsolated(previewTimeout+DefaultGrace, func() { b.runDryRun(p, &out) }) != nil || !out.result.OK {
		return "", false
	}
	text = measure.Clip(c.redact(out.result.Value), MaxPreviewChars)
	return text, text != out.result.Value
}

// judge reports whether a call with the decoded arguments needs consent, and
// why.
func (a *Approval) evaluate(args any) (why string, needed bool) {
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
func (r *Registry) isDecisionUsed(session *Session, d *Decision) bool {
	_, used := r.decisions.Load(d.id())
	return used || session.isDecisionUsed(d.id())
}

// id distinguishes a decision from all others.
func (d *Decision) id() string { return d.RequestID + " " + d.CallID + " " + d.Digest }

// CheckRequest reports, with an error, that a request which was stored is not
// about the call that a decision on it would allow: its tool, id, arguments or dry
// run do not belong to its digest under this turn. Call it before the request is
// shown to a person, where others can write the store. Why and Preview are words
// and not checked.
func (r *Registry) CheckRequest(request *ApprovalRequest, turn *Turn) error {
	_, given := withDefaults(context.Background(), turn)
	t := *given
	batch := make([]Call, 1)
	r.resolve([]ToolCall{{Name: request.ToolName}}, &t, batch)
	c := &batch[0]
	if c.entry == nil {
		return fmt.Errorf("runtime: the request %s names the tool %q, which does not exist", request.ID, request.ToolName)
	}
	c.id, c.turn, c.text = request.CallID, &t, string(request.Args)
	if request.SessionID != t.Session.ID() || request.Digest != c.consentDigest(request.DryRun) {
		return fmt.Errorf("runtime: the request %s does not belong to its digest under this turn: it was changed, or the tool, the session or the directory is another one", request.ID)
	}
	return nil
}
