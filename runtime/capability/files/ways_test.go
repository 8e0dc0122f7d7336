//go:build linux && !mips && !mipsle && !mips64 && !mips64le

package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// quickView opens what a policy allows below the tree's working directory.
func quickView(ctx context.Context, t *testing.T, dir string, policy capability.FilePolicy, o *Options) *view {
	t.Helper()
	opened, err := New(o).Open(ctx, &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: filepath.Join(dir, "ws"), Files: policy})
	if err != nil {
		t.Fatal(err)
	}
	return opened.(*view)
}

// quickly tells what the three quick ways come to: "file", "list" and "info".
func (v *view) quickly(name string) string {
	var ways []string
	if f := v.openQuick(name); f != nil {
		ways = append(ways, "file")
		_ = f.Close()
	}
	if d := v.openQuickDirectory(name); d != nil {
		ways = append(ways, "list")
		_ = d.Close()
	}
	if at, err := v.locate(name); err == nil && v.quickInfo(at) != nil {
		ways = append(ways, "info")
	}
	return strings.Join(ways, " ")
}

// TestWays changes what lies on the way after a call came along it: what is opened then is
// what a call opens that never was there. The control is that it was opened at once before.
func TestWays(t *testing.T) {
	all := capability.FilePolicy{Read: []string{"."}}
	rename := func(pairs ...string) func(string) error {
		return func(dir string) (err error) {
			for i := 0; i < len(pairs); i += 2 {
				err = errors.Join(err, os.Rename(filepath.Join(dir, pairs[i]), filepath.Join(dir, pairs[i+1])))
			}
			return err
		}
	}
	then := func(steps ...func(string) error) func(string) error {
		return func(dir string) (err error) {
			for _, step := range steps {
				err = errors.Join(err, step(dir))
			}
			return err
		}
	}
	link := func(target, name string) func(string) error {
		return func(dir string) error { return os.Symlink(target, filepath.Join(dir, name)) }
	}
	mode := func(name string, mode fs.FileMode) func(string) error {
		return func(dir string) error { return os.Chmod(filepath.Join(dir, name), mode) }
	}
	for _, c := range []struct {
		reason string
		change func(dir string) error
		user   bool   // permissions do not bind root
		quick  string // how x/y/f and x/y are opened afterwards
	}{
		{"nothing", then(), false, "file info, list info"},
		{"the directory is gone", rename("ws/x/y", "gone"), false, ", "},
		{"the directory above is gone", rename("ws/x", "gone"), false, ", "},
		{"a link out stands for the directory", then(rename("ws/x/y", "gone"), link("../../outside", "ws/x/y")), false, ", info"},
		{"a link to itself stands for the directory", then(rename("ws/x/y", "outside/y"), link("../../outside/y", "ws/x/y")), false, ", info"},
		{"a link stands for the directory above", then(rename("ws/x", "outside/x"), link("../outside/x", "ws/x")), false, ", "},
		{"a link within stands for the directory above", then(rename("ws/x", "ws/z"), link("z", "ws/x")), false, ", "},
		{"another directory stands there", rename("ws/x/y", "gone", "wsx", "ws/x/y"), false, "file info, list info"},
		{"a file stands for the directory", rename("ws/x/y", "gone", "ws/a", "ws/x/y"), false, ", file info"},
		{"a pipe stands for the file", rename("ws/pipe", "ws/x/y/f"), false, "info, list info"},
		{"a socket stands for the file", rename("ws/socket", "ws/x/y/f"), false, "info, list info"},
		{"a link stands for the file", rename("ws/out", "ws/x/y/f"), false, "info, list info"},
		{"a file of several names stands for the file", rename("ws/hard", "ws/x/y/f"), false, "info, list info"},
		{"the directory can only be entered", mode("ws/x/y", 0o311), true, ", info"},
		{"the directory above can only be entered", mode("ws/x", 0o311), true, ", "},
		{"the directory above can only be read", mode("ws/x", 0o644), true, ", "},
		{"the file cannot be read", mode("ws/x/y/f", 0), true, "info, list info"},
		{"one above that can only be entered stands there", then(mode("ws/dark", 0o755), rename("ws/x/y", "ws/dark/y", "ws/x", "gone", "ws/dark", "ws/x"), mode("ws/x", 0o311)), true, ", "},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if c.user && os.Getuid() == 0 {
				t.Skip("for an ordinary user")
			}
			dir := quickTree(t)
			if c.user {
				t.Cleanup(func() { _ = errors.Join(os.Chmod("x", 0o755), os.Chmod("x/y", 0o755)) }) // so that they can be removed
			}
			v := quickView(t.Context(), t, dir, all, nil)
			for range 2 {
				if got := v.quickly("x/y/f") + ", " + v.quickly("x/y"); got != "file info, list info" {
					t.Fatalf("the control: %s", got)
				}
			}
			if !v.ways.knows(filepath.Join(dir, "ws/x/y")) {
				t.Fatal("the way is not known")
			}
			if err := c.change(dir); err != nil {
				t.Fatal(err)
			}
			fresh := quickView(t.Context(), t, dir, all, nil)
			if got := fresh.quickly("x/y/f") + ", " + fresh.quickly("x/y"); got != c.quick {
				t.Errorf("a call that was never there: %q", got)
			}
			if got := v.quickly("x/y/f") + ", " + v.quickly("x/y"); got != c.quick {
				t.Errorf("a call that was there: %q", got)
			}
			for _, name := range []string{"x/y/f", "x/y", "x"} {
				sameAnswers(t, name, v, fresh)
			}
		})
	}
}

// sameAnswers compares what two calls are told about a name.
func sameAnswers(t *testing.T, name string, a, b *view) {
	t.Helper()
	for op, ask := range map[string]func(v *view) (any, error){
		"ReadFile": func(v *view) (any, error) { data, err := v.ReadFile(name); return string(data), err },
		"Stat":     func(v *view) (any, error) { info, err := v.Stat(name); return told(info), err },
		"Lstat":    func(v *view) (any, error) { info, err := v.Lstat(name); return told(info), err },
		"ReadDir":  func(v *view) (any, error) { entries, err := v.ReadDir(name); return fmt.Sprint(entries), err },
	} {
		gotA, errA := ask(a)
		gotB, errB := ask(b)
		if gotA != gotB || fmt.Sprint(errA) != fmt.Sprint(errB) {
			t.Errorf("%s of %s: %v, %v; and %v, %v", op, name, gotA, errA, gotB, errB)
		}
	}
}

func told(info fs.FileInfo) string {
	if info == nil {
		return ""
	}
	return fmt.Sprint(info, info.Sys())
}

// TestQuickTellsWhatTheWalkTells compares all that is told of every name of the tree
// with what the walk tells, under several policies.
func TestQuickTellsWhatTheWalkTells(t *testing.T) {
	dir := quickTree(t)
	all := capability.FilePolicy{Read: []string{"."}}
	for _, c := range []struct {
		reason  string
		policy  capability.FilePolicy
		options Options
	}{
		{"all", all, Options{}},
		{"hard links", all, Options{HardLinks: true}},
		{"everything", capability.FilePolicy{Read: []string{"/"}}, Options{Mounts: true}},
		{"one directory", capability.FilePolicy{Read: []string{"x/y"}}, Options{}},
		{"one file", capability.FilePolicy{Read: []string{"x/f"}}, Options{}},
		{"one in another", capability.FilePolicy{Read: []string{".", "x/y"}}, Options{}},
		{"a denied file", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x/f"}}, Options{}},
		{"a denied file of several names", capability.FilePolicy{Read: []string{"."}, Deny: []string{"hard"}}, Options{HardLinks: true}},
		{"a denied directory", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x"}}, Options{}},
		{"denied before it is there", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x/new"}}, Options{}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			quick := quickView(t.Context(), t, dir, c.policy, &c.options)
			walking := quickView(t.Context(), t, dir, c.policy, &c.options)
			// A denied directory that is nowhere near makes every name be walked to.
			info, err := os.Stat(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			walking.rules.denies = append(walking.rules.denies, denial{filepath.Join(dir, "far"), info})
			if f := walking.quickly("a") + walking.quickly("x/y/f") + walking.quickly("x"); f != "" {
				t.Fatalf("the walk is not asked: %s", f)
			}
			err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
				if rel, _ := filepath.Rel(filepath.Join(dir, "ws"), path); filepath.IsLocal(rel) {
					sameAnswers(t, filepath.ToSlash(rel), quick, walking)
				}
				sameAnswers(t, path, quick, walking)
				sameAnswers(t, path+"/none", quick, walking)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// What is judged of a way is judged of no other: closed names in a known directory, and names
// that begin like it.
func TestWaysAreNoWiderThanThat(t *testing.T) {
	dir := quickTree(t)
	v := quickView(t.Context(), t, dir, capability.FilePolicy{Read: []string{".", "x/y"}, Deny: []string{"x/none"}}, nil)
	for range 2 {
		for name, want := range map[string]string{
			"x/y/f": "file info", "x/f": "file info", "x/.env.example": "file info", ".git/config": "file info", "x/y": "list", ".": "list",
			".env": "", ".ssh/config": "", ".ssh": "", "x/.toolgen-x.writing": "", "x/none": "", "x/none/f": "", filepath.Join(dir, "wsx/f"): "", filepath.Join(dir, "wsx"): "", filepath.Join(dir, "outside/f"): "",
		} {
			if got := v.quickly(name); got != want {
				t.Errorf("%s: %q, not %q", name, got, want)
			}
		}
	}
	for known := range v.ways.known {
		if !within(known, filepath.Join(dir, "ws")) || known == filepath.Join(dir, "ws") {
			t.Errorf("%s is known", known)
		}
	}
}

// TestWaysAreBounded comes to more directories than are remembered, and to one too deep to be
// asked about from below.
func TestWaysAreBounded(t *testing.T) {
	dir := quickTree(t)
	v := quickView(t.Context(), t, dir, capability.FilePolicy{Read: []string{"."}}, nil)
	for i := range 2*maxWays + 10 {
		v.ways.add(fmt.Sprint(i))
		if n := len(v.ways.known); n > maxWays {
			t.Fatalf("%d are known", n)
		}
	}
	deep := strings.Repeat("d/", 2*len(upwards)/3) + "f"
	if err := errors.Join(os.MkdirAll(filepath.Dir(deep), 0o755), os.WriteFile(deep, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := v.quickly(deep); got != "file info" {
			t.Errorf("it is opened as %q", got)
		}
	}
	if os.Getuid() == 0 {
		return
	}
	defer func() { _ = os.Chmod("d", 0o755) }()
	if err := os.Chmod("d", 0o311); err != nil {
		t.Fatal(err)
	}
	if got := v.quickly(deep); got != "" {
		t.Errorf("it is opened as %q", got)
	}
}

// Nothing stays open but the files themselves, and nothing is opened once the call ended.
func TestWaysHoldNothing(t *testing.T) {
	dir := quickTree(t)
	ctx, cancel := context.WithCancel(t.Context())
	v := quickView(ctx, t, dir, capability.FilePolicy{Read: []string{"."}}, nil)
	descriptors := func() (held []string) {
		for fd := range 1 << 10 {
			if target, err := os.Readlink(fmt.Sprint("/proc/self/fd/", fd)); err == nil && within(target, filepath.Join(dir, "ws")) {
				held = append(held, target)
			}
		}
		return held
	}
	before := len(descriptors())
	for _, name := range []string{"x/y/f", "x/y", "x", "a", ".", "x/y/none", "pipe", "hard", "link", "link_dir/y/f", "dark/f", "out", "x/y/f/none"} {
		v.quickly(name)
		if held := descriptors(); len(held) != before {
			t.Errorf("%s: %q", name, held)
		}
	}
	if before == 0 {
		t.Error("the control holds nothing")
	}
	f := v.openQuick("x/y/f")
	if f == nil {
		t.Fatal("the control is not opened")
	}
	defer f.Close()
	cancel()
	if got := v.quickly("x/y/f") + v.quickly("x/y") + v.quickly("."); got != "" {
		t.Errorf("opened after the call: %s", got)
	}
}

// TestStatIn compares what is seen with what the system tells of it, also of what must not
// be opened or followed.
func TestStatIn(t *testing.T) {
	quickTree(t)
	in, err := os.Open(".")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	null, err := os.Open("/dev")
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	check := func(dir *os.File, name, path string) {
		var want, got, bare syscall.Stat_t
		if err := syscall.Lstat(path, &want); err != nil {
			t.Fatal(err)
		}
		if !statIn(dir.Fd(), name, &got) || got.Dev != want.Dev || got.Ino != want.Ino || got.Mode != want.Mode {
			t.Errorf("%s: %+v, not %+v", path, got, want)
		}
		if err := statBeneath(dir.Fd(), name, true, &bare); err != nil || bare.Ino != got.Ino || bare.Dev != got.Dev || bare.Mode != got.Mode {
			t.Errorf("%s: %+v, %v, not %+v", path, bare, err, got)
		}
	}
	for _, e := range entries {
		check(in, e.Name(), e.Name())
	}
	check(null, "null", "/dev/null")
	if statIn(in.Fd(), "none", &syscall.Stat_t{}) || statIn(in.Fd(), "a\x00", &syscall.Stat_t{}) {
		t.Error("what is not there is seen")
	}
}

// TestReadableAbove asks about directories above an open one.
func TestReadableAbove(t *testing.T) {
	quickTree(t)
	if err := errors.Join(os.MkdirAll("dim/b/c", 0o755), os.Chmod("dim", 0o311)); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod("dim", 0o755) }()
	in, err := os.Open("dim/b/c")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if !readableAbove(in.Fd(), 1) || !readableAbove(in.Fd(), 3) {
		t.Skip("the kernel or a sandbox does not tell")
	}
	if got := readableAbove(in.Fd(), 2); got != (os.Getuid() == 0) {
		t.Errorf("dim can be read: %t", got)
	}
	if readableAbove(in.Fd(), len(upwards)/3+1) {
		t.Error("it tells of what it cannot ask")
	}
}
