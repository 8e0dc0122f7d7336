package task

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// The reasons of failures of the tool, and of calls that [Request.Execute] refuses.
const (
	// ReasonNotWired means that the runner has no agent or no registry.
	ReasonNotWired = "NOT_WIRED"
	// ReasonDepth means that a sub-agent at this depth cannot have sub-agents.
	ReasonDepth = "TASK_DEPTH"
	// ReasonBusy means that the call ended while it waited for other sub-agents to end.
	ReasonBusy = "TASK_BUSY"
	// ReasonTime means that the time of the sub-agent was over before it answered.
	ReasonTime = "TASK_TIME"
	// ReasonNoAnswer means that the agent returned an empty answer.
	ReasonNoAnswer = "TASK_NO_ANSWER"
	// ReasonEnded means that the run has ended, so that no call is executed, or that the runner was
	// shut down.
	ReasonEnded = "TASK_ENDED"
	// ReasonSteps, ReasonCalls, ReasonChars and ReasonCost mean that this part of the budget is
	// used up.
	ReasonSteps = "BUDGET_STEPS"
	ReasonCalls = "BUDGET_CALLS"
	ReasonChars = "BUDGET_CHARS"
	ReasonCost  = "BUDGET_COST"
)

// maxAnswer is the maximum length of an answer, in code points. Longer ones are cut.
const maxAnswer = 20_000

// maxSource is how many code points of the prompt the fence of an answer has.
const maxSource = 80

// Args are the arguments of task.
type Args struct {
	// Everything that the sub-agent must know: it cannot see this conversation.
	Prompt string `json:"prompt" jsonschema:"minLength=1,maxLength=20000" tool:"alias=task,alias=instructions,alias=message"`
	// The tools that it may use, such as ["read_file"]; by default all that are allowed.
	Tools []string `json:"tools,omitzero" jsonschema:"minItems=1,maxItems=64,minLength=1,maxLength=64"`
}

// Report is the result of a task.
type Report struct {
	// Answer is the answer of the sub-agent, cut at 20,000 characters.
	Answer string `json:"answer"`
	// Steps and Calls are how many steps and calls the sub-agent made.
	Steps int `json:"steps"`
	Calls int `json:"calls"`
	// CostUSD is the cost, including that of its own sub-agents, in US dollars.
	CostUSD float64 `json:"cost_usd"`
}

// summary returns a line with the fields other than the answer.
func (r Report) summary() string {
	return fmt.Sprintf("[sub-agent: %s, %s, $%.4f]", texts.Count(r.Steps, "step"), texts.Count(r.Calls, "call"), r.CostUSD)
}

// Task gives a self-contained part of the work to a sub-agent with its own context, and returns its answer.
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
	return run.result(call, args.Prompt, answer, err)
}

// Describe describes the sub-agent that would be started. It is the dry run of
// the tool.
func (r *Runner) Describe(ctx context.Context, call *runtime.Call, args Args) (string, error) {
	plan, err := r.plan(ctx, call, args)
	if err != nil {
		return "", err
	}
	names := plan.names()
	return fmt.Sprintf("would start a sub-agent (depth %d of %d) with at most %s, %s, $%.2f and %s, and with these tools: %s\nIts task:\n%s",
		plan.depth, r.options.Depth, texts.Count(plan.budget.Steps, "step"), texts.Count(plan.budget.Calls, "call"), plan.budget.CostUSD, plan.budget.Time,
		texts.List(names, len(names)), args.Prompt), nil
}

// result ends the run and returns its report or failure, with its cost. Both name
// the prompt as their source.
func (r *run) result(call *runtime.Call, prompt, answer string, err error) runtime.Result {
	spent := r.end()
	var result runtime.Result
	if err == nil && strings.TrimSpace(answer) == "" {
		err = texts.Failure(ReasonNoAnswer, "", "it ended without an answer")
	}
	if err != nil {
		result = runtime.FromError(err)
		result.Lead = fmt.Sprintf("the sub-agent failed after %s and %s:", texts.Count(spent.Steps, "step"), texts.Count(spent.Calls, "call"))
	} else {
		report := Report{Answer: call.Excerpt(answer, 0, len(answer)), Steps: spent.Steps, Calls: spent.Calls, CostUSD: spent.CostUSD}
		text := report.Answer // complete: the runtime cuts and stores it
		report.Answer = cut(report.Answer)
		result = runtime.Object(report).WithText(text)
		result.KeepEnd, result.Note = true, report.summary()
	}
	result.Source = "sub-agent: " + texts.Prefix(prompt, maxSource)
	result.CostUSD = spent.CostUSD
	return result
}

// cut returns an answer for the structured content, cut at maxAnswer, with a mark.
func cut(answer string) string {
	head := texts.Prefix(answer, maxAnswer)
	if len(head) == len(answer) {
		return answer
	}
	omitted := utf8.RuneCountInString(answer) - maxAnswer
	return head + "\n" + texts.Mark(texts.Group(int64(omitted))+" chars", "")
}
