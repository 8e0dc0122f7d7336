package builtin_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolsearch"
)

// minFoundPercent is the part of the tasks for which find_tools finds the right tool.
const minFoundPercent = 95

// rowsOf returns the lines of a file in testdata/findtools, split at " | ".
func rowsOf(t testing.TB, name string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "findtools", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		rows = append(rows, strings.Split(line, " | "))
	}
	return rows
}

// manyTools returns the built-in tools and tools for other services: more than 200.
func manyTools(t *testing.T) []*runtime.Tool {
	t.Helper()
	tools := newFullSet(t).Tools()
	all := slices.Clone(tools)
	for _, row := range rowsOf(t, "tools.txt") {
		properties := ""
		for argument := range strings.FieldsSeq(row[2]) {
			properties += `,"` + argument + `":{"type":"string"}`
		}
		all = append(all, &runtime.Tool{
			Name: row[0], Description: row[1], Input: `{"type":"object","properties":{` + strings.TrimPrefix(properties, ",") + `}}`,
			Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("") },
		})
	}
	return all
}

// TestFindTools checks that the right tool is among the first three for at least 95 %
// of 60 tasks, in four sets: in other words than those of the definitions (tasks.txt),
// in colloquial words, about the tools that these two sets do not ask for
// (others.txt), and in the few words that a model writes (short.txt). The synonyms
// were not changed for the misses of short.txt.
func TestFindTools(t *testing.T) {
	tools := manyTools(t)
	start := time.Now()
	index := toolsearch.NewIndex(tools)
	t.Logf("an index of %d tools takes %v", len(tools), time.Since(start))
	for _, file := range []string{"tasks.txt", "colloquial.txt", "others.txt", "short.txt"} {
		tasks, good := rowsOf(t, file), 0
		for _, task := range tasks {
			var names []string
			for _, tool := range index.Search(task[0], 3) {
				names = append(names, tool.Name)
			}
			if slices.Contains(names, task[1]) {
				good++
			} else {
				t.Logf("%s: %v, want %s", task[0], names, task[1])
			}
		}
		t.Logf("%s: %d of %d tasks, %d tools", file, good, len(tasks), len(tools))
		if len(tools) < 200 || len(tasks) < 60 || good*100 < len(tasks)*minFoundPercent {
			t.Errorf("%s: the right tool is among the first three for %d of %d tasks, want %d %%", file, good, len(tasks), minFoundPercent)
		}
	}
}

// TestLazyTools checks that a set with FindTools shows few tools, and those that a
// session has found from the next turn on.
func TestLazyTools(t *testing.T) {
	w := newWorkerWith(t, "-- a.txt --\nhello\n", &builtin.Options{FindTools: &toolsearch.Options{Toolsets: []string{"files", "search"}}})
	visible := func() (names []string) {
		for _, tool := range w.tools.Visible(&w.turn) {
			names = append(names, tool.Name)
		}
		return names
	}
	w.turn.Visible = w.tools.Visible(&w.turn)
	if names := visible(); slices.Contains(names, "terminal") || !slices.Contains(names, "find_tools") || !slices.Contains(names, "read_file") {
		t.Errorf("at the beginning: %v", names)
	}
	if r := w.call("terminal", arguments{"command": "true"}); r.OK || r.Code != runtime.NotAvailable {
		t.Errorf("a tool that is not shown runs: %+v", r)
	}
	if text := w.do("find_tools", arguments{"query": "run a shell command"}); !strings.Contains(text, "- terminal: Runs a command line") {
		t.Errorf("found: %s", text)
	}
	w.turn.Visible = w.tools.Visible(&w.turn)
	w.do("terminal", arguments{"command": "true"})
	other := w.turn
	other.Session, other.Visible = runtime.NewSession("other", ""), nil
	for _, tool := range w.tools.Visible(&other) {
		if tool.Name == "terminal" {
			t.Error("another session sees the tool")
		}
	}
	if err := w.tools.EndSession(t.Context(), w.turn.Session.ID()); err != nil || slices.Contains(visible(), "terminal") {
		t.Errorf("after the session: %v", err)
	}
	if without := newWorker(t, ""); without.tools.Visible(&without.turn) != nil {
		t.Error("without the option, the visible tools are limited")
	}
}
