package project_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

// storedText calls a tool with a spill store, and returns the result and the text that read_result returns for it.
func (w *testProject) storedText(name string, arguments args) (shown, stored string) {
	w.Helper()
	store, err := spill.NewFiles(&spill.FilesOptions{Dir: w.TempDir()})
	if err != nil {
		w.Fatal(err)
	}
	options := *w.options
	options.Spill = store
	registry := runtime.NewRegistry(&options)
	if err := registry.Register(project.Tools()...); err != nil {
		w.Fatal(err)
	}
	w.turn.Session, w.turn.ResultBudgetChars = runtime.NewSession("s", "k"), 20_000
	run := func(name string, arguments args) string {
		text, err := json.Marshal(arguments)
		if err != nil {
			w.Fatal(err)
		}
		r := registry.ExecuteParallel(w.Context(), []runtime.ToolCall{{ID: "1", Name: name, Args: text}}, w.turn)[0].Result
		return r.Value + r.Error
	}
	shown = run(name, arguments)
	found := regexp.MustCompile(`read_result with handle (\S+)\]`).FindStringSubmatch(shown)
	if found == nil {
		return shown, ""
	}
	for start := 0; ; {
		part := run(runtime.ReadResultTool, args{"handle": found[1], "start": start})
		next := regexp.MustCompile(`read on with start (\d+)\]`).FindStringSubmatch(part)
		_, part, _ = strings.Cut(part, ">\n")
		part, _, _ = strings.Cut(part, "\n</untrusted>")
		stored += part
		if next == nil {
			return shown, stored
		}
		_, _ = fmt.Sscan(next[1], &start)
	}
}

// What the text of a result does not have can be read with read_result.
func TestWholeOutputIsStored(t *testing.T) {
	w := newFakeNodeProject(t, `i=0; while [ $i -lt 3000 ]; do echo "progress line $i of the run"; i=$((i+1)); done; echo 'a.ts(1,2): error TS1: no'; head -c 300000 /dev/zero | tr '\0' y; echo; echo 'the end'; exit 1`)
	shown, stored := w.storedText("lint", args{})
	if strings.Contains(shown, "progress line 1500 ") || !strings.Contains(shown, "a.ts:1:2: error: no [TS1]") {
		t.Errorf("shown: %.2000s", shown)
	}
	for _, want := range []string{"a.ts:1:2: error: no [TS1]", "progress line 0 ", "progress line 1500 ", "progress line 2999 ", strings.Repeat("y", 300_000), "the end"} {
		if !strings.Contains(stored, want) {
			t.Errorf("the stored text lacks %.100q", want)
		}
	}
	w = newFakeNodeProject(t, `echo 'a.ts(1,2): error TS1: no'; exit 1`)
	if shown, stored := w.storedText("lint", args{}); stored != "" || strings.Contains(shown, "omitted") {
		t.Errorf("nothing is omitted: %s", shown)
	}
}

// The output of tests has the lines of go test, and messages that findings cut.
func TestWholeGoTestIsStored(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	w.write("good/long_test.go", "package good\n\nimport (\n\t\"strings\"\n\t\"testing\"\n)\n\nfunc TestLong(t *testing.T) { t.Error(strings.Repeat(\"long \", 2000) + \"middle\" + strings.Repeat(\" long\", 2000)) }\n\nfunc TestPasses(t *testing.T) { t.Log(\"a note\") }\n")
	shown, stored := w.storedText("run_tests", args{"target": "good"})
	if strings.Contains(shown, "middle") {
		t.Errorf("shown: %s", shown)
	}
	for _, want := range []string{"=== RUN   TestPasses", "--- PASS: TestPasses", "a note", "long middle long"} {
		if !strings.Contains(stored, want) {
			t.Errorf("the stored text lacks %q: %.3000s", want, stored)
		}
	}
}
