package loop

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/runtime"
)

// conversation returns entries: "s" is a summary, "a" an answer, "r" results, and other texts are prompts.
func conversation(kinds ...string) (all []model.Entry) {
	for _, kind := range kinds {
		switch kind {
		case "s":
			all = append(all, model.Entry{Prompt: summaryTitle + "text"})
		case "a":
			all = append(all, model.Entry{Answer: &model.Answer{}})
		case "r":
			all = append(all, model.Entry{Results: []runtime.CallResult{{}}})
		default:
			all = append(all, model.Entry{Prompt: kind})
		}
	}
	return all
}

// Every summary makes the conversation shorter, and the prompts of the user remain.
func TestOldEntries(t *testing.T) {
	long := strings.Repeat("x", maxOldPrompts+1)
	for _, test := range []struct {
		reason       string
		conversation []model.Entry
		want         int
		kept         string // of all entries, separated by spaces
	}{
		{"one prompt", conversation("p", "a", "r", "a", "r", "a", "r"), 3, "p"},
		{"a summary of the summary and the prompt would not be shorter", conversation("s", "p", "a", "r"), 0, "p"},
		{"an earlier summary", conversation("s", "p", "a", "r", "a", "r", "a", "r"), 4, "p"},
		{"two prompts", conversation("p", "a", "q", "a", "r", "a", "r", "a"), 0, "p q"},
		{"a long earlier prompt is summarized", conversation(long, "a", "q", "a", "r", "a", "r", "a"), 3, "q"},
		{"the newest prompt is long", conversation("p", "a", long, "a"), 0, "p " + long},
	} {
		var kept []string
		for _, entry := range keptPrompts(test.conversation, len(test.conversation)) {
			kept = append(kept, entry.Prompt)
		}
		if got := oldEntries(test.conversation, 100_000); got != test.want || strings.Join(kept, " ") != test.kept {
			t.Errorf("%s: %d entries and %.20q, want %d and %.20q", test.reason, got, kept, test.want, test.kept)
		}
	}
}

// Without a summary, an earlier one is kept, once.
func TestWithoutSummary(t *testing.T) {
	first := withoutSummary(conversation("s")[0])
	if want := summaryTitle + "text\n" + summaryMissing; first != want || withoutSummary(model.Entry{Prompt: first}) != want {
		t.Errorf("the text is %q", first)
	}
	if got := withoutSummary(model.Entry{Prompt: "p"}); got != summaryMissing || withoutSummary(model.Entry{Prompt: got}) != summaryMissing {
		t.Errorf("without an earlier summary: %q", got)
	}
}
