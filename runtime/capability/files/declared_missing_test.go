//go:build unix

package files_test

import (
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestDeclaredNothing checks that a call is refused if its declarations are disjoint from the
// policy or not valid, and that the refusal names no path.
func TestDeclaredNothing(t *testing.T) {
	w := newReachFixture(t)
	for _, c := range []struct {
		reason, dir      string
		policy, declared []string
	}{
		{"disjoint paths", "ws", []string{"docs"}, []string{"src"}},
		{"a declared path is not relative to a directory of the policy", "ws", []string{"docs"}, []string{"deep"}},
		{"a name that starts alike", "ws", []string{"docs"}, []string{"doc", "docsx"}},
		{"an absolute path elsewhere", "ws", []string{"."}, []string{"/etc", w.at("data")}},
		{"the directory next to the working directory", "ws", []string{"."}, []string{"../ws2"}},
		{"letters of another case", "ws", []string{"docs"}, []string{"Docs", "DOCS"}},
		{"an empty path", "ws", []string{"."}, []string{""}},
		{"a NUL byte", "ws", []string{"."}, []string{"docs\x00"}},
		{"a link that leads out", "ws", []string{"."}, []string{"evil"}},
		{"a link that leads out, below it", "ws", []string{".", w.at("outside")}, []string{"evil/dir"}},
		{"a closed directory", "ws", []string{"."}, []string{".ssh"}},
		{"a relative path without a working directory", "", []string{w.at("ws")}, []string{"docs", "."}},
	} {
		request := w.request(capability.FilePolicy{Write: c.policy})
		request.Needs.Read, request.Needs.Write = c.declared, c.declared
		if request.WorkingDir = ""; c.dir != "" {
			request.WorkingDir = w.at(c.dir)
		}
		f, err := files.New(nil).Open(t.Context(), request)
		if f != nil || !isDenied(err) {
			t.Errorf("%s: %v, %v", c.reason, f, err)
			continue
		}
		for _, path := range append(c.declared, w.dir, "docs") {
			if len(path) > 1 && strings.Contains(err.Error(), path) {
				t.Errorf("%s: the refusal names %q: %v", c.reason, path, err)
			}
		}
	}
}

// TestDeclaredWithoutWorkingDirectory uses absolute names in a turn without a working directory.
func TestDeclaredWithoutWorkingDirectory(t *testing.T) {
	w := newReachFixture(t)
	request := w.request(capability.FilePolicy{Write: []string{w.at("ws")}})
	request.WorkingDir = ""
	request.Needs.Read = []string{w.at("ws/docs"), "src"}
	request.Needs.Write = request.Needs.Read
	w.reachesOnly(request, []string{w.at("ws/docs/d")}, []string{w.at("ws/src/s"), w.at("data/y"), "docs/d"})
}

// TestDeclaredMissing creates declared directories that do not exist, and their missing parents inside
// what the policy opens.
func TestDeclaredMissing(t *testing.T) {
	for _, c := range []struct {
		reason           string
		policy, declared string
		makes            string // directories to make, in this order
		not              string // directories that cannot be made
		file             string // a file that can be written then; none if empty
	}{
		{"the declared directory", ".", "new", "new new/sub", "other", "new/sub/f"},
		{"below directories that are missing", ".", "a/b/new", "a/b/new", "a/c a/b2", "a/b/new/f"},
		{"only the directories above", ".", "a/b/new", "a a/b", "a/c a/b/c", ""},
		{"the directory of the policy is missing, too", "a/b", "a/b/c/d", "", "a a/b a/b/c/d x", ""},
		{"the directory of the policy is there", "docs", "docs/b/c", "docs/b/c", "docs/c docs/b/d new", "docs/b/c/f"},
		{"the policy is further in", "docs/b/c", "docs", "", "docs/b docs/c new", ""},
		{"an absolute path", "$ROOT/data", "$ROOT/data/a/b", "$ROOT/data/a/b", "$ROOT/data/c new", "$ROOT/data/a/b/f"},
		{"through a link", ".", "real/new/x", "real/new/x", "docs/other", "docs/new/x/f"},
		{"a closed directory above", ".", ".git/x/new docs", "", ".git .git/x .git/x/new", ""},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newReachFixture(t)
			request := w.request(capability.FilePolicy{Write: w.expand(strings.Fields(c.policy))})
			request.Needs.Write = w.expand(strings.Fields(c.declared))
			f := w.open(files.New(nil), request)
			for _, name := range w.expand(strings.Fields(c.not)) {
				if err := f.MkdirAll(name); err == nil || !isDenied(err) && !isMissing(err) {
					t.Errorf("making %s: %v", name, err)
				}
				if _, err := os.Lstat(w.hostPath(name)); err == nil {
					t.Errorf("%s was made", name)
				}
			}
			for _, name := range w.expand(strings.Fields(c.makes)) {
				if err := f.MkdirAll(name); err != nil {
					t.Errorf("making %s: %v", name, err)
				}
				if info, err := os.Stat(w.hostPath(name)); err != nil || !info.IsDir() {
					t.Errorf("%s was not made: %v", name, err)
				}
			}
			if c.file != "" {
				name := w.expand([]string{c.file})[0]
				if err := f.WriteFile(name, []byte("x")); err != nil {
					t.Error(err)
				}
				if got, err := f.ReadFile(name); err != nil || string(got) != "x" {
					t.Errorf("%q, %v", got, err)
				}
			}
			for _, name := range w.expand(strings.Fields(c.not)) {
				if err := f.MkdirAll(name); err == nil {
					t.Errorf("made %s afterwards", name)
				}
			}
		})
	}
}

// TestDeclaredMissingFile writes a declared file that does not exist. Files next to it cannot be written.
func TestDeclaredMissingFile(t *testing.T) {
	w := newReachFixture(t)
	request := w.request(capability.FilePolicy{Write: []string{"docs"}})
	request.Needs.Write = []string{"docs/report.md"}
	f := w.open(files.New(nil), request)
	if err := f.WriteFile("docs/report.md", []byte("x")); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"docs/report.md.bak", "docs/other", "report.md"} {
		if err := f.WriteFile(name, nil); !isDenied(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := f.Rename("docs/report.md", "docs/moved.md"); !isDenied(err) {
		t.Errorf("moved: %v", err)
	}
	if err := f.Remove("docs/report.md"); err != nil {
		t.Error(err)
	}
}
