// Package runtime registers the tools of an agent and executes the calls of a
// language model. The calls of one batch run concurrently. Each call has its
// own deadline, and a failing call does not affect the other calls.
//
// Generated code provides the tools: for each annotated function, the toolgen
// command writes a [Tool] with its schema, its decoder and a function that
// invokes it. An application registers the tools and executes batches of calls:
//
//	registry := runtime.NewRegistry(nil)
//	err := registry.Register(notes.Tools()...)
//	...
//	results := registry.ExecuteParallel(ctx, calls, &runtime.Turn{Session: session})
//
// The input of a batch is a slice of [ToolCall] values and the [Turn] that they
// belong to. The output is one [CallResult] for each call, in the order of the
// calls. A call has a result even if its tool panics, hangs, returns nothing or
// returns ten megabytes. Each call passes through these steps: lookup,
// exclusion, policy, availability, capabilities, decoding, approval, dry run,
// cache, injection, middleware, invocation, limits, redaction, reduction,
// wrapping, budget. The first step that gives a result ends the sequence.
//
// Features that are not used add no work: the runtime plans no order for a
// batch whose tools need no order and no approval, and it calls no hook if there
// is none.
//
// The runtime isolates third-party code, such as checks, reducers, hooks,
// approvers and spill stores, in the same way as tools. If such code panics or
// calls runtime.Goexit, only the operation that it was called for fails. The
// runtime waits for it for a limited time only.
//
// The runtime recovers from a panic, from runtime.Goexit and from an ignored
// deadline in a tool. It cannot recover from os.Exit and from the fatal errors
// of the Go runtime, such as a concurrent write to a map.
//
// Tools can be added, replaced and removed while batches run: see
// [Registry.ReplacePlugin], [Registry.Changes] and [Turn.Tools].
//
// A [Registry] is safe for concurrent use. The package imports only the
// standard library, and neither net/http nor os/exec.
package runtime
