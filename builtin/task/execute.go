package task

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// execute runs one step of the loop, within the budget.
func (r *run) execute(ctx context.Context, calls []runtime.ToolCall) []runtime.CallResult {
	if len(calls) == 0 {
		return []runtime.CallResult{}
	}
	if ctx == nil {
		ctx = r.ctx
	}
	ctx, stop := withEnd(context.WithValue(ctx, runKey{}, r), r.ctx) // the calls belong to the run and end with it
	defer stop()
	select {
	case r.step <- struct{}{}:
		defer func() { <-r.step }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return refusals(calls, texts.Unavailable(ReasonEnded, "The call was not run: the run of the sub-agent has ended or was cancelled."))
	}
	turn, granted, refusal := r.admit(len(calls))
	if granted == 0 {
		return refusals(calls, refusal)
	}
	r.reportStep(turn.CurrentTurn, calls[:granted])
	results := r.registry.ExecuteParallel(ctx, calls[:granted], turn)
	r.account(results)
	return append(results, refusals(calls[granted:], refusal)...)
}

// admit takes a step and calls from the budget, and returns the turn for them. The refusal says why the
// other calls are not run.
func (r *run) admit(calls int) (turn *runtime.Turn, granted int, refusal *runtime.Error) {
	if refusal = r.checkBudget(); refusal != nil {
		return nil, 0, refusal
	}
	left := r.left()
	if granted = min(calls, left.Calls); granted < calls {
		refusal = usedUp(ReasonCalls, texts.Count(r.budget.Calls, "call"))
	}
	r.mu.Lock()
	r.spent.Steps++
	r.spent.Calls += granted
	step := r.spent.Steps
	r.mu.Unlock()
	return &runtime.Turn{
		Session: r.session, Platform: r.call.Platform(), WorkingDir: r.call.WorkingDir(),
		AgentID: r.call.AgentID(), PersonalityID: r.call.PersonalityID(), MemoryScope: r.call.MemoryScope(), MemoryScopeID: r.call.MemoryScopeID(), TeamID: r.call.TeamID(),
		CurrentTurn: step, ResultBudgetChars: min(left.ResultChars, runtime.DefaultResultBudget),
		Policy: r.policy, Visible: r.visible(), Tools: r.turnTools, Emit: r.forward,
	}, granted, refusal
}

// visible returns the tools. It never returns nil, which would mean no restriction.
func (r *run) visible() []*runtime.Tool { return append([]*runtime.Tool{}, r.tools...) }

// checkRunning returns an error if the run has ended or its money is spent, and otherwise nil.
func (r *run) checkRunning() *runtime.Error {
	r.mu.Lock()
	ended := r.ended
	r.mu.Unlock()
	switch {
	case ended || r.ctx.Err() != nil:
		return texts.Unavailable(ReasonEnded, "The call was not run: the run of the sub-agent has ended or was cancelled.")
	case r.left().CostUSD <= 0:
		return texts.Unavailable(ReasonCost, "The budget of this sub-agent is used up: there is no money left. Answer now with what you have.")
	}
	return nil
}

// checkBudget returns an error if no step can be executed, and otherwise nil.
func (r *run) checkBudget() *runtime.Error {
	if closed := r.checkRunning(); closed != nil {
		return closed
	}
	left := r.left()
	for _, part := range []struct {
		left, of     int
		reason, what string
	}{
		{left.Steps, r.budget.Steps, ReasonSteps, "step"},
		{left.Calls, r.budget.Calls, ReasonCalls, "call"},
		{left.ResultChars, r.budget.ResultChars, ReasonChars, "character"},
	} {
		if part.left == 0 {
			return usedUp(part.reason, texts.Count(max(0, part.of), part.what))
		}
	}
	return nil
}

// usedUp returns the error of a part of the budget that is used up; of says how large it was.
func usedUp(reason, of string) *runtime.Error {
	return texts.Unavailable(reason, "The budget of this sub-agent is used up: it had %s. Answer now with what you have.", of)
}

// refusals returns the results of calls that are not run.
func refusals(calls []runtime.ToolCall, refusal *runtime.Error) []runtime.CallResult {
	results := make([]runtime.CallResult, len(calls))
	for i, call := range calls {
		results[i] = runtime.CallResult{ID: call.ID, Name: call.Name, Result: runtime.FromError(refusal)}
	}
	return results
}

// account subtracts what a step used from the budget. Sub-agents of this one have charged their cost
// themselves.
func (r *run) account(results []runtime.CallResult) {
	chars, cost := 0, 0.0
	for i := range results {
		result := &results[i].Result
		chars += utf8.RuneCountInString(result.Value) + utf8.RuneCountInString(result.Error)
		if results[i].Name != r.call.Tool() {
			cost += result.CostUSD
		}
	}
	r.charge(cost)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spent.ResultChars += chars
}

// reportStep reports the tools of a step to dashboards. Names of unknown tools are left out, because the
// model made them up.
func (r *run) reportStep(step int, calls []runtime.ToolCall) {
	var names []string
	for _, call := range calls {
		if slices.Contains(r.names(), call.Name) && !slices.Contains(names, call.Name) {
			names = append(names, call.Name)
		}
	}
	r.call.Progress(runtime.ProgressEvent{
		Message: fmt.Sprintf("step %d: %s", step, texts.List(names, len(names))), Audience: runtime.AudienceDashboard,
	})
}

// forward passes progress of the sub-agent's tools to the caller.
func (r *run) forward(event runtime.ProgressEvent) {
	r.call.Progress(runtime.ProgressEvent{Message: event.Tool + ": " + event.Message, Audience: event.Audience})
}
