package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.temporal.io/sdk/workflow"

	"github.com/toolgen/toolgen/adapters/temporal"
	"github.com/toolgen/toolgen/runtime"
)

// entry is one entry of a conversation: a text of the user or of the model, the calls of
// the model, or their results.
type entry struct {
	Text    string               `json:"text,omitempty"`
	Calls   []runtime.ToolCall   `json:"calls,omitempty"`
	Results []runtime.CallResult `json:"results,omitempty"`
}

// maxAnswers is how often the workflow asks the model.
const maxAnswers = 10

// agent is the loop of an agent as a workflow: it asks the model, executes the calls of
// the answer, and repeats this until an answer has no calls.
func agent(ctx workflow.Context, conversation []entry) ([]entry, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	turn := temporal.Turn{Name: "dispatcher", Session: workflow.GetInfo(ctx).WorkflowExecution.ID}
	for range maxAnswers {
		var answer entry
		if err := workflow.ExecuteActivity(ctx, askModel, conversation).Get(ctx, &answer); err != nil {
			return conversation, err
		}
		if conversation = append(conversation, answer); len(answer.Calls) == 0 {
			return conversation, nil
		}
		results := temporal.ExecuteParallel(ctx, answer.Calls, turn)
		conversation = append(conversation, entry{Results: results})
		if temporal.ShouldContinueAsNew(ctx) {
			return conversation, temporal.ContinueAsNew(ctx, agent, conversation)
		}
	}
	return conversation, fmt.Errorf("the model was asked %d times and still makes calls", maxAnswers)
}

// parcelCount is how many parcels the user wants to be delivered.
const parcelCount = 8

// askModel is the activity that asks the model. This model is a script, so that the
// example needs no key: it delivers the parcels, checks deliveries whose outcome is
// unknown, repeats those that did not happen, and closes the depot.
func askModel(_ context.Context, conversation []entry) (entry, error) {
	last := conversation[len(conversation)-1]
	step := len(conversation)
	switch {
	case len(last.Results) == 0:
		var answer entry
		for n := 1; n <= parcelCount; n++ {
			answer.Calls = append(answer.Calls, newCall(step, "weigh_parcel", map[string]any{"parcel": n}), deliver(step, n))
		}
		return answer, nil
	case last.Results[0].Name == "close_depot":
		return entry{Text: "All parcels are delivered. " + last.Results[0].Result.Value + last.Results[0].Result.Error}, nil
	case last.Results[0].Name == "list_deliveries":
		return entry{Calls: missing(step, last.Results[0].Result.Value)}, nil
	}
	for i := range last.Results {
		if reason := last.Results[i].Result.Reason; reason == runtime.ReasonOutcomeUnknown || reason == runtime.ReasonHeld {
			return entry{Text: "I do not know whether all parcels were delivered, so I look.", Calls: []runtime.ToolCall{newCall(step, "list_deliveries", nil)}}, nil
		}
	}
	return entry{Calls: []runtime.ToolCall{newCall(step, "close_depot", map[string]any{"reason": "all parcels are delivered"})}}, nil
}

// missing returns the calls that deliver the parcels that are not in the list.
func missing(step int, list string) []runtime.ToolCall {
	var calls []runtime.ToolCall
	for n := 1; n <= parcelCount; n++ {
		if !slices.Contains(strings.Fields(list), fmt.Sprint(n)) {
			calls = append(calls, deliver(step, n))
		}
	}
	if len(calls) == 0 {
		calls = append(calls, newCall(step, "close_depot", map[string]any{"reason": "all parcels are delivered"}))
	}
	return calls
}

// deliver returns a call that delivers a parcel.
func deliver(step, n int) runtime.ToolCall {
	town := []string{"Bern", "Basel", "Chur", "Genf"}[n%4]
	return newCall(step, "deliver_parcel", map[string]any{"parcel": n, "town": town})
}

// newCall returns a call with an id that is unique in the conversation.
func newCall(step int, tool string, args map[string]any) runtime.ToolCall {
	data, _ := json.Marshal(args) // cannot fail: numbers and texts
	id := fmt.Sprintf("%d-%s", step, tool)
	if n, ok := args["parcel"]; ok {
		id += fmt.Sprintf("-%d", n)
	}
	return runtime.ToolCall{ID: id, Name: tool, Args: data}
}
