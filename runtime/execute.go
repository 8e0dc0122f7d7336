package runtime

import "context"

// ExecuteParallel executes the calls and returns one result for each call, in
// the order of the calls. It has the same effect as [Registry.Prepare],
// [Registry.Execute] of each call and [Registry.Fit], but does not copy the
// data between these steps. A nil turn means the zero Turn, and a nil context
// means context.Background. The ids of calls need not be unique.
// ExecuteParallel never panics. It returns when every call is answered, at the
// latest one grace period (Options.Grace) after the end of the context.
//
// Up to Options.Concurrency calls run concurrently, each with its own deadline
// and context. Calls that change data take effect in the order of the calls,
// and a call that reads the data sees the effects of the earlier calls; see
// docs/runtime.md. When the deadline of a call passes, its context ends. If the
// tool returns within the grace period, the result is used. Otherwise the tool
// is abandoned: its call fails with [ReasonTimeout], another call can start,
// and a later result of the tool is dropped and counted in [Registry.Stats].
// Only goroutines of abandoned tools and of abandoned third-party code can
// outlive the batch; they do not access the results.
//
// The limits apply to one batch: a tool may execute a batch of its own. The
// calls, the turn and the data that they refer to must not change until
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

// withDefaults returns ctx and turn, with defaults in place of nil.
func withDefaults(ctx context.Context, turn *Turn) (context.Context, *Turn) {
	if turn == nil {
		turn = &Turn{}
	}
	if ctx == nil {
		ctx = context.Background()
	}
	return ctx, turn
}

// newFitter returns a fitter for the results of the batch.
func (b *batch) newFitter() *fitter {
	return &fitter{ctx: b.ctx, registry: b.registry, turn: b.turn, admission: &b.admission, results: b.results, calls: b.calls}
}

// recordResults adds the results to the session's totals and reports them to
// hooks and to the log.
func (f *fitter) recordResults(o *observer) {
	f.turn.Session.addTotals(f.results, f.calls)
	o.reportBatch(f.turn.Session, f.results, f.calls)
}
