//go:build linux && !mips && !mipsle && !mips64 && !mips64le

package files

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// newFastTree creates the files that the tests of the fast path use, and returns their directory.
func newFastTree(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"ws/a", "ws/x/f", "ws/x/y/f", "ws/.env", "ws/x/.env.example", "ws/.ssh/config", "ws/.git/config", "ws/dark/f", "ws/unreadable", "ws/linked", "ws/x/.toolgen-x.writing", "wsx/f", "outside/f",
	} {
		ok(os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		ok(os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644))
	}
	for name, target := range map[string]string{"link": "a", "link_dir": "x", "x/up": "../a", "out": "../outside/f", "absolute": dir + "/ws/a", "dangling": "nothing"} {
		ok(os.Symlink(target, filepath.Join(dir, "ws", name)))
	}
	ok(os.Symlink("ws", filepath.Join(dir, "linked_ws")))
	ok(os.Link(filepath.Join(dir, "outside/f"), filepath.Join(dir, "ws/hard")))
	ok(syscall.Mkfifo(filepath.Join(dir, "ws/pipe"), 0o600))
	t.Chdir(filepath.Join(dir, "ws")) // the path of a socket must be short
	listener, err := net.Listen("unix", "socket")
	ok(err)
	t.Cleanup(func() { listener.Close() })
	ok(os.Chmod("dark", 0o311)) // can be entered but not read
	ok(os.Chmod("unreadable", 0))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "ws/dark"), 0o755) })
	return dir
}

// TestFastPath opens names with and without the walk. The fast path opens regular files, and no file that
// the walk does not open.
func TestFastPath(t *testing.T) {
	dir := newFastTree(t)
	root := os.Getuid() == 0
	all := capability.FilePolicy{Write: []string{"."}}
	for _, c := range []struct {
		reason  string
		policy  capability.FilePolicy
		options Options
		needs   capability.Needs // declared for reading
		names   string
		fast    bool
	}{
		{"ordinary files", all, Options{}, capability.Needs{}, "a x/f x/y/f $DIR/ws/a $DIR/ws/x/y/f .git/config x/.env.example", true},
		{"directories", all, Options{}, capability.Needs{}, ". x x/y $DIR/ws", false},
		{"nothing", all, Options{}, capability.Needs{}, "b x/b x/y/z/f a/f x/F X/f", false},
		{"links", all, Options{}, capability.Needs{}, "link link_dir/f x/up out absolute dangling link_dir/y/f", false},
		{"several names", all, Options{}, capability.Needs{}, "hard", false},
		{"several names, allowed", all, Options{HardLinks: true}, capability.Needs{}, "hard", true},
		{"pipes and sockets", all, Options{}, capability.Needs{}, "pipe socket pipe/f socket/f", false},
		{"names that are not valid", all, Options{}, capability.Needs{}, "../outside/f x/../a x/f/ a/. ./a x//f a\x00 $DIR/ws/../outside/f $DIR/ws/a/ " + strings.Repeat("x", 300) + " " + strings.Repeat("x/", 3000) + "f", false},
		{"outside the working directory", all, Options{}, capability.Needs{}, "$DIR/wsx/f $DIR/outside/f /etc/hostname", false},
		{"closed paths", capability.FilePolicy{Write: []string{"/"}}, Options{Mounts: true}, capability.Needs{}, ".env .ssh/config x/.toolgen-x.writing .ENV /proc/self/environ /proc/self/status /dev/null /etc/shadow /sys/kernel/notes", false},
		{"everything", capability.FilePolicy{Write: []string{"/"}}, Options{Mounts: true}, capability.Needs{}, "a x/y/f $DIR/wsx/f", true},
		{"a directory that can only be entered", all, Options{}, capability.Needs{}, "dark/f", root},
		{"a file that cannot be read", all, Options{}, capability.Needs{}, "unreadable", root},
		{"one directory", capability.FilePolicy{Read: []string{"x/y"}}, Options{}, capability.Needs{}, "x/y/f $DIR/ws/x/y/f", true},
		{"next to that directory", capability.FilePolicy{Read: []string{"x/y"}}, Options{}, capability.Needs{}, "x/f a", false},
		{"one file", capability.FilePolicy{Read: []string{"x/f"}}, Options{}, capability.Needs{}, "x/y/f a", false},
		{"declared", all, Options{}, capability.Needs{Read: []string{"x"}, Write: []string{"x/y"}}, "x/y/f x/f", true},
		{"not declared", all, Options{}, capability.Needs{Read: []string{"x/y"}, Write: []string{"x/y"}}, "x/f a", false},
		{"a denied file", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x/f"}}, Options{}, capability.Needs{}, "x/f", false},
		{"next to a denied file", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x/f"}}, Options{}, capability.Needs{}, "x/y/f a", true},
		{"a denied file by another name", capability.FilePolicy{Read: []string{"."}, Deny: []string{"$DIR/outside/f"}}, Options{HardLinks: true}, capability.Needs{}, "hard", false},
		{"a denied path that does not exist", capability.FilePolicy{Read: []string{"."}, Deny: []string{"X"}}, Options{}, capability.Needs{}, "x/f x/y/f", false},
		{"a denied directory", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x"}}, Options{}, capability.Needs{}, "x/f x/y/f", false},
		{"a directory denied by a link", capability.FilePolicy{Read: []string{"."}, Deny: []string{"link_dir"}}, Options{}, capability.Needs{}, "x/f x/y/f", false},
		{"a link to the working directory", capability.FilePolicy{Read: []string{"$DIR/linked_ws"}}, Options{}, capability.Needs{}, "$DIR/linked_ws/a $DIR/linked_ws/x/f", false},
	} {
		t.Run(c.reason, func(t *testing.T) {
			expand := func(names []string) []string {
				return strings.Split(strings.ReplaceAll(strings.Join(names, " "), "$DIR", dir), " ")
			}
			c.needs.Kinds = capability.KindRead | capability.KindWrite
			request := &capability.Request{Needs: &c.needs, Session: "s", WorkingDir: filepath.Join(dir, "ws")}
			for list, entries := range map[*[]string][]string{&request.Files.Read: c.policy.Read, &request.Files.Write: c.policy.Write, &request.Files.Deny: c.policy.Deny} {
				if len(entries) > 0 {
					*list = expand(entries)
				}
			}
			opened, err := New(&c.options).Open(t.Context(), request)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range expand([]string{c.names}) {
				v := opened.(*view)
				fast := v.openFast(name)
				if (fast != nil) != c.fast {
					t.Errorf("%.100q: opened on the fast path: %t", name, fast != nil)
				}
				if fast != nil {
					v.compareWithWalk(t, name, fast)
					_ = fast.Close()
				}
			}
		})
	}
}

// compareWithWalk compares a file, and what was recorded of it, with the file that the walk opens.
func (v *view) compareWithWalk(t *testing.T, name string, fast *file) {
	t.Helper()
	recorded := v.backend.stamps.byFile
	v.backend.stamps.byFile = nil
	err := v.withLocation(name, lookupOptions{follow: true}, func(p *location) error {
		walked, err := v.openFile(name, p)
		if err != nil {
			return err
		}
		defer walked.Close()
		walkInfo, walkErr := walked.Stat()
		fastInfo, fastErr := fast.Stat()
		if err := errors.Join(walkErr, fastErr); err != nil || !os.SameFile(walked.info, fast.info) || walkInfo.Name() != fastInfo.Name() {
			t.Errorf("%s: the walk opens %v, not %v: %v", name, walked.info, fast.info, err)
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: the walk refuses it: %v", name, err)
	}
	for key := range v.backend.stamps.byFile {
		if recorded[key] == nil {
			t.Errorf("%s: the walk records %v", name, key)
		}
	}
	v.backend.stamps.byFile = recorded
}

// TestSpecialFilesAreNotOpened reads files that are not regular: the kernel reports no attempt to open them.
func TestSpecialFilesAreNotOpened(t *testing.T) {
	dir := newFastTree(t)
	opened, err := New(nil).Open(t.Context(), &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: filepath.Join(dir, "ws"), Files: capability.FilePolicy{Read: []string{"."}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		opened bool
	}{{"pipe", false}, {"socket", false}, {"x/f", true}} {
		events, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
		if err == nil {
			_, err = syscall.InotifyAddWatch(events, filepath.Join(dir, "ws", c.name), syscall.IN_OPEN)
		}
		if err != nil {
			t.Skip("no events here: ", err)
		}
		_, readErr := opened.ReadFile(c.name)
		n, err := syscall.Read(events, make([]byte, 1<<12))
		if seen := err == nil && n > 0; seen != c.opened || (readErr == nil) != c.opened {
			t.Errorf("%s: opened %t (%v), read %v", c.name, seen, err, readErr)
		}
		_ = syscall.Close(events)
	}
}

// TestFastPathFileChanged replaces a file exactly between its description and its opening.
func TestFastPathFileChanged(t *testing.T) {
	for _, other := range []string{"pipe", "socket", "link", "out", "x", "hard", "x/f", "nothing"} {
		t.Run(strings.ReplaceAll(other, "/", " "), func(t *testing.T) {
			dir := newFastTree(t)
			opened, err := New(nil).Open(t.Context(), &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: filepath.Join(dir, "ws"), Files: capability.FilePolicy{Read: []string{"."}}})
			if err != nil {
				t.Fatal(err)
			}
			g := opened.(*view).anchors[0].resolver
			var seen syscall.Stat_t
			if err := syscall.Stat("a", &seen); err != nil {
				t.Fatal(err)
			}
			if f, _ := g.openSeen("a", false, &seen); f == nil {
				t.Fatal("the unchanged file is not opened")
			} else {
				_ = f.Close()
			}
			if err := os.Rename("a", filepath.Join(dir, "held")); err != nil { // keeps its inode number in use
				t.Fatal(err)
			}
			if err := os.Rename(other, "a"); err != nil && other != "nothing" {
				t.Fatal(err)
			}
			done := make(chan *os.File, 1)
			go func() {
				f, _ := g.openSeen("a", false, &seen)
				done <- f
			}()
			select {
			case f := <-done:
				if f != nil {
					t.Error("another file is opened")
				}
			case <-time.After(time.Minute):
				t.Fatal("the operation hangs")
			}
		})
	}
}

// TestFastPathUsesResolvedLink replaces a link that the policy names after the call began: the name still
// leads to the first target.
func TestFastPathUsesResolvedLink(t *testing.T) {
	dir := newFastTree(t)
	opened, err := New(nil).Open(t.Context(), &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: filepath.Join(dir, "ws"), Files: capability.FilePolicy{Read: []string{".", "link_dir"}}})
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "ws/link_dir")
	if err := errors.Join(os.Remove(link), os.Rename(filepath.Join(dir, "wsx"), link)); err != nil {
		t.Fatal(err)
	}
	if got, err := opened.ReadFile("link_dir/f"); err != nil || string(got) != "ws/x/f" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestFastPathRaces opens a name while another file repeatedly replaces the file.
func TestFastPathRaces(t *testing.T) {
	for _, other := range []string{"pipe", "link", "socket", "x", "unreadable"} {
		t.Run(other, func(t *testing.T) {
			dir := newFastTree(t)
			ctx, cancel := context.WithCancel(t.Context())
			opened, err := New(nil).Open(ctx, &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: filepath.Join(dir, "ws"), Files: capability.FilePolicy{Read: []string{"."}}})
			if err != nil {
				t.Fatal(err)
			}
			a, b, held := filepath.Join(dir, "ws/a"), filepath.Join(dir, "ws", other), filepath.Join(dir, "held")
			want, err := os.Stat(a)
			if err != nil {
				t.Fatal(err)
			}
			stop, stopped := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(stopped)
				for {
					select {
					case <-stop:
						return
					default:
						_ = errors.Join(os.Rename(a, held), os.Rename(b, a), os.Rename(a, b), os.Rename(held, a))
					}
				}
			}()
			done := make(chan struct{})
			go func() {
				defer close(done)
				for range 1000 {
					f := opened.(*view).openFast("a")
					if f == nil {
						continue
					}
					if got, err := f.open.Stat(); err != nil || !got.Mode().IsRegular() || !os.SameFile(got, want) && other != "unreadable" {
						t.Errorf("%v, %v", got, err)
					}
					_ = f.Close()
				}
			}()
			select {
			case <-done:
			case <-time.After(time.Minute):
				t.Fatal("the operation hangs")
			}
			close(stop)
			<-stopped
			if f := opened.(*view).openFast("a"); f == nil {
				t.Error("the file is not opened after the race")
			} else {
				_ = f.Close()
			}
			cancel()
			if f := opened.(*view).openFast("a"); f != nil {
				t.Error("it is opened after the call")
			}
		})
	}
}
