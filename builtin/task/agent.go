// Package task lets a model hand a part of its work to a sub-agent: another
// run of the agent's loop, with a prompt of its own, fewer tools, and a budget.
//
// A program implements [Agent], the loop that asks a model and executes its calls.
// The prompt and the names of tools flow in from the model; the sub-agent's
// answer flows back, with what it cost. Everything in between goes through
// [Request.Execute], which holds the sub-agent to its limits, whatever the loop
// or its model tries:
//
//   - Tools: those that the caller itself may run, registered or brought by its
//     turn, or those of them that it names; never others. Tools that are always included come along. What files, hosts and
//     grants the caller has, the sub-agent has, and no more. Attachments of the turn
//     are not handed on.
//   - Budget: steps, calls, characters of results, cost and time. A sub-agent's
//     cost also counts against those that it works for.
//   - Depth: a sub-agent may have sub-agents, down to [Options.Depth]. The depth
//     is in the context, so that a loop which executes calls in its own way is
//     counted too.
//   - Session: its own, so that it has no part in the caller's read files, cache and
//     lists.
//
// # Wiring
//
// The registry exists only after the tool is registered, so it is handed over
// last:
//
//	runner := task.New(agent, nil)
//	registry, err := NewToolRegistry(ToolDeps{Runner: runner}, options)
//	// …
//	runner.Use(registry)
//
// Answers are marked as untrusted: a sub-agent has read what others wrote, and
// its answer may repeat it.
//
// Everything is safe for concurrent use. A panic of the agent is the failure
// of its call. An agent that ignores its context is abandoned when its time is
// over: it keeps its place among those that run at once, and nothing that it tries
// after that is executed.
package task

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Agent is the loop that works on a task: it asks a model, executes the calls
// that the model makes through request.Execute, and returns the model's last
// answer. It must return soon after ctx ends. Run is called concurrently.
//
// An error is the failure of the call: a *runtime.Error chooses its code, and
// its text is shown to the model that asked.
type Agent interface {
	Run(ctx context.Context, request *Request) (answer string, err error)
}

// Request is one task for a sub-agent. It is valid while Run runs. Its fields
// are copies: changing them changes no limit. Its methods are safe for concurrent use.
type Request struct {
	// Prompt is the task, as the calling model wrote it.
	Prompt string
	// Tools are those that the sub-agent may run: the registered ones in the
	// order of their registration, then those that the caller's turn brings. They
	// must not be changed.
	Tools []*runtime.Tool
	// Policy is the caller's, narrowed to these tools.
	Policy runtime.Policy
	// Session is the sub-agent's own.
	Session *runtime.Session
	// Budget is what it may use in all; Left tells what is left of it.
	Budget Budget
	// Depth is 1 for a sub-agent of the main agent, 2 for one of that.
	Depth int

	run *run
}

// Execute answers the calls of one step of the loop, in their order: one batch of the
// registry, under the limits of this sub-agent. What exceeds the budget is
// not run: its result is a failure, not_available, with one of the reasons of this
// package and a text for the model. Steps run one after the other: a second
// Execute waits for the first.
//
// Once Run has returned, or ctx or the context of Run has ended, nothing is run. An ID
// may recur; nil calls are none.
func (r *Request) Execute(ctx context.Context, calls []runtime.ToolCall) []runtime.CallResult {
	return r.run.execute(ctx, calls)
}

// Charge counts what a request to the model cost, in US dollars. What is
// negative or not a number counts as nothing. The error says that the budget is used
// up, or that the run has ended: the loop should ask the model for nothing more.
func (r *Request) Charge(costUSD float64) error { return r.run.pay(costUSD) }

// Left is what is left of the budget; no field is negative.
func (r *Request) Left() Budget { return r.run.left() }
