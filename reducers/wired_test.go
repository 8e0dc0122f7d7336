package reducers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// The tests here wire reducers to the built-in tools, and look at what a model
// gets to read.

// wired calls one of the tools with its reducer.
func wired(t *testing.T, tools []*runtime.Tool, name, arguments string, turn *runtime.Turn) runtime.Result {
	t.Helper()
	known := &runtime.Reducers{}
	if _, err := reducers.Register(known); err != nil {
		t.Fatal(err)
	}
	programs := process.New(nil)
	t.Cleanup(func() { must(t, programs.Close(context.Background())) })
	options := &runtime.Options{Reducers: known, Backends: &capability.Backends{Files: files.New(nil).Open, Process: programs.Open}}
	for _, tool := range tools {
		if tool.Name == name {
			return toolstest.CallWith(t, options, tool, arguments, turn).Result
		}
	}
	t.Fatalf("there is no tool %s", name)
	return runtime.Result{}
}

// lines is a file of n lines with the word in them.
func lines(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "the word in line %d\n", i+1)
	}
	return out.String()
}

// followUp is what the mark of a file says to call for the rest.
var followUp = regexp.MustCompile(`dir "([^"]*)" and glob "([^"]*)"`)

func TestSearchShowsTheRestWhenAsked(t *testing.T) {
	for _, c := range []struct {
		files  map[string]int
		args   string
		marks  int
		reason string
	}{
		{map[string]int{"src/a.go": 57}, "", 0, "a single file with 57 matches"},
		{map[string]int{"src/a.go": 700}, "", 0, "a single file with very many"},
		{map[string]int{"src/a.go": 57, "b.go": 2}, "", 0, "few in all"},
		{map[string]int{"src/a.go": 57, "b.go": 30}, "", 2, "many in two files"},
		{map[string]int{"src/a.go": 57, "src/b/a.go": 30, "b.go": 1}, `,"dir":"src"`, 2, "below a directory, of one name"},
		{map[string]int{"a.go": 57, "src/a.go": 30}, "", 2, "a file at the top, and others of its name"},
		{map[string]int{"app/[id]/a{1}.tsx": 57, "app/x*?.tsx": 57}, "", 2, "wildcards in names"},
		{map[string]int{"[id].tsx": 57, "b/[id].tsx": 57}, "", 2, "wildcards in the name of a file at the top"},
		{map[string]int{"a.go": 57, "src/b.go": 30}, `,"glob":"*.go"`, 2, "a glob with wildcards"},
		{map[string]int{"a/x.go": 57, "b/x.go": 30}, `,"glob":"x.go"`, 0, "a glob that names a file"},
		{map[string]int{strings.Repeat("d/", 90) + "a.go": 57, "b.go": 30}, "", 2, "a path that is too long for the mark"},
	} {
		dir := t.TempDir()
		for name, n := range c.files {
			must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
			must(t, os.WriteFile(filepath.Join(dir, name), []byte(lines(n)), 0o600))
		}
		turn := &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: capability.FilePolicy{Read: []string{"."}}}}
		got := wired(t, search.Tools(), "search_files", `{"search_query":"word","max_results":1000`+c.args+`}`, turn).Value
		if n := strings.Count(got, "left out"); n != c.marks {
			t.Errorf("%s: %d marks in\n%s", c.reason, n, got)
		}
		for _, call := range followUp.FindAllStringSubmatch(got, -1) {
			again := wired(t, search.Tools(), "search_files", fmt.Sprintf(`{"search_query":"word","max_results":1000,"dir":%q,"glob":%q}`, call[1], call[2]), turn).Value
			path := strings.NewReplacer("[[]", "[", "[{]", "{", "[}]", "}", "[*]", "*", "[?]", "?").Replace(call[2])
			if !strings.Contains(again, "\n"+path+"\n  1: the word in line 1\n") || !strings.Contains(again, fmt.Sprintf("\n  %[1]d: the word in line %[1]d\n", c.files[path])) || strings.Contains(again, "left out") {
				t.Errorf("%s: what was left out is not in the follow-up, %s:\n%s", c.reason, call[0], again)
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestKanbanSaysWhatItDoesNotName(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "store.db"), nil)
	must(t, err)
	defer s.Close()
	turn := &runtime.Turn{PersonalityID: "ada"}
	list := func(args string) string { return wired(t, store.StoreTools(s), "kanban_list", args, turn).Value }
	for i := range 150 {
		status, assignee := "todo", "bob"
		if i%3 == 0 {
			status, assignee = "done", "eve"
		}
		if r := wired(t, store.StoreTools(s), "kanban_add", fmt.Sprintf(`{"title":"Ticket %d","status":%q,"assignee":%q}`, i+1, status, assignee), turn); !r.OK {
			t.Fatal(r.Error)
		}
	}
	got := list(`{}`)
	for _, want := range []string{"150 tickets. By status: todo=100, done=50. Open and updated last:\n", "\nNot named here: 145.", "status", "assignee", "query"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, args := range []string{`{"status":"done"}`, `{"assignee":"eve"}`, `{"query":"ticket","status":"done"}`} {
		got := list(args)
		if strings.Count(got, "(done)") != 50 || !strings.Contains(got, "\n148: Ticket 148 (done)") || strings.Contains(got, "Not named") {
			t.Errorf("%s: not all are named in\n%s", args, got)
		}
	}
	got = list(`{"query":"ticket"}`)
	if n := strings.Count(got, ": Ticket "); n != 100 || !strings.Contains(got, "\nNot named here: 50.") {
		t.Errorf("%d are named in\n%s", n, got)
	}
	if got := list(`{"query":"#7"}`); !strings.Contains(got, `"title":"Ticket 7"`) {
		t.Errorf("what the text advises gives %s", got)
	}
}

func TestLongLineOfTheTerminal(t *testing.T) {
	dir := t.TempDir()
	var all []string
	for i := range 400 {
		all = append(all, fmt.Sprintf(`{"id":%d,"name":"entry number %d"}`, i, i))
	}
	document := `{"items":[` + strings.Join(all, ",") + `]}`
	must(t, os.WriteFile(filepath.Join(dir, "a.json"), []byte(document), 0o600))
	for _, command := range []string{"cat a.json", "./print || sed '' a.json", "echo here; cat a.json; echo; echo there", "cat a.json; exit 3"} {
		r := wired(t, terminal.Tools(), "terminal", mustEncode(t, map[string]string{"command": command}), &runtime.Turn{WorkingDir: dir})
		got := text(r)
		start, end := strings.Index(got, document[:3000]), strings.Index(got, document[len(document)-1000:])
		if len(got) < 7500 || len(got) > 8800 || start < 0 || end < 0 {
			t.Errorf("%s: %d bytes of %d: %s", command, len(got), len(document), shortened(got))
		}
	}
}

func mustEncode(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	must(t, err)
	return string(data)
}

func TestFewLongLinesFillTheLimit(t *testing.T) {
	short := "a short line\n"
	for _, c := range []struct {
		text        string
		least, most int
		reason      string
	}{
		{strings.Repeat("x y ", 5000), 8100, 8192, "one line"},
		{strings.Repeat("x y ", 5000) + "\n", 8100, 8192, "one line with its end"},
		{strings.Repeat("漢 ", 5000), 8100, 8192, "in bytes"},
		{short + strings.Repeat("x y ", 5000) + "\n" + short, 8100, 8192, "with others"},
		{strings.Repeat("x y ", 200) + "\n" + strings.Repeat("z ", 9000), 8100, 8192, "one that is not so long, whole"},
		{strings.Repeat("error: no ", 2000) + "\nexit status 1", 8100, 8192, "one that looks like an error"},
		{strings.Repeat(strings.Repeat("x y ", 1000)+"\n"+short, 7), 8000, 8192, "seven share it"},
		{numbered("%d "+strings.Repeat("x y ", 300)+"\n", 36_000), 14_000, 15_000, "thirty do not fit: 500 characters of each"},
		{numbered("line %d of many\n", 20_000) + strings.Repeat("x y ", 5000), 8100, 8192, "many lines, of which most are left out"},
	} {
		got := holds(t, reducers.Terminal(), full(true, c.text), terminalCall("./x"))
		if len(got) < c.least || len(got) > c.most {
			t.Errorf("%s: %d bytes from %d", c.reason, len(got), len(c.text))
		}
		if !utf8.ValidString(got) {
			t.Errorf("%s: a character was cut", c.reason)
		}
	}
}

func TestParagraphsStayWhole(t *testing.T) {
	paragraph := strings.TrimSpace(strings.Repeat("A sentence of an article that goes on. ", 40))
	article := "URL: https://example.com/a\nTitle: An article\nType: text/html\n\n# An article\n" + strings.Repeat("\n"+paragraph+"\n", 22)
	article += "\nThe end."
	for _, text := range []string{article, article + "\n", article[:8192], article + "\n\n" + article} {
		if got := holds(t, reducers.FetchURL(), full(true, text), runtime.ReduceContext{}); got != text {
			t.Errorf("%d bytes became %d", len(text), len(got))
		}
	}
	got := holds(t, reducers.FetchURL(), full(true, article+"\nPrivacy Policy\nTerms of Service\nAll rights reserved"), runtime.ReduceContext{})
	if strings.Count(got, paragraph) != 22 || strings.Contains(got, "Privacy Policy") {
		t.Errorf("%d bytes: %s", len(got), shortened(got))
	}
}

func TestLimitWithoutFinalNewline(t *testing.T) {
	text := strings.TrimSuffix(numbered("a%06d\n", 8193), "\n")
	for _, whole := range []string{text[:8191], text[:8192]} {
		if got := reduceTerminal("./x", whole); got != whole {
			t.Errorf("%d bytes became %d", len(whole), len(got))
		}
	}
	if got := reduceTerminal("./x", text+"bc"); len(got) > 1000 {
		t.Errorf("%d bytes became %d", len(text)+2, len(got))
	}
}
