package file_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestWrite(t *testing.T) {
	for _, c := range []struct {
		reason, path, content string
		want                  file.WriteResult
	}{
		{"a new file", "new.txt", "text\n", file.WriteResult{FilePath: "new.txt", Bytes: 5, Created: true}},
		{"one that exists", "old.txt", "text", file.WriteResult{FilePath: "old.txt", Bytes: 4}},
		{"empty content", "old.txt", "", file.WriteResult{FilePath: "old.txt"}},
		{"directories that do not exist", "./a/b//c.txt", "x", file.WriteResult{FilePath: "a/b/c.txt", Bytes: 1, Created: true}},
		{"bytes, not characters", "n", "漢😀é", file.WriteResult{FilePath: "n", Bytes: 9, Created: true}},
		{"line ends and a byte order mark as they are", "n", "\ufeffa\r\nb\rc\x00", file.WriteResult{FilePath: "n", Bytes: 10, Created: true}},
		{"four megabytes but for the braces", "n", strings.Repeat("x", 4<<20-100), file.WriteResult{FilePath: "n", Bytes: 4<<20 - 100, Created: true}},
	} {
		w := newWorld(t)
		w.put("old.txt", "before")
		would := w.ok(w.dry("write_file", args{"file_path": c.path, "content": c.content})).Value
		if now := w.content(c.want.FilePath); now != "before" && now != "missing" {
			t.Errorf("%s: the dry run wrote %q", c.reason, now)
		}
		r := w.ok(w.call("write_file", args{"file_path": c.path, "content": c.content}))
		if got := structured[file.WriteResult](t, r); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.reason, got, c.want)
		}
		if got := w.content(c.want.FilePath); got != c.content {
			t.Errorf("%s: the file has %.100q, want %.100q", c.reason, got, c.content)
		}
		verb := map[bool]string{true: "create", false: "replace"}[c.want.Created]
		if !strings.HasPrefix(would, "would "+verb+" "+c.want.FilePath) || !strings.HasPrefix(r.Value, verb+"d "+c.want.FilePath) ||
			!strings.Contains(would, fmt.Sprint(c.want.Bytes)+" byte") || !strings.Contains(r.Value, fmt.Sprint(c.want.Bytes)+" byte") {
			t.Errorf("%s: %.100q, then %q", c.reason, would, r.Value)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	w := newWorld(t)
	w.put("file", "x")
	w.put("dir/x", "x")
	invalid, failed := runtime.InputInvalid, runtime.ExecutionFailed
	for _, c := range []struct {
		reason    string
		arguments args
		want      failure
	}{
		{"a directory", args{"file_path": "dir", "content": "x"}, failure{failed, "file_path", "IS_DIRECTORY", nil}},
		{"a path that ends as those of directories do", args{"file_path": "new/", "content": "x"}, failure{invalid, "file_path", "", []string{"ends in a slash"}}},
		{"a file on the way", args{"file_path": "file/x", "content": "x"}, failure{failed, "file_path", "", nil}},
		{"a way out", args{"file_path": "../x", "content": "x"}, failure{invalid, "file_path", "", nil}},
		{"an absolute path out of reach", args{"file_path": "/etc/x", "content": "x"}, failure{runtime.NotAvailable, "", "fs:read", nil}},
		{"credentials", args{"file_path": ".ssh/authorized_keys", "content": "x"}, failure{runtime.NotAvailable, "", "fs:write", nil}},
		{"no content", args{"file_path": "n"}, failure{invalid, "content", "", nil}},
		{"null for content", args{"file_path": "n", "content": nil}, failure{invalid, "content", "", nil}},
		{"no path", args{"content": "x"}, failure{invalid, "file_path", "", nil}},
		{"an empty path", args{"file_path": "", "content": "x"}, failure{invalid, "file_path", "", nil}},
	} {
		w.fails(c.reason, w.call("write_file", c.arguments), c.want)
	}
	r := w.bare(toolstest.CallWith(w, w.options, tool(w, "write_file"), `{"file_path": "n", "content": "a\ud83d"}`, w.turn))
	w.fails("half of a surrogate pair", r, failure{invalid, "", "", nil})
	w.turn.Policy.Files.Write = nil
	w.fails("a policy that lets nothing be written", w.call("write_file", args{"file_path": "file", "content": "y"}), failure{runtime.NotAvailable, "", "fs:write", nil})
	for _, gone := range []string{"n", "new", ".ssh"} {
		if w.content(gone) != "missing" {
			t.Errorf("%s was made", gone)
		}
	}
	if w.content("file") != "x" {
		t.Error("the file was changed")
	}
}

func TestWritePreviewShowsTheDiff(t *testing.T) {
	w := newWorld(t)
	w.put("a", "one\ntwo\nthree\n")
	got := w.ok(w.dry("write_file", args{"file_path": "a", "content": "one\n2\nthree\n"})).Value
	if want := "would replace a, 14 bytes, with 12 bytes\n--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got = w.ok(w.dry("write_file", args{"file_path": "b/c", "content": "x"})).Value
	if want := "would create b/c with 1 byte\n--- /dev/null\n+++ b/b/c\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	w.put("binary", "\x00")
	if got := w.ok(w.dry("write_file", args{"file_path": "binary", "content": "x"})).Value; got != "would replace binary, 1 byte, with 1 byte" {
		t.Errorf("a binary file: %q", got)
	}
	got = w.ok(w.dry("write_file", args{"file_path": "a", "content": strings.Repeat("a line\n", 10_000)})).Value
	if len(got) > 5000 || !strings.HasSuffix(got, " more lines)") {
		t.Errorf("a long diff: %d bytes, …%q", len(got), got[len(got)-40:])
	}
	if w.content("a") != "one\ntwo\nthree\n" || w.content("b") != "missing" {
		t.Error("a dry run changed something")
	}
}

// spoiling changes each file that is written at once.
type spoiling struct{ *toolstest.FS }

func (s spoiling) WriteFile(name string, data []byte) error {
	err := s.FS.WriteFile(name, data)
	s.Change(name, "something else")
	return err
}

func TestWriteIsVerified(t *testing.T) {
	w := over(t, spoiling{toolstest.NewFS(map[string]string{"a": "one"})})
	want := failure{runtime.ExecutionFailed, "file_path", "NOT_VERIFIED", nil}
	w.fails("a file", w.call("write_file", args{"file_path": "a", "content": "two"}), want)
	w = over(t, spoiling{toolstest.NewFS(map[string]string{"a": "one"})})
	w.fails("a patch", w.call("patch_file", args{"file_path": "a", "old_text": "one", "new_text": "two"}), want)
}

// failing fails to write.
type failing struct {
	*toolstest.FS
	err error
}

func (f failing) WriteFile(string, []byte) error { return f.err }

func TestFailedWriteLeavesNothing(t *testing.T) {
	fs := toolstest.NewFS(map[string]string{"kept/a": "one"})
	w := over(t, failing{fs, syscall.ENOSPC})
	for _, name := range []string{"kept/a", "kept/new/deep/b", "top/b"} {
		w.fails(name, w.call("write_file", args{"file_path": name, "content": "x"}), failure{runtime.ExecutionFailed, "file_path", "", []string{"the disk is full"}})
	}
	for _, gone := range []string{"kept/new", "top"} {
		if _, err := fs.Stat(gone); err == nil {
			t.Errorf("the directory %s was left behind", gone)
		}
	}
	if fs.Files()["kept/a"] != "one" {
		t.Error("the file was changed")
	}
	w = over(t, failing{fs, &capability.Stale{Name: "kept/a"}})
	if r := w.call("write_file", args{"file_path": "kept/a", "content": "x"}); r.Code != runtime.StaleWrite || r.ConflictKey != "kept/a" {
		t.Errorf("a stale write: %+v", r)
	}
}

// A file keeps its permissions, and a link what it leads to.
func TestWriteThroughALink(t *testing.T) {
	w := newWorld(t)
	w.put("real", "one")
	if err := os.Chmod(filepath.Join(w.dir, "real"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(w.dir, "link")); err != nil {
		t.Fatal(err)
	}
	w.ok(w.call("write_file", args{"file_path": "link", "content": "two"}))
	info, err := os.Lstat(filepath.Join(w.dir, "real"))
	if err != nil || w.content("real") != "two" || info.Mode().Perm() != 0o640 {
		t.Errorf("%q, %v, %v", w.content("real"), info.Mode(), err)
	}
	if entries, err := os.ReadDir(w.dir); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}
