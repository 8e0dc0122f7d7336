//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// TestFileChangedAfterLookup replaces a file exactly between the lookup of its name and the use of its
// location. TestRaces does so at random times.
func TestFileChangedAfterLookup(t *testing.T) {
	link := func(target, name string) func(dir string) error {
		return func(dir string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, name)), os.Symlink(target, filepath.Join(dir, name)))
		}
	}
	for _, c := range []struct {
		reason string
		swap   func(dir string) error
	}{
		{"the file is a link to a closed one", link(".env", "ws/x/f")},
		{"the file is a link out", link("../../outside/f", "ws/x/f")},
		{"the file is a pipe", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "ws/x/f")), syscall.Mkfifo(filepath.Join(dir, "ws/x/f"), 0o600))
		}},
		{"the file is a directory", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "ws/x/f")), os.Mkdir(filepath.Join(dir, "ws/x/f"), 0o700))
		}},
		{"the file is a hard link", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "ws/x/f")), os.Link(filepath.Join(dir, "outside/f"), filepath.Join(dir, "ws/x/f")))
		}},
		{"the file is gone", func(dir string) error { return os.Remove(filepath.Join(dir, "ws/x/f")) }},
		{"the file is another one", func(dir string) error {
			return os.Rename(filepath.Join(dir, "ws/x/g"), filepath.Join(dir, "ws/x/f"))
		}},
		{"its directory was moved out", func(dir string) error {
			return os.Rename(filepath.Join(dir, "ws/x"), filepath.Join(dir, "outside/x"))
		}},
	} {
		for op, use := range map[string]func(*view, *location) error{
			"reading": func(v *view, p *location) error {
				f, err := v.openFile("x/f", p)
				if err == nil {
					_ = f.Close()
				}
				return err
			},
			"replacing": func(v *view, p *location) error { return v.replace("x/f", p, []byte("broken")) },
			"adding":    func(v *view, p *location) error { return v.appendTo("x/f", p, []byte("broken")) },
			"removing":  func(v *view, p *location) error { return v.checkUnchanged("x/f", p) },
		} {
			t.Run(c.reason+", "+op, func(t *testing.T) {
				dir, v := openChangeTree(t)
				used := false
				err := v.withLocation("x/f", lookupOptions{follow: true}, func(p *location) error {
					if used {
						return nil // the second lookup
					}
					used = true
					if err := c.swap(dir); err != nil {
						t.Fatal(err)
					}
					done := make(chan error, 1)
					go func() { done <- use(v, p) }()
					select {
					case err := <-done:
						checkHarmless(t, dir, op, c.reason, err)
						return err
					case <-time.After(time.Minute):
						t.Fatal("the operation hangs")
					}
					return nil
				})
				if err != nil && errors.Is(err, errChanged) {
					t.Errorf("there was no second lookup: %v", err)
				}
			})
		}
	}
}

// checkHarmless checks the effect of one operation after a change. A file that was found can be read
// although its directory was moved, and a new file at its name can be replaced.
func checkHarmless(t *testing.T, dir, op, reason string, err error) {
	t.Helper()
	moved := reason == "its directory was moved out"
	allowed := moved && (op == "reading" || op == "removing") || op == "replacing" && (reason == "the file is another one" || reason == "the file is gone" || reason == "the file is a hard link")
	if err == nil && !allowed {
		t.Error("the operation succeeded")
	}
	for name, want := range map[string]string{"outside/f": "S", "outside/x/f": "F", "ws/x/.env": "E", "outside/x/.env": "E"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err == nil && string(data) != want {
			t.Errorf("%s holds %q", name, data)
		}
	}
	for _, pattern := range []string{"*/*/.toolgen-*", "*/.toolgen-*"} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
}

func openChangeTree(t *testing.T) (string, *view) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"ws/x", "outside"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range map[string]string{"ws/x/f": "F", "ws/x/g": "G", "ws/x/.env": "E", "outside/f": "S"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	needs := &capability.Needs{Kinds: capability.KindRead | capability.KindWrite}
	f, err := New(nil).Open(t.Context(), &capability.Request{Needs: needs, WorkingDir: filepath.Join(dir, "ws"), Files: capability.FilePolicy{Write: []string{"."}}})
	if err != nil {
		t.Fatal(err)
	}
	return dir, f.(*view)
}

// TestTemporaryFileReplacedBeforeCommit replaces a temporary file by a link before the commit.
func TestTemporaryFileReplacedBeforeCommit(t *testing.T) {
	dir, v := openChangeTree(t)
	err := v.withLocation("x/f", lookupOptions{follow: true}, func(p *location) error {
		written, err := writeTemp(p.dir, "written", []byte("new"), p.info)
		if err == nil {
			err = errors.Join(p.dir.Remove("written"), p.dir.Symlink("../../outside/f", "written"))
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := v.commit("x/f", p, "written", written); !errors.Is(err, errChanged) {
			t.Errorf("committed: %v", err)
		}
		return nil
	})
	if data, err := os.ReadFile(filepath.Join(dir, "ws/x/f")); err != nil || string(data) != "F" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestOpenDir opens names that were directories when they were looked up.
func TestOpenDir(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, name := range []string{"directory", "other"} {
		if err := root.Mkdir(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	seen, err := root.Lstat("directory")
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600), root.Symlink("other", "link"), root.Symlink("..", "out"), root.WriteFile("file", nil, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"other", "link", "out", "pipe", "file", "missing"} {
		done := make(chan error, 1)
		go func() {
			opened, err := openDir(root, name, seen)
			if err == nil {
				_ = opened.Close()
			}
			done <- err
		}()
		select {
		case err := <-done:
			if !errors.Is(err, errChanged) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s hangs", name)
		}
	}
	opened, err := openDir(root, "directory", seen)
	if err != nil {
		t.Fatal(err)
	}
	_ = opened.Close()
}
