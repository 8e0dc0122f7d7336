package runtime

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Prepare takes every call through the steps that come before its execution:
// lookup, policy, availability, decoding, Validate and the question whether
// consent is needed. It runs no tool (the dry run of a tool may give the preview
// of a request for consent), and asks no approver. There is one Prepared for
// each call, in their order.
//
// A scheduler may execute the calls in any order that Prepared.After allows, in
// any process that has the same tools, and then passes all outcomes to
// [Registry.Fit]. It is safe for concurrent use, never panics, and returns at
// the latest when the grace period after the end of the context is over.
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

// prepared exports one call of a batch that only prepares.
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
	p.Repairs, p.Elapsed = c.redactRepairs(c.repairs), c.scheduling.prepareTime
	p.Exclusive, p.Hints, p.Timeout = c.tool.Exclusive, c.tool.Hints, max(0, c.timeout)
	p.Contract, p.Digest, p.Keyed = c.entry.contractDigest(), c.consentDigest(b.turn.DryRun), c.tool.Key != nil
	if c.scheduling != nil {
		p.Key, p.Consent = c.scheduling.key, c.scheduling.request
	}
	if c.tool.Retry != nil && !b.turn.NoRetry {
		p.Attempts += c.tool.Retry.Count
	}
	return p
}

// Execute runs one prepared call and returns its answer before the budget:
// capabilities, middleware, tool, redaction, reducer. It repeats the checks of
// Prepare under this turn, and refuses a call whose tool has another contract.
// A call that needs consent runs with a decision in Turn.Decisions, which it
// uses up, or else asks Options.Approver. A call with a refusal answers it.
//
// It is safe for concurrent use, never panics, and returns as
// [Registry.ExecuteParallel] does.
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

// maxElapsed is the longest time that preparing is said to have taken, so that
// durations can be added up.
const maxElapsed = 10_000 * time.Hour

// adopt gives the only call of the batch what was decided about it before.
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

// bound keeps what is too long of an outcome's text in the spill store.
func (b *batch) limitOutcome(o *Outcome) {
	limit, total := b.registry.options.MaxOutcomeChars, o.Result.measureParts().joinedLength(o.Chars)
	if limit <= 0 || total <= limit {
		return
	}
	f := b.newFitter()
	if o.Handle = f.spillText(0, o.Result.joinedText(), limit); o.Handle != "" {
		f.saveSpillNote(0, o.Handle, 0)
	}
	o.CharsProduced += o.Result.measureParts().chars // Kept counts the parts with the text
	o.Kept = o.Result.truncateTexts(limit)
	o.Chars, o.measuredText = total, ""
}

// Fit cuts the texts of the outcomes to the turn's budget and puts the fences
// around untrusted ones. There is one result for each outcome, in their order.
// It adds them to the session's totals, once: outcomes must be fitted once. It
// never panics.
func (r *Registry) Fit(outcomes []Outcome, turn *Turn) []CallResult {
	if len(outcomes) == 0 {
		return []CallResult{}
	}
	ctx, given := withDefaults(context.Background(), turn)
	t := *given
	if t.ResultBudgetChars < 0 {
		return refuseOutcomes(outcomes, &t)
	}
	g := newAdmission(r.entries(), &t)
	f := &fitter{ctx: ctx, registry: r, turn: &t, admission: &g, results: make([]CallResult, len(outcomes)), calls: make([]Call, len(outcomes))}
	for i := range outcomes {
		o := outcomes[i].withinLimits(&r.options)
		c := &f.calls[i] // for hooks and logs, which Execute told about the real one
		c.id, c.tool, c.turn = o.ID, &Tool{Name: o.Name}, &t
		f.results[i], c.textInfo = o.toResult()
	}
	f.fit()
	f.recordResults(newObserver(ctx, &r.options))
	return f.results
}

// refuseAll answers every call of a turn with a negative budget.
func refuseOutcomes(outcomes []Outcome, turn *Turn) []CallResult {
	results := make([]CallResult, len(outcomes))
	for i := range outcomes {
		results[i] = CallResult{ID: outcomes[i].ID, Name: outcomes[i].Name, Result: negativeBudgetResult(turn)}
	}
	return results
}

// setOrder fills After of every call that can run.
func (b *batch) setOrder(prepared []Prepared) {
	before := make([]bitSet, len(prepared)) // all that must be over before a call, directly or not
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

// inOrder reports whether the first call must be over before the second starts.
func (b *batch) mustPrecede(first, second int) bool {
	c, d := &b.calls[first], &b.calls[second]
	return c.tool.Key != nil && d.tool.Key != nil && c.scheduling.key == d.scheduling.key || haveConflict(c.entry, d.entry)
}

// bits is a set of small integers.
type bitSet []uint64

func newBitSet(n int) bitSet { return make(bitSet, (n+63)/64) }

func (b bitSet) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

func (b bitSet) add(i int) { b[i/64] |= 1 << (i % 64) }

func (b bitSet) union(other bitSet) {
	for i := range other {
		b[i] |= other[i]
	}
}

// maxKeyBytes is how long a call's id may be in an idempotency key; a digest
// takes the place of a longer one.
const maxKeyBytes = 256

// setIdempotencyKeys derives the keys of a turn that has a RunID. Calls of equal
// ids are numbered; no two calls of the batch get the same key.
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
