package runtime

import "context"

// ExecuteParallel answers every call, in the order of the calls. A nil turn
// means the zero Turn, a nil context one that never ends; ids need not be
// unique. It never panics, and it returns when every call is answered, at the
// latest when the context ends: calls that had finished by then keep their
// results, the others fail.
//
// Up to Options.Concurrency calls run at once, each under its own deadline and
// its own context, and none can disturb another. A tool that ignores its
// deadline is abandoned: its call fails with [ReasonTimeout], another takes
// its place, and whatever it still returns is dropped and counted in
// [Registry.Stats]. Its goroutine is the only thing that may outlive the
// batch, and it never touches the results.
//
// Limits belong to the batch: a tool may execute a batch of its own. The
// calls, the turn and what they refer to must not change until
// ExecuteParallel returns.
func (r *Registry) ExecuteParallel(ctx context.Context, calls []ToolCall, turn *Turn) []CallResult {
	if len(calls) == 0 {
		return []CallResult{}
	}
	if turn == nil {
		turn = &Turn{}
	}
	if ctx == nil {
		ctx = context.Background()
	}
	b := newBatch(ctx, r, calls, turn)
	b.run()
	b.progress.finish(ctx, b.deadline())
	b.fit()
	b.turn.Session.add(b.results, b.slots)
	b.observer.report(b)
	return b.results
}
