package task

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// The reasons of failures, of the tool and of calls that [Request.Execute]
// refuses.
const (
	// ReasonNotWired: the runner has no agent or no registry.
	ReasonNotWired = "NOT_WIRED"
	// ReasonDepth: a sub-agent this deep may not have another.
	ReasonDepth = "TASK_DEPTH"
	// ReasonBusy: the call ended before there was a place to run.
	ReasonBusy = "TASK_BUSY"
	// ReasonTime: the sub-agent's time was over before it answered.
	ReasonTime = "TASK_TIME"
	// ReasonNoAnswer: the agent returned nothing.
	ReasonNoAnswer = "TASK_NO_ANSWER"
	// ReasonEnded: the run is over, nothing is executed any more; or the runner was
	// shut down.
	ReasonEnded = "TASK_ENDED"
	// ReasonSteps, ReasonCalls, ReasonChars and ReasonCost: that part of the
	// budget is used up.
	ReasonSteps = "BUDGET_STEPS"
	ReasonCalls = "BUDGET_CALLS"
	ReasonChars = "BUDGET_CHARS"
	ReasonCost  = "BUDGET_COST"
)

// maxAnswer is how much of an answer is passed on, in code points.
const maxAnswer = 20_000

// Args is a task for a sub-agent.
type Args struct {
	// The task, with everything that the sub-agent must know: it sees nothing of this conversation.
	Prompt string `json:"prompt" jsonschema:"minLength=1,maxLength=20000"`
	// The names of the tools that it may use, such as ["read_file", "search_files"]. Without any, all that may be handed on.
	Tools []string `json:"tools,omitzero" jsonschema:"minItems=1,maxItems=64,minLength=1,maxLength=64"`
}

// Report is what came of a task.
type Report struct {
	// Answer is the sub-agent's, cut after 20,000 characters.
	Answer string `json:"answer"`
	// Steps and Calls are how many it took and made.
	Steps int `json:"steps"`
	Calls int `json:"calls"`
	// CostUSD is what it cost, with its own sub-agents, in US dollars.
	CostUSD float64 `json:"cost_usd"`
}

// String is the answer, and a line about the rest.
func (r Report) String() string {
	return fmt.Sprintf("%s\n\n[sub-agent: %s, %s, $%.4f]", r.Answer, texts.Counted(r.Steps, "step"), texts.Counted(r.Calls, "call"), r.CostUSD)
}

// Task hands a self-contained part of the work to a sub-agent, which has its own context and budget, and returns its answer.
//
//tool:register task
//tool:title Run a sub-agent
//tool:toolset agents
//tool:side-effects
//tool:open-world
//tool:concurrent
//tool:timeout 1h
//tool:max-result-chars 21000
//tool:untrusted-output
//tool:dry-run Describe
//tool:available func=Wired
//tool:example {"prompt": "Find out which files under docs/ mention the flag --budget, and what each says about it.", "tools": ["search_files", "read_file"]}
func (r *Runner) Task(ctx context.Context, call *runtime.Call, args Args) runtime.Result {
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return runtime.FromError(err)
	}
	defer done()
	plan, err := r.plan(ctx, call, args)
	if err != nil {
		return runtime.FromError(err)
	}
	leave, err := r.enter(ctx, plan.depth)
	if err != nil {
		return runtime.FromError(err)
	}
	run := newRun(ctx, call, plan)
	answer, err := run.await(r.agent, args.Prompt, leave)
	return run.result(answer, err)
}

// Describe says which sub-agent would be started.
func (r *Runner) Describe(ctx context.Context, call *runtime.Call, args Args) (string, error) {
	plan, err := r.plan(ctx, call, args)
	if err != nil {
		return "", err
	}
	names := plan.names()
	return fmt.Sprintf("would start a sub-agent (depth %d of %d) with at most %s, %s, $%.2f and %s, and with these tools: %s\nIts task:\n%s",
		plan.depth, r.options.Depth, texts.Counted(plan.budget.Steps, "step"), texts.Counted(plan.budget.Calls, "call"), plan.budget.CostUSD, plan.budget.Time,
		texts.Listed(names, len(names)), args.Prompt), nil
}

// result is the report on a run that is over, or its failure. Either has its
// cost.
func (r *run) result(answer string, err error) runtime.Result {
	spent := r.end()
	var result runtime.Result
	if err == nil && strings.TrimSpace(answer) == "" {
		err = texts.Failed(ReasonNoAnswer, "", "it ended without an answer")
	}
	if err != nil {
		result = runtime.FromError(err)
		result.Error = fmt.Sprintf("the sub-agent failed after %s and %s: %s", texts.Counted(spent.Steps, "step"), texts.Counted(spent.Calls, "call"), result.Error)
	} else {
		report := Report{Answer: cut(answer), Steps: spent.Steps, Calls: spent.Calls, CostUSD: spent.CostUSD}
		result = runtime.Object(report).WithText(report.String())
	}
	result.CostUSD = spent.CostUSD
	return result
}

// cut is the beginning of an answer that is too long.
func cut(answer string) string {
	head := texts.Prefix(answer, maxAnswer)
	if len(head) == len(answer) {
		return answer
	}
	return fmt.Sprintf("%s\n[the answer is cut: it has %d characters]", head, utf8.RuneCountInString(answer))
}
