package runtime

import "context"

// ExecuteParallel answers every call, in the order of the calls. It is
// [Registry.Prepare], [Registry.Execute] of each call and [Registry.Fit] in one
// process: the same steps, without the copies that pass between them. A nil
// turn means the zero Turn, a nil context one that never ends; ids need not be
// unique. It never panics, and it returns when every call is answered, at the
// latest when the grace period (Options.Grace) after the end of the context is
// over.
//
// Up to Options.Concurrency calls run at once, each under its own deadline and
// its own context, and none can disturb another. Calls that change something
// take effect in the order in which the model wrote them, and a call that reads
// the same sees the effects of those before it; see docs/runtime.md. When the
// deadline of a call passes, its context ends, and what the tool returns within
// the grace period counts. A tool that takes longer is abandoned: its call
// fails with [ReasonTimeout], another call takes its place, and what it still
// returns is dropped and counted in [Registry.Stats]. Its goroutine is the only
// thing that may outlive the batch, and it never touches the results.
//
// Limits belong to the batch: a tool may execute a batch of its own. The
// calls, the turn and what they refer to must not change until
// ExecuteParallel returns.
func (r *Registry) ExecuteParallel(ctx context.Context, calls []ToolCall, turn *Turn) []CallResult {
	if len(calls) == 0 {
		return []CallResult{}
	}
	ctx, turn = withDefaults(ctx, turn)
	b := newBatch(ctx, r, calls, turn, -1)
	b.run()
	b.deliveries.drain(ctx, b.deadline())
	f := b.newFitter()
	f.fit()
	f.recordResults(b.observer)
	return b.results
}

// orDefaults are the context and the turn, or what stands for nil.
func withDefaults(ctx context.Context, turn *Turn) (context.Context, *Turn) {
	if turn == nil {
		turn = &Turn{}
	}
	if ctx == nil {
		ctx = context.Background()
	}
	return ctx, turn
}

// fitter is what cuts the results of the batch.
func (b *batch) newFitter() *fitter {
	return &fitter{ctx: b.ctx, registry: b.registry, turn: &b.turn, admission: &b.admission, results: b.results, calls: b.calls}
}

// account adds the results to the session's totals and tells hooks and the log
// about them.
func (f *fitter) recordResults(o *observer) {
	f.turn.Session.addTotals(f.results, f.calls)
	o.reportBatch(f.turn.Session, f.results, f.calls)
}
