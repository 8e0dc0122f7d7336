//go:build unix

package files_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// reachModel is a model of the reach: a path is in the policy and in the declaration, and not denied. It
// shares no code with the backend.
type reachModel struct {
	read, write, deny           []string // of the policy
	declaredRead, declaredWrite []string // by the tool
	writes                      bool
}

func isInAny(path string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/") })
}

func (m *reachModel) isWritable(path string) bool {
	return m.writes && isInAny(path, m.write) && (len(m.declaredWrite) == 0 || isInAny(path, m.declaredWrite))
}

func (m *reachModel) isReadable(path string) bool {
	declared := len(m.declaredRead) == 0 || isInAny(path, m.declaredRead) || m.writes && isInAny(path, m.declaredWrite)
	return declared && isInAny(path, slices.Concat(m.read, m.write)) || m.isWritable(path)
}

func (m *reachModel) isAllowed(path string) bool { return m.isReadable(path) && !isInAny(path, m.deny) }

// holds reports whether reached returns true for a path of the policy or of the declaration that
// is inside a directory.
func (m *reachModel) holds(dir string, reached func(string) bool) bool {
	return slices.ContainsFunc(slices.Concat(m.read, m.write, m.declaredRead, m.declaredWrite), func(path string) bool {
		return isInAny(path, []string{dir}) && reached(path)
	})
}

// isAncestor reports whether a directory in the working directory is listed because of what is in it.
func (m *reachModel) isAncestor(dir, base string) bool {
	return isInAny(dir, []string{base}) && !isInAny(dir, m.deny) && m.holds(dir, m.isAllowed)
}

// TestIntersection compares the reach of calls with the model, for random policies and declarations.
func TestIntersection(t *testing.T) {
	f := newKnownTree(t)
	random := rand.New(rand.NewPCG(7, 11))
	backend := files.New(&files.Options{Mounts: true})
	seen := map[string]int{}
	for range racetest.Fewer(400, 4) {
		m := &reachModel{read: f.choose(random, 2), write: f.choose(random, 2), declaredRead: f.choose(random, 2), declaredWrite: f.choose(random, 2), writes: random.IntN(3) > 0}
		if random.IntN(3) == 0 {
			m.deny = slices.DeleteFunc(f.choose(random, 2), func(path string) bool { return isInAny(f.at("ws"), []string{path}) })
		}
		request := f.requestOf(random, m)
		opened, err := backend.Open(t.Context(), request)
		switch nothing, free := !m.holds("/", m.isReadable), m.holds("/", m.isAllowed); {
		case nothing && err == nil, free && err != nil, err != nil && !isDenied(err):
			t.Fatalf("%+v of %+v: %v, the model has nothing: %t", request.Needs, request.Files, err, nothing)
		case err != nil:
			seen["nothing"]++
			continue
		}
		f.compare(m, opened, seen)
		if t.Failed() {
			t.Fatalf("declared %+v under %+v", request.Needs, request.Files)
		}
	}
	t.Log(seen)
	for _, kind := range []string{"nothing", "read", "not read", "written", "not written", "listed", "shown", "not listed", "made", "not made"} {
		if seen[kind] < 20 {
			t.Errorf("%s: only %d cases", kind, seen[kind])
		}
	}
}

// compare compares the results of all operations on all paths with the model.
func (f *knownTree) compare(m *reachModel, opened capability.WriteFS, seen map[string]int) {
	f.t.Helper()
	check := func(what, path string, got error, want bool) {
		if want {
			seen[what]++
		} else {
			seen["not "+what]++
		}
		if (got == nil) != want || got != nil && !isMissing(got) && !isDenied(got) {
			f.t.Errorf("%s %s: %v, the model allows it: %t", what, path, got, want)
		}
	}
	for _, path := range f.files {
		name := f.name(path)
		content, err := opened.ReadFile(name)
		check("read", name, err, m.isAllowed(path))
		if err == nil && string(content) != strings.TrimPrefix(path, f.dir+"/") {
			f.t.Errorf("%s holds %q", name, content)
		}
		writable := m.isWritable(path) && !isInAny(path, m.deny)
		check("written", name, opened.WriteFile(name, []byte(strings.TrimPrefix(path, f.dir+"/"))), writable)
		neighbour := path + "2"
		writable = m.isWritable(neighbour) && !isInAny(neighbour, m.deny)
		check("written", neighbour, opened.WriteFile(f.name(neighbour), nil), writable)
		if writable {
			f.ok(opened.Remove(f.name(neighbour)))
		}
	}
	for _, path := range f.dirs {
		f.compareListing(m, opened, path, seen)
	}
	for _, path := range f.missing {
		check("made", path, opened.MkdirAll(f.name(path)), f.creatable(m, path))
		for dir := path; ; dir = filepath.Dir(dir) {
			if os.Remove(dir) != nil {
				break
			}
		}
	}
}

// compareListing compares the listing of a directory with the model.
func (f *knownTree) compareListing(m *reachModel, opened capability.WriteFS, dir string, seen map[string]int) {
	f.t.Helper()
	var want []string
	for _, entry := range must(os.ReadDir(dir)) {
		path := filepath.Join(dir, entry.Name())
		if m.isAllowed(path) || entry.IsDir() && m.isAncestor(path, f.at("ws")) {
			want = append(want, entry.Name())
		}
	}
	readable := m.isAllowed(dir)
	if !readable && !m.isAncestor(dir, f.at("ws")) {
		want = nil
	}
	entries, err := opened.ReadDir(f.name(dir))
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if !slices.Equal(got, want) || err != nil && (len(want) > 0 || !errors.Is(err, fs.ErrNotExist) && !isDenied(err)) {
		f.t.Errorf("%s lists %q, %v, the model has %q", dir, got, err, want)
	}
	switch {
	case readable:
		seen["listed"]++
	case len(want) > 0:
		seen["shown"]++
	default:
		seen["not listed"]++
	}
}

// creatable reports whether the model allows creating a missing directory and its missing parents.
func (f *knownTree) creatable(m *reachModel, path string) bool {
	for {
		if _, err := os.Lstat(path); err == nil {
			return !isInAny(path, m.deny) && (m.isReadable(path) || m.holds(path, m.isAllowed))
		}
		above := isInAny(path, m.write) && m.holds(path, m.isWritable)
		if isInAny(path, m.deny) || !m.isWritable(path) && !above {
			return false
		}
		path = filepath.Dir(path)
	}
}
