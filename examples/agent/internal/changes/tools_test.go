package changes_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/examples/agent/internal/changes"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/attachments"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// caller calls the tools of a session whose working directory has a.txt and b.txt.
type caller struct {
	*testing.T
	dir      string
	registry *runtime.Registry
	turn     runtime.Turn
}

func newCaller(t *testing.T) *caller {
	t.Helper()
	store, err := session.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	journal := changes.New(store)
	x := &caller{T: t, dir: t.TempDir(), registry: runtime.NewRegistry(&runtime.Options{
		Backends: &capability.Backends{Files: journal.Wrap(files.New(nil).Open), Attachments: attachments.New(nil).Open},
	})}
	for _, tools := range [][]*runtime.Tool{file.Tools(), changes.JournalTools(journal)} {
		if err := x.registry.Register(tools...); err != nil {
			t.Fatal(err)
		}
	}
	x.write("a.txt", "one\ntwo\nthree\n")
	s, err := store.Create(x.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	x.turn = runtime.Turn{Session: runtime.NewSession(s.ID, ""), WorkingDir: x.dir, Policy: runtime.Policy{Files: runtime.FilePolicy{Write: []string{"."}}}}
	return x
}

func (x *caller) write(name, content string) {
	x.Helper()
	if err := os.WriteFile(filepath.Join(x.dir, name), []byte(content), 0o600); err != nil {
		x.Fatal(err)
	}
}

// content returns the content of a file; "-" if there is none.
func (x *caller) content(name string) string {
	data, err := os.ReadFile(filepath.Join(x.dir, name))
	if err != nil {
		return "-"
	}
	return string(data)
}

// call calls a tool and returns the text of its result.
func (x *caller) call(dryRun bool, name string, args map[string]any) (text string, ok bool) {
	x.Helper()
	encoded, err := json.Marshal(args)
	if err != nil {
		x.Fatal(err)
	}
	turn := x.turn
	turn.DryRun = dryRun
	r := x.registry.ExecuteParallel(x.Context(), []runtime.ToolCall{{ID: "1", Name: name, Args: encoded}}, &turn)[0].Result
	return r.Value + r.Error, r.OK
}

// An undo is described by the diff that it would make, and does what was described.
func TestUndo(t *testing.T) {
	for _, test := range []struct {
		reason, tool string
		args         map[string]any
		listed       string
		described    []string
		undone       string
	}{
		{"a changed file", "patch_file", map[string]any{"path": "a.txt", "old_text": "two", "new_text": "2"}, "a.txt: changed; before, it had 14 bytes",
			[]string{"would have this result: restored a.txt to its content before the change: 14 bytes\n", "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-2\n+two\n three"}, "restored a.txt to its content before the change: 14 bytes"},
		{"a new file", "write_file", map[string]any{"path": "new.txt", "content": "new\n"}, "new.txt: created",
			[]string{"would have this result: removed new.txt, which did not exist before the change\n", "--- a/new.txt\n+++ /dev/null\n", "\n-new"}, "removed new.txt, which did not exist before the change"},
	} {
		x := newCaller(t)
		if text, ok := x.call(false, test.tool, test.args); !ok {
			t.Fatal(text)
		}
		path := test.args["path"].(string)
		after := x.content(path)
		if text, _ := x.call(false, "list_changes", nil); text != test.listed {
			t.Errorf("%s: the list is %q, want %q", test.reason, text, test.listed)
		}
		text, _ := x.call(true, "undo_change", nil)
		for _, want := range test.described {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in the description\n%s", test.reason, want, text)
			}
		}
		if x.content(path) != after {
			t.Errorf("%s: the description changed the file", test.reason)
		}
		if text, _ := x.call(false, "undo_change", map[string]any{"path": path}); text != test.undone {
			t.Errorf("%s: the result is %q, want %q", test.reason, text, test.undone)
		}
		if a := x.content("a.txt"); a != "one\ntwo\nthree\n" || x.content("new.txt") != "-" {
			t.Errorf("%s: the files are %q, %q", test.reason, a, x.content("new.txt"))
		}
	}
}

// The agent's undo and the one of manage_file never lose what the other one did: a step is undone by both in turn, or refused.
func TestTwoUndos(t *testing.T) {
	for _, test := range []struct {
		steps string
		want  string // the content of a.txt and of moved.txt after all steps
		says  string // a part of the last text
	}{
		{"patch manage", "one - ", "restored a.txt"},
		{"patch manage undo", "patched - ", "restored a.txt"},
		{"patch manage undo undo", "one - ", "restored a.txt"},
		{"patch undo manage", "one - ", "has changed since the last change by this session"},
		{"patch undo patch manage", "one - ", "restored a.txt"},
		{"patch undo patch manage manage", "one - ", "has changed since the last change by this session"},
		{"patch edit read write manage", "edited - ", "restored a.txt"},
		{"patch edit read write manage manage", "edited - ", "has changed since the last change by this session"},
		{"patch edit read write undo", "edited - ", "restored a.txt"},
		{"patch edit read write undo undo", "edited - ", "a.txt was changed again"},
		{"move undo", "one - ", "moved moved.txt back to a.txt"},
		{"move edit undo", "edited one ", "a.txt was changed again"},
		{"patch move undo undo", "one - ", "restored a.txt"},
		{"move manageMoved undo", "- one ", "moved a.txt back to moved.txt"},
		{"delete undo", "one - ", "restored a.txt"},
		{"delete again undo", "- - ", "removed a.txt"},
		{"delete again undo undo", "one - ", "restored a.txt"},
	} {
		x := newCaller(t)
		x.write("a.txt", "one")
		text := ""
		for _, step := range strings.Fields(test.steps) {
			text = x.step(step)
		}
		if got := x.content("a.txt") + " " + x.content("moved.txt") + " "; got != test.want || !strings.Contains(text, test.says) {
			t.Errorf("%s: the files are %q, want %q; the last text is %q, want %q", test.steps, got, test.want, text, test.says)
		}
	}
}

// step makes a step of TestTwoUndos: a call, whose dry run changes nothing, or a change by another program.
func (x *caller) step(name string) string {
	x.Helper()
	tool, args := "manage_file", map[string]any{"action": name, "path": "a.txt"}
	switch name {
	case "edit":
		x.write("a.txt", "edited")
		return ""
	case "read":
		tool, args = "read_file", map[string]any{"path": "a.txt"}
	case "patch":
		tool, args = "patch_file", map[string]any{"path": "a.txt", "old_text": x.content("a.txt"), "new_text": "patched"}
	case "again":
		tool, args = "write_file", map[string]any{"path": "a.txt", "content": "one"}
	case "write":
		tool, args = "write_file", map[string]any{"path": "a.txt", "content": "written"}
	case "undo":
		tool, args = "undo_change", nil
	case "manage":
		args["action"] = "undo"
	case "manageMoved":
		args = map[string]any{"action": "undo", "path": "moved.txt"}
	case "move":
		args["new_path"] = "moved.txt"
	}
	before := x.content("a.txt") + x.content("moved.txt")
	x.call(true, tool, args)
	if x.content("a.txt")+x.content("moved.txt") != before {
		x.Errorf("the dry run of %s changed a file", name)
	}
	text, _ := x.call(false, tool, args)
	return text
}

// The list in a batch has the changes of the earlier calls, and of no later ones.
func TestListIsOrdered(t *testing.T) {
	for range 20 {
		x := newCaller(t)
		list := runtime.ToolCall{Name: "list_changes", Args: json.RawMessage(`{}`)}
		batch := []runtime.ToolCall{list, {Name: "patch_file", Args: json.RawMessage(`{"path": "a.txt", "old_text": "two", "new_text": "2"}`)}, list}
		results := x.registry.ExecuteParallel(t.Context(), batch, &x.turn)
		if before, after := results[0].Result.Value, results[2].Result.Value; !strings.Contains(before, "changed no file") || !strings.Contains(after, "a.txt: changed") {
			t.Fatalf("the lists are %q and %q", before, after)
		}
	}
}

// The numbers of a diff with several hunks are right.
func TestHunks(t *testing.T) {
	x := newCaller(t)
	var lines []string
	for i := range 40 {
		lines = append(lines, "line "+strconv.Itoa(i)+"\n")
	}
	x.write("a.txt", strings.Join(lines, ""))
	changed := strings.NewReplacer("line 2\n", "two\nlines\n", "line 6\n", "more\nthan\none\n", "line 30\n", "").Replace(strings.Join(lines, ""))
	x.call(false, "read_file", map[string]any{"path": "a.txt"})
	if text, ok := x.call(false, "write_file", map[string]any{"path": "a.txt", "content": changed}); !ok {
		t.Fatal(text)
	}
	text, _ := x.call(true, "undo_change", nil)
	for _, want := range []string{"@@ -1,13 +1,10 @@", "@@ -31,6 +28,7 @@"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// What cannot be undone is refused, with the same text by the description and by the call.
func TestUndoIsRefused(t *testing.T) {
	x := newCaller(t)
	refused := func(reason, want string, args map[string]any) {
		t.Helper()
		for _, dryRun := range []bool{true, false} {
			if text, ok := x.call(dryRun, "undo_change", args); ok || !strings.Contains(text, want) {
				t.Errorf("%s: %t, %q, want %q", reason, ok, text, want)
			}
		}
	}
	refused("no change", "there is nothing to undo: the file tools changed no file in this session, or all changes are undone", nil)
	if text, ok := x.call(false, "patch_file", map[string]any{"path": "a.txt", "old_text": "two", "new_text": "2"}); !ok {
		t.Fatal(text)
	}
	refused("another file", "the file tools did not change b.txt in this session", map[string]any{"path": "b.txt"})
	x.write("a.txt", "something else\n")
	refused("a later change", "a.txt was changed again, by something other than the file tools", nil)
	if x.content("a.txt") != "something else\n" {
		t.Errorf("the file is %q", x.content("a.txt"))
	}
}

// The description has no secrets, and no diff of a file that is not text.
func TestUndoDescriptionIsSafe(t *testing.T) {
	x := newCaller(t)
	key := "-----BEGIN PRIVATE KEY-----\nMIIEabc\nMIIEdef\nMIIEghi\nMIIEjkl\nMIIEmno\n-----END PRIVATE KEY-----\n"
	x.write("a.txt", "first\n"+key)
	x.call(false, "read_file", map[string]any{"path": "a.txt"})
	if text, ok := x.call(false, "write_file", map[string]any{"path": "a.txt", "content": "last\n"}); !ok {
		t.Fatal(text)
	}
	if text, ok := x.call(true, "undo_change", nil); !ok || strings.Contains(text, "MIIE") {
		t.Errorf("%t, %q", ok, text)
	}
	x = newCaller(t)
	x.write("a.txt", "\xff\x00")
	x.call(false, "read_file", map[string]any{"path": "a.txt"})
	if text, ok := x.call(false, "write_file", map[string]any{"path": "a.txt", "content": "text\n"}); !ok {
		t.Fatal(text)
	}
	if text, ok := x.call(true, "undo_change", nil); !ok || !strings.Contains(text, "(no diff: the file is not text") {
		t.Errorf("%t, %q", ok, text)
	}
}
