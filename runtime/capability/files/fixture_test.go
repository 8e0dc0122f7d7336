//go:build unix

package files_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

const secret = "SECRET"

// fixture is a directory with a working directory ws, whose files tools can access, and with files outside
// it, which they cannot access.
type fixture struct {
	t   *testing.T
	dir string // without symbolic links
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &fixture{t, dir}
	w.write("ws/a.txt", "A")
	w.write("ws/sub/b.txt", "B")
	w.write("ws/sub/deep/c.txt", "C")
	w.write("outside/secret.txt", secret)
	w.write("outside/dir/secret.txt", secret)
	w.write("ws2/secret.txt", secret) // its name starts with the name of the working directory
	return w
}

func (w *fixture) at(name string) string { return filepath.Join(w.dir, name) }

func (w *fixture) ok(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *fixture) write(name, content string) {
	w.t.Helper()
	w.ok(os.MkdirAll(filepath.Dir(w.at(name)), 0o755))
	w.ok(os.WriteFile(w.at(name), []byte(content), 0o644))
}

func (w *fixture) mkdir(name string) {
	w.t.Helper()
	w.ok(os.MkdirAll(w.at(name), 0o755))
}

// link creates a symbolic link. In the target, $ROOT is replaced by the directory of the
// fixture.
func (w *fixture) link(name, target string) {
	w.t.Helper()
	w.ok(os.Symlink(strings.ReplaceAll(target, "$ROOT", w.dir), w.at(name)))
}

func (w *fixture) content(name string) string {
	w.t.Helper()
	data, err := os.ReadFile(w.at(name))
	w.ok(err)
	return string(data)
}

// allPaths declares reading and writing of all paths.
var allPaths = capability.Needs{Kinds: capability.KindRead | capability.KindWrite}

// request returns the request of a tool that reads and writes, with the working directory ws.
func (w *fixture) request(policy capability.FilePolicy) *capability.Request {
	needs := allPaths
	return &capability.Request{Tool: "t", Needs: &needs, Session: "s", WorkingDir: w.at("ws"), Files: policy}
}

func (w *fixture) open(backend *files.Backend, request *capability.Request) capability.WriteFS {
	w.t.Helper()
	opened, err := backend.Open(w.t.Context(), request)
	if err != nil {
		w.t.Fatal(err)
	}
	return opened
}

// all opens ws for reading and writing.
func (w *fixture) all(o *files.Options) capability.WriteFS {
	w.t.Helper()
	return w.open(files.New(o), w.request(capability.FilePolicy{Write: []string{"."}}))
}

// mustEnd calls a function and fails the test if it does not return in time.
func mustEnd(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(3 * time.Minute):
		t.Fatalf("%s hangs", what)
	}
}

// escapeAttempt is a name that no operation may use. A name that starts with "=" is a literal: operations may
// create it in ws, but it must not lead anywhere else.
type escapeAttempt struct{ reason, name string }

// operations has the operations of a tool on one name. They return the content
// that they read.
var operations = map[string]func(f capability.WriteFS, name string) (string, error){
	"Open": func(f capability.WriteFS, name string) (string, error) {
		opened, err := f.Open(name)
		if err != nil {
			return "", err
		}
		defer opened.Close()
		data, err := io.ReadAll(io.LimitReader(opened, 1<<20))
		return string(data), err
	},
	"ReadFile": func(f capability.WriteFS, name string) (string, error) {
		data, err := f.ReadFile(name)
		return string(data), err
	},
	"ReadDir": func(f capability.WriteFS, name string) (string, error) {
		entries, err := f.ReadDir(name)
		return fmt.Sprint(entries), err
	},
	"Stat": func(f capability.WriteFS, name string) (string, error) {
		_, err := f.Stat(name)
		return "", err
	},
	"WriteFile": func(f capability.WriteFS, name string) (string, error) {
		return "", f.WriteFile(name, []byte("broken"))
	},
	"Append":      func(f capability.WriteFS, name string) (string, error) { return "", f.Append(name, []byte("broken")) },
	"MkdirAll":    func(f capability.WriteFS, name string) (string, error) { return "", f.MkdirAll(name) },
	"MkdirBelow":  func(f capability.WriteFS, name string) (string, error) { return "", f.MkdirAll(name + "/made") },
	"Remove":      func(f capability.WriteFS, name string) (string, error) { return "", f.Remove(name) },
	"Rename away": func(f capability.WriteFS, name string) (string, error) { return "", f.Rename(name, "moved") },
	"Rename to":   func(f capability.WriteFS, name string) (string, error) { return "", f.Rename("a.txt", name) },
}

// readers has the names of the operations that change nothing, and writers the
// names of the others.
var (
	readers = []string{"Open", "ReadFile", "ReadDir", "Stat"}
	writers = []string{"WriteFile", "Append", "MkdirAll", "MkdirBelow", "Remove", "Rename away", "Rename to"}
)

// checkRefused runs the operations on each name. All must fail, show neither content nor paths, and change
// nothing outside ws.
func (w *fixture) checkRefused(f capability.WriteFS, ops []string, attempts []escapeAttempt) {
	w.t.Helper()
	before := w.snapshot()
	for _, a := range attempts {
		name, literal := strings.CutPrefix(strings.ReplaceAll(a.name, "$ROOT", w.dir), "=")
		for _, op := range ops {
			mustEnd(w.t, op+" of "+a.reason, func() {
				got, err := operations[op](f, name)
				switch {
				case err == nil && !literal, strings.Contains(got, secret):
					w.t.Errorf("%s: %s of %q gave %q, %v", a.reason, op, clip(name), got, err)
				case err != nil:
					w.checkErrorText(a.reason, op, name, err)
				}
			})
		}
	}
	after := w.snapshot()
	if !maps.Equal(before, after) {
		w.t.Errorf("files outside ws changed:\n%v\n%v", before, after)
	}
}

// checkErrorText checks that an error contains the name that was used, and no other path.
func (w *fixture) checkErrorText(reason, op, name string, err error) {
	w.t.Helper()
	failed, isPath := err.(*fs.PathError)
	var stale *capability.Stale
	if !isPath && !errors.As(err, &stale) {
		w.t.Errorf("%s: %s gave a %T: %v", reason, op, err, err)
		return
	}
	if isPath && !isRelated(failed.Path, name) {
		w.t.Errorf("%s: %s of %q names %q", reason, op, clip(name), failed.Path)
	}
	text := strings.ReplaceAll(err.Error(), name, "")
	if strings.Contains(text, filepath.Base(w.dir)) || strings.Contains(text, "secret.txt") && !strings.Contains(name, "secret.txt") {
		w.t.Errorf("%s: %s shows a path: %v", reason, op, err)
	}
}

func isRelated(path, name string) bool {
	return path == name || path == name+"/made" || path == "a.txt" || path == "moved"
}

func clip(s string) string {
	if len(s) > 100 {
		return s[:100] + "…"
	}
	return s
}

// snapshot returns the modes and contents of all files outside ws.
func (w *fixture) snapshot() map[string]string { w.t.Helper(); return w.snapshotOf(".", "ws") }

// snapshotOf returns the modes and contents of all files in a directory, without those in the directories without.
func (w *fixture) snapshotOf(dir string, without ...string) map[string]string {
	w.t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(w.at(dir), func(name string, d fs.DirEntry, err error) error {
		if err != nil || slices.ContainsFunc(without, func(dir string) bool { return name == w.at(dir) }) {
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all[name] = info.Mode().String()
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(name)
			all[name] += " " + string(data)
			return err
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// checkWorks checks that all operations succeed on a file in reach.
func (w *fixture) checkWorks(f capability.WriteFS, file string) {
	w.t.Helper()
	want := "control " + file
	for _, step := range []struct {
		op  string
		err error
	}{
		{"WriteFile", f.WriteFile(file, []byte("control "))},
		{"Append", f.Append(file, []byte(file))},
		{"Rename", f.Rename(file, file+".moved")},
		{"Rename back", f.Rename(file+".moved", file)},
		{"MkdirAll", f.MkdirAll(file + ".d/e")},
		{"Remove", f.Remove(file + ".d/e")},
		{"Remove the other", f.Remove(file + ".d")},
	} {
		if step.err != nil {
			w.t.Errorf("in reach: %s: %v", step.op, step.err)
		}
	}
	for _, op := range []string{"Open", "ReadFile"} {
		if got, err := operations[op](f, file); err != nil || got != want {
			w.t.Errorf("in reach: %s gave %q, %v", op, got, err)
		}
	}
	info, err := f.Stat(file)
	if err != nil || info.Size() != int64(len(want)) || info.Name() != path.Base(file) || info.Sys() != nil {
		w.t.Errorf("in reach: Stat: %v, %v", info, err)
	}
	if _, err := f.ReadDir(path.Dir(file)); err != nil {
		w.t.Errorf("in reach: ReadDir: %v", err)
	}
}

// isDenied reports whether an error is a *capability.Denied.
func isDenied(err error) bool {
	var refusal *capability.Denied
	return errors.As(err, &refusal)
}

// isMissing reports whether an error says that a file does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
