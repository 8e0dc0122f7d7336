package temporal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// faultBudget is the budget of the batches of fault tests, which is less than the length
// of all results.
const faultBudget = 6000

// longBatch returns a batch with all kinds of tools, each of which takes some
// milliseconds.
func longBatch(prefix string, milliseconds int) []runtime.ToolCall {
	return batchOf(prefix, milliseconds, "once look change repeat keyed look once keyed change look once repeat")
}

// batchOf returns a batch with calls of the tools.
func batchOf(prefix string, milliseconds int, tools string) []runtime.ToolCall {
	var batch []runtime.ToolCall
	for i, name := range strings.Fields(tools) {
		id := fmt.Sprint(prefix, i)
		batch = append(batch, call(id, name, args{Text: id, Size: milliseconds}))
	}
	return batch
}

// faultCheck checks the results of batches that were disturbed: no call is lost, none is
// repeated that must not be, and the texts, the budgets and the order are those of a local
// run in which the same calls are lost.
type faultCheck struct {
	diary    []diaryLine
	problems []string
}

// add adds a problem.
func (f *faultCheck) add(format string, values ...any) {
	f.problems = append(f.problems, fmt.Sprintf(format, values...))
}

// checkFaultResults returns the problems of the results of batches.
func checkFaultResults(t *testing.T, in batchesInput, out batchesOutput, diary []diaryLine) []string {
	t.Helper()
	f := faultCheck{diary: diary}
	texts := out.Texts
	for b, batch := range in.Batches {
		reasons := strings.Fields(out.Reasons[b])
		if len(reasons) != len(batch) || len(texts) < len(batch) {
			return append(f.problems, fmt.Sprintf("the batch %d has %d calls, %d reasons and %d texts", b, len(batch), len(reasons), len(texts)))
		}
		for i := range batch {
			f.checkEnd(&batch[i], reasons[i], texts[i])
		}
		for i, want := range localTexts(t, batch, in.Turn, reasons, texts) {
			if got := withoutHandle(texts[i]); got != want {
				f.add("the call %s has the result %q, that of a local run is %q", batch[i].ID, got, want)
			}
		}
		f.checkOrder(batch)
		texts = texts[len(batch):]
	}
	return f.problems
}

// withoutHandle returns the text with the same handle in place of each.
func withoutHandle(text string) string { return handle.ReplaceAllString(text, "HANDLE") }

// isRepeatableTool reports whether a call of the tool may start more than once.
func isRepeatableTool(name string) bool { return name == "look" || name == "repeat" }

// checkEnd checks how a call ended, and how often it started.
func (f *faultCheck) checkEnd(c *runtime.ToolCall, reason, text string) {
	started, ended := 0, map[string]int{}
	for _, line := range f.diary {
		if line.call() == c.ID && line.what == "start" {
			started++
		} else if line.call() == c.ID {
			ended[line.what]++
		}
	}
	if started > 1 && !isRepeatableTool(c.Name) {
		f.add("the call %s of %s started %d times", c.ID, c.Name, started)
	}
	switch {
	case reason == "ok" && strings.HasPrefix(text, "done "+c.ID+",") && ended["end"] > 0:
	case reason == "ok" && strings.HasPrefix(text, "cancelled "+c.ID+",") && ended["cancelled"] > 0: // its worker lost the server
	case reason == runtime.ReasonOutcomeUnknown && !isRepeatableTool(c.Name) && strings.HasPrefix(text, "Tool "+c.Name):
	case reason == runtime.ReasonHeld && started == 0 && strings.HasPrefix(text, "Tool "+c.Name):
	default:
		f.add("the call %s of %s, which started %d times and ended %v: reason %q, text %q", c.ID, c.Name, started, ended, reason, text)
	}
}

// checkOrder checks that calls that must not run at the same time started in the order of
// the batch, as they do in a local run.
func (f *faultCheck) checkOrder(batch []runtime.ToolCall) {
	for _, tools := range [][]string{{"change", "repeat"}, {"keyed"}} {
		var want, got []string
		for _, c := range batch {
			if slices.Contains(tools, c.Name) {
				want = append(want, c.ID)
			}
		}
		for _, line := range f.diary {
			if line.what == "start" && slices.Contains(want, line.call()) && !slices.Contains(got, line.call()) {
				got = append(got, line.call())
			}
		}
		want = slices.DeleteFunc(want, func(id string) bool { return !slices.Contains(got, id) }) // the held ones
		if !slices.Equal(got, want) {
			f.add("the calls of %q started in the order %q, want %q", tools, got, want)
		}
	}
}

// localTexts returns the texts of the results of a local run in which the calls end in the
// same way.
func localTexts(t *testing.T, batch []runtime.ToolCall, ref Turn, reasons, texts []string) []string {
	t.Helper()
	specs := diarySpecs("")
	for i, spec := range specs {
		specs[i] = newTool(spec, func(_ context.Context, c *runtime.Call, a args) runtime.Result {
			end := "done"
			if i := slices.IndexFunc(batch, func(b runtime.ToolCall) bool { return b.ID == c.ID() }); strings.HasPrefix(texts[i], "cancelled ") {
				end = "cancelled"
			}
			return diaryResult(end, "", c, a)
		})
	}
	registry := newRegistry(t, &runtime.Options{Spill: NewSpill(newMemoryStore())}, specs...)
	turn := &runtime.Turn{ResultBudgetChars: ref.ResultBudgetChars, Session: runtime.NewSession("local", "")}
	outcomes := make([]runtime.Outcome, len(batch))
	for i, p := range registry.Prepare(t.Context(), batch, turn) {
		switch reasons[i] {
		case runtime.ReasonOutcomeUnknown:
			outcomes[i] = p.OutcomeUnknown()
		case runtime.ReasonHeld:
			outcomes[i] = p.Held()
		default:
			outcomes[i] = registry.Execute(t.Context(), p, turn)
		}
	}
	results := registry.Fit(outcomes, turn)
	if !slices.ContainsFunc(reasons, func(reason string) bool { return reason != "ok" }) {
		results = registry.ExecuteParallel(t.Context(), batch, turn)
	}
	local := make([]string, len(results))
	for i := range results {
		local[i] = withoutHandle(results[i].Result.Value + results[i].Result.Error)
	}
	return local
}

// The check finds each kind of wrong result.
func TestFaultCheck(t *testing.T) {
	in := batchesInput{Batches: [][]runtime.ToolCall{longBatch("a", 0)}, Turn: Turn{ResultBudgetChars: faultBudget}}
	var right []diaryLine
	for _, c := range in.Batches[0] {
		right = append(right, diaryLine{"start", "run:" + c.ID, c.Name, "1"}, diaryLine{"end", "run:" + c.ID, c.Name, "1"})
	}
	ends := func(index int, reason string) []string {
		reasons := slices.Repeat([]string{"ok"}, len(in.Batches[0]))
		reasons[index] = reason
		return reasons
	}
	tests := []struct {
		reason  string
		reasons []string
		change  func(texts []string, diary []diaryLine) []diaryLine
		want    string
	}{
		{"all calls ended", ends(0, "ok"), nil, ""},
		{"an unknown outcome", ends(0, runtime.ReasonOutcomeUnknown), nil, ""},
		{"an unknown outcome of a call that can be repeated", ends(1, runtime.ReasonOutcomeUnknown), nil, "the call a1 of look"},
		{"a held call that started", ends(2, runtime.ReasonHeld), nil, "the call a2 of change"},
		{"a failed call", ends(0, "execution_failed"), nil, "the call a0 of once"},
		{"a call that started twice", ends(0, "ok"), func(_ []string, diary []diaryLine) []diaryLine { return append(diary, diary[0]) }, "a0 of once started 2 times"},
		{"a call that did not run", ends(0, "ok"), func(_ []string, diary []diaryLine) []diaryLine { return diary[2:] }, "the call a0 of once"},
		{"another budget", ends(0, "ok"), func(texts []string, diary []diaryLine) []diaryLine {
			texts[3] = texts[3][:len(texts[3])-1]
			return diary
		}, "the call a3 has the result"},
		{"another order of results", ends(0, "ok"), func(texts []string, diary []diaryLine) []diaryLine {
			texts[0], texts[6] = texts[6], texts[0]
			return diary
		}, "the call a0"},
		{"another order of calls", ends(0, "ok"), func(_ []string, diary []diaryLine) []diaryLine { slices.Reverse(diary); return diary }, "started in the order"},
	}
	for _, test := range tests {
		out := batchesOutput{Reasons: []string{strings.Join(test.reasons, " ")}, Texts: localTexts(t, in.Batches[0], in.Turn, test.reasons, make([]string, len(in.Batches[0])))}
		diary := slices.Clone(right)
		if test.change != nil {
			diary = test.change(out.Texts, diary)
		}
		problems := strings.Join(checkFaultResults(t, in, out, diary), "\n")
		if !strings.Contains(problems, test.want) || (problems == "") != (test.want == "") {
			t.Errorf("%s: got the problems %q, want %q", test.reason, problems, test.want)
		}
	}
}
