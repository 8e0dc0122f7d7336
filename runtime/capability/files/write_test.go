//go:build unix

package files_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

func (w *fixture) mode(name string) fs.FileMode {
	w.t.Helper()
	info, err := os.Lstat(w.at(name))
	w.ok(err)
	return info.Mode()
}

func TestWriteFile(t *testing.T) {
	w := newFixture(t)
	w.link("ws/link", "sub/b.txt")
	w.link("ws/dangling", "sub/new.txt")
	w.mkdir("ws/dir")
	f := w.all(nil)
	for _, c := range []struct {
		reason, name string
		mode         fs.FileMode // before the write; 0 if the file is missing
		want         error
		written      string // the file that is written
		after        fs.FileMode
	}{
		{"a new file", "new", 0, nil, "ws/new", 0o666},
		{"an old file keeps its permissions", "a.txt", 0o640, nil, "ws/a.txt", 0o640},
		{"a program keeps its permissions", "a.txt", 0o755, nil, "ws/a.txt", 0o755},
		{"a private file keeps its permissions", "a.txt", 0o600, nil, "ws/a.txt", 0o600},
		{"set-user-ID and set-group-ID bits are dropped", "a.txt", 0o755 | fs.ModeSetuid | fs.ModeSetgid, nil, "ws/a.txt", 0o755},
		{"through a link", "link", 0, nil, "ws/sub/b.txt", 0o644},
		{"through a link to what is missing", "dangling", 0, nil, "ws/sub/new.txt", 0o666},
		{"a directory", "dir", 0, errors.New("is a directory"), "", 0},
		{"the working directory", ".", 0, errors.New("is a directory"), "", 0},
		{"in a missing directory", "nowhere/x", 0, fs.ErrNotExist, "", 0},
		{"below a file", "a.txt/x", 0, errors.New("not a directory"), "", 0},
	} {
		if c.mode != 0 {
			w.ok(os.Chmod(w.at("ws/"+c.name), c.mode))
		}
		err := f.WriteFile(c.name, []byte(c.reason))
		if (err == nil) != (c.want == nil) || c.want != nil && !errors.Is(err, c.want) && !strings.HasSuffix(err.Error(), c.want.Error()) {
			t.Errorf("%s: %v", c.reason, err)
		}
		if c.written == "" {
			continue
		}
		if got := w.content(c.written); got != c.reason {
			t.Errorf("%s: it holds %q", c.reason, got)
		}
		if got := w.mode(c.written); got != c.after && got != c.after&^umask() {
			t.Errorf("%s: it has %v", c.reason, got)
		}
	}
	if w.mode("ws/link")&fs.ModeSymlink == 0 || w.mode("ws/dangling")&fs.ModeSymlink == 0 {
		t.Error("a link was replaced")
	}
}

// TestOwner writes a file of another user as root: the owner stays the same.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can change the owner of files")
	}
	w := newFixture(t)
	w.ok(errors.Join(os.Chown(w.at("ws/a.txt"), 65534, 65533), os.Chmod(w.at("ws/a.txt"), 0o640)))
	w.ok(w.all(nil).WriteFile("a.txt", []byte("new")))
	info := must(os.Stat(w.at("ws/a.txt")))
	if stat := info.Sys().(*syscall.Stat_t); stat.Uid != 65534 || stat.Gid != 65533 || info.Mode() != 0o640 {
		t.Errorf("%d:%d %v", stat.Uid, stat.Gid, info.Mode())
	}
}

func umask() fs.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return fs.FileMode(mask)
}

func TestRename(t *testing.T) {
	for _, c := range []struct {
		reason, from, to string
		denied           bool
		want             error
	}{
		{"a file", "a.txt", "c.txt", false, nil},
		{"into a directory", "a.txt", "sub/c.txt", false, nil},
		{"a directory", "sub", "dir/sub", false, nil},
		{"over a file", "a.txt", "sub/b.txt", false, nil},
		{"to itself", "a.txt", "a.txt", false, nil},
		{"over a link, which it replaces", "a.txt", "out", false, nil},
		{"to another directory of the policy", "a.txt", "$ROOT/data/c.txt", false, nil},
		{"from another directory of the policy", "$ROOT/data/d.txt", "sub/d.txt", false, nil},
		{"over a directory", "a.txt", "dir", false, fs.ErrExist},
		{"what is missing", "nothing", "c.txt", false, fs.ErrNotExist},
		{"to nowhere", "a.txt", "nowhere/c.txt", false, fs.ErrNotExist},
		{"a directory over a file", "sub", "a.txt", false, errors.New("not a directory")},
		{"a directory into itself", "sub", "sub/deep/sub", true, nil},
		{"a link", "in", "c", true, nil},
		{"a link out", "out", "c", true, nil},
		{"a pipe", "pipe", "c", true, nil},
		{"over a pipe", "a.txt", "pipe", true, nil},
		{"over a hard link", "a.txt", "hard", true, nil},
		{"the working directory", ".", "dir/ws", true, nil},
		{"out", "a.txt", "$ROOT/outside/c.txt", true, nil},
		{"from outside", "$ROOT/outside/secret.txt", "c.txt", true, nil},
		{"what may only be read", "$ROOT/docs/r.txt", "c.txt", true, nil},
		{"to where one may only read", "a.txt", "$ROOT/docs/c.txt", true, nil},
		{"a closed file", ".env", "env", true, nil},
		{"to a closed name", "a.txt", ".bashrc", true, nil},
		{"a directory below which something is denied", "holds", "free", true, nil},
		{"a directory below which something is closed", ".docker", "docker", true, nil},
		{"a directory to where something would be closed", "dir", ".vscode", true, nil},
		{"a directory below which another is named", "named", "other", true, nil},
		{"a directory that is named", "named/inner", "other", true, nil},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newFixture(t)
			w.write("data/d.txt", "D")
			w.write("docs/r.txt", "R")
			w.write("ws/.env", secret)
			w.write("ws/holds/private/p", secret)
			w.write("ws/.docker/config.json", secret)
			w.write("ws/named/inner/i", "I")
			w.mkdir("ws/dir")
			w.link("ws/in", "a.txt")
			w.link("ws/out", "$ROOT/outside/secret.txt")
			w.ok(syscall.Mkfifo(w.at("ws/pipe"), 0o666))
			w.ok(os.Link(w.at("outside/secret.txt"), w.at("ws/hard")))
			f := w.open(files.New(nil), w.request(capability.FilePolicy{Read: []string{w.at("docs")}, Write: []string{".", w.at("data"), "named/inner"}, Deny: []string{"holds/private"}}))
			before := w.snapshot()
			from, to := w.expand([]string{c.from})[0], w.expand([]string{c.to})[0]
			info, _ := os.Lstat(w.hostPath(from))
			err := f.Rename(from, to)
			switch {
			case isDenied(err) != c.denied, !c.denied && (err == nil) != (c.want == nil), c.want != nil && !errors.Is(err, c.want) && !strings.HasSuffix(err.Error(), c.want.Error()):
				t.Errorf("%v", err)
			case err == nil:
				moved, err := os.Lstat(w.hostPath(to))
				if err != nil || !os.SameFile(info, moved) {
					t.Errorf("it is not there: %v", err)
				}
			default:
				w.checkRenameErrorText(err, from, to)
				if now, err := os.Lstat(w.hostPath(from)); info != nil && (err != nil || !os.SameFile(info, now)) {
					t.Errorf("it is gone: %v", err)
				}
			}
			if err == nil && (strings.Contains(c.from, "data") || strings.Contains(c.to, "data")) {
				return
			}
			if after := w.snapshot(); len(after) != len(before) || w.content("outside/secret.txt") != secret {
				t.Errorf("something changed outside: %v", after)
			}
		})
	}
}

// hostPath returns the path of a name on the host.
func (w *fixture) hostPath(name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return w.at("ws/" + name)
}

func (w *fixture) checkRenameErrorText(err error, names ...string) {
	w.t.Helper()
	text := err.Error()
	for _, name := range names {
		text = strings.ReplaceAll(text, name, "")
	}
	if _, ok := err.(*fs.PathError); !ok || strings.Contains(text, w.dir) {
		w.t.Errorf("a %T: %v", err, err)
	}
}

func TestRemoveAndMkdir(t *testing.T) {
	w := newFixture(t)
	w.link("ws/out", "$ROOT/outside/secret.txt")
	w.link("ws/out_dir", "$ROOT/outside")
	w.link("ws/loop", "loop")
	w.write("ws/.git/config", "C")
	w.mkdir("ws/empty")
	w.ok(syscall.Mkfifo(w.at("ws/pipe"), 0o666))
	w.ok(os.Link(w.at("outside/secret.txt"), w.at("ws/hard")))
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{".", "named"}}))
	for _, c := range []struct {
		reason, name string
		ok, denied   bool
	}{
		{"a file", "a.txt", true, false}, {"it is gone", "a.txt", false, false}, {"an empty directory", "empty", true, false}, {"a full one", "sub", false, false}, {"a link, not what it leads to", "out", true, false}, {"a link to a directory", "out_dir", true, false},
		{"a link to itself", "loop", true, false}, {"a pipe", "pipe", true, false}, {"one name of several", "hard", true, false}, {"the working directory", ".", false, true}, {"version control's", ".git/config", false, true},
	} {
		if err := f.Remove(c.name); (err == nil) != c.ok || isDenied(err) != c.denied {
			t.Errorf("removing %s: %v", c.reason, err)
		}
	}
	for _, c := range []struct {
		reason, name string
		ok, denied   bool
	}{
		{"several", "n1/n2/n3", true, false}, {"they are there", "n1/n2/n3", true, false}, {"the working directory", ".", true, false}, {"a directory that the policy names", "named/x", true, false}, {"over a file", "sub/b.txt", false, false}, {"below a file", "sub/b.txt/x", false, false},
		{"a closed name", ".ssh", false, true}, {"below a closed name", "n1/.aws/x", false, true}, {"what hooks live in", "n1/.git/hooks", false, true},
	} {
		if err := f.MkdirAll(c.name); (err == nil) != c.ok || isDenied(err) != c.denied {
			t.Errorf("making %s: %v", c.reason, err)
		}
	}
	if got := w.content("outside/secret.txt"); got != secret {
		t.Errorf("the file outside holds %q", got)
	}
	if err := f.Remove("named"); err == nil {
		t.Error("a directory of the policy was removed")
	}
}

func TestAppend(t *testing.T) {
	w := newFixture(t)
	w.link("ws/link", "sub/b.txt")
	f := w.all(&files.Options{HardLinks: true})
	for _, name := range []string{"a.txt", "link", "new"} {
		for _, data := range []string{"1", "", "2"} {
			if err := f.Append(name, []byte(data)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for name, want := range map[string]string{"ws/a.txt": "A12", "ws/sub/b.txt": "B12", "ws/new": "12"} {
		if got := w.content(name); got != want {
			t.Errorf("%s holds %q", name, got)
		}
	}
	w.ok(os.Link(w.at("outside/secret.txt"), w.at("ws/hard")))
	if err := f.Append("hard", []byte("x")); !isDenied(err) || w.content("outside/secret.txt") != secret {
		t.Errorf("a hard link: %v", err)
	}
	// With the option it is read and replaced, and the other name keeps its content.
	if got, err := f.ReadFile("hard"); err != nil || string(got) != secret {
		t.Errorf("%q, %v", got, err)
	}
	if err := f.WriteFile("hard", []byte("own")); err != nil || w.content("outside/secret.txt") != secret || w.content("ws/hard") != "own" {
		t.Errorf("replacing a hard link: %v", err)
	}
}

// TestReadOnlyTools checks that a tool that declares only reading cannot write under any policy.
func TestReadOnlyTools(t *testing.T) {
	w := newFixture(t)
	request := w.request(capability.FilePolicy{Write: []string{"."}})
	request.Needs.Kinds = capability.KindRead
	f := w.open(files.New(nil), request)
	for _, op := range writers {
		if _, err := operations[op](f, "a.txt"); !isDenied(err) {
			t.Errorf("%s: %v", op, err)
		}
	}
	if got, err := f.ReadFile("a.txt"); err != nil || string(got) != "A" {
		t.Errorf("an allowed read: %q, %v", got, err)
	}
}

// TestPermissions checks permissions, which do not restrict root.
func TestPermissions(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("permissions do not restrict root; TestAsOrdinaryUser runs this")
	}
	w := newFixture(t)
	for _, dir := range []string{"closed", "fixed", "dark"} {
		w.write("ws/"+dir+"/f", "F")
	}
	w.ok(errors.Join(os.Chmod(w.at("ws/closed"), 0), os.Chmod(w.at("ws/fixed"), 0o555), os.Chmod(w.at("ws/dark"), 0o333), os.Chmod(w.at("ws/a.txt"), 0o444), os.Chmod(w.at("ws/sub/b.txt"), 0)))
	t.Cleanup(func() {
		for _, dir := range []string{"closed", "fixed", "dark"} {
			_ = os.Chmod(w.at("ws/"+dir), 0o755)
		}
	})
	f := w.all(nil)
	for _, c := range []struct{ reason, op, name string }{
		{"a closed directory", "ReadFile", "closed/f"}, {"its list", "ReadDir", "closed"}, {"writing in it", "WriteFile", "closed/new"}, {"a directory that cannot be written", "WriteFile", "fixed/f"}, {"adding to it", "Append", "fixed/new"}, {"removing from it", "Remove", "fixed/f"},
		{"making one in it", "MkdirAll", "fixed/d"}, {"moving out of it", "Rename away", "fixed/f"}, {"a directory that cannot be listed", "ReadDir", "dark"}, {"a file that cannot be written", "WriteFile", "a.txt"}, {"adding to one", "Append", "a.txt"}, {"a file that cannot be read", "ReadFile", "sub/b.txt"},
	} {
		_, err := operations[c.op](f, c.name)
		if !errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), w.dir) {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
	if got, err := f.ReadFile("fixed/f"); err != nil || string(got) != "F" || w.content("ws/a.txt") != "A" {
		t.Errorf("an allowed read: %q, %v", got, err)
	}
}

// TestAbandonedTemporaryFiles checks that tools do not see temporary files that a crash left, and that the
// next write removes the old ones.
func TestAbandonedTemporaryFiles(t *testing.T) {
	w := newFixture(t)
	for _, name := range []string{".toolgen-OLD.writing", ".toolgen-NEW.writing", ".toolgen-other"} {
		w.write("ws/"+name, "half")
	}
	old := time.Now().Add(-2 * time.Hour)
	w.ok(errors.Join(os.Chtimes(w.at("ws/.toolgen-OLD.writing"), old, old), os.Chtimes(w.at("ws/.toolgen-other"), old, old)))
	f := w.all(nil)
	w.checkRefused(f, append(append([]string(nil), readers...), writers...), []escapeAttempt{{"one that is being written", ".toolgen-NEW.writing"}})
	w.ok(f.WriteFile("a.txt", []byte("new")))
	var names []string
	for _, entry := range must(os.ReadDir(w.at("ws"))) {
		names = append(names, entry.Name())
	}
	if got := strings.Join(names, " "); got != ".toolgen-NEW.writing .toolgen-other a.txt sub" {
		t.Errorf("there is %s", got)
	}
}

// TestAfterCall uses files after the end of the call: every operation fails.
func TestAfterCall(t *testing.T) {
	w := newFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	f, err := files.New(nil).Open(ctx, w.request(capability.FilePolicy{Write: []string{"."}}))
	w.ok(err)
	opened, err := f.Open("a.txt")
	w.ok(err)
	defer opened.Close()
	cancel()
	for op, operate := range operations {
		if _, err := operate(f, "a.txt"); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", op, err)
		}
	}
	if got := w.content("ws/a.txt"); got != "A" {
		t.Errorf("it holds %q", got)
	}
	if _, err := files.New(nil).Open(ctx, w.request(capability.FilePolicy{Read: []string{"."}})); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
