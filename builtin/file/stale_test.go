package file_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
)

// changeFile changes a file without the tools, and sets a new modification
// time.
func (w *fixture) changeFile(name, content string) {
	w.Helper()
	w.writeFile(name, content)
	path := filepath.Join(w.dir, name)
	info, err := os.Stat(path)
	if err == nil {
		err = os.Chtimes(path, time.Time{}, info.ModTime().Add(time.Minute))
	}
	if err != nil {
		w.Fatal(err)
	}
}

// A script has steps: the name of a tool, or an event outside the session:
// "change", "delete", "look" (another tool opens the file), "other" (another
// session). The last step is a write, which is stale or not.
func TestStaleWrites(t *testing.T) {
	for _, c := range []struct {
		reason, steps string
		stale         bool
	}{
		{"never read", "write", true},
		{"never read, after a refused write", "write failed write", true},
		{"never read, in a dry run", "dry write", true},
		{"read only by another tool", "look write", true},
		{"patched, but never read", "patch write", true},
		{"a new file, written twice", "delete write write", false},
		{"a new file, then changed", "delete write change write", true},
		{"not text, so that it cannot be read", "binary read write", false},
		{"read and not changed", "read write", false},
		{"read and changed", "read change write", true},
		{"a part was read, then changed", "part change write", true},
		{"changed, then read again", "read change read write", false},
		{"changed, then a part was read again", "read change part write", false},
		{"written twice", "read write write", false},
		{"changed after it was written", "read write change write", true},
		{"read and deleted", "read delete write", true},
		{"deleted, then read again", "read delete read write", false},
		{"deleted, read again, then created by another program", "delete read change write", true},
		{"patched in the session", "read patch write", false},
		{"changed, then patched", "read change patch write", true},
		{"changed, then a patch failed", "read change mispatch write", true},
		{"changed, then opened by another tool", "read change look write", true},
		{"changed, then a dry run", "read change dry write", true},
		{"changed, patched and read again", "read change patch read write", false},
		{"written by another session that did not read it", "read change other write", true},
		{"read by another session", "read change other read write", false},
		{"a stale write, then another write", "read change failed write", true},
	} {
		w := newFixture(t)
		w.writeFile("a", "one\ntwo\n")
		var last runtime.Result
		for i, step := range strings.Fields(c.steps) {
			switch step {
			case "read":
				w.call("read_file", args{"path": "a"})
			case "part":
				w.mustSucceed(w.call("read_file", args{"path": "./a", "start_line": 1, "end_line": 1}))
			case "change":
				w.changeFile("a", fmt.Sprintf("one\ntwo\nchanged in step %d\n", i))
			case "binary":
				w.changeFile("a", "\x00")
			case "delete":
				if err := os.Remove(filepath.Join(w.dir, "a")); err != nil {
					t.Fatal(err)
				}
			case "patch":
				w.mustSucceed(w.call("patch_file", args{"path": "a", "old_text": "two", "new_text": "2"}))
			case "mispatch":
				w.call("patch_file", args{"path": "a", "old_text": "four", "new_text": "4"})
			case "look":
				w.openWithOtherTool("a")
			case "dry":
				if r := w.dryRun("write_file", args{"path": "a", "content": "x"}); r.Code != runtime.StaleWrite {
					t.Errorf("%s: the dry run returned %+v", c.reason, r)
				}
			case "other":
				w.turn.Session = runtime.NewSession("other", "")
			case "write", "failed":
				last = w.call("write_file", args{"path": "a", "content": fmt.Sprintf("written in step %d", i)})
			}
		}
		switch {
		case c.stale && (last.Code != runtime.StaleWrite || last.ConflictKey != "a"):
			t.Errorf("%s: got %+v, want a stale write of a", c.reason, last)
		case c.stale == strings.HasPrefix(w.readFile("a"), "written in step "+fmt.Sprint(len(strings.Fields(c.steps))-1)):
			t.Errorf("%s: the file has %q, and the tool returned %+v", c.reason, w.readFile("a"), last)
		}
	}
}

// openWithOtherTool opens a file like a tool of another package.
func (w *fixture) openWithOtherTool(name string) {
	w.Helper()
	other := *w
	turn := *w.turn
	turn.Session = runtime.NewSession(w.turn.Session.ID(), "") // the backend identifies sessions by their id
	other.turn = &turn
	w.mustSucceed(other.call("read_file", args{"path": name}))
}

// The calls of a batch for one file run in their order, however its path is
// written.
func TestCallsForOneFileRunInOrder(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a", "0")
	w.read("a")
	registry := runtime.NewRegistry(w.options)
	if err := registry.Register(toolNamed(t, "patch_file"), toolNamed(t, "write_file")); err != nil {
		t.Fatal(err)
	}
	spellings := []string{"a", "./a", "b/../a", ".//a"}
	const count = 40
	calls := []runtime.ToolCall{{ID: "0", Name: "write_file", Args: []byte(`{"path": "./a", "content": "[0]"}`)}}
	for i := range count {
		calls = append(calls, runtime.ToolCall{ID: fmt.Sprint(i + 1), Name: "patch_file", Args: fmt.Appendf(nil,
			`{"path": %q, "old_text": "[%d]", "new_text": "%d [%d]"}`, spellings[i%len(spellings)], i, i, i+1)})
	}
	for _, answer := range registry.ExecuteParallel(t.Context(), calls, w.turn) {
		w.mustSucceed(answer.Result)
	}
	if got := w.readFile("a"); !strings.HasSuffix(got, fmt.Sprintf(" %d [%d]", count-1, count)) {
		t.Errorf("the file has %q", got)
	}
}

// A read_file returns the changes of earlier calls in the same batch, however
// the path is written.
func TestReadAfterWrite(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a.txt", "old\n")
	registry := runtime.NewRegistry(w.options)
	if err := registry.Register(file.Tools()...); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		results := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{
			{Name: "read_file", Args: []byte(`{"path":"a.txt"}`)},
			{Name: "write_file", Args: []byte(`{"path":"./a.txt","content":"new\n"}`)},
			{Name: "read_file", Args: []byte(`{"path":"b/../a.txt"}`)},
			{Name: "patch_file", Args: []byte(`{"path":"a.txt","old_text":"new","new_text":"old"}`)},
		}, w.turn)
		for i, want := range []string{"old\n", "", "new\n", ""} {
			if got := results[i].Result; !got.OK || !strings.Contains(got.Value, want) {
				t.Fatalf("call %d: %q (%s), want %q", i, got.Value, got.Error, want)
			}
		}
	}
}
