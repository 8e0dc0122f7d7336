package runtime

import (
	"context"
	"strings"
	"sync/atomic"
	"time"
)

// batch prepares and executes calls at the same time. Each call is one element
// of the slice calls; its answer is the element of results with the same
// index.
//
// Workers take one call after the other. The goroutine that made the batch
// watches the deadlines of all of them with one timer. A batch of calls that
// need no order and no consent has no dispatcher: its workers take the calls by
// counting.
type batch struct {
	ctx      context.Context
	registry *Registry
	turn     Turn // a copy: abandoned tools read it after ExecuteParallel returned
	start    time.Time
	calls    []Call
	results  []CallResult
	progress progress
	gate     gate
	reducers reducerTable
	observer *observer // nil without hooks and debug records
	flights  flights

	prepareOnly bool        // calls are parked when they are prepared
	dispatcher  *dispatcher // nil when calls need no order and no consent

	next atomic.Int64  // the call to take next, without a dispatcher
	live atomic.Int64  // workers and approvers that belong to the batch
	done chan struct{} // closed when the last of them leaves
}

// newBatch makes the calls and refuses at once what lookup and policy refuse.
// It copies everything that refers to the caller's memory. Share is the budget
// of one call before its tool's own maximum; negative for an even share.
func newBatch(ctx context.Context, r *Registry, calls []ToolCall, turn *Turn, share int) *batch {
	b := &batch{
		ctx: ctx, registry: r, turn: *turn, start: time.Now(),
		calls: make([]Call, len(calls)), results: make([]CallResult, len(calls)),
	}
	b.progress.stats = &r.stats
	registered, reducers := r.resolve(calls, &b.turn, b.calls)
	b.gate = newGate(registered, &b.turn)
	b.reducers, b.observer = reducers, newObserver(ctx, &r.options)
	if share < 0 {
		share = max(0, turn.budget()) / len(calls)
	}
	limit := r.options.maxArgumentBytes()
	texts := copyArguments(calls, limit)
	unresolved := b.resolveSecrets()
	if turn.RunID != "" {
		b.setIdempotencyKeys(calls)
	}
	for i := range calls {
		call, c := &calls[i], &b.calls[i]
		text := texts[:min(len(call.Args), limit)]
		texts = texts[len(text):]
		b.results[i].ID, b.results[i].Name = call.ID, call.Name
		refusal, refused := b.gate.refuse(c.entry, call.Name)
		if !refused && unresolved != nil {
			refusal, refused = *unresolved, true
		}
		if refused {
			c.close(b, call)
			b.recordFor(i, refusal, false)
			continue
		}
		c.open(b, call, text, share)
	}
	return b
}

// copyArguments copies the arguments of all calls into one text. Of arguments
// that are too long, which the decoder refuses, it copies as much as is allowed.
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

// run starts the workers and returns when every call is answered, or parked in
// a batch that only prepares. A context that has ended already runs nothing.
func (b *batch) run() {
	left, ended, order, consent := 0, b.ctx.Err() != nil, false, false
	for i := range b.calls {
		c := &b.calls[i]
		switch {
		case c.state.load() != waiting:
		case ended:
			b.dismiss(i, cancelled(b.ctx))
		default:
			left++
			order = order || c.entry.ordered
			consent = consent || c.tool.Approval != nil
		}
	}
	if left == 0 {
		return
	}
	workers := min(left, b.registry.options.concurrency())
	if !b.prepareOnly && (consent || order && left > 1) {
		b.dispatcher = newDispatcher(b, workers)
		workers = 1 // which calls the others
	}
	b.done = make(chan struct{})
	b.live.Store(int64(workers))
	all := make([]worker, workers)
	for k := range all {
		go b.work(&all[k])
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

// record writes the answer to a call. The caller owns the result.
func (b *batch) record(i int, out *reply) {
	c := &b.calls[i]
	c.extent = out.extent
	b.results[i].Result = out.result
	if b.observer != nil {
		b.observer.answered(c, &b.results[i])
	}
}

// recordFor concludes and records an answer that no worker gives.
func (b *batch) recordFor(i int, result Result, byTool bool) {
	out := &reply{result: result}
	b.conclude(&b.calls[i], out, byTool)
	b.record(i, out)
}
