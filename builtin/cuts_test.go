package builtin_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

// cutCase is a call whose result is longer than the budget.
type cutCase struct {
	tool, args string
	// goesOn matches how the result says how to go on if it has no handle.
	goesOn string
	// want are texts in the whole result, some of which are left out.
	want []string
}

// cutCases have each tool that can return more than 3000 characters, except those of the
// browser, whose own tests read on.
var cutCases = []cutCase{
	{"read_file", `{"path":"a.txt"}`, `\[2,\d+ lines omitted; call read_file with start_line=\d+\]$`, nil},
	{"read_file", `{"path":"a.txt","end_line":2500}`, `\[2,\d+ lines omitted; call read_file with start_line=\d+ and end_line=2500\]$`, nil},
	{"read_file", `{"path":"a.txt","more_paths":["b.txt"]}`, `^\[a.txt\] lines 1–\d+ of 3000 \[.* omitted; call read_file with start_line=\d+\]\n\[b.txt\] .*\]\n<untrusted`, nil},
	{"read_file", `{"path":"many.go","outline":true}`, `\[1,\d+ parts omitted; call read_file with outline and start_line=\d+\]$`, nil},
	{"search_files", `{"query":"needle","max_results":1000}`, `stopped early by size after a.txt:\d+: .*: continue with after "a.txt:\d+", or narrow`, nil},
	{"search_files", `{"query":"needle","mode":"counts","max_results":1000}`, `stopped early by size after .*: continue with after "`, nil},
	{"list_files", `{"path":"many"}`, `stopped early by size after .*: continue with after "many/`, nil},
	{"terminal", `{"command":"seq 20000"}`, "", []string{"1", "9999", "20000"}},
	{"terminal", `{"command":"seq 20000; exit 3"}`, "", []string{"1", "9999", "20000"}},
	{"terminal", `{"command":"cat a.txt"}`, "", []string{"line 1 with the needle", "line 1500 with the needle", "line 3000 with the needle"}},
	{"terminal", `{"command":"diff a.txt b.txt"}`, "", []string{"< line 1 with", "< line 1500 with", "> row 3000 with"}},
	{"terminal", `{"command":"cd repo && git diff"}`, "", []string{"-line 1 ", "+row 1500 ", "-line 2999 "}},
	{"terminal", `{"command":"cd repo && git log -p"}`, "", []string{"+line 1 ", "+line 1500 ", "+line 2999 "}},
	{"terminal", `{"command":"cd repo && git status"}`, "", []string{"untracked-1.txt", "untracked-150.txt", "untracked-299.txt"}},
	{"run_tests", `{"dir":"failing"}`, "", []string{"TestFail1", "failure number 30", "output 5 of 49", "TestFail59"}},
	{"lint", `{"dir":"vetted"}`, "", []string{"vetted.go:7", `"text 50"`, "vetted.go:100"}},
	{"typecheck", `{"dir":"typed"}`, "", []string{"typed/p0/t0.go:3:", "typed/p3/t3.go:9:", "typed/p5/t5.go:12:"}},
	{"patch_file", `{"path":"a.txt","old_text":"needle","new_text":"thread","replace_all":true}`, "", []string{"-line 1 ", "+line 1500 with the thread", "-line 3000 "}},
	{"patch_file", `{"path":"a.txt","old_text":"thread","new_text":"needle","replace_all":true}`, "", []string{"+line 2999 "}},
	{"memory_read", `{}`, "", []string{"- key-0 ", "- key-99 ", "- key-50 "}},
	{"memory_read", `{"query":"words"}`, "", []string{"words of note 0 ", "words of note 99 "}},
	{"kanban_list", `{}`, "", []string{"ticket 0", "ticket 31", "ticket 59"}},
	{"kanban_list", `{"query":"words"}`, "", []string{"ticket 0", "ticket 31", "ticket 59"}},
	{"todo_list", `{}`, "", []string{"1. item 0", "100. item 99"}},
	{"session_search", `{"query":"past","limit":50}`, "", []string{"1. 2", "50. 2"}},
	{"task", `{"prompt":"write"}`, "", []string{"word 1 of the answer", "word 999 of the answer"}},
	{"fetch_url", `{"url":"URL"}`, "", []string{"paragraph 1 of", "paragraph 1500 of", "paragraph 2999 of"}},
	{"fetch_url", `{"url":"URL","query":"paragraph 77"}`, "", []string{"paragraph 1 of", "paragraph 1500 of", "paragraph 2999 of"}},
	{"get_skill", `{"skill_name":"long"}`, "", []string{"rule 1 of", "rule 2999 of"}},
}

// Each result that left something out has one notice in the one wording, with the right
// numbers and a handle with which read_result returns all of it; or it says how the same
// tool goes on.
func TestCutsCanBeReadOn(t *testing.T) {
	w := newCutWorker(t)
	address := site(t, map[string]string{"/": "<title>T</title><main>" + numbered("<p>paragraph %d of the page</p>", 3000)})
	for _, c := range cutCases {
		w.turn.ResultBudgetChars = 3000
		args := strings.ReplaceAll(c.args, "URL", address)
		result := w.tools.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "x", Name: c.tool, Args: []byte(args)}}, &w.turn)[0].Result
		if problem := w.cutProblem(c, result.Value+result.Error); problem != "" {
			t.Errorf("%s %s: %s:\n%.1500s", c.tool, args, problem, result.Value+result.Error)
		}
	}
}

// If the budget is too small for the words after a text, they are in the stored text.
func TestRemovedNoteIsStored(t *testing.T) {
	stored, err := spill.NewFiles(&spill.FilesOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkerWith(t, "-- a.txt --\n"+numbered("line %d with the needle\n", 100), &builtin.Options{Runtime: &runtime.Options{Spill: stored}})
	w.turn.ResultBudgetChars = 300
	text := w.do("search_files", arguments{"query": "needle", "max_results": 1000})
	notice := readNotice.FindStringSubmatch(text)
	if notice == nil || strings.Contains(text, "stopped early") {
		t.Fatalf("the result is %s", text)
	}
	if whole := w.readWhole(notice[3]); !regexp.MustCompile(`\n\(\d+ matching lines .*: continue with after "a.txt:\d+", or narrow .*\)$`).MatchString(whole) {
		t.Errorf("the stored text is %s", whole)
	}
}

var (
	anyMark    = regexp.MustCompile(`\[[^\[\]\n]* omitted[^\[\]\n]*\]`)
	readNotice = regexp.MustCompile(`\[([\d,]+) chars(?: and ([\d,]+) lines?)? omitted; call read_result with handle (\w+)\]`)
	otherMark  = regexp.MustCompile(`^\[[\d,]+ [a-z, ]+ omitted\]$`) // in the place of what is left out
)

// cutProblem returns what is wrong with a result; empty for nothing.
func (w *worker) cutProblem(c cutCase, text string) string {
	notices := readNotice.FindAllStringSubmatch(text, -1)
	switch chars := utf8.RuneCountInString(text); {
	case chars > 3000:
		return fmt.Sprintf("%d characters", chars)
	case c.goesOn != "":
		if len(notices) > 0 || !regexp.MustCompile(c.goesOn).MatchString(text) {
			return "the result does not say how to go on"
		}
		return ""
	case len(notices) != 1:
		return fmt.Sprintf("%d notices", len(notices))
	}
	for _, mark := range anyMark.FindAllString(text, -1) {
		if mark != notices[0][0] && !otherMark.MatchString(mark) {
			return "a mark of another form: " + mark
		}
	}
	whole := w.readWhole(notices[0][3])
	for _, want := range c.want {
		if !strings.Contains(whole, want) {
			return fmt.Sprintf("the stored text of %d characters lacks %q", utf8.RuneCountInString(whole), want)
		}
	}
	omitted, _ := strconv.Atoi(strings.ReplaceAll(notices[0][1], ",", ""))
	if total := utf8.RuneCountInString(whole); omitted > total || omitted < total-utf8.RuneCountInString(text) {
		return fmt.Sprintf("the notice counts %d of %d characters, %d are shown", omitted, total, utf8.RuneCountInString(text))
	}
	return ""
}

// readWhole returns a stored text.
func (w *worker) readWhole(handle string) string {
	w.turn.ResultBudgetChars = 1_000_000
	var whole strings.Builder
	for start := 0; ; {
		part := w.do("read_result", arguments{"handle": handle, "start": start})
		text, note, _ := strings.Cut(part, "\n[chars ")
		if strings.HasPrefix(part, "<untrusted ") {
			text = inside(w, text)
		}
		whole.WriteString(text)
		next := regexp.MustCompile(`read on with start (\d+)\]$`).FindStringSubmatch(note)
		if next == nil {
			return whole.String()
		}
		start, _ = strconv.Atoi(next[1])
	}
}

// newCutWorker returns a worker with much data.
func newCutWorker(t *testing.T) *worker {
	stored, err := spill.NewFiles(&spill.FilesOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	agent := agentFunc(func(context.Context, *task.Request) (string, error) {
		return numbered("word %d of the answer\n", 1000), nil
	})
	w := newWorkerWith(t, cutFiles(), &builtin.Options{Runtime: &runtime.Options{Spill: stored}, Agent: agent})
	w.turn.Policy.Network = loopback
	w.do("terminal", arguments{"command": `cd repo && git init -q . && git add t.txt && git -c user.name=a -c user.email=a@b.c commit -qm x && sed -i 's/^line/row/' t.txt`})
	items := []string{}
	for i := range 100 {
		w.do("memory_write", arguments{"key": fmt.Sprintf("key-%d", i), "content": fmt.Sprintf("words of note %d and more", i)})
		if items = append(items, fmt.Sprintf("item %d of the list, with some words", i)); i < 60 {
			w.do("kanban_add", arguments{"title": fmt.Sprintf("ticket %d", i), "description": strings.Repeat("words of the ticket ", 30)})
			message := store.Message{Session: fmt.Sprint("past-", i), Personality: "ada", Role: "user", Text: fmt.Sprintf("the past number %d with many words around it", i)}
			if err := w.tools.Store.AppendMessages(t.Context(), message); err != nil {
				t.Fatal(err)
			}
		}
	}
	w.do("todo_add", arguments{"items": items[:50]})
	w.do("todo_add", arguments{"items": items[50:]})
	return w
}

// numbered returns a text of lines with numbers.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// cutFiles returns the files of newCutWorker.
func cutFiles() string {
	var b strings.Builder
	b.WriteString("-- a.txt --\n" + strings.ReplaceAll(numbered("line %d with the needle\n", 3001), "line 0 with the needle\n", ""))
	b.WriteString("-- b.txt --\n" + strings.ReplaceAll(numbered("row %d with the needle\n", 3001), "row 0 with the needle\n", ""))
	b.WriteString("-- repo/t.txt --\n" + numbered("line %d of the repository\n", 3000))
	b.WriteString("-- many.go --\npackage many\n\n" + numbered("func Function%d() {}\n", 2000))
	b.WriteString("-- skills/long/SKILL.md --\n---\nname: long\ndescription: d\n---\n" + numbered("rule %d of the skill\n", 3000))
	b.WriteString("-- failing/go.mod --\nmodule example.com/failing\n\ngo 1.24\n-- failing/x_test.go --\npackage failing\n\nimport \"testing\"\n\n")
	for i := range 60 {
		fmt.Fprintf(&b, "func TestFail%d(t *testing.T) {\n\tfor i := range 20 {\n\t\tt.Logf(\"output %%d of %d\", i)\n\t}\n\tt.Error(\"failure number %d\")\n}\n\n", i, i, i)
	}
	b.WriteString("-- vetted/go.mod --\nmodule example.com/vetted\n\ngo 1.24\n-- vetted/vetted.go --\npackage vetted\n\nimport \"fmt\"\n\nfunc f() {\n")
	b.WriteString(numbered("\tfmt.Printf(\"%%d\\n\", \"text %d\")\n", 100) + "}\n")
	b.WriteString("-- typed/go.mod --\nmodule example.com/typed\n\ngo 1.24\n")
	for i := range 6 {
		fmt.Fprintf(&b, "-- typed/p%d/t%d.go --\npackage p\n\n%s", i, i, numbered("var v%d int = \"a long text that is not a number, so that there is much to say about it\"\n", 12))
	}
	for i := range 300 {
		fmt.Fprintf(&b, "-- many/file-%03d.txt --\nneedle\n-- repo/untracked-%d.txt --\nx\n", i, i)
	}
	return b.String()
}
