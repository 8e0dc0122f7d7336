package model

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Scripted is a model of a few rules. It needs no network and no key, and the same files give the same calls: it chooses
// each call from the results of the calls before. It repairs small faults of Go code ("fix the tests in DIR"), and
// answers every other prompt with lines of files that have a word of the prompt.
type Scripted struct{}

// Name returns "scripted".
func (Scripted) Name() string { return "scripted" }

// Ask returns the next calls, or the answer.
func (Scripted) Ask(ctx context.Context, r *Request) (*Answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	prompt, steps := lastPrompt(r.Conversation)
	answer := searchAnswer(prompt, steps)
	if target := fixTarget.FindStringSubmatch(prompt); target != nil {
		answer = repairAnswer(target[1], steps)
	}
	if r.Tools == nil { // a summary
		answer = &Answer{Text: prompt}
	}
	for i := range answer.Calls {
		answer.Calls[i].ID = fmt.Sprintf("call-%d-%d", len(r.Conversation), i+1)
	}
	if r.Show != nil {
		for piece := range strings.SplitAfterSeq(answer.Text, " ") {
			r.Show(piece)
		}
	}
	return answer, nil
}

// step is one answer of the model with its results.
type step struct {
	answer  *Answer
	results []runtime.CallResult
}

// lastPrompt returns the last prompt of a conversation and the steps after it.
func lastPrompt(conversation []Entry) (prompt string, steps []step) {
	for _, entry := range conversation {
		switch {
		case entry.Prompt != "":
			prompt, steps = entry.Prompt, nil
		case entry.Answer != nil:
			steps = append(steps, step{answer: entry.Answer})
		case len(steps) > 0:
			steps[len(steps)-1].results = entry.Results
		}
	}
	return prompt, steps
}

// newCall returns a call. Its id is set later.
func newCall(name string, args map[string]any) runtime.ToolCall {
	text, _ := json.Marshal(args) // texts and numbers
	return runtime.ToolCall{Name: name, Args: text}
}

// result returns the last result of a tool; nil if the steps have none.
func result(steps []step, tool string) *runtime.CallResult {
	for i := len(steps) - 1; i >= 0; i-- {
		for j := range steps[i].results {
			if r := &steps[i].results[j]; r.Name == tool {
				return r
			}
		}
	}
	return nil
}

// searchWord matches the words of a prompt that can be searched for.
var searchWord = regexp.MustCompile(`[\p{L}\p{N}_./-]{3,}`)

// maxShown is how many lines of a search the answer shows.
const maxShown = 8

// searchAnswer searches for the longest word of the prompt and shows the lines that were found.
func searchAnswer(prompt string, steps []step) *Answer {
	found := result(steps, "search_files")
	if found == nil {
		longest := ""
		for _, word := range searchWord.FindAllString(prompt, -1) {
			if len(word) > len(longest) {
				longest = word
			}
		}
		if longest == "" {
			return &Answer{Text: scriptedHelp}
		}
		return &Answer{
			Text:  "I search the files for `" + longest + "`.",
			Calls: []runtime.ToolCall{newCall("search_files", map[string]any{"query": longest, "ignore_case": true, "max_results": maxShown})},
		}
	}
	if !found.Result.OK {
		return &Answer{Text: "The search failed: " + unfenced(found.Result.Error)}
	}
	return &Answer{Text: "This is what I found:\n\n```\n" + unfenced(found.Result.Value) + "\n```\n\n" + scriptedHelp}
}

const scriptedHelp = "I am a scripted model: I search for words of your prompt, and I repair small faults with *fix the tests in DIR*. " +
	"`--model` chooses a real model."

// unfenced returns what is in the fence of an untrusted text, or the whole text if there is no fence.
func unfenced(text string) string {
	_, inside, found := strings.Cut("\n"+text, "\n<untrusted ")
	if !found {
		return text
	}
	_, inside, _ = strings.Cut(inside, "\n")
	inside, _, _ = strings.Cut(inside, "\n</untrusted>")
	return inside
}

// testReport is the structured content of run_tests that the model reads.
type testReport struct {
	Passed   bool `json:"passed"`
	Findings []struct {
		Message string `json:"message"`
		Test    string `json:"test"`
	} `json:"findings"`
}

// lastReport returns the last report of run_tests; nil if there is none.
func lastReport(steps []step) *testReport {
	r := result(steps, "run_tests")
	if r == nil {
		return nil
	}
	var report testReport
	if json.Unmarshal(r.Result.Structured, &report) != nil {
		return nil
	}
	return &report
}
