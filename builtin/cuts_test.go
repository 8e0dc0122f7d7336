package builtin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

func TestCutsExplore(t *testing.T) {
	stored, err := spill.NewFiles(&spill.FilesOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var archive strings.Builder
	line := func(i int) string { return fmt.Sprintf("line %d of the text with the word needle", i) }
	for _, name := range []string{"a.txt", "b.txt"} {
		fmt.Fprintf(&archive, "-- %s --\n", name)
		for i := range 3000 {
			archive.WriteString(line(i+1) + "\n")
		}
	}
	for i := range 400 {
		fmt.Fprintf(&archive, "-- many/file-%03d.txt --\nneedle\n", i)
	}
	archive.WriteString("-- skills/long/SKILL.md --\n---\nname: long\ndescription: d\n---\n" + strings.Repeat("a line of the skill\n", 3000))
	archive.WriteString("-- go.mod --\nmodule example.com/m\n\ngo 1.24\n-- x_test.go --\npackage m\n\nimport \"testing\"\n\n")
	for i := range 60 {
		fmt.Fprintf(&archive, "func TestFail%d(t *testing.T) {\n\tfor i := range 20 {\n\t\tt.Logf(\"output %d of %%d\", i)\n\t}\n\tt.Error(\"failure number %d\")\n}\n\n", i, i, i)
	}
	archive.WriteString("-- bad/bad.go --\npackage bad\n\nimport \"fmt\"\n\nfunc f() {\n")
	for i := range 200 {
		fmt.Fprintf(&archive, "\tfmt.Printf(\"%%d\\n\", \"text %d\")\n", i)
	}
	archive.WriteString("}\n-- outline.go --\npackage o\n\n")
	for i := range 2000 {
		fmt.Fprintf(&archive, "func Function%d() {}\n", i)
	}
	archive.WriteString("-- types/t.go --\npackage types\n\n")
	for i := range 200 {
		fmt.Fprintf(&archive, "var v%d int = \"a\"\n", i)
	}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>T</title><main>")
		for i := range 3000 {
			fmt.Fprintf(w, "<p>paragraph %d of the page</p>", i)
		}
	}))
	defer page.Close()
	w := newWorkerWith(t, archive.String(), &builtin.Options{Runtime: &runtime.Options{Spill: stored}, Agent: agentFunc(nil)})
	w.turn.Policy.Network = loopback
	_ = store.Message{}
	_ = os.Stdout
	_ = filepath.Join
	for i := range 60 {
		w.do("kanban_add", arguments{"title": fmt.Sprintf("ticket %d", i), "description": strings.Repeat("words of the ticket ", 30)})
		w.do("memory_write", arguments{"key": fmt.Sprintf("key-%d", i), "content": strings.Repeat("content of the note ", 50)})
	}
	for i := range 2 {
		items := []string{}
		for j := range 50 {
			items = append(items, fmt.Sprintf("item %d of the list with some words", i*50+j))
		}
		w.do("todo_add", arguments{"items": items})
	}
	for _, budget := range []int{3000, 30000} {
		w.turn.ResultBudgetChars = budget
		for _, c := range []struct{ tool, args string }{
			{"read_file", `{"path":"a.txt"}`},
			{"read_file", `{"path":"a.txt","start_line":1,"end_line":2500}`},
			{"read_file", `{"path":"a.txt","more_paths":["b.txt","outline.go"]}`},
			{"read_file", `{"path":"outline.go","outline":true}`},
			{"search_files", `{"query":"needle","max_results":1000}`},
			{"search_files", `{"query":"needle","path":"many","max_results":1000}`},
			{"search_files", `{"query":"needle","mode":"counts","max_results":1000}`},
			{"list_files", `{}`},
			{"list_files", `{"path":"many"}`},
			{"terminal", `{"command":"cat a.txt b.txt"}`},
			{"terminal", `{"command":"cat a.txt; exit 3"}`},
			{"terminal", `{"command":"seq 20000"}`},
			{"terminal", `{"command":"for i in $(seq 3000); do echo \"PASS: test $i\"; echo \"warning: w $i\"; done"}`},
			{"terminal", `{"command":"git init -q . 2>/dev/null; git add -A; git -c user.name=a -c user.email=a@b commit -qm x; sed -i s/needle/thread/ a.txt b.txt; git diff"}`},
			{"terminal", `{"command":"git show --stat HEAD"}`},
			{"terminal", `{"command":"git log -p"}`},
			{"terminal", `{"command":"rm -rf .git; sed -i s/thread/needle/ a.txt b.txt; git init -q .; git status"}`},
			{"run_tests", `{}`},
			{"run_tests", `{"target":"./bad"}`},
			{"lint", `{}`},
			{"typecheck", `{}`},
			{"patch_file", `{"path":"b.txt","old_text":"needle","new_text":"thread","replace_all":true}`},
			{"patch_file", `{"path":"b.txt","old_text":"thread","new_text":"needle","replace_all":true}`},
			{"memory_read", `{}`},
			{"memory_read", `{"query":"content"}`},
			{"kanban_list", `{}`},
			{"kanban_list", `{"query":"words"}`},
			{"todo_list", `{}`},
			{"fetch_url", `{"url":"` + page.URL + `"}`},
			{"fetch_url", `{"url":"` + page.URL + `","query":"paragraph 1"}`},
			{"fetch_url", `{"url":"` + page.URL + `","query":"paragraph 77"}`},
			{"get_skill", `{"skill_name":"long"}`},
		} {
			r := w.tools.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "x", Name: c.tool, Args: json.RawMessage(c.args)}}, &w.turn)[0].Result
			text := r.Value + r.Error
			fmt.Printf("##### %d %s %s: %d chars\n", budget, c.tool, c.args, len([]rune(text)))
			for i, l := range strings.Split(text, "\n") {
				if i < 3 || strings.Contains(l, " omitted") || strings.Contains(l, "untrusted") || strings.Contains(l, "stopped early") || strings.Contains(l,"more") {
					fmt.Printf("  %d: %.260s\n", i, l)
				}
			}
		}
	}
}
