//go:build unix

package files_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestDeclared checks that a call reaches the intersection of its declaration and
// the policy.
func TestDeclared(t *testing.T) {
	for _, c := range []struct {
		reason   string
		policy   string // what Policy.Files.Write allows
		declared string // what the tool declares to write
		reads    string // names that can be read and written
		not      string // names that can be neither read nor written
	}{
		{"a declared path in a directory of the policy", "docs", "docs/deep", "docs/deep/e", "docs/d docs/docs/deep/e src/s"},
		{"a directory of the policy in a declared path", "docs/deep", "docs", "docs/deep/e", "docs/d src/s"},
		{"the same path", "docs", "docs", "docs/d docs/deep/e", "docsx/no src/s"},
		{"disjoint paths, and a common one", "docs src", "out src", "src/s src/private/q", "docs/d out/o"},
		{"paths that start alike", "docs docsx", "docsx", "docsx/no", "docs/d"},
		{"several directories of the policy in one declared path", "docs/deep src/private", ".", "docs/deep/e src/private/q", "docs/d src/s private/p"},
		{"several declared paths in one directory of the policy", ".", "docs/deep src/private", "docs/deep/e src/private/q", "docs/d src/s private/p"},
		{"the working directory on both sides", ".", ".", "docs/d src/s", "$ROOT/data/y"},
		{"dots", "./docs/.", "src/../docs/./deep", "docs/deep/e", "docs/d src/s"},
		{"a slash at the end", "docs/", "docs/deep/", "docs/deep/e", "docs/d"},
		{"a declared file", "docs", "docs/d", "docs/d", "docs/deep/e docs/d2"},
		{"a file of the policy", "docs/d", "docs", "docs/d", "docs/deep/e docs/d2"},
		{"the same file", "docs/d", "docs/d", "docs/d", "docs/deep/e docs/d2"},
		{"a declared path below a file", "docs", "docs/d/x src", "", "docs/d docs/d/x src/s"},

		{"the directory above, declared", "docs", "..", "docs/d docs/deep/e", "src/s $ROOT/data/y"},
		{"the directory above, in the policy", "..", "docs", "docs/d", "src/s $ROOT/data/y"},
		{"the directory next to the working directory, on both sides", "../data", "../data/docs", "$ROOT/data/docs/x", "$ROOT/data/y docs/d"},
		{"the directory next to the working directory, declared alone", ".", "../data docs", "docs/d", "$ROOT/data/y to_data/y src/s"},
		{"above the top", "docs", "../../../../../../../../../../../../../../../..", "docs/d", "src/s"},
		{"an absolute declared path", ".", "$ROOT/ws/docs", "docs/d $ROOT/ws/docs/d", "src/s"},
		{"an absolute directory of the policy", "$ROOT/ws/docs", "docs/deep", "docs/deep/e $ROOT/ws/docs/deep/e", "docs/d"},
		{"absolute on both sides", "$ROOT/data", "$ROOT/data/docs", "$ROOT/data/docs/x", "$ROOT/data/y docs/d"},
		{"absolute, the policy further in", "$ROOT/data/docs", "$ROOT/data", "$ROOT/data/docs/x", "$ROOT/data/y"},
		{"everything declared", "docs", "/", "docs/d", "src/s $ROOT/data/y"},
		{"everything in the policy", "/", "docs", "docs/d", "src/s $ROOT/data/y"},
		{"a relative path is not taken from other directories", ". $ROOT/data", "docs", "docs/d", "src/s $ROOT/data/y $ROOT/data/docs/x to_data/docs/x"},
		{"an absolute path in the second directory", ". $ROOT/data", "$ROOT/data/docs", "$ROOT/data/docs/x", "docs/d $ROOT/data/y"},

		{"a link, declared", ".", "real", "real/d docs/d", "src/s"},
		{"a link, in the policy and declared", "real", "real", "real/d docs/d", "src/s"},
		{"a link in the policy, its target declared", "real", "docs/deep", "docs/deep/e", "docs/d src/s"},
		{"a link declared, its target in the policy", "docs", "real/deep", "docs/deep/e real/deep/e", "docs/d real/d src/s"},
		{"a link declared, a directory below its target in the policy", "docs/deep", "real", "docs/deep/e", "docs/d src/s"},
		{"a link declared, a directory of the policy through it", "real/deep", "real", "docs/deep/e real/deep/e", "docs/d src/s"},
		{"a link to the working directory", "$ROOT/linked_ws", "docs", "docs/d $ROOT/linked_ws/docs/d", "src/s"},
		{"a link from outside to a directory in the working directory", "$ROOT/linked_docs", "real", "docs/d $ROOT/linked_docs/d", "src/s"},
		{"an absolute path through that link", ".", "$ROOT/linked_ws/docs", "docs/d", "src/s"},
		{"a link declared that leads out of the working directory", ". $ROOT/data", "to_data docs", "docs/d", "to_data/y $ROOT/data/y src/s"},
		{"a link declared that leads from one directory of the policy to another", "docs src", "docs/to_src docs/deep", "docs/deep/e", "src/s docs/to_src/s docs/d"},
		{"the same where one directory holds both", "docs src .", "docs/to_src", "src/s docs/to_src/s", "docs/d"},
		{"a link in the policy that leads out of the declared path", "docs/to_src docs/deep", "docs", "docs/deep/e", "src/s docs/to_src/s"},
		{"a link in the policy that leads out of the declared path, with its target declared", "docs/to_src", "src", "src/s", "docs/d"},
		{"a link in the declared path", ".", "docs", "docs/d", "docs/up docs/to_src/s src/s"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newReachFixture(t)
			w.link("ws/docs/to_src", "../src")
			w.link("linked_docs", "ws/docs")
			request := w.request(capability.FilePolicy{Write: w.expand(strings.Fields(c.policy))})
			request.Needs.Write = w.expand(strings.Fields(c.declared))
			request.Needs.Read = request.Needs.Write
			w.reachesOnly(request, w.expand(strings.Fields(c.reads)), w.expand(strings.Fields(c.not)))
		})
	}
}

// reachesOnly checks that a call can read and write the files in reads, and can do neither with the files
// in not.
func (w *fixture) reachesOnly(request *capability.Request, reads, not []string) {
	w.t.Helper()
	f, err := files.New(nil).Open(w.t.Context(), request)
	if err != nil {
		if len(reads) > 0 || !isDenied(err) {
			w.t.Fatal(err)
		}
		return
	}
	for _, name := range reads {
		if _, err := f.ReadFile(name); err != nil {
			w.t.Errorf("reading %s: %v", name, err)
		}
		if err := f.Append(name, []byte("w")); err != nil {
			w.t.Errorf("appending to %s: %v", name, err)
		}
		if err := f.WriteFile(name, []byte("w")); err != nil {
			w.t.Errorf("writing %s: %v", name, err)
		}
	}
	for _, name := range not {
		if got, err := f.ReadFile(name); err == nil || !isMissing(err) && !isDenied(err) {
			w.t.Errorf("reading %s: %q, %v", name, got, err)
		}
		if err := f.WriteFile(name, []byte("broken")); err == nil {
			w.t.Errorf("writing %s", name)
		}
		if err := f.Append(name, []byte("broken")); err == nil {
			w.t.Errorf("appending to %s", name)
		}
	}
	if err := fs.WalkDir(f, ".", func(string, fs.DirEntry, error) error { return nil }); err != nil {
		w.t.Error(err)
	}
}

// TestDeclaredReadAndWrite checks tools that declare different paths for reading and for
// writing.
func TestDeclaredReadAndWrite(t *testing.T) {
	const r, rw = capability.KindRead, capability.KindRead | capability.KindWrite
	for _, c := range []struct {
		reason                  string
		policyRead, policyWrite string
		kinds                   capability.Kind
		read, write             string
		reads, writes, not      string
	}{
		{"different paths for reading and writing", "docs", "out", rw, "docs/deep", "out", "docs/deep/e out/o", "out/o", "docs/d src/s"},
		{"a path declared for reading, opened for writing", "", ".", rw, "docs", "out", "docs/d out/o", "out/o", "src/s"},
		{"a path declared for writing, opened for reading", ".", "out", rw, "docs", "out src", "docs/d out/o src/s", "out/o", "private/p"},
		{"a path declared for writing that the policy only reads", ".", "", rw, "docs", "out", "docs/d out/o", "", "src/s"},
		{"reading is not declared, so policy alone decides", ".", "out", rw, "", "out", "docs/d src/s out/o", "out/o", "$ROOT/data/y"},
		{"a tool that only reads", "", ".", r, "docs", "", "docs/d", "", "src/s"},
		{"a tool that only reads and declares a path for writing", ".", ".", r, "docs", "out", "docs/d", "", "src/s out/o"},
		{"a tool that only writes", "docs", "out src", capability.KindWrite, "", "out", "docs/d out/o src/s", "out/o", "private/p"},
		{"writing outside the policy", "docs", "src", rw, "docs", "out", "docs/d", "", "out/o src/s"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newReachFixture(t)
			request := w.request(capability.FilePolicy{Read: strings.Fields(c.policyRead), Write: strings.Fields(c.policyWrite)})
			request.Needs = &capability.Needs{Kinds: c.kinds, Read: strings.Fields(c.read), Write: strings.Fields(c.write)}
			f := w.open(files.New(nil), request)
			writes := strings.Fields(c.writes)
			for _, name := range strings.Fields(c.reads) {
				if _, err := f.ReadFile(name); err != nil {
					t.Errorf("reading %s: %v", name, err)
				}
				if err := f.WriteFile(name, []byte("w")); (err == nil) != slices.Contains(writes, name) {
					t.Errorf("writing %s: %v", name, err)
				}
			}
			for _, name := range w.expand(strings.Fields(c.not)) {
				if got, err := f.ReadFile(name); err == nil {
					t.Errorf("read %q from %s", got, name)
				}
				if err := f.WriteFile(name, []byte("broken")); !isDenied(err) {
					t.Errorf("writing %s: %v", name, err)
				}
			}
		})
	}
}

// TestDeclaredListing lists the intersection and its ancestors.
func TestDeclaredListing(t *testing.T) {
	w := newReachFixture(t)
	request := w.request(capability.FilePolicy{Read: []string{"docs", "src", "$ROOT/data"}})
	request.Files.Read = w.expand(request.Files.Read)
	request.Needs = &capability.Needs{Kinds: capability.KindRead, Read: []string{"docs/deep", "src/private", "out", w.at("data")}}
	f := w.open(files.New(nil), request)
	var found []string
	w.ok(fs.WalkDir(f, ".", func(name string, _ fs.DirEntry, err error) error {
		found = append(found, name)
		return err
	}))
	if want := []string{".", "docs", "docs/deep", "docs/deep/e", "src", "src/private", "src/private/q"}; !slices.Equal(found, want) {
		t.Errorf("listed %q, want %q", found, want)
	}
	if entries, err := f.ReadDir(w.at("data")); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestDeclaredAndDenied denies a part of the intersection.
func TestDeclaredAndDenied(t *testing.T) {
	w := newReachFixture(t)
	w.write("ws/docs/.env", secret)
	w.write("ws/docs/.git/config", "readable")
	request := w.request(capability.FilePolicy{Write: []string{"."}, Deny: []string{"docs/deep", "src"}})
	request.Needs.Write = []string{"docs", "src/private", "docs/.git", ".git/new"}
	request.Needs.Read = request.Needs.Write
	f := w.open(files.New(nil), request)
	for name, readable := range map[string]bool{"docs/d": true, "docs/.git/config": true, "docs/deep/e": false, "src/private/q": false, "docs/.env": false} {
		if _, err := f.ReadFile(name); (err == nil) != readable || err != nil && !isMissing(err) {
			t.Errorf("reading %s: %v", name, err)
		}
		if err := f.WriteFile(name, []byte("x")); (err == nil) != (name == "docs/d") || err != nil && !isDenied(err) {
			t.Errorf("writing %s: %v", name, err)
		}
	}
}
