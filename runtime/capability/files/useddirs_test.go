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

// openView opens what a policy allows below the working directory of the tree.
func openView(ctx context.Context, t *testing.T, dir string, policy capability.FilePolicy, o *Options) *view {
	t.Helper()
	opened, err := New(o).Open(ctx, &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: filepath.Join(dir, "ws"), Files: policy})
	if err != nil {
		t.Fatal(err)
	}
	return opened.(*view)
}

// fastResults returns which of the three operations the fast path can do: "file", "list" and "info".
func (v *view) fastResults(name string) string {
	var ways []string
	if f := v.openFast(name); f != nil {
		ways = append(ways, "file")
		_ = f.Close()
	}
	if d := v.openDirectoryFast(name); d != nil {
		ways = append(ways, "list")
		_ = d.Close()
	}
	if at, err := v.absolutePath(name); err == nil && v.fastInfo(at) != nil {
		ways = append(ways, "info")
	}
	return strings.Join(ways, " ")
}

// TestFastPathAfterChange changes directories and files after a call used them. The call then opens the same
// files on the fast path as a new call does.
func TestFastPathAfterChange(t *testing.T) {
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
		user   bool   // not for root, which permissions do not restrict
		fast   string // what the fast path can do afterwards with x/y/f and with x/y
	}{
		{"nothing", then(), false, "file info, list info"},
		{"the directory is gone", rename("ws/x/y", "gone"), false, ", "},
		{"the directory above is gone", rename("ws/x", "gone"), false, ", "},
		{"a link out replaces the directory", then(rename("ws/x/y", "gone"), link("../../outside", "ws/x/y")), false, ", info"},
		{"a link to itself replaces the directory", then(rename("ws/x/y", "outside/y"), link("../../outside/y", "ws/x/y")), false, ", info"},
		{"a link replaces the directory above", then(rename("ws/x", "outside/x"), link("../outside/x", "ws/x")), false, ", "},
		{"a link within replaces the directory above", then(rename("ws/x", "ws/z"), link("z", "ws/x")), false, ", "},
		{"another directory replaces it", rename("ws/x/y", "gone", "wsx", "ws/x/y"), false, "file info, list info"},
		{"a file replaces the directory", rename("ws/x/y", "gone", "ws/a", "ws/x/y"), false, ", file info"},
		{"a pipe replaces the file", rename("ws/pipe", "ws/x/y/f"), false, "info, list info"},
		{"a socket replaces the file", rename("ws/socket", "ws/x/y/f"), false, "info, list info"},
		{"a link replaces the file", rename("ws/out", "ws/x/y/f"), false, "info, list info"},
		{"a file with several names replaces the file", rename("ws/hard", "ws/x/y/f"), false, "info, list info"},
		{"the directory can only be entered", mode("ws/x/y", 0o311), true, ", info"},
		{"the directory above can only be entered", mode("ws/x", 0o311), true, ", "},
		{"the directory above can only be read", mode("ws/x", 0o644), true, ", "},
		{"the file cannot be read", mode("ws/x/y/f", 0), true, "info, list info"},
		{"a directory that can only be entered replaces the one above", then(mode("ws/dark", 0o755), rename("ws/x/y", "ws/dark/y", "ws/x", "gone", "ws/dark", "ws/x"), mode("ws/x", 0o311)), true, ", "},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if c.user && os.Getuid() == 0 {
				t.Skip("permissions do not restrict root")
			}
			dir := newFastTree(t)
			if c.user {
				t.Cleanup(func() { _ = errors.Join(os.Chmod("x", 0o755), os.Chmod("x/y", 0o755)) }) // so that they can be removed
			}
			v := openView(t.Context(), t, dir, all, nil)
			for range 2 {
				if got := v.fastResults("x/y/f") + ", " + v.fastResults("x/y"); got != "file info, list info" {
					t.Fatalf("before the change: %s", got)
				}
			}
			if !v.usedDirs.has(filepath.Join(dir, "ws/x/y")) {
				t.Fatal("the directory is not recorded")
			}
			if err := c.change(dir); err != nil {
				t.Fatal(err)
			}
			fresh := openView(t.Context(), t, dir, all, nil)
			if got := fresh.fastResults("x/y/f") + ", " + fresh.fastResults("x/y"); got != c.fast {
				t.Errorf("a new call: %q", got)
			}
			if got := v.fastResults("x/y/f") + ", " + v.fastResults("x/y"); got != c.fast {
				t.Errorf("the same call: %q", got)
			}
			for _, name := range []string{"x/y/f", "x/y", "x"} {
				compareResults(t, name, v, fresh)
			}
		})
	}
}

// compareResults compares the results of two calls for one name.
func compareResults(t *testing.T, name string, a, b *view) {
	t.Helper()
	for op, ask := range map[string]func(v *view) (any, error){
		"ReadFile": func(v *view) (any, error) { data, err := v.ReadFile(name); return string(data), err },
		"Stat":     func(v *view) (any, error) { info, err := v.Stat(name); return describeInfo(info), err },
		"Lstat":    func(v *view) (any, error) { info, err := v.Lstat(name); return describeInfo(info), err },
		"ReadDir":  func(v *view) (any, error) { entries, err := v.ReadDir(name); return fmt.Sprint(entries), err },
	} {
		gotA, errA := ask(a)
		gotB, errB := ask(b)
		if gotA != gotB || fmt.Sprint(errA) != fmt.Sprint(errB) {
			t.Errorf("%s of %s: %v, %v; and %v, %v", op, name, gotA, errA, gotB, errB)
		}
	}
}

func describeInfo(info fs.FileInfo) string {
	if info == nil {
		return ""
	}
	return fmt.Sprint(info, info.Sys())
}

// TestFastPathMatchesWalk compares the results of the fast path with those of the walk, for every name of the
// tree and for several policies.
func TestFastPathMatchesWalk(t *testing.T) {
	dir := newFastTree(t)
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
		{"a denied path that does not exist", capability.FilePolicy{Read: []string{"."}, Deny: []string{"x/new"}}, Options{}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			fast := openView(t.Context(), t, dir, c.policy, &c.options)
			walking := openView(t.Context(), t, dir, c.policy, &c.options)
			// Any denied directory disables the fast path.
			info, err := os.Stat(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			walking.rules.denies = append(walking.rules.denies, denial{filepath.Join(dir, "far"), info})
			if f := walking.fastResults("a") + walking.fastResults("x/y/f") + walking.fastResults("x"); f != "" {
				t.Fatalf("the fast path is used: %s", f)
			}
			err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
				if rel, _ := filepath.Rel(filepath.Join(dir, "ws"), path); filepath.IsLocal(rel) {
					compareResults(t, filepath.ToSlash(rel), fast, walking)
				}
				compareResults(t, path, fast, walking)
				compareResults(t, path+"/none", fast, walking)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestUsedDirsAllowNoOtherNames uses closed names in a recorded directory, and names that start with its
// path.
func TestUsedDirsAllowNoOtherNames(t *testing.T) {
	dir := newFastTree(t)
	v := openView(t.Context(), t, dir, capability.FilePolicy{Read: []string{".", "x/y"}, Deny: []string{"x/none"}}, nil)
	for range 2 {
		for name, want := range map[string]string{
			"x/y/f": "file info", "x/f": "file info", "x/.env.example": "file info", ".git/config": "file info", "x/y": "list", ".": "list",
			".env": "", ".ssh/config": "", ".ssh": "", "x/.toolgen-x.writing": "", "x/none": "", "x/none/f": "", filepath.Join(dir, "wsx/f"): "", filepath.Join(dir, "wsx"): "", filepath.Join(dir, "outside/f"): "",
		} {
			if got := v.fastResults(name); got != want {
				t.Errorf("%s: %q, not %q", name, got, want)
			}
		}
	}
	for known := range v.usedDirs.known {
		if !isWithin(known, filepath.Join(dir, "ws")) || known == filepath.Join(dir, "ws") {
			t.Errorf("%s is recorded", known)
		}
	}
}

// TestUsedDirsLimit uses more directories than the limit, and a directory that is too deep for parentPath.
func TestUsedDirsLimit(t *testing.T) {
	dir := newFastTree(t)
	v := openView(t.Context(), t, dir, capability.FilePolicy{Read: []string{"."}}, nil)
	for i := range 2*maxUsedDirs + 10 {
		v.usedDirs.add(fmt.Sprint(i))
		if n := len(v.usedDirs.known); n > maxUsedDirs {
			t.Fatalf("%d are recorded", n)
		}
	}
	deep := strings.Repeat("d/", 2*len(parentPath)/3) + "f"
	if err := errors.Join(os.MkdirAll(filepath.Dir(deep), 0o755), os.WriteFile(deep, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := v.fastResults(deep); got != "file info" {
			t.Errorf("the fast path can do %q", got)
		}
	}
	if os.Getuid() == 0 {
		return
	}
	defer func() { _ = os.Chmod("d", 0o755) }()
	if err := os.Chmod("d", 0o311); err != nil {
		t.Fatal(err)
	}
	if got := v.fastResults(deep); got != "" {
		t.Errorf("the fast path can do %q", got)
	}
}

// TestFastPathDescriptors checks that no descriptors but those of open files stay open, and that nothing is
// opened after the call.
func TestFastPathDescriptors(t *testing.T) {
	dir := newFastTree(t)
	ctx, cancel := context.WithCancel(t.Context())
	v := openView(ctx, t, dir, capability.FilePolicy{Read: []string{"."}}, nil)
	descriptors := func() (held []string) {
		for fd := range 1 << 10 {
			if target, err := os.Readlink(fmt.Sprint("/proc/self/fd/", fd)); err == nil && isWithin(target, filepath.Join(dir, "ws")) {
				held = append(held, target)
			}
		}
		return held
	}
	before := len(descriptors())
	for _, name := range []string{"x/y/f", "x/y", "x", "a", ".", "x/y/none", "pipe", "hard", "link", "link_dir/y/f", "dark/f", "out", "x/y/f/none"} {
		v.fastResults(name)
		if held := descriptors(); len(held) != before {
			t.Errorf("%s: %q", name, held)
		}
	}
	if before == 0 {
		t.Error("no descriptor is found")
	}
	f := v.openFast("x/y/f")
	if f == nil {
		t.Fatal("the file is not opened")
	}
	defer f.Close()
	cancel()
	if got := v.fastResults("x/y/f") + v.fastResults("x/y") + v.fastResults("."); got != "" {
		t.Errorf("opened after the call: %s", got)
	}
}

// TestStatAt compares the result with that of lstat(2), also for files that must not be opened or followed.
func TestStatAt(t *testing.T) {
	newFastTree(t)
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
		if !statAt(dir.Fd(), name, &got) || got.Dev != want.Dev || got.Ino != want.Ino || got.Mode != want.Mode {
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
	if statAt(in.Fd(), "none", &syscall.Stat_t{}) || statAt(in.Fd(), "a\x00", &syscall.Stat_t{}) {
		t.Error("a missing file is described")
	}
}

// TestIsReadableAncestor asks about the ancestors of an open directory.
func TestIsReadableAncestor(t *testing.T) {
	newFastTree(t)
	if err := errors.Join(os.MkdirAll("dim/b/c", 0o755), os.Chmod("dim", 0o311)); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod("dim", 0o755) }()
	in, err := os.Open("dim/b/c")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if !isReadableAncestor(in.Fd(), 1) || !isReadableAncestor(in.Fd(), 3) {
		t.Skip("the kernel or a sandbox does not support faccessat2")
	}
	if got := isReadableAncestor(in.Fd(), 2); got != (os.Getuid() == 0) {
		t.Errorf("dim can be read: %t", got)
	}
	if isReadableAncestor(in.Fd(), len(parentPath)/3+1) {
		t.Error("the distance is too large for an answer")
	}
}
