// Package runtime holds the tools of an agent and executes the calls of a
// language model: many at once, each under its own deadline, none able to take
// the others down.
//
// Tools come from generated code: the toolgen command writes, beside each
// annotated function, a [Tool] with its schema, its decoder and a function
// that invokes it. An application registers them and executes batches:
//
//	registry := runtime.NewRegistry(nil)
//	err := registry.Register(notes.Tools()...)
//	...
//	results := registry.ExecuteParallel(ctx, calls, &runtime.Turn{Session: session})
//
// A batch of [ToolCall] values flows in with the [Turn] they belong to; one
// [CallResult] per call flows out, in the order of the calls. Whatever a tool
// does (panic, hang, return nothing, return ten megabytes), its call is
// answered and the others are untouched. A call goes through fixed steps:
// lookup, exclusion, policy, availability, capabilities, decoding, approval,
// dry run, cache, injection, middleware, invocation, limits, redaction, reduction,
// wrapping, budget. The first step that answers decides.
//
// What a tool or an application does not ask for costs nothing: a batch whose
// tools need no order and no consent has no plan, one that nobody watches calls
// no hook.
//
// Code of others, such as a check, a reducer, a hook, an approver or a spill
// store, is contained as tools are: a panic and runtime.Goexit cost what it was
// asked for and no more, and nobody waits for it for ever.
//
// A tool must not end the process: a panic, runtime.Goexit and an ignored
// deadline are contained, os.Exit and the fatal errors of Go's own runtime, such
// as a concurrent write to a map, are not.
//
// Tools may come and go while batches run: see [Registry.ReplacePlugin],
// [Registry.Changes] and [Turn.Tools].
//
// A [Registry] is safe for concurrent use. The package imports the standard
// library only, and of it neither net/http nor os/exec.
package runtime
