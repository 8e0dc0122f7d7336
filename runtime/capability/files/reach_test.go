//go:build unix

package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// newReachFixture returns a fixture with the directory tree of a typical
// project.
func newReachFixture(t *testing.T) *fixture {
	w := newFixture(t)
	for _, name := range []string{"ws/docs/d", "ws/docs/deep/e", "ws/docsx/no", "ws/out/o", "ws/src/s", "ws/private/p", "ws/src/private/q", "ws/..dots", "ws/.hidden", "ws/work space/f", "ws/ünï/漢.txt", "data/docs/x", "data/y", "deny/key", "denyx/ok"} {
		w.write(name, filepath.Base(name))
	}
	w.link("linked_ws", "ws")
	w.link("ws/to_data", "$ROOT/data")
	w.link("ws/abs_in", "$ROOT/ws/docs/d")
	w.link("ws/up_and_back", "../ws/docs/d")
	w.link("ws/real", "docs")
	w.link("ws/to_private", "private/p")
	w.link("ws/evil", "$ROOT/outside")
	w.link("ws/docs/up", "../src/s")
	return w
}

func TestReach(t *testing.T) {
	const r, rw = capability.KindRead, capability.KindRead | capability.KindWrite
	for _, c := range []struct {
		reason        string
		policy        capability.FilePolicy
		kinds         capability.Kind
		read, write   []string // declared
		reads, writes string   // names that can be read and written
		not           string   // names that can be neither read nor written
	}{
		{"the working directory", capability.FilePolicy{Read: []string{"."}}, r, nil, nil, "docs/d src/s .hidden ..dots ünï/漢.txt $ROOT/ws/docs/d abs_in up_and_back real/d docs/up", "", "to_data/y evil/secret.txt $ROOT/data/y ../data/y"},
		{"a directory of it", capability.FilePolicy{Read: []string{"docs"}}, r, nil, nil, "docs/d docs/deep/e $ROOT/ws/docs/d", "", "docsx/no src/s .hidden real/d abs_in docs/up $ROOT/ws/src/s"},
		{"with a slash at the end", capability.FilePolicy{Read: []string{"docs/"}}, r, nil, nil, "docs/d", "", "docsx/no src/s"},
		{"with dots", capability.FilePolicy{Read: []string{"./src/../docs/."}}, r, nil, nil, "docs/d", "", "docsx/no src/s"},
		{"an absolute one", capability.FilePolicy{Read: []string{"$ROOT/data"}}, r, nil, nil, "$ROOT/data/y", "", "docs/d $ROOT/ws/docs/d to_data/y"},
		{"two of them, with a link from one to the other", capability.FilePolicy{Read: []string{".", "$ROOT/data"}}, r, nil, nil, "docs/d $ROOT/data/y to_data/y to_data/docs/x", "", "evil/secret.txt"},
		{"next to the working directory", capability.FilePolicy{Read: []string{"../data"}}, r, nil, nil, "$ROOT/data/y", "", "../data/y docs/d"},
		{"a file", capability.FilePolicy{Read: []string{"docs/d"}}, r, nil, nil, "docs/d", "", "docs/deep/e src/s"},
		{"a file that is missing", capability.FilePolicy{Read: []string{"src"}, Write: []string{"new"}}, rw, nil, nil, "src/s", "new", "new2 docs/d"},
		{"a directory that is missing", capability.FilePolicy{Write: []string{"gen/code"}}, rw, nil, nil, "", "", "gen/x gen/code2 src/s"},
		{"nested", capability.FilePolicy{Read: []string{"."}, Write: []string{"out"}}, rw, nil, nil, "docs/d out/o", "out/o out/new", "evil/secret.txt"},
		{"overlapping", capability.FilePolicy{Read: []string{"docs", "docs/deep", "."}, Write: []string{"docs/deep"}}, rw, nil, nil, "docs/d docs/deep/e src/s", "docs/deep/e", "evil/secret.txt"},
		{"a file and its directory", capability.FilePolicy{Read: []string{"docs/d", "docs"}}, r, nil, nil, "docs/d docs/deep/e", "", "src/s"},
		{"by a link", capability.FilePolicy{Read: []string{"$ROOT/linked_ws"}}, r, nil, nil, "docs/d $ROOT/linked_ws/docs/d $ROOT/ws/docs/d", "", "$ROOT/data/y"},
		{"by a link within", capability.FilePolicy{Read: []string{"real"}}, r, nil, nil, "real/d docs/d $ROOT/ws/real/d", "", "src/s"},
		{"a glob is a name", capability.FilePolicy{Read: []string{"*", "docs"}}, r, nil, nil, "docs/d", "", "src/s"},
		{"a tilde is a name", capability.FilePolicy{Read: []string{"~", "docs"}}, r, nil, nil, "docs/d", "", "src/s /etc/passwd"},
		{"everything", capability.FilePolicy{Read: []string{"/"}}, r, nil, nil, "docs/d $ROOT/data/y evil/secret.txt /etc/passwd", "", "/etc/shadow /proc/self/environ /dev/zero /sys/kernel"},

		{"denied", capability.FilePolicy{Write: []string{"."}, Deny: []string{"private"}}, rw, nil, nil, "docs/d src/private/q", "docs/d", "private/p private/new to_private"},
		{"denied by an absolute path", capability.FilePolicy{Write: []string{"."}, Deny: []string{"$ROOT/ws/private/"}}, rw, nil, nil, "docs/d", "docs/d", "private/p to_private"},
		{"denied by a link", capability.FilePolicy{Write: []string{"."}, Deny: []string{"real"}}, rw, nil, nil, "src/s", "src/s", "docs/d real/d abs_in"},
		{"denied through a link above", capability.FilePolicy{Write: []string{"."}, Deny: []string{"$ROOT/linked_ws/private"}}, rw, nil, nil, "src/s", "src/s", "private/p"},
		{"denied through a link above, though missing", capability.FilePolicy{Write: []string{"."}, Deny: []string{"$ROOT/linked_ws/later"}}, rw, nil, nil, "src/s", "src/s", "later"},
		{"a denied file", capability.FilePolicy{Write: []string{"."}, Deny: []string{"docs/d"}}, rw, nil, nil, "docs/deep/e", "docs/deep/e", "docs/d abs_in real/d"},
		{"denied though missing, in any case", capability.FilePolicy{Write: []string{"."}, Deny: []string{"Later"}}, rw, nil, nil, "docs/d", "docs/d", "later Later LATER"},
		{"a name that starts like a denied one", capability.FilePolicy{Read: []string{"$ROOT"}, Deny: []string{"$ROOT/deny"}}, r, nil, nil, "$ROOT/denyx/ok docs/d", "", "$ROOT/deny/key"},
		{"denied wins over the same entry", capability.FilePolicy{Read: []string{"docs", "src"}, Deny: []string{"docs"}}, r, nil, nil, "src/s", "", "docs/d"},

		{"declared", capability.FilePolicy{Write: []string{"."}}, rw, []string{"docs"}, []string{"out"}, "docs/d out/o", "out/o out/new", "src/s docsx/no docs/up"},
		{"declared for writing alone", capability.FilePolicy{Write: []string{"."}}, rw, nil, []string{"out"}, "docs/d src/s", "out/o", "evil/secret.txt"},
		{"declared in one directory of two", capability.FilePolicy{Read: []string{".", "$ROOT/data"}}, r, []string{"docs"}, nil, "docs/d", "", "src/s $ROOT/data/y $ROOT/data/docs/x"},
		{"declared and allowed alike", capability.FilePolicy{Read: []string{"docs"}}, r, []string{"docs"}, nil, "docs/d", "", "src/s"},
		{"declared further out", capability.FilePolicy{Read: []string{"docs/deep"}}, r, []string{"docs"}, nil, "docs/deep/e", "", "docs/d src/s"},
		{"declared as all", capability.FilePolicy{Read: []string{"docs"}}, r, []string{"."}, nil, "docs/d", "", "src/s"},
		{"declared by a link", capability.FilePolicy{Read: []string{"."}}, r, []string{"real"}, nil, "real/d docs/d", "", "src/s"},
		{"declared through a link", capability.FilePolicy{Read: []string{"."}}, r, []string{"real/deep"}, nil, "real/deep/e docs/deep/e", "", "real/d docs/d"},
		{"allowed through a link", capability.FilePolicy{Read: []string{"real/deep"}}, r, nil, nil, "real/deep/e docs/deep/e", "", "real/d docs/d"},
		{"declared by a link that leads out, and another path", capability.FilePolicy{Read: []string{"."}}, r, []string{"evil", "docs"}, nil, "docs/d", "", "evil/secret.txt"},
		{"declared, but missing", capability.FilePolicy{Read: []string{"."}}, r, []string{"nowhere", "docs"}, nil, "docs/d", "", "src/s"},
		{"declared paths that are not valid", capability.FilePolicy{Read: []string{"."}}, r, []string{"", "../data", "/etc", "docs"}, nil, "docs/d", "", "src/s $ROOT/data/y /etc/passwd"},
		{"reading alone", capability.FilePolicy{Write: []string{"."}}, r, nil, nil, "docs/d", "", "evil/secret.txt"},
		{"writing alone is reading too", capability.FilePolicy{Write: []string{"."}}, capability.KindWrite, nil, nil, "docs/d", "docs/d", "evil/secret.txt"},
		{"nothing may be written", capability.FilePolicy{Read: []string{"."}}, rw, nil, nil, "docs/d", "", "evil/secret.txt"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newReachFixture(t)
			request := w.request(capability.FilePolicy{Read: w.expand(c.policy.Read), Write: w.expand(c.policy.Write), Deny: w.expand(c.policy.Deny)})
			request.Needs = &capability.Needs{Kinds: c.kinds, Read: c.read, Write: c.write}
			f := w.open(files.New(&files.Options{Mounts: true}), request)
			for _, name := range w.expand(strings.Fields(c.reads)) {
				if _, err := f.ReadFile(name); err != nil {
					t.Errorf("reading %s: %v", name, err)
				}
			}
			writes := w.expand(strings.Fields(c.writes))
			for _, name := range writes {
				if err := f.WriteFile(name, []byte("w")); err != nil {
					t.Errorf("writing %s: %v", name, err)
				}
			}
			for _, name := range w.expand(strings.Fields(c.not)) {
				_, err := f.ReadFile(name)
				refused := isMissing(err) || isDenied(err) && strings.HasPrefix(name, "/") || errors.Is(err, fs.ErrInvalid) && strings.Contains(name, "..")
				if !refused {
					t.Errorf("reading %s: %v", name, err)
				}
				if err := f.WriteFile(name, []byte("broken")); err == nil {
					t.Errorf("writing %s", name)
				}
			}
			for _, name := range w.expand(strings.Fields(c.reads)) {
				if err := f.Append(name, []byte("w")); !slices.Contains(writes, name) && c.writes == "" && !isDenied(err) {
					t.Errorf("appending to %s: %v", name, err)
				}
			}
			if err := fs.WalkDir(f, ".", func(string, fs.DirEntry, error) error { return nil }); err != nil {
				t.Error(err)
			}
		})
	}
}

func (w *fixture) expand(paths []string) []string {
	var all []string
	for _, path := range paths {
		all = append(all, strings.ReplaceAll(path, "$ROOT", w.dir))
	}
	return all
}

// TestDeniedUnderAnotherName uses a denied file under another name, as a file system that ignores case
// allows.
func TestDeniedUnderAnotherName(t *testing.T) {
	w := newReachFixture(t)
	w.ok(os.Link(w.at("ws/docs/d"), w.at("ws/twin")))
	for _, c := range []struct {
		deny []string
		gone bool
	}{{[]string{"docs/d"}, true}, {[]string{"real/d"}, true}, {[]string{"src"}, false}} {
		f := w.open(files.New(&files.Options{HardLinks: true}), w.request(capability.FilePolicy{Write: []string{"."}, Deny: c.deny}))
		if _, err := f.ReadFile("twin"); isMissing(err) != c.gone {
			t.Errorf("%v: %v", c.deny, err)
		}
		if err := f.WriteFile("twin", []byte("x")); isDenied(err) != c.gone {
			t.Errorf("%v: %v", c.deny, err)
		}
	}
}

// TestOpenRefused checks that Open refuses policies that allow no files or are
// not valid.
func TestOpenRefused(t *testing.T) {
	w := newReachFixture(t)
	w.mkdir("ws/closed")
	w.ok(os.Chmod(w.at("ws/closed"), 0))
	t.Cleanup(func() { _ = os.Chmod(w.at("ws/closed"), 0o755) })
	w.ok(syscall.Mkfifo(w.at("ws/pipe"), 0o666))
	for _, c := range []struct {
		reason  string
		change  func(*capability.Request)
		refusal bool
	}{
		{"the zero policy", func(r *capability.Request) { r.Files = capability.FilePolicy{} }, true},
		{"no needs", func(r *capability.Request) { r.Needs = nil }, true},
		{"other needs", func(r *capability.Request) { r.Needs = &capability.Needs{Kinds: capability.KindNetwork} }, true},
		{"an empty path", func(r *capability.Request) { r.Files.Read = []string{""} }, false},
		{"an empty path among others", func(r *capability.Request) { r.Files.Write = []string{".", ""} }, false},
		{"an empty denied path", func(r *capability.Request) { r.Files.Deny = []string{""} }, false},
		{"a NUL byte", func(r *capability.Request) { r.Files.Read = []string{"a\x00"} }, false},
		{"no working directory for a relative path", func(r *capability.Request) { r.WorkingDir = "" }, false},
		{"a relative working directory", func(r *capability.Request) { r.WorkingDir = "ws" }, false},
		{"a working directory that is missing", func(r *capability.Request) { r.WorkingDir = w.at("nowhere") }, true},
		{"a link out of the working directory", func(r *capability.Request) { r.Files.Read = []string{"evil"} }, true},
		{"the same below it", func(r *capability.Request) { r.Files.Read = []string{"evil/dir"} }, true},
		{"the same by an absolute path", func(r *capability.Request) { r.Files.Read = []string{w.at("ws/evil")} }, true},
		{"the same through another link", func(r *capability.Request) { r.Files.Read = []string{w.at("linked_ws"), w.at("linked_ws/evil")} }, true},
		{"a closed directory", func(r *capability.Request) { r.Files.Read = []string{".ssh"} }, true},
		{"below a closed directory", func(r *capability.Request) { r.Files.Write = []string{".aws/sso/cache"} }, true},
		{"below a file", func(r *capability.Request) { r.Files.Read = []string{".", "docs/d/x"} }, true},
		{"files of the kernel", func(r *capability.Request) { r.Files.Read = []string{"/proc"} }, true},
		{"devices", func(r *capability.Request) { r.Files.Read = []string{"/dev/fd"} }, true},
		{"only a declared path that leads out", func(r *capability.Request) { r.Needs.Read, r.Needs.Write = []string{"evil"}, []string{"evil"} }, true},
		{"only declared paths that are not valid", func(r *capability.Request) { r.Needs.Read, r.Needs.Write = []string{"a\x00"}, []string{""} }, true},
		{"an unreadable directory", func(r *capability.Request) {
			r.Files.Read = []string{"closed/x"}
			if os.Getuid() == 0 {
				r.Files.Read = []string{".gnupg"} // root can read everything
			}
		}, true},
	} {
		request := w.request(capability.FilePolicy{Read: []string{"."}})
		c.change(request)
		mustEnd(t, c.reason, func() {
			f, err := files.New(nil).Open(t.Context(), request)
			if err == nil || f != nil || isDenied(err) != c.refusal {
				t.Errorf("%s: %v, %v", c.reason, f, err)
			} else if strings.Contains(err.Error(), filepath.Base(w.dir)) {
				t.Errorf("%s: the error shows a path: %v", c.reason, err)
			}
		})
	}
	w.checkWorks(w.all(nil), "control.txt")
	// A named pipe instead of a directory is not an error, and Open does not wait for it.
	mustEnd(t, "a pipe", func() {
		w.ok(syscall.Mkfifo(w.at("pipe"), 0o666))
		if _, err := w.open(files.New(nil), w.request(capability.FilePolicy{Read: []string{w.at("pipe")}})).ReadFile(w.at("pipe")); !isDenied(err) {
			t.Error(err)
		}
		f := w.open(files.New(nil), w.request(capability.FilePolicy{Read: []string{"pipe"}}))
		if _, err := f.ReadFile("pipe"); !isDenied(err) {
			t.Error(err)
		}
	})
}

// TestFileSystem checks the files of calls against the contract of io/fs.
func TestFileSystem(t *testing.T) {
	w := newReachFixture(t)
	w.write("ws/.env", secret)
	w.write("ws/.git/config", "readable")
	w.write("ws/.toolgen-x.writing", "left over")
	for _, name := range []string{"evil", "to_data", "abs_in", "real", "up_and_back", "to_private", "docs/up"} {
		w.ok(os.Remove(w.at("ws/" + name))) // TestFS opens links, and these lead out of reach in some cases
	}
	w.link("ws/src/l", "s")
	for _, c := range []struct {
		reason   string
		policy   capability.FilePolicy
		read     []string
		expected []string
		hidden   []string
	}{
		{"the working directory", capability.FilePolicy{Read: []string{"."}}, nil, []string{"docs/d", "docs/deep/e", "work space/f", "..dots", "ünï/漢.txt", ".git/config"}, []string{".env", ".toolgen-x.writing"}},
		{"the ancestors of one directory", capability.FilePolicy{Read: []string{"docs/deep"}}, nil, []string{"docs/deep/e"}, []string{"docs/d", "src"}},
		{"the ancestors of several, one of them missing", capability.FilePolicy{Read: []string{"docs/deep", "src/private/q", "nowhere/x", "$ROOT/data"}}, nil, []string{"docs/deep/e", "src/private/q"}, []string{"docs/d", "src/s", "nowhere"}},
		{"declared", capability.FilePolicy{Write: []string{"."}}, []string{"docs/deep", "src"}, []string{"docs/deep/e", "src/s"}, []string{"docs/d", "out"}},
		{"denied", capability.FilePolicy{Read: []string{"."}, Deny: []string{"src/private", "docs"}}, nil, []string{"src/s", "private/p"}, []string{"docs", "docs/d", "src/private"}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			request := w.request(capability.FilePolicy{Read: w.expand(c.policy.Read), Write: c.policy.Write, Deny: c.policy.Deny})
			request.Needs = &capability.Needs{Kinds: capability.KindRead, Read: c.read}
			f := w.open(files.New(nil), request)
			if err := fstest.TestFS(f, c.expected...); err != nil {
				t.Error(err)
			}
			var found []string
			w.ok(fs.WalkDir(f, ".", func(name string, _ fs.DirEntry, err error) error {
				found = append(found, name)
				return err
			}))
			for _, name := range c.hidden {
				if slices.Contains(found, name) {
					t.Errorf("%s is listed", name)
				}
				if _, err := f.Stat(name); !isMissing(err) {
					t.Errorf("%s: %v", name, err)
				}
			}
			matches, err := fs.Glob(f, "*/*")
			if err != nil || len(matches) == 0 {
				t.Errorf("%v, %v", matches, err)
			}
		})
	}
}
