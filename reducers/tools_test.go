package reducers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestConformance(t *testing.T) {
	for _, r := range reducers.All() {
		if err := toolstest.CheckReducer(r); err != nil {
			t.Error(err)
		}
	}
}

func TestKanbanList(t *testing.T) {
	tests := []struct{ text, want, reason string }{
		{tickets(10, "updated_at", "todo"), "", "10 are few"},
		{tickets(11, "updated_at", "done", "archived"), "11 tickets. By status: done=6, archived=5.", "none is open"},
		{tickets(11, "updated_at", "Done"), "11 tickets. By status: Done=11. Open and updated last:\nT-11: Ticket 11 (Done)\n", "statuses are exact"},
		{tickets(12, "updatedAt", "todo"), "12 tickets. By status: todo=12. Open and updated last:\nT-12: Ticket 12 (todo)\n", "the other way to write it"},
		{tickets(12, "elsewhere", "todo"), "12 tickets. By status: todo=12. Open and updated last:\nT-1: Ticket 1 (todo)\nT-2", "without a time in the order of the list"},
		{`{"result":` + tickets(12, "updated_at", "todo") + `}`, "12 tickets.", "in an object"},
		{`{"a":` + tickets(12, "updated_at", "todo") + `,"b":[]}`, "", "which of two arrays"},
		{"[1" + strings.Repeat(",2", 30) + "]", "", "no tickets"},
		{"[null" + strings.Repeat(",null", 30) + "]", "", "no tickets either"},
		{tickets(12, "updated_at", "todo") + "x", "", "no JSON"},
		{strings.TrimSuffix(tickets(12, "updated_at", "todo"), "]") + `,"` + notice + `"]`, notice, "a list that was cut"},
		{"[" + strings.Repeat(`{"id":7,"status":null,"updated_at":"soon"},`, 11) + `{}]`, "12 tickets. By status: unknown=12. Open and updated last:\n7: (no title) (unknown)\n", "odd values"},
	}
	for _, tt := range tests {
		got := holds(t, reducers.KanbanList(), full(true, tt.text), runtime.ReduceContext{})
		if tt.want == "" && got != tt.text || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.reason, got, tt.want)
		}
	}
	narrowed := runtime.ReduceContext{Args: json.RawMessage(`{"status":"todo","assignee":null}`)}
	got := holds(t, reducers.KanbanList(), full(true, tickets(12, "updated_at", "todo", "done")), narrowed)
	want := "12 tickets. By status: todo=6, done=6. Open and updated last:\nT-11: Ticket 11 (todo)\nT-9: Ticket 9 (todo)\nT-7: Ticket 7 (todo)\nT-5: Ticket 5 (todo)\nT-3: Ticket 3 (todo)\n" +
		"In the order of the list:\nT-1: Ticket 1 (todo)\nT-2: Ticket 2 (done)\nT-4: Ticket 4 (done)\nT-6: Ticket 6 (done)\nT-8: Ticket 8 (done)\nT-10: Ticket 10 (done)\nT-12: Ticket 12 (done)"
	if got != want {
		t.Errorf("narrowed: got %s", got)
	}
	failure := full(false, tickets(30, "updated_at", "todo"))
	if got := reducers.KanbanList().Reduce(failure, runtime.ReduceContext{}); got.Error != failure.Error {
		t.Error("a failure was reduced")
	}
}

func TestReadFile(t *testing.T) {
	line := "this is one of the lines of a file, and not a short one\n"
	hint := "The file has %d lines; these are lines 1–200. For more, call read_file with start_line and end_line.\n"
	tests := []struct{ text, want, reason string }{
		{strings.Repeat(line, 200), strings.Repeat(line, 200), "200 are not too many"},
		{strings.Repeat(line, 203), fmt.Sprintf(hint, 203) + strings.Repeat(line, 200), "203 are"},
		{strings.Repeat(line, 203) + "end", fmt.Sprintf(hint, 204) + strings.Repeat(line, 200), "without a line feed at the end"},
		{strings.Repeat("\n", 201), strings.Repeat("\n", 201), "the hint is longer than what it saves"},
		{strings.Repeat(strings.TrimSpace(line)+"\r", 300), strings.Repeat(strings.TrimSpace(line)+"\r", 300), "carriage returns end no line"},
		{"[a.txt] lines 1–300 of 900\n" + strings.Repeat(line, 300), fmt.Sprintf(hint, 900) + "[a.txt] lines 1–200 of 900\n" + strings.Repeat(line, 200), "the header tells the size, and is no line"},
		{"[a.txt] lines 1–300 of 900\n\n" + strings.Repeat(line, 300), fmt.Sprintf(hint, 900) + "[a.txt] lines 1–200 of 900\n\n" + strings.Repeat(line, 200), "nor is the empty line behind it"},
		{"[a.txt] lines 1–200 of 200\n" + strings.Repeat(line, 200), "[a.txt] lines 1–200 of 200\n" + strings.Repeat(line, 200), "nor the 201st"},
		{"[a.txt] lines 5–9 of 900\n" + strings.Repeat(line, 300), fmt.Sprintf(hint, 301) + "[a.txt] lines 5–9 of 900\n" + strings.Repeat(line, 199), "another header is a line"},
		{strings.Repeat(line, 300) + readOn + "\n", fmt.Sprintf(hint, 301) + strings.Repeat(line, 200) + readOn + "\n", "a notice stays"},
	}
	for _, tt := range tests {
		if got := holds(t, reducers.ReadFile(), full(true, tt.text), runtime.ReduceContext{Args: json.RawMessage(`{"file_path":"a","start_line":null}`)}); got != tt.want {
			t.Errorf("%s: got %s", tt.reason, shortened(got))
		}
	}
}

func TestSearchFiles(t *testing.T) {
	tests := []struct{ text, want, reason string }{
		{"a/b.go:3: x\na/b.go:14: y\nc.go:1: z\n", "a/b.go\n  3: x\n  14: y\nc.go:1: z\n", "two matches of a file are grouped"},
		{"a/b.go:3:x\na/b.go:14:y", "a/b.go\n  3:x\n  14:y", "as grep -n prints them"},
		{numbered("a/b.go:%d: a line that has the word\n", 460), "a/b.go\n" + strings.ReplaceAll(numbered("a/b.go:%d: a line that has the word\n", 460), "a/b.go:", "  "), "a single file"},
		{"No matches.\n", "No matches.\n", "nothing to group"},
		{"a.go:1: x\n", "a.go:1: x\n", "one"},
		{"Stopped after 2 matches.\na/b.go:3: x\na/b.go:14: y\n", "Stopped after 2 matches.\na/b.go\n  3: x\n  14: y\n", "other lines stay"},
		{`C:\a\b.go:3: x` + "\n" + `C:\a\b.go:4: y` + "\n", `C:\a\b.go` + "\n  3: x\n  4: y\n", "a drive"},
	}
	for _, tt := range tests {
		got := holds(t, reducers.SearchFiles(), full(true, tt.text), runtime.ReduceContext{})
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.reason, got, tt.want)
		}
	}
	long := "a.go:1: " + strings.Repeat("x", 5000) + " end\n"
	if got := holds(t, reducers.SearchFiles(), full(true, long), runtime.ReduceContext{}); len(got) > 320 || !strings.HasSuffix(got, " end\n") {
		t.Errorf("a long line: %q", got)
	}
}

func TestSearchFilesLeavesOut(t *testing.T) {
	matches := func(n int) string {
		return strings.Join(strings.SplitAfter(numbered("a/b.go:%d: a line that has the word\n", 9000), "\n")[:n], "")
	}
	for _, c := range []struct {
		args, text string
		left       int
		reason     string
	}{
		{`{}`, matches(59) + "c.go:1: x\n", 0, "60 matches are not too many"},
		{`{}`, matches(60) + "c.go:1: x\n", 50, "61 are"},
		{`{}`, matches(60) + "c.go:1: x", 50, "without a line feed at the end"},
		{`{}`, matches(61), 0, "of a single file"},
		{`{}`, matches(12) + "c.go:1: x\n" + numbered("d.go:%d: x\n", 9000), 0, "two lines are not longer than the mark"},
		{`{}`, matches(20) + "c.go:1: " + strings.Repeat("x ", 4000) + "\n", 10, "over 8 KB"},
		{`{"glob":"*.go"}`, matches(60) + "c.go:1: x\n", 50, "a glob with wildcards"},
		{`{"glob":7}`, matches(60) + "c.go:1: x\n", 50, "no glob"},
		{`{"glob":"a/b.{go}"}`, matches(60) + "c.go:1: x\n", 50, "braces"},
		{`{"glob":"b.go"}`, matches(60) + "c.go:1: x\n", 0, "a name"},
		{`{"glob":"[[]b].go"}`, matches(60) + "c.go:1: x\n", 0, "a name with a bracket"},
	} {
		got := holds(t, reducers.SearchFiles(), full(true, c.text), runtime.ReduceContext{Args: json.RawMessage(c.args)})
		mark := fmt.Sprintf("\n  9: a line that has the word\n  [… %d more matches in this file left out] To see them, search again with dir \".\" and glob \"a/b.go\".\n", c.left)
		if c.left == 0 && strings.Contains(got, "matches in this file left out] To see them, search again with dir \".\" and glob \"a/b.go\"") || c.left > 0 && !strings.Contains(got, mark) {
			t.Errorf("%s: got %s", c.reason, got)
		}
	}
}

func TestFetchURL(t *testing.T) {
	menu := strings.Repeat("- [Products and services](https://example.com/products)\n", 12)
	prose := "The quick brown fox jumps over the lazy dog, again and again, until the paragraph is long enough.\n"
	text := "[Skip to content](#main)\nAccept all cookies\n" + menu + "# Title\n\n" + prose + "\n```\nSign in\nMenu\n```\n\n" +
		"- [One](a)\n- [Two](b)\n- [Three](c)\n- [Four](d)\n- [Five](e)\n- [Six](f)\n- [Seven](g)\n- [Eight](h)\n\n[Share on Facebook](x)\n© 2026 Example\nPrivacy Policy\n"
	got := holds(t, reducers.FetchURL(), full(true, text), runtime.ReduceContext{})
	for _, want := range []string{"[… 12 links left out]\n# Title\n", prose, "```\nSign in\nMenu\n```", "- [Eight](h)\n", "[left out: 5 lines of page furniture]\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, gone := range []string{"Skip to content", "Accept all", "Privacy Policy", "©"} {
		if strings.Contains(got, gone) {
			t.Errorf("%q is in\n%s", gone, got)
		}
	}
	if index := strings.Repeat("- [Products](https://example.com/products)\n", 30); holds(t, reducers.FetchURL(), full(true, index), runtime.ReduceContext{}) == "" {
		t.Error("a page of links lost them")
	}
}

func TestLint(t *testing.T) {
	text := numbered("pkg/a.go:%d:1: warning: unused\n", 9000) + "pkg/b.go:3:1: error: undefined: x\n"
	got := holds(t, reducers.Lint(), full(false, text), runtime.ReduceContext{})
	if !strings.Contains(got, "pkg/b.go:3:1: error: undefined: x\n") || !strings.Contains(got, " warnings]") || len(got) > 200 {
		t.Errorf("got %s", shortened(got))
	}
	few := "pkg/a.go:3:1: warning: unused\npkg/b.go:3:1: error: undefined: x\n"
	if got := holds(t, reducers.Typecheck(), full(true, few), runtime.ReduceContext{}); got != few {
		t.Errorf("got %s", got)
	}
}

func TestViewersLoseNothingAsNoise(t *testing.T) {
	source := "=== RUN   TestA\n--- PASS: TestA (0.00s)\nok  \ta\t0.1s\nnpm warn deprecated x\nCollecting a\n\n\n\n\x41\n"
	for _, command := range []string{"cat a.txt", "head -50 a.txt | grep -v x", "sed -n 1,9p a"} {
		if got := holds(t, reducers.Terminal(), full(true, source), terminalCall(command)); got != source {
			t.Errorf("%s: got %q", command, got)
		}
	}
	events := strings.Repeat(`{"Action":"output","Package":"a","Output":"ok  \ta\n"}`+"\n", 9)
	if got := holds(t, reducers.Terminal(), full(true, events), terminalCall("jq -c . run.json")); got != events[:strings.Index(events, "\n")+1]+"[the line above 8 more times]\n" && got != events {
		t.Errorf("got %q", got)
	}
	log := numbered("line %d of a log that somebody wrote\n", 20_000)
	got := holds(t, reducers.Terminal(), full(true, log+"--- FAIL: TestDeep (0.00s)\n    a_test.go:3: lost\n"+log), terminalCall("cat log"))
	if missing(got, []string{"--- FAIL: TestDeep (0.00s)", "a_test.go:3: lost"}) != nil {
		t.Errorf("a failure in a log was lost: %s", got)
	}
}

func TestJestReport(t *testing.T) {
	report := `{"numFailedTestSuites":2,"numFailedTests":1,"numPassedTests":1,"numTotalTests":2,"testResults":[` +
		`{"name":"/a/x.test.js","status":"failed","message":"","assertionResults":[` + strings.Repeat(`{"fullName":"fine","status":"passed","failureMessages":[]},`, 20) +
		`{"fullName":"adds up","status":"failed","failureMessages":["Error: expected 3\nreceived 4"]}]},` +
		`{"name":"/a/y.test.js","status":"failed","message":"SyntaxError: no","assertionResults":[]},{"name":"/a/z.test.js","status":"passed","assertionResults":[]}]}`
	got := holds(t, reducers.Terminal(), full(false, "noise\n"+report+"\n"), terminalCall("npx jest --json"))
	want := []string{"noise\n", "FAIL /a/x.test.js\n", "● adds up\n", "Error: expected 3\n", "received 4", "FAIL /a/y.test.js\n", "SyntaxError: no", "Tests: 1 failed, 1 passed, 2 total"}
	if lost := missing(got, want); lost != nil {
		t.Errorf("lost %q in\n%s", lost, got)
	}
}

func TestForAndRegister(t *testing.T) {
	r := reducers.For("mine", strings.ToUpper, reducers.FoldRepeats, func(text string) string { return text + "longer" }, func(string) string { return "" })
	if r.Tool() != "mine" {
		t.Errorf("tool %q", r.Tool())
	}
	if got := r.Reduce(runtime.Text(notice+strings.Repeat("\nsame line", 9)), runtime.ReduceContext{}).Value; !strings.Contains(got, notice) || strings.Contains(got, "longer") {
		t.Errorf("got %q", got)
	}
	if got := reducers.For("mine", func(text string) string { return strings.ReplaceAll(text, "aa", "漢") }).Reduce(runtime.Text("aaaa"), runtime.ReduceContext{}).Value; got != "aaaa" {
		t.Errorf("fewer characters in more bytes: %q", got)
	}
	registry := &runtime.Reducers{}
	undo, err := reducers.Register(registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range reducers.All() {
		if _, ok := registry.Get(each.Tool()); !ok {
			t.Errorf("%s is not registered", each.Tool())
		}
	}
	if _, err := reducers.Register(registry); err == nil {
		t.Error("registered twice")
	}
	undo()
	undo()
	if _, ok := registry.Get("terminal"); ok {
		t.Error("not undone")
	}
}

func TestNoteOnlyWhereItSaves(t *testing.T) {
	text := "ok  \ta\t0.1s\n" + numbered("line %d, which is like no other line\n", 9000)
	if got := reduceTerminal("go test ./a", text); !strings.HasPrefix(got, "ok  \ta\t0.1s\n") || strings.Contains(got, "package ok") || len(got) > 4000 {
		t.Errorf("got %s", got)
	}
}

func TestNoticeDoesNotStopReduction(t *testing.T) {
	lines := numbered("line %d, which is like no other line\n", 9000)
	got := reduceTerminal("./x", lines+readOn+"\n"+lines)
	if !strings.Contains(got, "\n"+readOn+"\n") || len(got) > 4000 {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

func TestLargeDiff(t *testing.T) {
	var diff strings.Builder
	for i, lines := range []int{1, 2, 900, 3} {
		fmt.Fprintf(&diff, "diff --git a/f%[1]d.go b/f%[1]d.go\nindex 1..2 100644\n--- a/f%[1]d.go\n+++ b/f%[1]d.go\n@@ -1,3 +1,9 @@\n the same as before\n", i)
		for j := range lines {
			fmt.Fprintf(&diff, "+added %d.%d\n", i, j)
		}
	}
	diff.WriteString("diff --git a/go.sum b/go.sum\n--- a/go.sum\n+++ b/go.sum\n@@ -1 +1,99 @@\n" + strings.Join(strings.SplitAfter(numbered("+golang.org/x/mod v0.%d.0 h1:x\n", 9000), "\n")[:99], "") +
		"diff --git a/old.go b/new.go\nsimilarity index 100%\nrename from old.go\nrename to new.go\n")
	got := holds(t, reducers.Terminal(), full(true, diff.String()), terminalCall("git diff"))
	want := []string{"b/f0.go\n@@", "+added 0.0\n", "+added 1.1\n", "+added 2.113\n[… 786 more lines left out]\ndiff", "+added 3.2\n", "b/go.sum\n[… 100 lines of a lock file left out]\n", "rename to new.go\n", "[left out: 4 unchanged lines]\n"}
	if lost := missing(got, want); lost != nil {
		t.Errorf("lost %q in\n%s", lost, got)
	}
	small := diff.String()[:4000]
	if got := reduceTerminal("git diff", small); got != small {
		t.Error("a small diff changed")
	}
}
