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

// change changes a file behind the tools' back, with another time however coarse the
// clock of the file system is.
func (w *world) change(name, content string) {
	w.Helper()
	w.put(name, content)
	path := filepath.Join(w.dir, name)
	info, err := os.Stat(path)
	if err == nil {
		err = os.Chtimes(path, time.Time{}, info.ModTime().Add(time.Minute))
	}
	if err != nil {
		w.Fatal(err)
	}
}

// TestStaleWrites runs scripts. A step is the name of a tool, or what happens
// outside: "change", "delete", "look" (another tool opens the file), "other
// session". The last one is a write, which must be stale or not.
func TestStaleWrites(t *testing.T) {
	for _, c := range []struct {
		reason, steps string
		stale         bool
	}{
		{"never read", "write", false},
		{"read, and not changed", "read write", false},
		{"read and changed", "read change write", true},
		{"a part read and changed", "part change write", true},
		{"read again", "read change read write", false},
		{"a part read again", "read change part write", false},
		{"twice in a row", "read write write", false},
		{"changed after it was written", "write change write", true},
		{"read and deleted", "read delete write", true},
		{"read again, and found missing", "read delete read write", false},
		{"read, found missing, and made by others", "delete read change write", true},
		{"patched by the session itself", "read patch write", false},
		{"changed, then patched", "read change patch write", true},
		{"changed, then patched in vain", "read change mispatch write", true},
		{"changed, then seen by another tool", "read change look write", true},
		{"changed, then tried in a dry run", "read change dry write", true},
		{"changed, patched and read again", "read change patch read write", false},
		{"changed by a session, written by another that did not read it", "read change other write", false},
		{"a stale write does not make the next one right", "read change failed write", true},
	} {
		w := newWorld(t)
		w.put("a", "one\ntwo\n")
		var last runtime.Result
		for i, step := range strings.Fields(c.steps) {
			switch step {
			case "read":
				w.call("read_file", args{"file_path": "a"})
			case "part":
				w.ok(w.call("read_file", args{"file_path": "./a", "start_line": 1, "end_line": 1}))
			case "change":
				w.change("a", fmt.Sprintf("one\ntwo\nchanged in step %d\n", i))
			case "delete":
				if err := os.Remove(filepath.Join(w.dir, "a")); err != nil {
					t.Fatal(err)
				}
			case "patch":
				w.ok(w.call("patch_file", args{"file_path": "a", "old_text": "two", "new_text": "2"}))
			case "mispatch":
				w.call("patch_file", args{"file_path": "a", "old_text": "four", "new_text": "4"})
			case "look":
				w.look("a")
			case "dry":
				if r := w.dry("write_file", args{"file_path": "a", "content": "x"}); r.Code != runtime.StaleWrite {
					t.Errorf("%s: the dry run says %+v", c.reason, r)
				}
			case "other":
				w.turn.Session = runtime.NewSession("other", "")
			case "write", "failed":
				last = w.call("write_file", args{"file_path": "a", "content": fmt.Sprintf("written in step %d", i)})
			}
		}
		switch {
		case c.stale && (last.Code != runtime.StaleWrite || last.ConflictKey != "a"):
			t.Errorf("%s: got %+v, want a stale write of a", c.reason, last)
		case c.stale == strings.HasPrefix(w.content("a"), "written in step "+fmt.Sprint(len(strings.Fields(c.steps))-1)):
			t.Errorf("%s: the file now has %q, and the tool says %+v", c.reason, w.content("a"), last)
		}
	}
}

// look opens a file as tools do that are not of this package.
func (w *world) look(name string) {
	w.Helper()
	other := *w
	turn := *w.turn
	turn.Session = runtime.NewSession(w.turn.Session.ID(), "") // the backend takes it for the same
	other.turn = &turn
	w.ok(other.call("read_file", args{"file_path": name}))
}

// Calls of one batch for one file take turns, whatever way they write its path.
func TestCallsForOneFileTakeTurns(t *testing.T) {
	w := newWorld(t)
	w.put("a", "0")
	registry := runtime.NewRegistry(w.options)
	if err := registry.Register(tool(t, "patch_file"), tool(t, "write_file")); err != nil {
		t.Fatal(err)
	}
	spellings := []string{"a", "./a", "b/../a", ".//a"}
	const count = 40
	calls := []runtime.ToolCall{{ID: "0", Name: "write_file", Args: []byte(`{"file_path": "./a", "content": "[0]"}`)}}
	for i := range count {
		calls = append(calls, runtime.ToolCall{ID: fmt.Sprint(i + 1), Name: "patch_file", Args: fmt.Appendf(nil,
			`{"file_path": %q, "old_text": "[%d]", "new_text": "%d [%d]"}`, spellings[i%len(spellings)], i, i, i+1)})
	}
	for _, answer := range registry.ExecuteParallel(t.Context(), calls, w.turn) {
		w.ok(answer.Result)
	}
	if got := w.content("a"); !strings.HasSuffix(got, fmt.Sprintf(" %d [%d]", count-1, count)) {
		t.Errorf("the file has %q", got)
	}
}

// In one batch, a file is read after the calls before that write it, however its path is written.
func TestReadAfterWrite(t *testing.T) {
	w := newWorld(t)
	w.put("a.txt", "old\n")
	registry := runtime.NewRegistry(w.options)
	if err := registry.Register(file.Tools()...); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		results := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{
			{Name: "read_file", Args: []byte(`{"file_path":"a.txt"}`)},
			{Name: "write_file", Args: []byte(`{"file_path":"./a.txt","content":"new\n"}`)},
			{Name: "read_file", Args: []byte(`{"file_path":"b/../a.txt"}`)},
			{Name: "patch_file", Args: []byte(`{"file_path":"a.txt","old_text":"new","new_text":"old"}`)},
		}, w.turn)
		for i, want := range []string{"old\n", "", "new\n", ""} {
			if got := results[i].Result; !got.OK || !strings.Contains(got.Value, want) {
				t.Fatalf("call %d: %q (%s), want %q", i, got.Value, got.Error, want)
			}
		}
	}
}
