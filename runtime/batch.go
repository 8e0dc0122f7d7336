package runtime

import (
	"context"
	"strings"
	"sync/atomic"
	"time"
)

// batch prepares and executes calls concurrently. calls[i] is the state of call
// i, and results[i] is its result.
//
// Each worker is a goroutine that serves one call after the other. A worker that
// starts launches the next one if there are calls for it, so that a batch of short
// calls has few workers. The goroutine that created the batch watches the
// deadlines of all calls with one timer. A batch has a dispatcher only if some of
// its calls need an order or approval; without one, the workers take the calls in
// input order from an atomic counter.
type batch struct {
	ctx        context.Context
	registry   *Registry
	turn       *Turn // a copy, because abandoned tools read it after ExecuteParallel has returned
	startTime  time.Time
	calls      []Call
	results    []CallResult
	deliveries *deliveryQueue // nil if the turn receives no events and no records
	admission  admission
	reducers   reducerTable
	observer   *observer // nil if there are no hooks and no debug log
	sharedRuns sharedRuns

	maxWorkers  int         // the maximum number of workers, except for those that a dispatcher starts
	prepareOnly bool        // the calls are parked after they are prepared
	hasSecrets  bool        // the session has secrets, which may have been resolved before the first call
	dispatcher  *dispatcher // nil if no call needs an order or approval

	nextCall atomic.Int32  // the index of the next call, if there is no dispatcher
	members  atomic.Int32  // the number of workers and approvers that belong to the batch
	started  atomic.Int32  // the number of workers that launchWorker has started
	hasWatch atomic.Bool   // the goroutine that created the batch waits for wake
	wake     chan struct{} // has a value when the last member has left, or a deadline may have passed; set before hasWatch
}

// newBatch returns a batch of the calls. It immediately answers the calls that
// lookup and policy refuse. It copies all data that refers to memory of the
// caller. share is the budget of each call in code points, before the maximum
// of its tool; a negative share means an even part of the turn's budget.
func newBatch(ctx context.Context, r *Registry, calls []ToolCall, turn *Turn, share int) *batch {
	b := allocateBatch(len(calls))
	b.ctx, b.registry, b.turn, b.startTime = ctx, r, new(*turn), time.Now()
	if turn.Emit != nil || turn.Log != nil {
		b.deliveries = &deliveryQueue{stats: &r.stats}
	}
	registered, reducers := r.resolve(calls, b.turn, b.calls)
	b.admission.init(registered, b.turn, b.registry.options.Counterparts)
	b.reducers, b.observer = reducers, newObserver(ctx, &r.options)
	if share < 0 {
		share = max(0, turn.budget()) / len(calls)
	}
	limit := r.options.maxArgumentBytes()
	texts := copyArguments(calls, limit)
	unresolved := b.refuseUnresolvedSecrets()
	if turn.RunID != "" {
		b.setIdempotencyKeys(calls)
	}
	for i := range calls {
		call, c := &calls[i], &b.calls[i]
		text := emptyObject
		if string(call.Args) != emptyObject {
			n := min(len(call.Args), limit)
			text, texts = texts[:n], texts[n:]
		}
		b.results[i].ID, b.results[i].Name = call.ID, call.Name
		refusal := b.admission.refuse(c.entry, call.Name)
		if refusal == nil {
			refusal = unresolved
		}
		if refusal != nil {
			c.initRefused(b, call)
			b.recordResult(i, *refusal, false)
			continue
		}
		c.initialize(b, call, text, share)
	}
	return b
}

// singleBatch is a batch with the memory for one call, in one allocation. Most
// batches have one call.
type singleBatch struct {
	batch
	call [1]Call
}

// allocateBatch returns a batch with zero calls and results.
func allocateBatch(calls int) *batch {
	results := make([]CallResult, calls)
	if calls > 1 {
		return &batch{calls: make([]Call, calls), results: results}
	}
	s := new(singleBatch)
	s.calls, s.results = s.call[:calls], results
	return &s.batch
}

// emptyObject is the arguments of most calls of tools without arguments. It is not copied.
const emptyObject = "{}"

// copyArguments copies the arguments of all calls into one string, except for emptyObject.
// It copies at most limit bytes of each call, because the decoder refuses longer arguments.
func copyArguments(calls []ToolCall, limit int) string {
	total := 0
	for i := range calls {
		if args := calls[i].Args; string(args) != emptyObject {
			total += min(len(args), limit)
		}
	}
	if total == 0 {
		return ""
	}
	var b strings.Builder
	b.Grow(total)
	for i := range calls {
		if args := calls[i].Args; string(args) != emptyObject {
			b.Write(args[:min(len(args), limit)])
		}
	}
	return b.String()
}

// run starts the workers and returns when every call is answered or, in a batch
// that only prepares, parked. If the context has already ended, no call runs.
func (b *batch) run() {
	remaining, ended, needsOrder, needsApproval := 0, b.ctx.Err() != nil, false, false
	for i := range b.calls {
		c := &b.calls[i]
		switch {
		case c.state.load() != waiting:
		case ended:
			b.answerUnstarted(i, newContextEnd(b.ctx))
		default:
			remaining++
			needsOrder = needsOrder || c.entry.needsOrder
			needsApproval = needsApproval || c.tool.Approval != nil
		}
	}
	if remaining == 0 {
		return
	}
	workers := min(remaining, b.registry.options.concurrency())
	if !b.prepareOnly && (needsApproval || needsOrder && remaining > 1) {
		b.dispatcher = newDispatcher(b, workers)
		workers = 1 // the dispatcher starts the other workers
	}
	b.maxWorkers = workers
	b.launchWorker()
	b.watch()
}

// deadline returns the deadline of the batch; zero if it has none.
func (b *batch) deadline() time.Time {
	if limit := b.registry.options.BatchTimeout; limit > 0 {
		return b.startTime.Add(limit)
	}
	return time.Time{}
}

// elapsed returns the time since the start of the batch, from the monotonic
// clock.
func (b *batch) elapsed() time.Duration { return time.Since(b.startTime) }

// recordReply writes the result of a call. The caller must have moved the call
// to answered or abandoned, which makes it the only writer.
func (b *batch) recordReply(i int, out *reply) {
	c := &b.calls[i]
	c.textInfo = out.textInfo
	b.results[i].Result = out.result
	if b.observer != nil {
		b.observer.notifyAnswer(c, &b.results[i])
	}
}

// recordResult postprocesses and records a result that no worker produced. If
// reduce is set, the tool's reducer applies.
func (b *batch) recordResult(i int, result Result, reduce bool) {
	out := &reply{result: result}
	b.postprocess(&b.calls[i], out, reduce)
	b.recordReply(i, out)
}
