package file_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
)

// Each step is a call of a tool, or a change without the tools. want is the content of a, b and c after all steps.
func TestManage(t *testing.T) {
	for _, c := range []struct {
		steps string
		want  string // the content of a and d/b
		says  string // the end of the last result or error
	}{
		{"read write undo", "old missing", "restored a to its content before the last change: 3 bytes, 1 line"},
		{"patch undo", "old missing", "1 line"},
		{"read write patch undo", "written missing", "7 bytes, 1 line"},
		{"read write patch undo undo", "old missing", "3 bytes, 1 line"},
		{"read write patch undo undo undo", "old missing", "there is no change of a to undo"},
		{"new undob", "old missing", "deleted d/b, which did not exist before the last change"},
		{"delete", "missing missing", "deleted a (3 bytes); the action undo restores it"},
		{"delete undo", "old missing", "3 bytes, 1 line"},
		{"delete restore undo", "other missing", "has changed since the last change by this session"},
		{"move", "missing old", "moved a to d/b"},
		{"move undob", "old missing", "moved d/b back to a"},
		{"move undo", "old missing", "moved d/b back to a"},
		{"patch move undob undo", "old missing", "3 bytes, 1 line"},
		{"move restore undob", "other old", "a has changed since"},
		{"read write change undo", "other missing", "has changed since the last change by this session"},
		{"patch change undo", "other missing", "has changed since"},
		{"patch change patch undo", "other missing", "5 bytes, 1 line"},
		{"patch change patch undo undo", "other missing", "has changed since the last change by this session"},
		{"patch change delete undo undo", "other missing", "has changed since the last change by this session"},
		{"patch change move undob undo", "other missing", "has changed since the last change by this session"},
		{"read change delete", "other missing", "changed since it was read"},
		{"read change move", "other missing", "changed since it was read"},
		{"change undo", "other missing", "there is no change of a to undo"},
		{"read write session undo", "written missing", "there is no change of a to undo"},
		{"new move", "old new", "d/b exists already: move or delete it first"},
		{"delete move", "missing missing", "a does not exist, or is not accessible: call list_files to see the existing files"},
		{"read write undo write", "written missing", "7 bytes written (was 3 bytes, 1 line)"},
		{"read move patchb", "missing patched", ""},
	} {
		w := newFixture(t)
		w.writeFile("a", "old")
		var last runtime.Result
		for i, step := range strings.Fields(c.steps) {
			last = w.step(step, i)
		}
		if got := w.readFile("a") + " " + w.readFile("d/b"); got != c.want {
			t.Errorf("%s: the files have %q, want %q; %+v", c.steps, got, c.want, last)
		}
		if text := last.Value + last.Error; !strings.Contains(text, c.says) {
			t.Errorf("%s: %q, want %q", c.steps, text, c.says)
		}
		if changed := strings.Contains(c.says, "changed since"); changed != (last.Code == runtime.StaleWrite) {
			t.Errorf("%s: the code is %q", c.steps, last.Code)
		}
	}
}

// step makes one step of TestManage.
func (w *fixture) step(name string, i int) (r runtime.Result) {
	w.Helper()
	manage := func(action, path string) runtime.Result {
		arguments := args{"action": action, "path": path}
		if action == "move" {
			arguments["new_path"] = "d/b"
		}
		before := w.readFile("a") + w.readFile("d/b")
		w.dryRun("manage_file", arguments)
		if w.readFile("a")+w.readFile("d/b") != before {
			w.Errorf("a dry run changed a file")
		}
		return w.call("manage_file", arguments)
	}
	switch name {
	case "read":
		return w.call("read_file", args{"path": "a"})
	case "write":
		return w.call("write_file", args{"path": "a", "content": "written"})
	case "new":
		return w.call("write_file", args{"path": "d/b", "content": "new"})
	case "patch":
		return w.mustSucceed(w.call("patch_file", args{"path": "a", "old_text": w.readFile("a"), "new_text": fmt.Sprintf("patched in step %d", i)}))
	case "patchb":
		return w.mustSucceed(w.call("patch_file", args{"path": "d/b", "old_text": "old", "new_text": "patched"}))
	case "change", "restore":
		if err := os.WriteFile(filepath.Join(w.dir, "a"), []byte("other"), 0o600); err != nil {
			w.Fatal(err)
		}
	case "session":
		w.turn.Session = runtime.NewSession("another", "")
	case "undob":
		return manage("undo", "d/b")
	default:
		return manage(name, "a")
	}
	return r
}

func TestManageErrors(t *testing.T) {
	w := newFixture(t)
	w.writeFile("dir/x", "x")
	w.writeFile("src/main.go", "x")
	w.writeFile("large", strings.Repeat("x", 11<<20))
	for _, c := range []struct {
		reason    string
		arguments args
		says      string
	}{
		{"a directory", args{"action": "delete", "path": "dir"}, "not directories"},
		{"a similar name", args{"action": "delete", "path": "src/mian.go"}, "did you mean src/main.go?"},
		{"a file that cannot be kept", args{"action": "delete", "path": "large"}, "could not be undone"},
		{"no new path", args{"action": "move", "path": "dir/x"}, "required for move"},
		{"a new path without a move", args{"action": "delete", "path": "dir/x", "new_path": "y"}, "only be given for move"},
		{"the same path", args{"action": "move", "path": "dir/x", "new_path": "dir/../dir/x"}, "must differ"},
		{"outside of the working directory", args{"action": "move", "path": "dir/x", "new_path": "../y"}, "working directory"},
		{"an absolute path needs approval", args{"action": "delete", "path": "/other/x"}, "approv"},
	} {
		if r := w.call("manage_file", c.arguments); r.OK || !strings.Contains(r.Error, c.says) {
			t.Errorf("%s: %+v", c.reason, r)
		}
	}
	w.turn.Policy.Files = runtime.FilePolicy{Read: []string{"."}}
	if r := w.call("manage_file", args{"action": "delete", "path": "dir/x"}); r.OK || w.readFile("dir/x") != "x" {
		t.Errorf("a file that may only be read: %+v", r)
	}
}

func TestWhyManage(t *testing.T) {
	for _, c := range []struct {
		args file.ManageArgs
		want string
	}{
		{file.ManageArgs{Action: file.Delete, Path: "a"}, ""},
		{file.ManageArgs{Action: file.Delete, Path: "/x/a"}, "deletes /x/a"},
		{file.ManageArgs{Action: file.Move, Path: "a", NewPath: "/x/a"}, "moves a to /x/a"},
		{file.ManageArgs{Action: file.Undo, Path: "/x/a"}, ""},
	} {
		if got := file.WhyManage(c.args); got != c.want {
			t.Errorf("%+v: %q, want %q", c.args, got, c.want)
		}
	}
}
