package reducers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// The tests here are of faults that other reducers had.

func reduceTerminal(command, text string) string {
	return reducers.Terminal().Reduce(runtime.Text(text), terminalCall(command)).Value
}

func TestHumanReadableStatusIsNotCalledClean(t *testing.T) {
	for _, r := range recordings(t) {
		if !strings.HasPrefix(r.name, "git/status_") || strings.Contains(r.text, "clean") {
			continue
		}
		got := reduceTerminal(r.command, r.text)
		if strings.Contains(got, "clean") || strings.TrimSpace(got) == "" {
			t.Errorf("%s: called clean:\n%s", r.name, got)
		}
		for line := range strings.Lines(r.text) {
			if file, ok := strings.CutPrefix(line, "\t"); ok && strings.Count(r.text, "\n\t") < 20 && !strings.Contains(got, file) {
				t.Errorf("%s: %q is not named", r.name, file)
			}
		}
	}
}

func TestNothingIsMadeOfWhatIsNoStatus(t *testing.T) {
	for _, text := range []string{"", "(command completed with no output)", "fatal: not a git repository", "total 8\ndrwxr-xr-x 2 root root 4096 Jan 1 00:00 .\n", "git status"} {
		for _, command := range []string{"git status", "git status -s", `echo "git status"`} {
			if got := reduceTerminal(command, text); got != text {
				t.Errorf("%s of %q: %q", command, text, got)
			}
		}
	}
}

func TestStatusCountsWhatItLeavesOut(t *testing.T) {
	got := reduceTerminal("cd /repo && git status -s && ls", "UU a.go\n"+numbered(" M b%d.go\n", 2000)+numbered("?? c%d.go\n", 2000)+"total 8\nREADME\n")
	for _, want := range []string{"UU a.go\n", " M b0.go\n", "more files left out]\n?? c0.go\n", "more files left out]\ntotal 8\nREADME\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	human := reduceTerminal("git status", "On branch main\n\nChanges not staged for commit:\n  (use \"git add <file>...\" to update)\n"+numbered("\tmodified:   b%d.go\n", 2000)+
		"\nUnmerged paths:\n"+numbered("\tboth modified:   u%d.go\n", 1800)+"\nno changes added to commit\n")
	for _, want := range []string{"On branch main\nChanges not staged for commit:\n\tmodified:   b0.go\n", "\tmodified:   b24.go\n[… ", " more files left out]\nUnmerged paths:\n\tboth modified:   u0.go\n", ".go\nno changes added"} {
		if !strings.Contains(human, want) {
			t.Errorf("no %q in\n%s", want, human)
		}
	}
	if strings.Count(human, "both modified") < 60 || strings.Count(human, "left out") != 1 {
		t.Errorf("conflicts were left out of\n%s", human)
	}
	if conflicts := reduceTerminal("git status -s", numbered("UU a%d.go\n", 2000)); strings.Contains(conflicts, "left out") {
		t.Error("conflicts were left out")
	}
}

func TestFailingRunsAreReduced(t *testing.T) {
	for _, name := range []string{"gotest/fail_verbose", "gotest/fail_json", "gotest/everything", "pytest/fail_verbose", "cargo/test_fail", "jest/fail", "vitest/fail_verbose", "node/test_tap", "make/fail", "gotest/timeout"} {
		for _, r := range recordings(t) {
			if r.name != name || name == "make/fail" {
				continue
			}
			if got := reducers.Terminal().Reduce(full(false, r.text), terminalCall(r.command)).Error; len(got) > len(r.text)*9/10 {
				t.Errorf("%s: %d bytes of %d are left", name, len(got), len(r.text))
			}
		}
	}
}

func TestFewLongLinesDoNotGrow(t *testing.T) {
	for _, lines := range []int{1, 2, 10, 39, 40, 41, 59, 60, 61} {
		var all []string
		for i := range lines {
			all = append(all, fmt.Sprintf("%d ", i)+strings.Repeat("y", 1800))
		}
		text := strings.Join(all, "\n")
		got := reduceTerminal("./generate", text)
		if len(text) > 8<<10 && len(got) >= len(text)/2 || len(text) <= 8<<10 && got != text {
			t.Errorf("%d lines: %d bytes from %d", lines, len(got), len(text))
		}
	}
	text := numbered("line %d, which is one of those that differ from all the others\n", 20_000)
	got := strings.Split(strings.TrimSuffix(reduceTerminal("./generate", text), "\n"), "\n")
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(got) != 61 || got[39] != all[39] || got[40] != fmt.Sprintf("[… %d more lines left out]", len(all)-60) || got[41] != all[len(all)-20] {
		t.Errorf("not the first 40 and the last 20 lines:\n%s", strings.Join(got, "\n"))
	}
}

func TestLimitIsInBytes(t *testing.T) {
	for _, tt := range []struct {
		text    string
		reduced bool
		reason  string
	}{
		{numbered("a%06d\n", 8192), false, "8192 bytes are not over the limit"},
		{numbered("a%06d\n", 8193), true, "one more line is"},
		{numbered("漢字文%03d\n", 9000), true, "it is bytes that count"},
	} {
		if got := reduceTerminal("./x", tt.text); (got != tt.text) != tt.reduced {
			t.Errorf("%d bytes, reduced: %v: %s", len(tt.text), got != tt.text, tt.reason)
		}
	}
}

func TestHintNamesTheArgumentsOfTheTool(t *testing.T) {
	got := reducers.ReadFile().Reduce(runtime.Text(numbered("line %d\n", 9000)), runtime.ReduceContext{Args: json.RawMessage(`{"file_path":"a.txt"}`)}).Value
	hint, rest, _ := strings.Cut(got, "\n")
	for _, want := range []string{"start_line", "end_line", "read_file", "lines 1–200"} {
		if !strings.Contains(hint, want) {
			t.Errorf("no %s in %q", want, hint)
		}
	}
	if strings.Contains(hint, "lineStart") || strings.Count(rest, "\n") != 200 || !strings.HasPrefix(rest, "line 0\n") {
		t.Errorf("%q, then %d lines", hint, strings.Count(rest, "\n"))
	}
	for _, args := range []string{`{"start_line":1}`, `{"end_line":400}`, `{"start_line":0,"end_line":9}`} {
		text := numbered("line %d\n", 9000)
		if got := reducers.ReadFile().Reduce(runtime.Text(text), runtime.ReduceContext{Args: json.RawMessage(args)}).Value; got != text {
			t.Errorf("%s: a range was asked for, and the text changed", args)
		}
	}
}

// tickets is a list of n tickets, the later the newer, with their time in that
// field.
func tickets(n int, field string, statuses ...string) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"id":"T-%d","title":"Ticket %d","status":%q,"priority":2,%q:"2026-01-%02dT10:00:00Z"}`, i+1, i+1, statuses[i%len(statuses)], field, i%28+1))
	}
	return "[" + strings.Join(list, ",") + "]"
}

func TestTicketsAreSortedByTheFieldOfTheTool(t *testing.T) {
	got := reducers.KanbanList().Reduce(runtime.Text(tickets(25, "updated_at", "todo", "done", "doing")), runtime.ReduceContext{}).Value
	want := "25 tickets. By status: todo=9, done=8, doing=8. Open and updated last:\n" +
		"T-25: Ticket 25 (todo)\nT-24: Ticket 24 (doing)\nT-22: Ticket 22 (todo)\nT-21: Ticket 21 (doing)\nT-19: Ticket 19 (todo)\n" +
		"Not named here: 20. To see them, call kanban_list with status, assignee or query: it names up to 100, and gives up to 10 whole."
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
