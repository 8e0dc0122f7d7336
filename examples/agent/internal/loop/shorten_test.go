package loop

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/runtime"
)

// The oldest results are shortened first, and only as many as necessary.
func TestShorten(t *testing.T) {
	a := &Agent{Registry: runtime.NewRegistry(nil)}
	long := []runtime.CallResult{{Name: "y", Result: runtime.Text(strings.Repeat("word ", 1000))}, {Name: "y", Result: runtime.Text("short")}}
	conversation := []model.Entry{{Prompt: "the task"}, {Results: long}, {Results: long}}
	before := tokens(conversation)
	if changed := a.shorten(t.Context(), nil, conversation, 1000, 100); len(changed) != 1 || changed[0] != 1 {
		t.Fatalf("changed entries: %v", changed)
	}
	if changed := a.shorten(t.Context(), nil, conversation, keptChars, before); len(changed) != 2 {
		t.Errorf("changed entries: %v", changed)
	}
	if conversation[1].Results[1].Result.Value != "short" || before-tokens(conversation) < 2*(5000-2*keptChars)/bytesPerToken {
		t.Errorf("the conversation is %+v", conversation)
	}
	if changed := a.shorten(t.Context(), nil, conversation, keptChars, before); changed != nil {
		t.Errorf("short results are shortened again: %v", changed)
	}
}
