package runtime

import (
	"errors"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/decode"
)

// This file has the steps of a call in the order of the table in
// docs/runtime.md. The first step that gives a result ends the sequence; every
// result then passes through postprocess.
//
//	lookup, exclusion, policy     admission.refuse     for all calls of the batch, before any call runs
//	availability ... approval     batch.prepareCall    by a worker
//	dry run, cache                batch.executeCall    by a worker, when the scheduler allows the call to start
//	invocation                    batch.invoke         by the same worker
//	limits ... fence              batch.postprocess    by the goroutine that has the result
//	budget                        fitter.fit           for all results together

// prepareCall runs the steps that prepare a call. It returns true if one of
// them has answered the call.
func (b *batch) prepareCall(c *Call, w *worker) (done bool) {
	out := &w.reply
	return b.checkAvailability(c, out) ||
		b.decodeArguments(c, w) ||
		b.checkApproval(c, out)
}

// executeCall runs the steps that execute a call before its tool is invoked. It
// returns true if one of them has answered the call.
func (b *batch) executeCall(c *Call, out *reply) (done bool) {
	return b.useDecision(c, out) ||
		b.answerDryRun(c, out) ||
		b.answerFromCache(c, out)
}

// postprocess applies the steps for every result: it sanitizes and measures the
// result, reduces it if reduce is set, and sets the fence of an untrusted text.
// It does not change the call, because another goroutine may abandon it at the
// same time.
func (b *batch) postprocess(c *Call, out *reply, reduce bool) {
	b.sanitize(c, out)
	out.useSource()
	out.chars = out.result.cleanText()
	out.produced, out.max, out.json = out.chars, c.tool.MaxResultChars, c.tool.JSON
	if reduce && b.reducers != nil {
		if x := b.reducers[c.tool.Name]; x != nil {
			b.reduce(c, *x, out)
		}
	}
	out.useFull()
	if c.tool.Untrusted != nil && c.needsFence(out) {
		b.fenceReply(c, out)
		if p := out.partial(); p != nil {
			p.full = c.neutralize(p.full)
		}
	}
	out.findGap()
	if out.result.Parts != nil {
		out.setPartSizes(out.result.measureTextParts())
	}
	out.setWords(&out.result)
}

// worker has the buffers that a worker reuses for each call. They are on the heap,
// because the initial stack of a goroutine is small.
type worker struct {
	batch   *batch
	start   func() // the method run; here because a new function value needs an allocation
	isUsed  bool   // reply may have data of an earlier call
	reply   reply
	decoder decode.D
}

// workerPool has workers without data that later goroutines can use. A worker whose call
// was abandoned, or whose goroutine has ended during a call, is not used again.
var workerPool sync.Pool

// newWorker returns a worker of the batch.
func newWorker(b *batch) *worker {
	w, ok := workerPool.Get().(*worker)
	if !ok {
		w = new(worker)
		w.start = w.run
	}
	w.batch = b
	return w
}

// free releases the memory of a worker.
func (w *worker) free() {
	*w = worker{start: w.start}
	workerPool.Put(w)
}

// reply is a worker's answer to a call.
type reply struct {
	result Result
	textInfo
	source      *string       // the origin of an untrusted text; nil or empty for the name of the tool
	finished    time.Duration // when the call was answered, since the start of the batch; zero before that
	isFromTool  bool          // the tool produced the result
	isParked    bool          // there is no result yet: the call waits for other calls or for approval
	isAbandoned bool          // there is no result, because the call was abandoned
}

// checkAvailability refuses a call whose tool is not available.
func (b *batch) checkAvailability(c *Call, out *reply) (done bool) {
	if refusal := c.entry.refuseUnavailable(b.registry.options.Backends); refusal != nil {
		out.result = *refusal
		return true
	}
	c.wasAvailable = true
	return false
}

// decodeArguments decodes and validates the arguments.
func (b *batch) decodeArguments(c *Call, w *worker) (done bool) {
	if err := c.decodeArguments(&w.decoder, &b.registry.options); err != nil {
		w.reply.setInvalid(err)
		return true
	}
	if b.observer != nil && len(c.repairs()) > 0 {
		b.observer.notify(EventRepaired, c, nil)
	}
	return false
}

// setInvalid sets the result of a call with invalid arguments. setInvalid and
// setNotStarted are not inlined, because the stack of every call would then be
// larger than the initial stack of a goroutine.
//
//go:noinline
func (out *reply) setInvalid(err error) { out.result = invalidResult(err) }

// setNotStarted sets the result of a call that was interrupted before its tool
// started.
//
//go:noinline
func (out *reply) setNotStarted(c *Call, v *interruption) { out.result = v.notStartedResult(c) }

// checkApproval determines whether the call needs approval, and refuses a call
// that cannot get it.
func (b *batch) checkApproval(c *Call, out *reply) (done bool) {
	if c.tool.Approval == nil {
		return false
	}
	return b.requireApproval(c, out)
}

// answerDryRun answers a call of a dry run. It returns false for any other
// call.
func (b *batch) answerDryRun(c *Call, out *reply) (done bool) {
	if !c.turn.DryRun {
		return false
	}
	b.runDryRun(c, out)
	return true
}

// answerFromCache answers a call of a tool with a Cache: from the cache, or by
// running the tool and caching its result. It returns false for any other call.
func (b *batch) answerFromCache(c *Call, out *reply) (done bool) {
	if c.tool.Cache == nil {
		return false
	}
	b.invokeOrShare(c, out)
	return true
}

// invoke obtains the capabilities and runs the tool inside its middleware.
func (b *batch) invoke(c *Call, out *reply) {
	if c.tool.Needs != nil && b.getCapabilities(c, out) {
		return
	}
	out.isFromTool = true
	out.result = c.handler(&c.ctx, c)
}

// getCapabilities refuses a call that does not get the capabilities of its
// tool.
func (b *batch) getCapabilities(c *Call, out *reply) (done bool) {
	if refusal := c.grantCapabilities(b.registry.options.Backends); refusal != nil {
		out.result = *refusal
		return true
	}
	if v := c.ctx.interruption(); v != nil { // the deadline passed in a backend
		out.setNotStarted(c, v)
		return true
	}
	return false
}

// reduce applies the tool's reducer to the result.
func (b *batch) reduce(c *Call, x Reducer, out *reply) {
	before, chars := *out.result.text(), out.chars
	reduced, err := reduceIsolated(x, out.result, chars, ReduceContext{Args: c.Arguments(), Turn: c.turn.CurrentTurn, Redact: c.redact})
	if err != nil {
		b.registry.logError(b.ctx, c, "reducer failed", "error", err)
	}
	for i, words := range reduced.result.ownWords() {
		if *words != *out.result.ownWords()[i] {
			*words = c.excerpt(*words, maxNoteChars)
		}
	}
	out.result, out.chars = reduced.result, reduced.chars
	c.redactAgain(out, before)
	if reduced.isPartial {
		out.setUnreduced(before, chars)
	}
}

// explainInterruption adds the reason to the failure of a tool that returned
// because its call was interrupted. If the text is only the text of the
// context's error, it explains the interruption instead.
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
