package runtime

import (
	"context"
	"strings"
	"sync/atomic"
	"time"
)

// batch is one run of ExecuteParallel. Its calls lie in one slice of slots.
// Workers take the next slot until none is left; the goroutine that called
// ExecuteParallel watches the deadlines of all of them with one timer. Whoever
// moves a slot's state to answered or abandoned owns the slot's result, so
// that each is written exactly once.
type batch struct {
	ctx      context.Context
	registry *Registry
	turn     Turn // a copy: abandoned tools read it after the caller went on
	start    time.Time
	slots    []Call
	results  []CallResult
	progress progress
	gate     gate
	reducers reducerTable
	observer *observer // nil when nobody watches
	plan     *plan     // nil when calls need no order and no consent
	flights  flights

	next atomic.Int64  // the slot to take next
	live atomic.Int64  // workers that belong to the batch
	done chan struct{} // closed by the last of them
}

// newBatch makes the slots and refuses at once what lookup and policy refuse.
// Everything that refers to the caller's memory is copied here, before any
// tool runs.
func newBatch(ctx context.Context, r *Registry, calls []ToolCall, turn *Turn) *batch {
	b := &batch{
		ctx: ctx, registry: r, turn: *turn, start: time.Now(),
		slots: make([]Call, len(calls)), results: make([]CallResult, len(calls)),
	}
	b.progress.stats = &r.stats
	b.gate = newGate(r.resolve(calls, b.slots), &b.turn)
	b.reducers, b.observer = r.reducers.snapshot(), newObserver(ctx, &r.options)
	planned := false
	share := max(0, turn.budget()) / len(calls)
	limit := r.options.maxArgumentBytes()
	texts := copyArguments(calls, limit)
	for i := range calls {
		call, slot := &calls[i], &b.slots[i]
		text := texts[:min(len(call.Args), limit)]
		texts = texts[len(text):]
		b.results[i].ID, b.results[i].Name = call.ID, call.Name
		if refusal, refused := b.gate.refuse(slot.entry, call.Name); refused {
			slot.refused(b, call)
			b.recordFor(i, refusal, false)
			continue
		}
		slot.prepare(b, call, text, share)
		planned = planned || slot.entry.planned
	}
	if planned {
		b.plan = newPlan(b)
	}
	return b
}

// copyArguments copies the arguments of all calls into one text. Of those that
// are too long, which the decoder refuses, it copies as much as is allowed.
func copyArguments(calls []ToolCall, limit int) string {
	total := 0
	for i := range calls {
		total += min(len(calls[i].Args), limit)
	}
	var b strings.Builder
	b.Grow(total)
	for i := range calls {
		b.Write(calls[i].Args[:min(len(calls[i].Args), limit)])
	}
	return b.String()
}

// run starts the workers and watches until every call is answered. A context
// that has ended already runs nothing.
func (b *batch) run() {
	left, ended := 0, b.ctx.Err() != nil
	for i := range b.slots {
		switch c := &b.slots[i]; {
		case c.state.Load() != waiting:
		case ended:
			b.dismiss(i, cancelled(b.ctx))
		default:
			left++
		}
	}
	if left == 0 {
		return
	}
	workers := min(left, b.registry.options.concurrency())
	if b.plan != nil {
		workers = b.plan.open(workers)
	}
	b.done = make(chan struct{})
	b.live.Store(int64(workers))
	replies := make([]reply, workers)
	for k := range replies {
		go b.work(&replies[k])
	}
	b.watch()
}

// deadline is that of the whole batch; zero for none.
func (b *batch) deadline() time.Time {
	if limit := b.registry.options.BatchTimeout; limit > 0 {
		return b.start.Add(limit)
	}
	return time.Time{}
}

// now is the time since the batch began; it never runs backwards.
func (b *batch) now() time.Duration { return time.Since(b.start) }

// record writes the answer to a call that nobody else can answer any more.
func (b *batch) record(i int, out *reply) {
	c := &b.slots[i]
	c.produced, c.chars, c.parts, c.fence, c.hit = out.produced, out.chars, out.parts, out.fence, out.hit
	b.results[i].Result = out.result
	if b.observer != nil {
		b.observer.answered(c, &b.results[i])
	}
}

// recordFor records an answer that no worker gives.
func (b *batch) recordFor(i int, result Result, byTool bool) {
	out := &reply{result: result}
	b.slots[i].conclude(b, out, byTool)
	b.record(i, out)
}
