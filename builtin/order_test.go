package builtin_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// order has the tools by their declarations about the order of effects.
var order = map[string][]string{
	// Their calls run alone, because all of them use the page of the session.
	"exclusive": {"browser_back", "browser_click", "browser_close", "browser_console", "browser_file", "browser_open", "browser_press", "browser_screenshot",
		"browser_scroll", "browser_snapshot", "browser_type"},
	// They run programs.
	"after and before every call": {"lint", "run_tests", "terminal", "typecheck"},
	// They change the store, or processes of the session, which are not capabilities of a call.
	"unspecified": {"kanban_add", "kanban_move", "memory_write", "terminal_read", "terminal_start", "todo_add", "todo_clear", "todo_update"},
	// They write files.
	"files": {"manage_file", "patch_file", "write_file"},
	// They run concurrently.
	"reads": {"fetch_url", "get_skill", "kanban_list", "list_files", "memory_read", "read_file", "search_files", "todo_list", "web_search"},
	// No other tool changes the data that these read, and sub-agents must run in
	// parallel.
	"released": {"current_time", "session_search", "task"},
}

// orderOf returns the row of order for the declarations of a tool.
func orderOf(tool *runtime.Tool) string {
	switch needs := tool.Needs; {
	case tool.Exclusive:
		return "exclusive"
	case tool.Concurrent:
		return "released"
	case tool.Hints.ReadOnly:
		return "reads"
	case needs.Has(capability.KindProcess):
		return "after and before every call"
	case needs.Has(capability.KindWrite):
		return "files"
	case tool.Hints.SideEffects && needs == nil && tool.Key == nil:
		return "unspecified"
	}
	return "undeclared"
}

func TestOrderDeclarations(t *testing.T) {
	got := make(map[string][]string)
	for _, tool := range newFullSet(t).Tools() {
		got[orderOf(tool)] = append(got[orderOf(tool)], tool.Name)
	}
	for _, names := range got {
		slices.Sort(names)
	}
	if diff := cmp.Diff(order, got); diff != "" {
		t.Errorf("add a new tool to the row of its order in the table order of order_test.go, and to the table in docs/builtin.md; if the row is wrong, change the directives of the tool (-want +got):\n%s", diff)
	}
}

// step is one call of a batch, and a text that its result must contain.
type step struct {
	tool string
	args arguments
	want string
}

// batch runs the calls in one batch and checks their results.
func (w *worker) batch(steps []step) {
	w.Helper()
	calls := make([]runtime.ToolCall, len(steps))
	for i, s := range steps {
		args, err := json.Marshal(s.args)
		if err != nil {
			w.Fatal(err)
		}
		calls[i] = runtime.ToolCall{ID: fmt.Sprint(i), Name: s.tool, Args: args}
	}
	for i, r := range w.tools.ExecuteParallel(w.Context(), calls, &w.turn) {
		if !strings.Contains(r.Result.Value, steps[i].want) {
			w.Errorf("call %d, %s %v: no %q in %s%s", i, steps[i].tool, steps[i].args, steps[i].want, r.Result.Value, r.Result.Error)
		}
	}
}

// TestOrderOfFiles checks that programs, patches and searches of a batch run in the order of the calls.
func TestOrderOfFiles(t *testing.T) {
	w := newWorker(t, "-- a.txt --\none\n-- b.txt --\none\n")
	w.batch([]step{
		{"terminal", arguments{"command": "sleep 0.3; cat a.txt b.txt"}, "one\none\n"},
		{"patch_file", arguments{"path": "a.txt", "old_text": "one", "new_text": "two"}, "replaced"},
		{"search_files", arguments{"query": "two"}, "a.txt:1: two"},
		{"patch_file", arguments{"path": "b.txt", "old_text": "one", "new_text": "three"}, "replaced"},
		{"search_files", arguments{"query": "t", "glob": "*.txt"}, "b.txt:1: three"},
		{"terminal", arguments{"command": "sleep 0.3; cat a.txt b.txt; echo four > a.txt"}, "two\nthree\n"},
		{"read_file", arguments{"path": "a.txt"}, "four"},
		{"write_file", arguments{"path": "c.txt", "content": "five\n"}, "c.txt"},
		{"list_files", arguments{}, "c.txt"},
		{"terminal", arguments{"command": "cat c.txt; sleep 0.2; echo six >> c.txt", "dir": "."}, "five\n"},
		{"patch_file", arguments{"path": "c.txt", "old_text": "six", "new_text": "seven"}, "replaced"},
	})
	if got := w.content("c.txt"); got != "five\nseven\n" {
		t.Errorf("c.txt holds %q at the end", got)
	}
}

// TestOrderOfStore checks that changes of lists, boards and notes run in the order of the calls, and that a
// read returns the changes before it.
func TestOrderOfStore(t *testing.T) {
	w := newWorker(t, "")
	for range 5 {
		w.batch([]step{
			{"todo_clear", arguments{}, "The list is empty."},
			{"todo_list", arguments{}, "The list is empty."},
			{"todo_add", arguments{"items": []string{"a", "b"}}, "[ ] 1. a\n[ ] 2. b"},
			{"todo_update", arguments{"id": 1, "status": "in_progress"}, "[>] 1. a (in progress)\n[ ] 2. b"},
			{"todo_list", arguments{}, "[>] 1. a (in progress)\n[ ] 2. b"},
			{"todo_update", arguments{"id": 2, "status": "in_progress"}, "[ ] 1. a\n[>] 2. b (in progress)"},
			{"todo_list", arguments{}, "[ ] 1. a\n[>] 2. b (in progress)"},
			{"todo_update", arguments{"id": 1, "status": "completed"}, "[x] 1. a\n[>] 2. b (in progress)"},
			{"todo_add", arguments{"items": []string{"c"}}, "[x] 1. a\n[>] 2. b (in progress)\n[ ] 3. c"},
			{"memory_write", arguments{"key": "k", "content": "one"}, ""},
			{"memory_read", arguments{"key": "k", "scope": "personality"}, "one"},
			{"memory_write", arguments{"key": "k", "action": "append", "content": "two", "scope": "personality"}, ""},
			{"memory_read", arguments{"key": "k"}, "one\ntwo"},
		})
	}
	var board []step
	for i := 1; i <= 20; i += 2 {
		board = append(board,
			step{"kanban_add", arguments{"title": fmt.Sprint("ticket ", i)}, fmt.Sprintf("Ticket %d added", i)},
			step{"kanban_add", arguments{"title": fmt.Sprint("ticket ", i+1)}, fmt.Sprintf("Ticket %d added", i+1)},
			step{"kanban_list", arguments{"query": fmt.Sprint("#", i+1)}, fmt.Sprintf("ticket %d", i+1)},
			step{"kanban_move", arguments{"id": i, "status": "done"}, "moved from backlog to done"},
			step{"kanban_list", arguments{"query": fmt.Sprint("#", i)}, `"done"`},
			step{"kanban_move", arguments{"id": i, "status": "review", "from_status": "done"}, "moved from done to review"},
		)
	}
	w.batch(board)
}

// barrier is a barrier: calls wait until a number of them have joined.
type barrier struct{ arrived, all chan struct{} }

func newBarrier(n int) *barrier {
	m := &barrier{arrived: make(chan struct{}, n), all: make(chan struct{})}
	go func() {
		for range n {
			<-m.arrived
		}
		close(m.all)
	}()
	return m
}

// join waits for the other calls, and returns false after a timeout.
func (m *barrier) join(ctx context.Context) bool {
	m.arrived <- struct{}{}
	select {
	case <-m.all:
		return true
	case <-ctx.Done():
	case <-time.After(20 * time.Second):
	}
	return false
}

// Run implements a sub-agent that joins the barrier.
func (m *barrier) Run(ctx context.Context, _ *task.Request) (string, error) {
	return fmt.Sprint("met: ", m.join(ctx)), nil
}

// TestParallelCalls checks that sub-agents and requests of a batch run in parallel, also if other calls of the
// batch change something.
func TestParallelCalls(t *testing.T) {
	m := newBarrier(4)
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		fmt.Fprint(out, "met: ", m.join(r.Context()))
	}))
	defer server.Close()
	w := newWorkerWith(t, "", &builtin.Options{Agent: m})
	w.turn.Policy.Network = loopback
	w.batch([]step{
		{"todo_add", arguments{"items": []string{"a"}}, "[ ] 1. a"},
		{"fetch_url", arguments{"url": server.URL + "/a"}, "met: true"},
		{"task", arguments{"prompt": "meet"}, "met: true"},
		{"fetch_url", arguments{"url": server.URL + "/b"}, "met: true"},
		{"task", arguments{"prompt": "meet"}, "met: true"},
		{"todo_add", arguments{"items": []string{"b"}}, "[ ] 2. b"},
	})
}
