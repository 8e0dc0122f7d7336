package builtin_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/internal/transcript"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

var update = flag.Bool("update", false, "write the results of the transcripts, and their table in docs/builtin.md")

// transcripts are the recorded tasks in testdata/transcripts, in the order of the table.
// Each file has the files of a project and, in the last part, the calls.
var transcripts = []struct{ name, task string }{
	{"fix", "fix two failing tests"},
	{"feature", "add a feature with its test"},
	{"refactor", "rename a function in ten files"},
	{"explore", "answer questions about a project"},
	{"logs", "find the cause in a log of 40,000 lines"},
	{"plan", "plan work and keep a board"},
}

// maxFailedPercent is the maximum part of the calls that fail without purpose.
const maxFailedPercent = 3

// volatile are the parts of results that differ in each run.
var volatile = []struct {
	pattern *regexp.Regexp
	by      string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z`), "TIME"},
	{regexp.MustCompile(`\b\d+(?:\.\d+)?m?s\b`), "SECONDS"},
}

// replay runs the calls of a transcript, each in a batch of its own, and returns their
// results as text, and the totals.
func replay(t *testing.T, name string) (text string, totals transcript.Totals) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "transcripts", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	files, callText, ok := strings.Cut(string(data), "-- calls --\n")
	if !ok {
		t.Fatalf("%s has no part calls", name)
	}
	calls, err := transcript.Parse(callText)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := spill.NewFiles(&spill.FilesOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkerWith(t, files, &builtin.Options{Runtime: &runtime.Options{Spill: stored}})
	w.turn.ResultBudgetChars = 8000 // so that the recorded results are short
	var out strings.Builder
	for i := range calls {
		results := w.tools.ExecuteParallel(t.Context(), transcript.Batch(calls[i:i+1], fmt.Sprintf("c%d-", i+1)), &w.turn)
		r := &results[0].Result
		r.Value, r.Error = normalize(r.Value, w.turn.WorkingDir), normalize(r.Error, w.turn.WorkingDir)
		totals.Add(calls[i:i+1], results)
		how := "ok"
		if !r.OK {
			how = strings.TrimSpace(fmt.Sprintf("%s %s", r.Code, r.Reason))
		}
		if r.OK == calls[i].IsProvoked {
			t.Errorf("%s: call %d, %s %s: %s: %s%s", name, i+1, calls[i].Name, calls[i].Args, how, r.Value, r.Error)
		}
		fmt.Fprintf(&out, "=== %s %s\n%s\n%s\n", calls[i].Name, calls[i].Args, how, r.Value+r.Error)
	}
	return out.String(), totals
}

// normalize replaces the parts of a text that differ in each run.
func normalize(text, dir string) string {
	text = strings.ReplaceAll(text, dir, "DIR")
	for _, v := range volatile {
		text = v.pattern.ReplaceAllString(text, v.by)
	}
	return text
}

// TestTranscripts replays the recorded tasks, compares the results with the recorded
// ones, and checks the table of totals in docs/builtin.md.
func TestTranscripts(t *testing.T) {
	table := "| task | calls | failed | on purpose | characters of arguments | of results |\n|---|--:|--:|--:|--:|--:|\n"
	row := func(task string, s transcript.Totals) {
		table += fmt.Sprintf("| %s | %d | %d | %d | %d | %d |\n", task, s.Calls, s.Failed, s.Provoked, s.ArgumentChars, s.ResultChars)
	}
	var all transcript.Totals
	for _, each := range transcripts {
		got, totals := replay(t, each.name)
		compareGolden(t, filepath.Join("testdata", "transcripts", each.name+".golden"), got)
		row(each.task, totals)
		all.Merge(totals)
	}
	row("all", all)
	if unexpected := all.Failed - all.Provoked; unexpected*100 >= all.Calls*maxFailedPercent {
		t.Errorf("%d of %d calls failed without purpose", unexpected, all.Calls)
	}
	page := filepath.Join("..", "docs", "builtin.md")
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- transcripts -->\n", "<!-- end of transcripts -->\n"
	before, rest, _ := strings.Cut(string(data), begin)
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no marks for the table", page)
	}
	compareGolden(t, page, before+begin+table+end+after)
}

// compareGolden compares a text with a file, or writes the file with -update.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil { //nolint:gosec // the file is part of the repository
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range gotLines {
		if i >= len(wantLines) || gotLines[i] != wantLines[i] {
			t.Errorf("%s, line %d: got\n%s\nrun this test with -update and read the diff", name, i+1, gotLines[i])
			return
		}
	}
	t.Errorf("%s is longer than the results", name)
}
