package model

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// The scripted model runs the tests again if their result is lost with the process.
func TestLostResult(t *testing.T) {
	lost := runtime.Fail(runtime.ExecutionFailed, "lost")
	for _, test := range []struct {
		reason string
		calls  int
	}{{runtime.ReasonOutcomeUnknown, 1}, {ReasonNotExecuted, 1}, {runtime.ReasonTimeout, 0}} {
		lost.Reason = test.reason
		answer, err := Scripted{}.Ask(t.Context(), &Request{Tools: func(runtime.Dialect) ([]byte, error) { return nil, nil }, Conversation: []Entry{
			{Prompt: "fix the tests in dist"},
			{Answer: &Answer{Calls: []runtime.ToolCall{runTests("dist")}}},
			{Results: []runtime.CallResult{{Name: "run_tests", Result: lost}}},
		}})
		if err != nil || len(answer.Calls) != test.calls {
			t.Errorf("%s: %v, %+v", test.reason, err, answer)
		}
	}
}
