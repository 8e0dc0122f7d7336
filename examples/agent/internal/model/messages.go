package model

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// messages returns the conversation for the endpoint's API. Answers of another API, and their results, become texts,
// so that another model can continue a session.
func (e *endpoint) messages(conversation []Entry) []json.RawMessage {
	var all []json.RawMessage
	api := e.provider.api
	own := false // the last answer is of this API
	for _, entry := range conversation {
		switch {
		case entry.Answer != nil && entry.Answer.API == api.Name():
			own = true
			all = append(all, entry.Answer.Messages...)
		case entry.Answer != nil:
			own = false
			all = append(all, api.AssistantMessage(answerText(entry.Answer)))
		case entry.Results != nil && own:
			all = append(all, api.Results(entry.Results)...)
		case entry.Results != nil:
			all = append(all, api.UserMessage(resultText(entry.Results)))
		default:
			all = append(all, api.UserMessage(entry.Prompt))
		}
	}
	return all
}

// answerText is an answer of another model as a text.
func answerText(a *Answer) string {
	var b strings.Builder
	b.WriteString(a.Text)
	for _, call := range a.Calls {
		fmt.Fprintf(&b, "\n[called %s with %s]", call.Name, call.Args)
	}
	if b.Len() == 0 {
		return "[no answer]"
	}
	return b.String()
}

// resultText is the results of another model's calls as a text.
func resultText(results []runtime.CallResult) string {
	var b strings.Builder
	for i := range results {
		r := &results[i]
		if r.Result.OK {
			fmt.Fprintf(&b, "[result of %s]\n%s\n", r.Name, r.Result.Value)
		} else {
			fmt.Fprintf(&b, "[failure of %s: %s %s]\n%s\n", r.Name, r.Result.Code, r.Result.Reason, r.Result.Error)
		}
	}
	return b.String()
}
