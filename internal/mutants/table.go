package main

const mended = "TestMended/"

// mutants are the faults: the known ones of other tool layers first, then
// others that would hurt.
var mutants = []mutant{
	{"structured-lost", "budget.go", "*text = short", "*text, result.Result.Structured = short, nil", mended + "cut_results_lost_structured_data_and_cost"},
	{"wrong-size-told", "budget.go", "total: c.chars, limit: limit", "total: limit, limit: limit", mended + "a_single_cut_was_cut_twice_and_told_the_wrong_size"},
	{"cache-beats-budget", "budget.go", "case c.length() > limit:", "case c.length() > limit && !c.hit:", mended + "cached_results_ignored_a_smaller_budget"},
	{"failures-cached", "flight.go", "if out.result.OK {", "if true {", mended + "errors_were_cached"},
	{"cache-beats-dry-run", "worker.go", "case c.turn.DryRun:", "case c.turn.DryRun && c.tool.Cache == nil:", mended + "cached_results_beat_dry_run"},
	{"progress-of-others", "progress.go", "event.CallID, event.Tool, event.Message = c.id, c.tool.Name, c.redact(event.Message)", "", mended + "one_session's_progress_was_delivered_to_another"},
	{"character-split", "measure.go", "		i += size\n	}\n	return i", "		i++\n		_ = size\n	}\n	return i", mended + "a_unit_was_split_in_the_middle_of_a_character"},
	{"stale-undo", "reducers.go", "if table[tool] == added {", "if table[tool] != nil {", mended + "a_stale_undo_removed_its_replacement"},
	{"check-throws", "available.go", "_ = recover() // a panic", "// a panic", mended + "a_throwing_availability_check_hid_every_tool"},
	{"no-timeout", "watch.go", "case b.abandon(i, state, timedOut(c.timeout)):", "case false && b.abandon(i, state, timedOut(c.timeout)):", mended + "there_was_no_timeout_of_a_call"},
	{"timeout-not-read", "slot.go", "case o.Timeout != 0:", "case o.Timeout < 0:", mended + "timeouts_were_configured_and_never_read"},
	{"no-limit", "batch.go", "workers := min(left, b.registry.options.concurrency())", "workers := left", mended + "there_was_no_limit_of_calls_at_once"},
	{"not-validated", "arguments.go", "c.tool.Check != nil", "c.tool.Check == nil", mended + "the_validation_of_arguments_was_never_called"},

	{"late-result-counts", "worker.go", "if resuming = c.state.CompareAndSwap(resumed, answered); !resuming {", "if resuming = c.state.CompareAndSwap(resumed, answered); false {", "TestRandomBatches"},
	{"late-result-shared", "flight.go", "if !c.isRunning() {", "if false {", "TestFlightFails"},
	{"runs-though-answered", "worker.go", "if !c.isRunning() {", "if false {", "TestHangingChecks"},
	{"approver-error-allows", "approval.go", "allowed := d.err == nil && d.decision.Approved", "allowed := d.decision.Approved", "TestApproval"},
	{"approval-skipped", "aside.go", "ask := c.tool.Approval != nil &&", "ask := c.tool.Approval == nil &&", "TestApproval"},
	{"key-not-held", "plan.go", "line.stuck = true", "line.stuck = false", "TestHeld"},
	{"key-held-for-ever", "aside.go", "line.stuck = false", "", "TestHeld"},
	{"exclusive-not-alone", "plan.go", "if p.alone || place.exclusive && p.inside > 0 {", "if place.exclusive && p.inside > 0 {", "TestOrder"},
	{"keys-not-in-order", "plan.go", "len(line.calls) == 1 {", "len(line.calls) > 0 {", "TestOrder"},
	{"retries-anything", "retry.go", "result.Code.known() != ExecutionFailed", "false", "TestRetry"},
	{"retries-any-tool", "check.go", "!tool.Hints.Idempotent", "false", "TestContradictions"},
	{"middleware-order", "middleware.go", "for i := range slices.Backward(layers) {", "for i := range layers {", "TestMiddleware"},
	{"middleware-cached-out", "middleware.go", "return wrapIn(r.options.Middleware, tool, handler)", "return handler, nil", "TestMiddleware"},
	{"reducer-lengthens", "reducers.go", "length <= chars", "true", "TestReduceIsSafe"},
	{"reducer-empties", "reducers.go", `text != "" && length`, "length", "TestReduceIsSafe"},
	{"spill-shared", "filespill.go", "file.owner != owner(session)", "false", "TestFileSpill"},
	{"spill-readable", "filespill.go", "[]byte(text), 0o600", "[]byte(text), 0o644", "TestFileSpill"},
	{"spill-unbounded", "filespill.go", "&& s.bytes <= s.maxBytes", "", "TestFileSpill"},
	{"spill-unreadable", "spill.go", "|| !b.mayReadOn()", "", "TestWhenTextsAreKept"},
	{"fence-uncounted", "cut.go", "limit -= c.fence.Chars()", "limit -= 0", "TestCutInsideFence"},
	{"total-over-budget", "budget.go", "return level{each: budget / left, spare: budget % left}", "return level{each: budget/left + 1, spare: budget % left}", "TestFitProperties"},
	{"cost-counted-twice", "session.go", "if c.hit {\n		t.Cached++", "if false {\n		t.Cached++", "TestSingleFlight"},
	{"reach-not-in-key", "cache.go", "if c.tool.Needs != nil {", "if c.tool.Needs == nil {", "TestCacheKeepsReachApart"},
	{"shutdown-unbounded", "lifecycle.go", "context.WithTimeout(ctx, DefaultShutdownTimeout)", "context.WithTimeout(ctx, 1000*DefaultShutdownTimeout)", "TestShutdownHangs"},
	{"check-unbounded", "available.go", "const checkTimeout = 2 * time.Second", "const checkTimeout = 2 * time.Hour", "TestAvailabilityChecksAreContained"},
	{"plugin-half-undone", "plugin.go", "u.reducersGone = old.reducers", "", "TestPlugins"},
	{"hook-hurts", "observer.go", "_ = alone(hookTimeout, func() { hook.Observe(", "func(_ any, f func()) { f() }(nil, func() { hook.Observe(", "TestHooksFail"},
}
