// Package temporal executes the calls of a registry on Temporal, so that they
// survive the end of their process. The tools, the policies and the reducers of
// the registry do not change.
//
// # Use
//
// A worker gets the tools by a plugin, which also handles decisions and queries of
// its workflows:
//
//	plugin, err := temporal.NewPlugin(registry, &temporal.Options{Turn: turn, Store: store})
//	w := worker.New(client, "agents", worker.Options{Plugins: []worker.Plugin{plugin}})
//
// A workflow calls [ExecuteParallel], which returns the same results in the same
// order as Registry.ExecuteParallel:
//
//	results := temporal.ExecuteParallel(ctx, calls, temporal.Turn{Name: "agent", Session: "session-1"})
//
// # How a batch runs
//
//	workflow                              worker
//	ExecuteParallel ──▶ local activity   toolgen.Prepare   Registry.Prepare
//	    order, keys, approval, slots
//	    each call   ──▶ activity         toolgen.Execute   Registry.Execute
//	    all calls   ──▶ local activity   toolgen.Fit       Registry.Fit
//
// Everything that decides is either in the workflow and deterministic, or a result
// of an activity, which the history has. A [Turn] of a workflow is a reference:
// [Options.Turn] of the worker returns the policy, the tools and the identity for
// it. Policies, backends and secrets are never in a history.
//
// A [Store] has what the workers share: the state of sessions, and data that is too
// large for a history. Package sqlite has a store for the workers of one machine.
// [NewSpill] makes a spill store of it, so that every worker can read cut results.
//
// # Lost workers
//
// A call whose tool is read-only or idempotent starts again on another worker, up to
// [Options.Attempts] times. Any other call is started at most once. If its worker is
// lost, it ends with [runtime.ReasonOutcomeUnknown], which the model is told, and
// later calls that must not run at the same time end with [runtime.ReasonHeld].
//
// # Approval, progress, cancellation
//
// A call that needs approval waits for a decision, without a worker, for up to
// [Options.ApprovalTimeout]. [Requests] returns the requests that wait, and [Decide]
// sends a decision. [Watch] reports the states and the progress of calls. A
// cancelled workflow cancels its tools within [Options.Heartbeat].
//
// docs/durable.md of the project has the rules, the limits and the costs.
package temporal
