// Package task lets a model give a part of its work to a sub-agent: another run of the agent's loop, with
// its own prompt, fewer tools, and a budget.
//
// A program implements [Agent], the loop that asks a model and executes its calls. The input is a prompt and
// the names of tools from the calling model; the output is the answer of the sub-agent, with its cost. All
// calls of the sub-agent go through [Request.Execute], which enforces its limits independently of the loop
// and its model:
//
//   - Tools: the tools that the caller can run, registered or from its turn, or those of them that the
//     caller names; tools that are always included are added. The sub-agent has the files, hosts and grants
//     of the caller, and no others. It does not get the attachments of the turn.
//   - Budget: steps, calls, characters of results, cost and time. The cost of a sub-agent also counts for
//     the sub-agents that it works for.
//   - Depth: a sub-agent can have sub-agents, down to [Options.Depth]. The depth is in the context, so that
//     it also counts if the loop executes calls in its own way.
//   - Session: a new one, so that the sub-agent does not share the caller's read files, cache and lists.
//
// # Wiring
//
// The registry exists only after the tool is registered, so it is set last:
//
//	runner := task.New(agent, nil)
//	registry, err := NewToolRegistry(ToolDeps{Runner: runner}, options)
//	// …
//	runner.Use(registry)
//
// Answers are marked as untrusted: a sub-agent reads untrusted text, and its answer can repeat it.
//
// All exported functions and methods are safe for concurrent use. A panic of the agent is a failure of its
// call. An agent that ignores its context is abandoned when its time is over: it still counts for
// Options.Parallel, and its later calls are refused.
package task

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Agent is the loop that works on a task: it asks a model, executes the calls of the model with
// request.Execute, and returns the last answer of the model. It must return soon after ctx ends. Run is
// called concurrently.
//
// An error is the failure of the call. A *runtime.Error sets its code. The calling model gets the text of
// the error.
type Agent interface {
	Run(ctx context.Context, request *Request) (answer string, err error)
}

// Request is one task for a sub-agent. It is valid while Run runs. Its fields are copies: changing them
// changes no limit. Its methods are safe for concurrent use.
type Request struct {
	// Prompt is the task, as the calling model wrote it.
	Prompt string
	// Tools are the tools that the sub-agent can run: the registered tools in the order of their
	// registration, and then those of the caller's turn. The agent must not change them.
	Tools []*runtime.Tool
	// Policy is the policy of the caller, restricted to these tools.
	Policy runtime.Policy
	// Session is the session of the sub-agent.
	Session *runtime.Session
	// Budget is the whole budget of the sub-agent; Left returns what is left of it.
	Budget Budget
	// Depth is 1 for a sub-agent of the main agent, 2 for a sub-agent of that one, and so on.
	Depth int

	run *run
}

// Execute runs the calls of one step of the loop as one batch of the registry, under the limits of this
// sub-agent, and returns the results in their order. Calls that exceed the budget are not run: their result
// is the failure not_available, with one of the reasons of this package and a text for the model. Steps run
// one after another: a second Execute waits for the first.
//
// After Run has returned, and after the end of ctx or of the context of Run, no call is run. IDs can repeat.
// If ctx is nil, the context of Run is used.
func (r *Request) Execute(ctx context.Context, calls []runtime.ToolCall) []runtime.CallResult {
	return r.run.execute(ctx, calls)
}

// Charge counts the cost of a request to the model, in US dollars. A value that is negative or not a number
// counts as zero. An error means that the budget is used up, or that the run has ended: the loop should not
// ask the model again.
func (r *Request) Charge(costUSD float64) error { return r.run.pay(costUSD) }

// Left returns what is left of the budget. No field is negative.
func (r *Request) Left() Budget { return r.run.left() }
