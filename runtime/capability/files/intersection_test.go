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

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// reachModel says what a call reaches: a path is in the policy and in the declaration, and not denied.
// It knows nothing of how the backend works that out.
type reachModel struct {
	read, write, deny           []string // of the policy
	declaredRead, declaredWrite []string // by the tool
	writes                      bool
}

func below(path string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/") })
}

func (m *reachModel) writable(path string) bool {
	return m.writes && below(path, m.write) && (len(m.declaredWrite) == 0 || below(path, m.declaredWrite))
}

func (m *reachModel) readable(path string) bool {
	declared := len(m.declaredRead) == 0 || below(path, m.declaredRead) || m.writes && below(path, m.declaredWrite)
	return declared && below(path, slices.Concat(m.read, m.write)) || m.writable(path)
}

func (m *reachModel) undenied(path string) bool { return m.readable(path) && !below(path, m.deny) }

// holds reports whether a path of the policy or a declared path, in a directory, can be reached.
func (m *reachModel) holds(dir string, reached func(string) bool) bool {
	return slices.ContainsFunc(slices.Concat(m.read, m.write, m.declaredRead, m.declaredWrite), func(path string) bool {
		return below(path, []string{dir}) && reached(path)
	})
}

// shown reports whether a directory of the working directory is listed because of what is in it.
func (m *reachModel) shown(dir, base string) bool {
	return below(dir, []string{base}) && !below(dir, m.deny) && m.holds(dir, m.undenied)
}

// TestIntersection compares what calls reach with the model, for policies and declarations at random.
func TestIntersection(t *testing.T) {
	f := newForest(t)
	random := rand.New(rand.NewPCG(7, 11))
	backend := files.New(&files.Options{Mounts: true})
	seen := map[string]int{}
	for range raced.Some(400, 4) {
		m := &reachModel{read: f.choose(random, 2), write: f.choose(random, 2), declaredRead: f.choose(random, 2), declaredWrite: f.choose(random, 2), writes: random.IntN(3) > 0}
		if random.IntN(3) == 0 {
			m.deny = slices.DeleteFunc(f.choose(random, 2), func(path string) bool { return below(f.at("ws"), []string{path}) })
		}
		request := f.requestOf(random, m)
		opened, err := backend.Open(t.Context(), request)
		switch nothing, free := !m.holds("/", m.readable), m.holds("/", m.undenied); {
		case nothing && err == nil, free && err != nil, err != nil && !denied(err):
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

// compare holds every operation on every path of the forest against the model.
func (f *forest) compare(m *reachModel, opened capability.WriteFS, seen map[string]int) {
	f.t.Helper()
	check := func(what, path string, got error, want bool) {
		if want {
			seen[what]++
		} else {
			seen["not "+what]++
		}
		if (got == nil) != want || got != nil && !gone(got) && !denied(got) {
			f.t.Errorf("%s %s: %v, the model allows it: %t", what, path, got, want)
		}
	}
	for _, path := range f.files {
		name := f.name(path)
		content, err := opened.ReadFile(name)
		check("read", name, err, m.undenied(path))
		if err == nil && string(content) != strings.TrimPrefix(path, f.dir+"/") {
			f.t.Errorf("%s holds %q", name, content)
		}
		writable := m.writable(path) && !below(path, m.deny)
		check("written", name, opened.WriteFile(name, []byte(strings.TrimPrefix(path, f.dir+"/"))), writable)
		beside := path + "2"
		writable = m.writable(beside) && !below(beside, m.deny)
		check("written", beside, opened.WriteFile(f.name(beside), nil), writable)
		if writable {
			f.ok(opened.Remove(f.name(beside)))
		}
	}
	for _, path := range f.dirs {
		f.compareListing(m, opened, path, seen)
	}
	for _, path := range f.missing {
		check("made", path, opened.MkdirAll(f.name(path)), f.makeable(m, path))
		for dir := path; ; dir = filepath.Dir(dir) {
			if os.Remove(dir) != nil {
				break
			}
		}
	}
}

// compareListing lists a directory.
func (f *forest) compareListing(m *reachModel, opened capability.WriteFS, dir string, seen map[string]int) {
	f.t.Helper()
	var want []string
	for _, entry := range must(os.ReadDir(dir)) {
		path := filepath.Join(dir, entry.Name())
		if m.undenied(path) || entry.IsDir() && m.shown(path, f.at("ws")) {
			want = append(want, entry.Name())
		}
	}
	readable := m.undenied(dir)
	if !readable && !m.shown(dir, f.at("ws")) {
		want = nil
	}
	entries, err := opened.ReadDir(f.name(dir))
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if !slices.Equal(got, want) || err != nil && (len(want) > 0 || !errors.Is(err, fs.ErrNotExist) && !denied(err)) {
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

// makeable reports whether the model lets a missing directory and the missing ones above it be made.
func (f *forest) makeable(m *reachModel, path string) bool {
	for {
		if _, err := os.Lstat(path); err == nil {
			return !below(path, m.deny) && (m.readable(path) || m.holds(path, m.undenied))
		}
		above := below(path, m.write) && m.holds(path, m.writable)
		if below(path, m.deny) || !m.writable(path) && !above {
			return false
		}
		path = filepath.Dir(path)
	}
}
