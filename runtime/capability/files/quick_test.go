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

// quickTree makes what the cases of TestQuick name, and returns its directory.
func quickTree(t *testing.T) string {
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
	t.Chdir(filepath.Join(dir, "ws")) // a socket's path is short
	listener, err := net.Listen("unix", "socket")
	ok(err)
	t.Cleanup(func() { listener.Close() })
	ok(os.Chmod("dark", 0o311)) // to enter, not to read
	ok(os.Chmod("unreadable", 0))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "ws/dark"), 0o755) })
	return dir
}

// TestQuick opens names with and without the walk. The quick way opens ordinary files, and
// nothing that the walk does not open.
func TestQuick(t *testing.T) {
	dir := quickTree(t)
	root := os.Getuid() == 0
	all := capability.FilePolicy{Write: []string{"."}}
	for _, c := range []struct {
		reason  string
		policy  capability.FilePolicy
		options Options
		needs   capability.Needs // what is declared to be read
		names   string
		quick   bool
	}{
		{"ordinary files", all, Options{}, capability.Needs{}, "a x/f x/y/f $DIR/ws/a $DIR/ws/x/y/f .git/config x/.env.example", true},
		{"directories", all, Options{}, capability.Needs{}, ". x x/y $DIR/ws", false},
		{"nothing", all, Options{}, capability.Needs{}, "b x/b x/y/z/f a/f x/F X/f", false},
		{"links", all, Options{}, capability.Needs{}, "link link_dir/f x/up out absolute dangling link_dir/y/f", false},
		{"several names", all, Options{}, capability.Needs{}, "hard", false},
		{"several names, allowed", all, Options{HardLinks: true}, capability.Needs{}, "hard", true},
		{"pipes and sockets", all, Options{}, capability.Needs{}, "pipe socket pipe/f socket/f", false},
		{"names that are none", all, Options{}, capability.Needs{}, "../outside/f x/../a x/f/ a/. ./a x//f a\x00 $DIR/ws/../outside/f $DIR/ws/a/ " + strings.Repeat("x", 300) + " " + strings.Repeat("x/", 3000) + "f", false},
		{"elsewhere", all, Options{}, capability.Needs{}, "$DIR/wsx/f $DIR/outside/f /etc/hostname", false},
		{"the floor", capability.FilePolicy{Write: []string{"/"}}, Options{Mounts: true}, capability.Needs{}, ".env .ssh/config x/.toolgen-x.writing .ENV /proc/self/environ /proc/self/status /dev/null /etc/shadow /sys/kernel/notes", false},
		{"everything", capability.FilePolicy{Write: []string{"/"}}, Options{Mounts: true}, capability.Needs{}, "a x/y/f $DIR/wsx/f", true},
		{"entered, not read", all, Options{}, capability.Needs{}, "dark/f", root},
		{"not read", all, Options{}, capability.Needs{}, "unreadable", root},
		{"one directory", capability.FilePolicy{Read: []string{"x/y"}}, Options{}, capability.Needs{}, "x/y/f $DIR/ws/x/y/f", true},
		{"beside it", capability.FilePolicy{Read: []string{"x/y"}}, Options{}, capability.Needs{}, "x/f a", false},
		{"one file", capability.FilePolicy{Read: []string{"x/f"}}, Options{}, capability.Needs{}, "x/y/f a", false},
		{"declared", all, Options{}, capability.Needs{Read: []string{"x"}, Write: []string{"x/y"}}, "x/y/f x/f", true},
		{"not declared", all, Options{}, capability.Needs{Read: []string{"x/y"}, Write: []string{"x/y"}}, "x/f a", false},
		{"a denied file", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x/f"}}, Options{}, capability.Needs{}, "x/f", false},
		{"beside a denied file", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x/f"}}, Options{}, capability.Needs{}, "x/y/f a", true},
		{"a denied file by another name", capability.FilePolicy{Read: []string{"."}, Deny: []string{"$DIR/outside/f"}}, Options{HardLinks: true}, capability.Needs{}, "hard", false},
		{"denied before it is there", capability.FilePolicy{Read: []string{"."}, Deny: []string{"X"}}, Options{}, capability.Needs{}, "x/f x/y/f", false},
		{"a denied directory", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x"}}, Options{}, capability.Needs{}, "x/f x/y/f", false},
		{"a directory denied by a link", capability.FilePolicy{Read: []string{"."}, Deny: []string{"link_dir"}}, Options{}, capability.Needs{}, "x/f x/y/f", false},
		{"by a link to the working directory", capability.FilePolicy{Read: []string{"$DIR/linked_ws"}}, Options{}, capability.Needs{}, "$DIR/linked_ws/a $DIR/linked_ws/x/f", false},
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
				quick := v.openQuick(name)
				if (quick != nil) != c.quick {
					t.Errorf("%.100q: opened at once: %t", name, quick != nil)
				}
				if quick != nil {
					v.likeTheWalk(t, name, quick)
					_ = quick.Close()
				}
			}
		})
	}
}

// likeTheWalk compares a file with the one that the walk comes to, and with what is noted of it.
func (v *view) likeTheWalk(t *testing.T, name string, quick *file) {
	t.Helper()
	noted := v.backend.stamps.byFile
	v.backend.stamps.byFile = nil
	err := v.at(name, how{follow: true}, func(p *place) error {
		walked, err := v.openFile(name, p)
		if err != nil {
			return err
		}
		defer walked.Close()
		if !os.SameFile(walked.info.(described).FileInfo, quick.info.(described).FileInfo) || walked.name != quick.name || walked.info.Name() != quick.info.Name() {
			t.Errorf("%s: the walk opens %v, not %v", name, walked.info, quick.info)
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: the walk refuses it: %v", name, err)
	}
	for key := range v.backend.stamps.byFile {
		if noted[key] == nil {
			t.Errorf("%s: the walk notes %v", name, key)
		}
	}
	v.backend.stamps.byFile = noted
}

// TestNotEvenOpened reads what is no file: the kernel tells of no attempt to open it, which
// may do something. The control is a file.
func TestNotEvenOpened(t *testing.T) {
	dir := quickTree(t)
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

// TestQuickChangedInBetween exchanges a file exactly between looking at it and opening it.
func TestQuickChangedInBetween(t *testing.T) {
	for _, other := range []string{"pipe", "socket", "link", "out", "x", "hard", "x/f", "nothing"} {
		t.Run(strings.ReplaceAll(other, "/", " "), func(t *testing.T) {
			dir := quickTree(t)
			opened, err := New(nil).Open(t.Context(), &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: filepath.Join(dir, "ws"), Files: capability.FilePolicy{Read: []string{"."}}})
			if err != nil {
				t.Fatal(err)
			}
			g := opened.(*view).anchors[0].gate
			var seen syscall.Stat_t
			if err := syscall.Stat("a", &seen); err != nil {
				t.Fatal(err)
			}
			if f, _ := g.openSeen("a", false, &seen); f == nil {
				t.Fatal("the control is not opened")
			} else {
				_ = f.Close()
			}
			if err := os.Rename("a", filepath.Join(dir, "held")); err != nil { // so that nothing else gets its number
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
					t.Error("something else is opened")
				}
			case <-time.After(time.Minute):
				t.Fatal("it hangs")
			}
		})
	}
}

// What the policy names by a link stays what the link led to when the call began, also
// when something else takes the link's place.
func TestQuickRespells(t *testing.T) {
	dir := quickTree(t)
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

// TestQuickWhileSwapped opens a name in whose place something else stands at times.
func TestQuickWhileSwapped(t *testing.T) {
	for _, other := range []string{"pipe", "link", "socket", "x", "unreadable"} {
		t.Run(other, func(t *testing.T) {
			dir := quickTree(t)
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
					f := opened.(*view).openQuick("a")
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
				t.Fatal("it hangs")
			}
			close(stop)
			<-stopped
			if f := opened.(*view).openQuick("a"); f == nil {
				t.Error("the control is not opened")
			} else {
				_ = f.Close()
			}
			cancel()
			if f := opened.(*view).openQuick("a"); f != nil {
				t.Error("it is opened after the call")
			}
		})
	}
}
