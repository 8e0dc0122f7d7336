package reducers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

func TestViewersAreUnchanged(t *testing.T) {
	source := "=== RUN   TestA\n--- PASS: TestA (0.00s)\nok  \ta\t0.1s\nnpm warn deprecated x\nCollecting a\n\n\n\n\x41\n"
	for _, command := range []string{"cat a.txt", "head -50 a.txt | grep -v x", "sed -n 1,9p a"} {
		if got := checkContract(t, reducers.Terminal(), fullResult(true, source), terminalCall(command)); got != source {
			t.Errorf("%s: got %q", command, got)
		}
	}
	events := strings.Repeat(`{"Action":"output","Package":"a","Output":"ok  \ta\n"}`+"\n", 9)
	if got := checkContract(t, reducers.Terminal(), fullResult(true, events), terminalCall("jq -c . run.json")); got != events[:strings.Index(events, "\n")+1]+"[the line above 8 more times]\n" && got != events {
		t.Errorf("got %q", got)
	}
	log := repeatNumbered("line %d of a log file of a program\n", 20_000)
	got := checkContract(t, reducers.Terminal(), fullResult(true, log+"--- FAIL: TestDeep (0.00s)\n    a_test.go:3: wrong\n"+log), terminalCall("cat log"))
	if missingLines(got, []string{"--- FAIL: TestDeep (0.00s)", "a_test.go:3: wrong"}) != nil {
		t.Errorf("a failure in a log was lost: %s", got)
	}
}

func TestJestReport(t *testing.T) {
	report := `{"numFailedTestSuites":2,"numFailedTests":1,"numPassedTests":1,"numTotalTests":2,"testResults":[` +
		`{"name":"/a/x.test.js","status":"failed","message":"","assertionResults":[` + strings.Repeat(`{"fullName":"fine","status":"passed","failureMessages":[]},`, 20) +
		`{"fullName":"adds up","status":"failed","failureMessages":["Error: expected 3\nreceived 4"]}]},` +
		`{"name":"/a/y.test.js","status":"failed","message":"SyntaxError: no","assertionResults":[]},{"name":"/a/z.test.js","status":"passed","assertionResults":[]}]}`
	got := checkContract(t, reducers.Terminal(), fullResult(false, "noise\n"+report+"\n"), terminalCall("npx jest --json"))
	want := []string{"noise\n", "FAIL /a/x.test.js\n", "● adds up\n", "Error: expected 3\n", "received 4", "FAIL /a/y.test.js\n", "SyntaxError: no", "Tests: 1 failed, 1 passed, 2 total"}
	if lost := missingLines(got, want); lost != nil {
		t.Errorf("lost %q in\n%s", lost, got)
	}
}

func TestTerminalKeepsBothEndsOfLongLine(t *testing.T) {
	dir := t.TempDir()
	var all []string
	for i := range 400 {
		all = append(all, fmt.Sprintf(`{"id":%d,"name":"entry number %d"}`, i, i))
	}
	document := `{"items":[` + strings.Join(all, ",") + `]}`
	must(t, os.WriteFile(filepath.Join(dir, "a.json"), []byte(document), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "print.sh"), []byte("./gen 2>/dev/null; cat a.json\n"), 0o600))
	for _, command := range []string{". ./print.sh", "./absent || . ./print.sh", "echo here; . ./print.sh; echo; echo there", ". ./print.sh; exit 3"} {
		r := callReduced(t, terminal.Tools(), "terminal", mustEncode(t, map[string]string{"command": command}), &runtime.Turn{WorkingDir: dir})
		got := modelText(r)
		start, end := strings.Index(got, document[:3000]), strings.Index(got, document[len(document)-1000:])
		if len(got) < 7500 || len(got) > 8800 || start < 0 || end < 0 {
			t.Errorf("%s: %d bytes of %d: %s", command, len(got), len(document), beginningOf(got))
		}
	}
}

// All of a short reduced text reaches the model, and the notice with the handle follows it.
func TestTerminalShowsAllOfReducedText(t *testing.T) {
	dir := t.TempDir()
	tests := "ok  \texample.com/site\t0.012s\nok  \texample.com/site/wire\t(cached)\nok  \texample.com/site/stats\t0.031s\n" +
		"?   \texample.com/site/assets\t[no test files]\n?   \texample.com/site/cmd\t[no test files]\n"
	diff := "diff --git a/main.go b/main.go\nindex 1a2b3c4..5d6e7f8 100644\n--- a/main.go\n+++ b/main.go\n@@ -1,5 +1,5 @@\n // Package main is the site.\n //\n" +
		"-// Hello is one static binary with six tools: statistics and search.\n+// Hello is one static binary with seven tools: statistics and search for text.\n //\n package main\n"
	must(t, os.WriteFile(filepath.Join(dir, "tests.txt"), []byte(tests), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "diff.txt"), []byte(diff), 0o600))
	for command, want := range map[string]string{
		"go test ./...; git diff main.go": diff,
		"go test ./... && cat diff.txt":   diff,
		"git diff main.go; go test ./...": diff,
	} {
		functions := "go() { cat tests.txt; }\ngit() { cat diff.txt; }\n" // for the output of these programs
		r := callReduced(t, terminal.Tools(), "terminal", mustEncode(t, map[string]string{"command": functions + command}), &runtime.Turn{WorkingDir: dir, Session: runtime.NewSession("s", "k")})
		got := modelText(r)
		_, end, ok := strings.Cut(got, "[3 packages ok, 2 packages without tests omitted]\n</untrusted>\n")
		if !strings.Contains(got, want) || !ok || !strings.Contains(end, "omitted; call read_result with handle ") || strings.Count(got, "<untrusted ") != 1 {
			t.Errorf("%s:\n%s", command, got)
		}
	}
}
