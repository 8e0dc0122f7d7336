package runtime

import (
	"errors"

	"github.com/toolgen/toolgen/runtime/decode"
)

// This file has the steps of a call in their order, as the table in
// docs/runtime.md lists them. The first step that answers decides; what every
// answer goes through comes last.
//
//	lookup, exclusion, policy     gate.refuse          for all calls of the batch, before any runs
//	availability ... consent      batch.prepareCall    a worker
//	dry run ... invocation        batch.executeCall    a worker, when the scheduler lets the call start
//	limits ... fence              batch.conclude       the goroutine that has the answer
//	budget                        fitter.fit           all answers together

// prepareCall reports whether a step answered. Otherwise the call can start as
// soon as the scheduler and the approver let it.
func (b *batch) prepareCall(c *Call, w *worker) (done bool) {
	out := &w.reply
	return b.checkAvailability(c, out) ||
		b.decodeArguments(c, w) ||
		b.checkConsent(c, out)
}

// executeCall answers the call.
func (b *batch) executeCall(c *Call, out *reply) {
	_ = b.useDecision(c, out) ||
		b.answerDryRun(c, out) ||
		b.answerFromCache(c, out) ||
		b.invoke(c, out)
}

// conclude takes every answer through its last steps: it is vetted, measured
// and, where a tool gave it, reduced; an untrusted text gets its fence. It
// changes nothing of the call, which may be abandoned meanwhile.
func (b *batch) postprocess(c *Call, out *reply, byTool bool) {
	b.sanitize(c, out)
	out.chars = out.result.cleanText()
	out.produced, out.max, out.json = out.chars, c.tool.MaxResultChars, c.tool.JSON
	if byTool && b.reducers != nil {
		if x := b.reducers[c.tool.Name]; x != nil {
			b.reduce(c, *x, out)
		}
	}
	if c.tool.Untrusted != nil && c.needsFence(out) {
		b.fenceReply(c, out)
	}
	if out.result.Parts != nil {
		out.setPartSizes(out.result.measureParts())
	}
}

// worker is what a worker uses for one call after the other.
type worker struct {
	reply   reply
	decoder decode.D
}

// reply is what a worker has to say about a call.
type reply struct {
	result Result
	textInfo
	source      *string // where an untrusted text comes from; nil for the tool
	isFromTool  bool    // the tool gave the result
	isParked    bool    // there is no result yet: the call waits for its turn or for consent
	isAbandoned bool    // there is no result: the call was abandoned meanwhile
}

// checkAvailability refuses calls whose tool cannot run here and now.
func (b *batch) checkAvailability(c *Call, out *reply) (done bool) {
	if refusal := c.entry.refuseUnavailable(b.registry.options.Backends); refusal != nil {
		out.result = *refusal
		return true
	}
	c.wasAvailable = true
	return false
}

// decodeArguments reads and checks the arguments.
func (b *batch) decodeArguments(c *Call, w *worker) (done bool) {
	if err := c.decodeArguments(&w.decoder, &b.registry.options); err != nil {
		w.reply.setInvalid(err)
		return true
	}
	if b.observer != nil && len(c.repairs) > 0 {
		b.observer.notify(EventRepaired, c, nil)
	}
	return false
}

// refuse answers a call whose arguments are wrong. Inlined, it and notStarted
// would make the stack of every call larger than a new goroutine has.
//
//go:noinline
func (out *reply) setInvalid(err error) { out.result = invalidResult(err) }

// notStarted answers a call whose time was up before its tool could start.
//
//go:noinline
func (out *reply) setNotStarted(c *Call, v *interruption) { out.result = v.notStartedResult(c) }

// checkConsent finds out whether the call needs consent, and refuses it when
// it cannot be given.
func (b *batch) checkConsent(c *Call, out *reply) (done bool) {
	if c.tool.Approval == nil {
		return false
	}
	return b.requireConsent(c, out)
}

// answerDryRun answers the calls of a dry run.
func (b *batch) answerDryRun(c *Call, out *reply) (done bool) {
	if !c.turn.DryRun {
		return false
	}
	b.runDryRun(c, out)
	return true
}

// answerFromCache answers calls of tools whose results are kept: from the
// cache, or by running the tool and keeping its result.
func (b *batch) answerFromCache(c *Call, out *reply) (done bool) {
	if c.tool.Cache == nil {
		return false
	}
	b.invokeOrShare(c, out)
	return true
}

// invoke gets the capabilities and runs the tool inside its middleware.
func (b *batch) invoke(c *Call, out *reply) (done bool) {
	if c.tool.Needs != nil && b.getCapabilities(c, out) {
		return true
	}
	out.isFromTool = true
	out.result = c.handler(&c.ctx, c)
	return true
}

// getCapabilities refuses a call that does not get what its tool needs.
func (b *batch) getCapabilities(c *Call, out *reply) (done bool) {
	if refusal := c.grantCapabilities(b.registry.options.Backends); refusal != nil {
		out.result = *refusal
		return true
	}
	if v := c.ctx.interruption(); v != nil { // the backends took all the time
		out.setNotStarted(c, v)
		return true
	}
	return false
}

// reduce has the tool's reducer shorten the answer.
func (b *batch) reduce(c *Call, x Reducer, out *reply) {
	var err error
	before := *out.result.text()
	out.result, out.chars, err = reduceIsolated(x, out.result, out.chars, ReduceContext{Args: c.Arguments(), Turn: c.turn.CurrentTurn})
	if err != nil {
		b.registry.logError(b.ctx, c, "reducer failed", "error", err)
	}
	c.redactAgain(out, before)
}

// explainEnd gives the failure of a tool that ended because its time was up the
// reason and, where the tool only passed the context's error on, a text that
// says so.
func (b *batch) explainInterruption(c *Call, result *Result) {
	v := c.ctx.interruption()
	if v == nil || result.OK || !errors.Is(result.Cause, v.cause) {
		return
	}
	if result.Error == v.cause.Error() {
		result.Error = "Tool " + c.tool.Name + " " + v.text
	}
	if result.Reason == "" {
		result.Reason = v.reason
	}
}
