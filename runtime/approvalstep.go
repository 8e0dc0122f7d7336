package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
)

// requireApproval determines whether a decoded call needs approval. It answers
// the call if a decision of the turn denies it, or if there is no decision and
// no approver.
func (b *batch) requireApproval(c *Call, out *reply) (done bool) {
	why, needed := c.tool.Approval.evaluate(c.args)
	if !needed {
		return false
	}
	o := c.ensureScheduling()
	o.needsApproval, o.reason = true, why
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

// findDecision returns the decision about this call; nil if there is none. A
// denial has priority over an approval, and an unused approval over a used one.
// An approval of a call also approves its dry run, but an approval of a dry run
// does not approve the call.
func (r *Registry) findDecision(c *Call, decisions []Decision) *Decision {
	digest, dryDigest := c.approvalDigest(false), ""
	if c.turn.DryRun {
		dryDigest = c.approvalDigest(true)
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

// useDecision marks the turn's decision about a call as used, and denies the
// call if the decision was used before. A dry run does not use the decision.
func (b *batch) useDecision(c *Call, out *reply) (done bool) {
	if c.scheduling == nil || c.scheduling.decision == nil || c.turn.DryRun || b.registry.useDecision(c.turn.Session, c.scheduling.decision) {
		return false
	}
	out.result = deniedResult(c, "the decision was used before; ask for a new one", nil)
	return true
}

// approverAnswer is the answer of an approver.
type approverAnswer struct {
	request        ApprovalRequest
	decision       Decision
	err            error
	isContextError bool // err is the error of a context
}

// approverContext returns the context for an approver: the batch's context with
// the batch's deadline.
func (b *batch) approverContext() (context.Context, context.CancelFunc) {
	if deadline := b.deadline(); !deadline.IsZero() {
		return context.WithDeadline(b.ctx, deadline)
	}
	return context.WithCancel(b.ctx)
}

// askApprover calls the approver and applies its answer. It reads the
// approver's error in the isolated goroutine, because the methods of the error
// may panic, too.
func (b *batch) askApprover(ctx context.Context, i int) {
	c := &b.calls[i]
	var answer approverAnswer
	if err := <-startIsolated(func() {
		answer.request = b.approvalRequest(ctx, c)
		answer.decision, answer.err = b.registry.options.Approver(ctx, answer.request)
		if answer.err != nil {
			answer.isContextError = errors.Is(answer.err, context.DeadlineExceeded) || errors.Is(answer.err, context.Canceled)
			answer.err = errors.New(answer.err.Error()) // keeps the text only, because the methods of the error may hang
		}
	}); err != nil {
		answer = approverAnswer{err: err}
	}
	b.applyApproverAnswer(i, answer)
}

// applyApproverAnswer schedules an approved call and answers any other. It does
// nothing if the call was answered in the meantime.
func (b *batch) applyApproverAnswer(i int, answer approverAnswer) {
	c := &b.calls[i]
	allowed := answer.err == nil && answer.decision.Approved && !answer.decision.Pending
	if !b.dispatcher.finishAsking(c, allowed) {
		b.registry.stats.addReturned()
		return
	}
	if allowed {
		b.updateSchedule(func(s *scheduler) { s.removeApprovalWait(i) })
	} else {
		b.answerUnapproved(i, answer)
	}
	b.leave()
}

// finishAsking moves a call out of the state asking when its approver has
// returned. It returns false if the call has already left that state.
func (d *dispatcher) finishAsking(c *Call, allowed bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	c.scheduling.cancel()
	if allowed {
		return c.state.approve()
	}
	return c.state.deny()
}

// answerUnapproved answers a call whose approver did not approve it.
func (b *batch) answerUnapproved(i int, answer approverAnswer) {
	c := &b.calls[i]
	why := answer.decision.Reason
	if answer.err != nil {
		why = "the approver failed"
		if answer.isContextError {
			why = "there was no decision in time"
		}
		b.registry.logError(b.ctx, c, "approver failed", "error", answer.err)
	}
	b.results[i].Repairs = c.redactRepairs(c.repairs())
	b.results[i].Duration = c.scheduling.prepareTime
	result := deniedResult(c, why, answer.err)
	if answer.err == nil && answer.decision.Pending {
		result = pendingResult(c, why)
		b.results[i].Approval = &answer.request
	}
	b.recordResult(i, result, true)
	b.reportFinished(i, false)
}

// previewTimeout is the time limit of a dry run for a preview.
const previewTimeout = 10 * time.Second

// approvalRequest returns the request for the approval of a decoded call.
func (b *batch) approvalRequest(ctx context.Context, c *Call) ApprovalRequest {
	preview, partial := b.preview(ctx, c)
	return ApprovalRequest{
		ID: randomID(), SessionID: c.turn.Session.ID(), CallID: c.id, ToolName: c.tool.Name, Digest: c.approvalDigest(c.turn.DryRun),
		Args: c.Arguments(), Repairs: c.redactRepairs(c.repairs()), DryRun: c.turn.DryRun,
		Why: measure.Clip(c.redact(c.scheduling.reason), maxWhyChars), Preview: preview, PreviewPartial: partial,
		Session: c.turn.Session, Tool: c.tool, Decoded: c.args,
	}
}

// maxWhyChars is the maximum length of ApprovalRequest.Why in code points.
const maxWhyChars = 500

// preview returns the text of the call's own dry run, and whether the text is
// incomplete. The dry run uses a separate Call, because the real call gets
// other capabilities.
func (b *batch) preview(ctx context.Context, c *Call) (text string, partial bool) {
	if c.tool.DryRun == nil {
		return "", false
	}
	if d := b.dispatcher; d != nil { // limits the number of concurrent dry runs
		select {
		case d.previews <- struct{}{}:
			defer func() { <-d.previews }()
		case <-ctx.Done():
			return "", false
		}
	}
	ctx, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	turn := *b.turn
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

// evaluate reports whether a call with the decoded arguments needs approval, and
// why.
func (a *Approval) evaluate(args any) (why string, needed bool) {
	if a.When == nil {
		return a.Reason, true
	}
	why, needed = a.When(args)
	return cmp.Or(why, a.Reason), needed
}

// useDecision marks the decision as used and returns false if it was used
// before. Both the registry and the session record it, because several sessions
// may have been restored from one snapshot.
func (r *Registry) useDecision(session *Session, d *Decision) bool {
	first := r.decisions.use(d.id())
	return session.useDecision(d.id()) && first
}

// isDecisionUsed reports whether the decision was used.
func (r *Registry) isDecisionUsed(session *Session, d *Decision) bool {
	return r.decisions.has(d.id()) || session.isDecisionUsed(d.id())
}

// id returns a text that identifies the decision.
func (d *Decision) id() string { return d.RequestID + " " + d.CallID + " " + d.Digest }

// CheckRequest returns an error if a stored request does not describe the call
// that a decision about it would approve: its tool, id, arguments or dry run do
// not match its digest under this turn. Call it before you show the request to
// a person if other programs can write to the store. CheckRequest does not
// check Why and Preview.
func (r *Registry) CheckRequest(request *ApprovalRequest, turn *Turn) error {
	_, given := withDefaults(context.Background(), turn)
	t := *given
	batch := make([]Call, 1)
	r.resolve([]ToolCall{{Name: request.ToolName}}, &t, batch)
	c := &batch[0]
	if c.entry == nil {
		return fmt.Errorf("runtime: the request %s is for the tool %q, which does not exist", request.ID, request.ToolName)
	}
	c.id, c.turn, c.text = request.CallID, &t, string(request.Args)
	if request.SessionID != t.Session.ID() || request.Digest != c.approvalDigest(request.DryRun) {
		return fmt.Errorf("runtime: the digest of the request %s does not match under this turn: the request, the tool, the session or the working directory has changed", request.ID)
	}
	return nil
}
