package builtin_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// toolsets are all built-in tools with their arguments. Required arguments have an asterisk.
var toolsets = map[string]map[string]string{
	"files": {
		"read_file":   "path, more_paths, start_line, end_line, limit, line_numbers, outline",
		"write_file":  "path*, content*",
		"patch_file":  "path*, old_text, new_text, replace_all, regexp, count, edits",
		"manage_file": "action*, path*, new_path",
	},
	"search": {
		"search_files": "query*, path, glob, exclude, regexp, ignore_case, context_lines, max_results, mode, after",
		"list_files":   "path, glob, exclude, depth, after",
	},
	"terminal": {
		"terminal": "command*, dir, timeout_seconds", "terminal_start": "command*, dir", "terminal_read": "id, from, wait_seconds, stop",
	},
	"web": {
		"web_search": "query*, max_results",
		"fetch_url":  "url*, format, query",
	},
	"browser": {
		"browser_open": "url*", "browser_click": "element, x, y, action, to, dialog", "browser_type": "element*, text*, append, submit",
		"browser_press": "key*, element", "browser_scroll": "direction, element, windows", "browser_back": "",
		"browser_screenshot": "full_page", "browser_console": "level, clear, network", "browser_file": "path*, element, download", "browser_snapshot": "format, find, start_line, wait_for, wait_seconds, download", "browser_close": "",
	},
	"project": {
		"lint": "dir, target, kind, timeout_seconds", "typecheck": "dir, target, kind, timeout_seconds", "run_tests": "dir, target, kind, fresh, timeout_seconds",
	},
	"memory": {
		"memory_read":  "scope, key, query",
		"memory_write": "scope, key*, action, content",
	},
	"sessions": {"session_search": "query*, since, until, limit"},
	"todo":     {"todo_add": "items*", "todo_update": "id, status, text, updates", "todo_list": "", "todo_clear": ""},
	"kanban": {
		"kanban_list": "status, assignee, query",
		"kanban_add":  "title*, description, status, assignee, priority",
		"kanban_move": "id*, status, assignee, priority, title, description, comment, from_status",
	},
	"skills": {"get_skill": "skill_name*"},
	"clock":  {"current_time": "timezone"},
	"agents": {"task": "prompt*, tools"},
}

// answers is an agent that returns an answer at once.
type answers string

func (a answers) Run(context.Context, *task.Request) (string, error) { return string(a), nil }

// newFullSet returns the set of all tools, configured so that each tool is offered if its programs are installed.
func newFullSet(t *testing.T) *builtin.Set {
	t.Helper()
	tools, err := builtin.New(&builtin.Options{
		StorePath: filepath.Join(t.TempDir(), "store.db"), Agent: answers("done"), SearXNG: "https://search.example.org",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tools.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return tools
}

func TestEveryTool(t *testing.T) {
	tools := newFullSet(t)
	registered := make(map[string]bool)
	for _, tool := range tools.Tools() {
		registered[tool.Name] = true
		want, ok := toolsets[tool.Toolset][tool.Name]
		if !ok {
			t.Errorf("%s of the toolset %q is not in the table toolsets of builtin_test.go: add it with its arguments", tool.Name, tool.Toolset)
			continue
		}
		if got := argumentsOf(t, tool); got != sortWords(want) {
			t.Errorf("%s takes %s, want %s: see the table toolsets of builtin_test.go", tool.Name, got, sortWords(want))
		}
	}
	for toolset, rows := range toolsets {
		for name := range rows {
			if !registered[name] {
				t.Errorf("%s of the toolset %q is missing", name, toolset)
			}
		}
	}
}

// argumentsOf returns the arguments of a tool in the form of the tables.
func argumentsOf(t *testing.T, tool *runtime.Tool) string {
	var schema struct {
		Properties map[string]any
		Required   []string
	}
	if tool.Input == "" {
		return ""
	}
	if err := json.Unmarshal([]byte(tool.Input), &schema); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range schema.Properties {
		if slices.Contains(schema.Required, name) {
			name += "*"
		}
		names = append(names, name)
	}
	return sortWords(strings.Join(names, ", "))
}

// sortWords returns a list with its elements in order.
func sortWords(list string) string {
	names := strings.Split(list, ", ")
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// TestDefinitions checks that the definitions are valid for every provider and follow the rules for built-in tools.
func TestDefinitions(t *testing.T) {
	tools := newFullSet(t)
	if err := toolstest.CheckRegistry(tools.Registry, runtime.Policy{
		Files: runtime.FilePolicy{Write: []string{"."}}, Network: runtime.NetworkPolicy{Allow: []string{"*"}},
	}); err != nil {
		t.Error(err)
	}
	snake := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	for _, tool := range tools.Tools() {
		if !snake.MatchString(tool.Name) {
			t.Errorf("%s is not in snake case", tool.Name)
		}
		if n := len([]rune(tool.Description)); n == 0 || n >= 200 {
			t.Errorf("the description of %s has %d characters: %s", tool.Name, n, tool.Description)
		}
	}
}

// TestReducers checks that every reducer is for a built-in tool and is registered.
func TestReducers(t *testing.T) {
	tools := newFullSet(t)
	for _, reducer := range reducers.All() {
		if _, ok := tools.Tool(reducer.Tool()); !ok {
			t.Errorf("there is a reducer for %s, and no such tool", reducer.Tool())
		}
	}
}

// offeredNames returns the names of the tools that a model gets.
func offeredNames(tools *builtin.Set) (names []string) {
	for _, d := range tools.Definitions(runtime.Policy{}) {
		names = append(names, d.Name)
	}
	return names
}

// TestNotConfigured checks that tools that are not configured are not offered and do not run.
func TestNotConfigured(t *testing.T) {
	w := newWorker(t, "")
	for name, args := range map[string]arguments{"task": {"prompt": "x"}, "web_search": {"query": "x"}} {
		if slices.Contains(offeredNames(w.tools), name) {
			t.Errorf("%s is offered", name)
		}
		if result := w.call(name, args); result.OK || result.Code != runtime.NotAvailable {
			t.Errorf("%s: %+v", name, result)
		}
	}
	all := offeredNames(newFullSet(t))
	for _, name := range []string{"task", "web_search"} {
		if !slices.Contains(all, name) {
			t.Errorf("%s is not offered, though it is configured", name)
		}
	}
}

// TestSearchService checks that the search service depends on the available keys.
func TestSearchService(t *testing.T) {
	for _, test := range []struct {
		keys secrets.Store
		want bool
	}{
		{secrets.Map(nil), false},
		{secrets.Map(map[string]string{"providers/exa/key": "k"}), true},
		{secrets.Map(map[string]string{"providers/other/key": "k"}), false},
		{secrets.Map(map[string]string{"providers/exa/key": ""}), false},
	} {
		tools, err := builtin.New(&builtin.Options{StorePath: filepath.Join(t.TempDir(), "s.db"), Secrets: test.keys})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(offeredNames(tools), "web_search"); got != test.want {
			t.Errorf("%v: offered is %v", test.keys, got)
		}
		_ = tools.Close(t.Context())
	}
	t.Setenv("AGENT_PROVIDERS_BRAVE_KEY", "k")
	if w := newWorker(t, ""); !slices.Contains(offeredNames(w.tools), "web_search") {
		t.Error("the key in the environment is not found")
	}
}

// TestPolicy checks that calls are refused without a policy that allows them.
func TestPolicy(t *testing.T) {
	url := site(t, map[string]string{"/": "<p>here</p>"})
	w := newWorker(t, "-- a.txt --\nhello\n")
	calls := map[string]arguments{
		"read_file":    {"path": "a.txt"},
		"write_file":   {"path": "b.txt", "content": "x"},
		"search_files": {"query": "hello"},
		"list_files":   {},
		"fetch_url":    {"url": url},
	}
	allowed := runtime.Policy{Files: runtime.FilePolicy{Write: []string{"."}}, Network: loopback}
	for name, args := range calls {
		w.turn.Policy = runtime.Policy{}
		if result := w.call(name, args); result.OK {
			t.Errorf("%s is allowed without a policy: %s", name, result.Value)
		}
		w.turn.Policy = allowed
		if result := w.call(name, args); !result.OK {
			t.Errorf("%s is refused with a policy that allows it: %s", name, result.Error)
		}
	}
}

// TestPassEnv checks that programs get only the variables of PassEnv from the application.
func TestPassEnv(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("AGENT_PROVIDERS_BRAVE_KEY", "brave-key-in-the-environment")
	t.Setenv("DATABASE_PASSWORD", "swordfish-and-chips")
	w := newWorker(t, "")
	text := w.do("terminal", arguments{"command": "env"})
	for _, hidden := range []string{"brave-key", "swordfish"} {
		if strings.Contains(text, hidden) {
			t.Errorf("%q is in reach of programs", hidden)
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	for _, seen := range []string{"GOFLAGS=-mod=mod", "HOME=" + home} {
		if !strings.Contains(text, seen) {
			t.Errorf("%q is not in the environment: %s", seen, text)
		}
	}
}

// TestSubAgent checks that a sub-agent uses the same tools, within the policy of its caller.
func TestSubAgent(t *testing.T) {
	agent := agentFunc(func(ctx context.Context, request *task.Request) (string, error) {
		results := request.Execute(ctx, []runtime.ToolCall{
			{ID: "1", Name: "read_file", Args: []byte(`{"path": "a.txt"}`)},
			{ID: "2", Name: "write_file", Args: []byte(`{"path": "a.txt", "content": "x"}`)},
		})
		if results[1].Result.Code != runtime.NotAvailable {
			t.Errorf("the sub-agent may write: %+v", results[1].Result)
		}
		return inside(t, results[0].Result.Value), nil
	})
	w := newWorkerWith(t, "-- a.txt --\nfor the sub-agent\n", &builtin.Options{Agent: agent})
	got := w.do("task", arguments{"prompt": "read a.txt", "tools": []string{"read_file"}})
	if !strings.Contains(got, "for the sub-agent") || w.content("a.txt") != "for the sub-agent\n" {
		t.Errorf("the answer is %q, the file %q", got, w.content("a.txt"))
	}
}

type agentFunc func(context.Context, *task.Request) (string, error)

func (f agentFunc) Run(ctx context.Context, r *task.Request) (string, error) { return f(ctx, r) }

// TestConfigured checks that New keeps what the application configured.
func TestConfigured(t *testing.T) {
	fs := toolstest.NewFS(map[string]string{"a.txt": "from memory"})
	options := &runtime.Options{Backends: &capability.Backends{
		Files: func(context.Context, *capability.Request) (capability.WriteFS, error) { return fs, nil },
	}}
	w := newWorkerWith(t, "", &builtin.Options{Runtime: options})
	if text := inside(t, w.do("read_file", arguments{"path": "a.txt"})); !strings.Contains(text, "from memory") {
		t.Errorf("read %q", text)
	}
	if options.Backends.Process != nil || options.Reducers != nil {
		t.Errorf("the options were changed: %+v", options)
	}
}

func TestOptionsThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "text.db")
	if err := os.WriteFile(foreign, []byte(strings.Repeat("not a database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for reason, o := range map[string]*builtin.Options{
		"no options":             nil,
		"no path":                {},
		"a path below a file":    {StorePath: filepath.Join(foreign, "s.db")},
		"a folder":               {StorePath: dir},
		"a file of another kind": {StorePath: foreign},
	} {
		if tools, err := builtin.New(o); err == nil {
			t.Errorf("%s: no error", reason)
			_ = tools.Close(t.Context())
		}
	}
}

// TestClose checks that Close ends running programs, and that nothing runs afterwards.
func TestClose(t *testing.T) {
	w := newWorker(t, "")
	done := make(chan runtime.Result)
	started := filepath.Join(w.turn.WorkingDir, "started")
	go func() { done <- w.call("terminal", arguments{"command": "touch started; sleep 600"}) }()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(started); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the command did not start")
		}
	}
	w.close()
	if result := <-done; result.OK {
		t.Errorf("the command survived: %+v", result)
	}
	if result := w.call("terminal", arguments{"command": "true"}); result.OK || result.Code != runtime.NotAvailable {
		t.Errorf("after Close: %+v", result)
	}
}

// TestIsolation checks that an isolation can be required.
func TestIsolation(t *testing.T) {
	w := newWorkerWith(t, "", &builtin.Options{Process: &process.Options{Env: []string{"COLOUR=blue"}, Isolation: process.Group}})
	if text := w.do("terminal", arguments{"command": "echo $COLOUR"}); !strings.Contains(text, "blue") {
		t.Errorf("printed %q", text)
	}
}
