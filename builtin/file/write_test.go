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

func TestWriteFiles(t *testing.T) {
	for _, c := range []struct {
		reason, path, content string
		want                  file.WriteResult
	}{
		{"a new file", "new.txt", "text\n", file.WriteResult{Path: "new.txt", Bytes: 5, Created: true}},
		{"an existing file", "old.txt", "text", file.WriteResult{Path: "old.txt", Bytes: 4, OldBytes: 13, OldLines: 2}},
		{"empty content", "old.txt", "", file.WriteResult{Path: "old.txt", OldBytes: 13, OldLines: 2}},
		{"missing directories", "./a/b//c.txt", "x", file.WriteResult{Path: "a/b/c.txt", Bytes: 1, Created: true}},
		{"the length is in bytes", "n", "漢😀é", file.WriteResult{Path: "n", Bytes: 9, Created: true}},
		{"line ends and a byte order mark are kept", "n", "\ufeffa\r\nb\rc\x00", file.WriteResult{Path: "n", Bytes: 10, Created: true}},
		{"almost four megabytes", "n", strings.Repeat("x", 4<<20-100), file.WriteResult{Path: "n", Bytes: 4<<20 - 100, Created: true}},
	} {
		w := newFixture(t)
		w.writeFile("old.txt", "before\nbefore")
		w.call("read_file", args{"path": c.path})
		preview := w.mustSucceed(w.dryRun("write_file", args{"path": c.path, "content": c.content})).Value
		if now := w.readFile(c.want.Path); now != "before\nbefore" && now != "missing" {
			t.Errorf("%s: the dry run wrote %q", c.reason, now)
		}
		r := w.mustSucceed(w.call("write_file", args{"path": c.path, "content": c.content}))
		if got := structuredContent[file.WriteResult](t, r); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.reason, got, c.want)
		}
		if got := w.readFile(c.want.Path); got != c.content {
			t.Errorf("%s: the file has %.100q, want %.100q", c.reason, got, c.content)
		}
		verb := map[bool]string{true: "create", false: "replace"}[c.want.Created]
		if !strings.HasPrefix(preview, "would "+verb+" "+c.want.Path) || !strings.HasPrefix(r.Value, verb+"d "+c.want.Path) ||
			!strings.Contains(preview, fmt.Sprint(c.want.Bytes)+" byte") || !strings.Contains(r.Value, fmt.Sprint(c.want.Bytes)+" byte") {
			t.Errorf("%s: %.100q, then %q", c.reason, preview, r.Value)
		}
		if !c.want.Created != strings.HasSuffix(r.Value, " written (was 13 bytes, 2 lines)") {
			t.Errorf("%s: %q", c.reason, r.Value)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	w := newFixture(t)
	w.writeFile("file", "x")
	w.writeFile("dir/x", "x")
	invalid, failed := runtime.InputInvalid, runtime.ExecutionFailed
	for _, c := range []struct {
		reason    string
		arguments args
		want      wantFailure
	}{
		{"a directory", args{"path": "dir", "content": "x"}, wantFailure{failed, "path", "IS_DIRECTORY", nil}},
		{"a path that ends with a slash", args{"path": "new/", "content": "x"}, wantFailure{invalid, "path", "", []string{"must not end with a slash"}}},
		{"a file instead of a parent directory", args{"path": "file/x", "content": "x"}, wantFailure{failed, "path", "", nil}},
		{"a path outside the working directory", args{"path": "../x", "content": "x"}, wantFailure{invalid, "path", "", nil}},
		{"an absolute path that the policy does not allow", args{"path": "/etc/x", "content": "x"}, wantFailure{runtime.NotAvailable, "", "fs:read", nil}},
		{"credentials", args{"path": ".ssh/authorized_keys", "content": "x"}, wantFailure{runtime.NotAvailable, "", "fs:write", nil}},
		{"no content", args{"path": "n"}, wantFailure{invalid, "content", "", nil}},
		{"null as content", args{"path": "n", "content": nil}, wantFailure{invalid, "content", "", nil}},
		{"no path", args{"content": "x"}, wantFailure{invalid, "path", "", nil}},
		{"an empty path", args{"path": "", "content": "x"}, wantFailure{invalid, "path", "", nil}},
	} {
		w.mustFail(c.reason, w.call("write_file", c.arguments), c.want)
	}
	r := w.withoutFence(toolstest.CallWith(w, w.options, toolNamed(w, "write_file"), `{"path": "n", "content": "a\ud83d"}`, w.turn))
	w.mustFail("half of a surrogate pair", r, wantFailure{invalid, "", "", nil})
	w.read("file")
	w.turn.Policy.Files.Write = nil
	w.mustFail("a policy without permission to write", w.call("write_file", args{"path": "file", "content": "y"}), wantFailure{runtime.NotAvailable, "", "fs:write", nil})
	for _, name := range []string{"n", "new", ".ssh"} {
		if w.readFile(name) != "missing" {
			t.Errorf("%s was created", name)
		}
	}
	if w.readFile("file") != "x" {
		t.Error("the file was changed")
	}
}

func TestWriteDryRunDiff(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a", "one\ntwo\nthree\n")
	w.read("a")
	got := w.mustSucceed(w.dryRun("write_file", args{"path": "a", "content": "one\n2\nthree\n"})).Value
	if want := "would replace a, 14 bytes, with 12 bytes\n--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got = w.mustSucceed(w.dryRun("write_file", args{"path": "b/c", "content": "x"})).Value
	if want := "would create b/c with 1 byte\n--- /dev/null\n+++ b/b/c\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	w.writeFile("binary", "\x00")
	w.call("read_file", args{"path": "binary"})
	if got := w.mustSucceed(w.dryRun("write_file", args{"path": "binary", "content": "x"})).Value; got != "would replace binary, 1 byte, with 1 byte" {
		t.Errorf("a binary file: %q", got)
	}
	got = w.mustSucceed(w.dryRun("write_file", args{"path": "a", "content": strings.Repeat("a line\n", 1000)})).Value
	if !strings.HasSuffix(got, "\n+a line") || strings.Count(got, "\n+a line") != 1000 { // the runtime cuts longer ones
		t.Errorf("a long diff: %d bytes, …%q", len(got), got[len(got)-40:])
	}
	if w.readFile("a") != "one\ntwo\nthree\n" || w.readFile("b") != "missing" {
		t.Error("a dry run changed something")
	}
}

// rewritingFS changes each file immediately after it was written.
type rewritingFS struct{ *toolstest.FS }

func (s rewritingFS) WriteFile(name string, data []byte) error {
	err := s.FS.WriteFile(name, data)
	s.Change(name, "something else")
	return err
}

func TestWriteIsVerified(t *testing.T) {
	w := fixtureWithFS(t, rewritingFS{toolstest.NewFS(map[string]string{"a": "one"})})
	w.read("a")
	want := wantFailure{runtime.ExecutionFailed, "path", "NOT_VERIFIED", nil}
	w.mustFail("a file", w.call("write_file", args{"path": "a", "content": "two"}), want)
	w = fixtureWithFS(t, rewritingFS{toolstest.NewFS(map[string]string{"a": "one"})})
	w.mustFail("a patch", w.call("patch_file", args{"path": "a", "old_text": "one", "new_text": "two"}), want)
}

// failingFS fails to write files.
type failingFS struct {
	*toolstest.FS
	err error
}

func (f failingFS) WriteFile(string, []byte) error { return f.err }

func TestFailedWriteRemovesDirectories(t *testing.T) {
	fs := toolstest.NewFS(map[string]string{"kept/a": "one"})
	w := fixtureWithFS(t, failingFS{fs, syscall.ENOSPC})
	w.read("kept/a")
	for _, name := range []string{"kept/a", "kept/new/deep/b", "top/b"} {
		w.mustFail(name, w.call("write_file", args{"path": name, "content": "x"}), wantFailure{runtime.ExecutionFailed, "path", "", []string{"the disk is full"}})
	}
	for _, name := range []string{"kept/new", "top"} {
		if _, err := fs.Stat(name); err == nil {
			t.Errorf("the directory %s was not removed", name)
		}
	}
	if fs.Files()["kept/a"] != "one" {
		t.Error("the file was changed")
	}
	w = fixtureWithFS(t, failingFS{fs, &capability.Stale{Name: "kept/a"}})
	w.read("kept/a")
	if r := w.call("write_file", args{"path": "kept/a", "content": "x"}); r.Code != runtime.StaleWrite || r.ConflictKey != "kept/a" {
		t.Errorf("a stale write: %+v", r)
	}
}

// A write keeps the permissions of a file, and writes the target of a link.
func TestWriteThroughLink(t *testing.T) {
	w := newFixture(t)
	w.writeFile("real", "one")
	if err := os.Chmod(filepath.Join(w.dir, "real"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(w.dir, "link")); err != nil {
		t.Fatal(err)
	}
	w.read("link")
	w.mustSucceed(w.call("write_file", args{"path": "link", "content": "two"}))
	info, err := os.Lstat(filepath.Join(w.dir, "real"))
	if err != nil || w.readFile("real") != "two" || info.Mode().Perm() != 0o640 {
		t.Errorf("%q, %v, %v", w.readFile("real"), info.Mode(), err)
	}
	if entries, err := os.ReadDir(w.dir); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}
