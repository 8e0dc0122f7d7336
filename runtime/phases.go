package runtime

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/toolgen/toolgen/internal/cut"
)

// Prepare checks each call: lookup, policy, availability, decoding, Validate,
// and whether the call needs approval. It returns one Prepared for each call, in
// the order of the calls. It runs no tool, except a tool's own dry run for the
// preview of a request for approval, and asks no approver.
//
// A scheduler may execute the calls in any order that Prepared.After allows, in
// any process with the same tools. It then passes all outcomes to
// [Registry.Fit]. Prepare is safe for concurrent use, never panics, and returns
// at the latest one grace period after the end of the context.
func (r *Registry) Prepare(ctx context.Context, calls []ToolCall, turn *Turn) []Prepared {
	if len(calls) == 0 {
		return []Prepared{}
	}
	ctx, turn = withDefaults(ctx, turn)
	b := newBatch(ctx, r, calls, turn, -1)
	b.prepareOnly = true
	b.run()
	prepared := make([]Prepared, len(calls))
	for i := range calls {
		prepared[i] = b.exportPrepared(i, &calls[i])
	}
	b.setOrder(prepared)
	return prepared
}

// exportPrepared returns one call of a batch that only prepares as a Prepared.
func (b *batch) exportPrepared(i int, call *ToolCall) Prepared {
	c := &b.calls[i]
	p := Prepared{
		Call: ToolCall{ID: call.ID, Name: call.Name, Args: slices.Clone(call.Args)}, Budget: c.budget, Attempts: 1,
		IdempotencyKey: c.IdempotencyKey(),
	}
	if c.state.load() != parked {
		refusal := b.outcome(i)
		p.Refusal, p.Repairs, p.Elapsed = &refusal, refusal.Repairs, refusal.Duration
		return p
	}
	p.Repairs, p.Elapsed = c.redactRepairs(c.repairs()), c.scheduling.prepareTime
	p.Exclusive, p.Hints, p.Timeout = c.tool.Exclusive, c.tool.Hints, max(0, c.timeout)
	p.Contract, p.Digest, p.Keyed = c.entry.contractDigest(), c.approvalDigest(b.turn.DryRun), c.tool.Key != nil
	if c.scheduling != nil {
		p.Key, p.Approval = c.scheduling.key, c.scheduling.request
	}
	if c.tool.Retry != nil && !b.turn.NoRetry {
		p.Attempts += c.tool.Retry.Count
	}
	return p
}

// Execute executes one prepared call and returns its result before the budget:
// it obtains the capabilities, runs the tool in its middleware, and redacts and
// reduces the result. It repeats the checks of Prepare under this turn, and
// refuses a call if the contract of its tool has changed. For a call that needs
// approval, it uses a decision in Turn.Decisions, or asks Options.Approver. For
// a call with a Refusal, it returns the Refusal.
//
// Execute is safe for concurrent use and never panics. It has the time limits
// of [Registry.ExecuteParallel].
func (r *Registry) Execute(ctx context.Context, p Prepared, turn *Turn) Outcome {
	if p.Refusal != nil {
		return *p.Refusal
	}
	ctx, turn = withDefaults(ctx, turn)
	b := newBatch(ctx, r, []ToolCall{p.Call}, turn, max(0, p.Budget))
	b.applyPrepared(&p)
	b.run()
	b.deliveries.drain(ctx, b.deadline())
	outcome := b.outcome(0)
	b.limitOutcome(&outcome)
	return outcome
}

// maxElapsed limits the time of preparing in a Prepared, so that sums of
// durations cannot overflow.
const maxElapsed = 10_000 * time.Hour

// applyPrepared sets the data of a prepared call in a batch of one call.
func (b *batch) applyPrepared(p *Prepared) {
	c := &b.calls[0]
	c.attempt.Store(int32(min(max(p.Attempt, 1), 1<<30)))
	c.durable = &durableState{earlierTime: min(max(0, p.Elapsed), maxElapsed), idempotencyKey: cmp.Or(p.IdempotencyKey, randomID())}
	if p.Timeout > 0 && (c.timeout <= 0 || p.Timeout < c.timeout) {
		c.timeout = p.Timeout
	}
	if c.entry != nil && p.Contract != c.entry.contractDigest() && c.state.withdraw() {
		result := unavailableResult(ReasonContractChanged, "Tool %s has changed since the call was prepared; make the call again", c.tool.Name)
		b.recordResult(0, *result, false)
	}
}

// limitOutcome truncates the text of an outcome to Options.MaxOutcomeChars. It
// stores the full text of an outcome that has only a part of it.
func (b *batch) limitOutcome(o *Outcome) {
	e := &b.calls[0].textInfo
	limit, total := b.registry.options.MaxOutcomeChars, o.Result.measureTextParts().joinedLength(o.Chars)
	isCut, reduced := limit > 0 && total > limit, e.partial()
	if !isCut && reduced == nil {
		return
	}
	full, same := o.Result.joinedText(), math.MaxInt
	if reduced != nil {
		shown := full
		full = o.Result.joinedWith(reduced.full)
		same = samePrefix(full, shown)
	}
	size := cut.SizeOf(full)
	o.FullChars, o.FullLines = size.Chars, size.Lines
	f := b.newFitter()
	storeLimit := limitTo(f.turn.budget(), e.max)
	if isCut {
		storeLimit = limit
	}
	o.Handle = f.spillText(0, full, storeLimit)
	isShort := !isCut && (limit <= 0 || size.Chars <= limit)
	if reduced != nil && !isCut {
		o.Gap = reduced.gap
	}
	p := partialText{handle: o.Handle, gap: o.Gap, isMarked: o.Gap > 0}
	p.missing = p.missingFrom(size, o.Result.joinedText())
	if isShort && e.isLongerWithNotice(&p) {
		o.useFullText(e, reduced.full)
		return
	}
	if isCut {
		o.CharsProduced += o.Result.measureTextParts().chars // because Kept includes the parts
		o.Kept, o.KeptEnd = o.Result.truncateTexts(limit, o.JSON)
		o.Chars, o.measuredText = total, ""
		same = min(same, o.Kept)
	}
	if o.Handle != "" {
		f.saveSpillNote(0, o.Handle, same)
	}
}

// useFullText undoes the reduction of an outcome.
func (o *Outcome) useFullText(e *textInfo, full string) {
	e.useFullText(&o.Result, full)
	o.Chars, o.measuredText = e.chars, full
	o.FullChars, o.FullLines, o.Handle, o.Gap = 0, 0, "", 0
}

// Fit cuts the texts of the outcomes to the turn's budget and adds the fences
// of untrusted texts. It returns one result for each outcome, in the order of
// the outcomes. It adds the results to the session's totals, so each outcome
// must be passed to Fit once. Fit never panics.
func (r *Registry) Fit(outcomes []Outcome, turn *Turn) []CallResult {
	if len(outcomes) == 0 {
		return []CallResult{}
	}
	ctx, given := withDefaults(context.Background(), turn)
	t := *given
	if t.ResultBudgetChars < 0 {
		return refuseOutcomes(outcomes, &t)
	}
	g := newAdmission(r.entries(), &t, r.options.Counterparts)
	f := &fitter{ctx: ctx, registry: r, turn: &t, admission: g, results: make([]CallResult, len(outcomes)), calls: make([]Call, len(outcomes))}
	for i := range outcomes {
		o := outcomes[i].withinLimits(&r.options)
		c := &f.calls[i] // a Call for hooks and logs, in place of the executed one
		c.id, c.tool, c.turn = o.ID, &Tool{Name: o.Name}, &t
		f.results[i], c.textInfo = o.toResult()
	}
	f.fit()
	f.recordResults(newObserver(ctx, &r.options))
	return f.results
}

// refuseOutcomes returns the results of a turn with a negative budget.
func refuseOutcomes(outcomes []Outcome, turn *Turn) []CallResult {
	results := make([]CallResult, len(outcomes))
	for i := range outcomes {
		results[i] = CallResult{ID: outcomes[i].ID, Name: outcomes[i].Name, Result: negativeBudgetResult(turn)}
	}
	return results
}

// setOrder sets After of every call that can run.
func (b *batch) setOrder(prepared []Prepared) {
	before := make([]bitSet, len(prepared)) // before[i] has all calls that must end before call i, directly or not
	for i := range prepared {
		if prepared[i].Refusal != nil {
			continue
		}
		before[i] = newBitSet(len(prepared))
		for j := i - 1; j >= 0; j-- {
			if prepared[j].Refusal == nil && !before[i].has(j) && b.mustPrecede(j, i) {
				prepared[i].After = append(prepared[i].After, j)
				before[i].add(j)
				before[i].union(before[j])
			}
		}
		slices.Reverse(prepared[i].After)
	}
}

// mustPrecede reports whether the first call must end before the second call
// starts.
func (b *batch) mustPrecede(first, second int) bool {
	c, d := &b.calls[first], &b.calls[second]
	return c.tool.Key != nil && d.tool.Key != nil && c.scheduling.key == d.scheduling.key || haveConflict(c.entry, d.entry)
}

// bitSet is a set of small integers.
type bitSet []uint64

// newBitSet returns an empty set for integers less than n.
func newBitSet(n int) bitSet { return make(bitSet, (n+63)/64) }

// has reports whether i is in the set.
func (b bitSet) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// add adds i to the set.
func (b bitSet) add(i int) { b[i/64] |= 1 << (i % 64) }

// union adds the integers of the other set.
func (b bitSet) union(other bitSet) {
	for i := range other {
		b[i] |= other[i]
	}
}

// maxKeyBytes is the maximum length of a call's id in an idempotency key. A
// hash replaces a longer id.
const maxKeyBytes = 256

// setIdempotencyKeys sets the keys of the calls from the turn's RunID. It
// numbers calls with equal ids, so that all keys of the batch differ.
func (b *batch) setIdempotencyKeys(calls []ToolCall) {
	used, next := make(map[string]bool, len(calls)), make(map[string]int)
	for i := range calls {
		id := calls[i].ID
		if len(id) > maxKeyBytes {
			id = hashTexts(id)
		}
		key := b.turn.RunID + ":" + id
		for used[key] {
			next[id]++
			key = fmt.Sprintf("%s:%s#%d", b.turn.RunID, id, next[id]+1)
		}
		used[key], b.calls[i].durable = true, &durableState{idempotencyKey: key}
	}
}
