//go:build linux

package files_test

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// inMountNamespace runs a test in its own mount namespace, in a child process. It reports whether this
// process is the child.
func inMountNamespace(t *testing.T) bool {
	t.Helper()
	if os.Getenv(childEnv) == t.Name() {
		return true
	}
	attributes := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		attributes.Cloneflags |= syscall.CLONE_NEWUSER
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	if !runInChild(t, "^"+t.Name()+"$", t.Name(), attributes) {
		t.Skip("no mount namespaces here")
	}
	return false
}

// mount mounts a file system until the namespace ends.
func (w *fixture) mount(source, target, kind string, flags uintptr, data string) {
	w.t.Helper()
	err := syscall.Mount(source, target, kind, flags, data)
	if errors.Is(err, syscall.EPERM) {
		w.t.Skip("--- PASS: nothing can be mounted here")
	}
	w.ok(err)
	if source != "" {
		w.t.Cleanup(func() { _ = syscall.Unmount(target, syscall.MNT_DETACH) })
	}
}

func (w *fixture) bind(source, target string) {
	w.t.Helper()
	w.mount(w.at(source), w.at(target), "", syscall.MS_BIND|syscall.MS_REC, "")
}

func TestMounts(t *testing.T) {
	if !inMountNamespace(t) {
		return
	}
	w := newFixture(t)
	w.mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, "")
	w.mkdir("ws/bind")
	w.mkdir("ws/sub/bind")
	w.mkdir("ws/tmp")
	w.mkdir("ws/proc")
	w.mkdir("ws/named")
	w.mkdir("ws/inner/inside")
	w.write("ws/file", "below the mount")
	w.write("ws/sub/file", "below the mount")
	w.bind("outside", "ws/bind") // of the same file system
	w.bind("outside/dir", "ws/sub/bind")
	w.bind("outside/secret.txt", "ws/file")
	w.bind("outside/secret.txt", "ws/sub/file")
	w.bind("ws/sub", "ws/inner/inside") // a part of the same directory
	w.mount("tmpfs", w.at("ws/tmp"), "tmpfs", 0, "size=64k")
	w.ok(os.WriteFile(w.at("ws/tmp/secret.txt"), []byte(secret), 0o644))
	w.bind("outside", "ws/named")
	w.link("ws/to_bind", "bind/secret.txt")
	w.link("ws/to_dir", "bind")
	w.link("ws/abs", "$ROOT/ws/bind/secret.txt")
	w.link("ws/chain", "to_dir/dir/secret.txt")

	f := w.all(nil)
	w.checkRefused(f, append([]string{"Append"}, readers...), []escapeAttempt{
		{"a directory of the same file system", "bind/secret.txt"}, {"below it", "bind/dir/secret.txt"}, {"one below", "sub/bind/secret.txt"}, {"a file", "file"}, {"a file below", "sub/file"},
		{"another file system", "tmp/secret.txt"}, {"through a link", "to_bind"}, {"a linked directory", "to_dir/secret.txt"}, {"an absolute link", "abs"}, {"a chain", "chain"}, {"a part of itself", "inner/inside/b.txt"}, {"absolute", "$ROOT/ws/bind/secret.txt"},
		{"the directory", "bind"}, {"the other file system", "tmp"},
	})
	w.checkRefused(f, []string{"WriteFile", "MkdirBelow", "Remove", "Rename away", "Rename to"}, []escapeAttempt{
		{"a new file", "bind/new"}, {"a new directory", "bind/dir/new"}, {"below", "sub/bind/new"}, {"another file system", "tmp/new"}, {"a linked directory", "to_dir/new"}, {"a file", "file"}, {"a file below", "sub/file"},
		{"a file there", "bind/secret.txt"}, {"a part of itself", "inner/inside/new"}, {"below another", "tmp/a/b"}, {"the directory", "bind"}, {"the other file system", "tmp"},
	})
	if _, err := f.ReadFile("bind/secret.txt"); !isDenied(err) {
		t.Errorf("the reason is %v", err)
	}
	w.checkWorks(f, "sub/deep/control.txt")

	// With the option, and with a path of the policy, the files are in reach.
	if got, err := w.all(&files.Options{Mounts: true}).ReadFile("bind/secret.txt"); err != nil || string(got) != secret {
		t.Errorf("with the option: %q, %v", got, err)
	}
	named := w.open(files.New(nil), w.request(capability.FilePolicy{Read: []string{".", "named"}}))
	if got, err := named.ReadFile("named/secret.txt"); err != nil || string(got) != secret {
		t.Errorf("named: %q, %v", got, err)
	}
	if _, err := named.ReadFile("bind/secret.txt"); !isDenied(err) {
		t.Errorf("another one: %v", err)
	}
	// A denied directory is denied at its mount point too.
	closed := w.open(files.New(&files.Options{Mounts: true}), w.request(capability.FilePolicy{Read: []string{"."}, Deny: []string{w.at("outside")}}))
	if got, err := closed.ReadFile("bind/secret.txt"); !isMissing(err) {
		t.Errorf("a denied directory, mounted: %q, %v", got, err)
	}
	declared := w.request(capability.FilePolicy{Read: []string{"."}})
	declared.Needs.Read = []string{"bind"}
	if f, err := files.New(nil).Open(t.Context(), declared); err == nil {
		if got, err := f.ReadFile("bind/secret.txt"); err == nil {
			t.Errorf("declared by the tool alone: %q", got)
		}
	}
}

// TestMountedDuringCall mounts files out of reach over a directory and over a file that a call has used.
// After the unmount, the call can use them again.
func TestMountedDuringCall(t *testing.T) {
	if !inMountNamespace(t) {
		return
	}
	w := newFixture(t)
	w.mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, "")
	w.write("ws/x/y/z/f", "fine")
	w.write("outside/z/f", secret)
	w.write("outside/y/z/f", secret)
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Read: []string{"."}}))
	for _, mounted := range []struct{ source, target string }{{"outside", "ws/x"}, {"outside", "ws/x/y"}, {"outside/z", "ws/x/y/z"}, {"outside/z/f", "ws/x/y/z/f"}, {"ws/x/y", "ws/x/y"}} {
		works := func() {
			t.Helper()
			for range 2 {
				entries, err := f.ReadDir("x/y/z")
				if len(entries) != 1 || err != nil {
					t.Errorf("before and after: %v, %v", entries, err)
				}
				if got, err := f.ReadFile("x/y/z/f"); string(got) != "fine" || err != nil {
					t.Errorf("before and after: %q, %v", got, err)
				}
			}
		}
		works()
		w.bind(mounted.source, mounted.target)
		if got, err := f.ReadFile("x/y/z/f"); !isDenied(err) {
			t.Errorf("%s: %q, %v", mounted.target, got, err)
		}
		if info, err := f.Stat("x/y/z/f"); !isDenied(err) {
			t.Errorf("%s: %v, %v", mounted.target, info, err)
		}
		if entries, err := f.ReadDir("x/y/z"); !isDenied(err) && mounted.target != "ws/x/y/z/f" {
			t.Errorf("%s: %v, %v", mounted.target, entries, err)
		}
		w.ok(syscall.Unmount(w.at(mounted.target), syscall.MNT_DETACH))
		works()
	}
}

// TestFullDisk writes more than the disk can hold: the old content stays, and no temporary file is left.
func TestFullDisk(t *testing.T) {
	if !inMountNamespace(t) {
		return
	}
	w := newFixture(t)
	w.mount("tmpfs", w.at("ws"), "tmpfs", 0, "size=64k")
	f := w.all(nil)
	w.ok(f.WriteFile("a.txt", []byte("old")))
	w.ok(f.Append("log", []byte("old")))
	large := []byte(strings.Repeat("x", 100<<10))
	for name, write := range map[string]func(string, []byte) error{"a.txt": f.WriteFile, "log": f.Append, "new": f.WriteFile} {
		if err := write(name, large); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"a.txt", "log"} {
		if got, err := f.ReadFile(name); err != nil || string(got) != "old" {
			t.Errorf("%s holds %d bytes, %v", name, len(got), err)
		}
	}
	if entries := must(os.ReadDir(w.at("ws"))); len(entries) != 2 {
		t.Errorf("something was left: %v", entries)
	}
	w.checkWorks(f, "control.txt")
}
