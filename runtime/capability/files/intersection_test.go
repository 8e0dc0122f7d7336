//go:build unix

package files_test

import (
	"context"
	"errors"
	"fmt"
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

// forest is a tree with known files and directories, some in the working directory and some next to
// it. It has no symbolic links unless a test makes them.
type forest struct {
	*world
	files   []string // absolute
	dirs    []string // absolute
	missing []string // absolute directories that do not exist
}

func newForest(t *testing.T) *forest {
	w := &world{t, must(filepath.EvalSymlinks(t.TempDir()))}
	f := &forest{world: w}
	for _, dir := range []string{"ws", "ws/a", "ws/a/b", "ws/a/b/c", "ws/ab", "ws/b", "ws/b/a", "ws/b/c", "ws/b/c/d", "out", "out/a", "out/a/b"} {
		f.dirs = append(f.dirs, w.at(dir))
		for _, name := range []string{"f", "g"} {
			w.write(dir+"/"+name, dir+"/"+name)
			f.files = append(f.files, w.at(dir+"/"+name))
		}
	}
	for _, dir := range []string{"ws/new", "ws/a/new", "ws/a/new/x", "ws/b/c/new", "ws/a/b/c/new/x/y", "out/new", "out/a/new/x"} {
		f.missing = append(f.missing, w.at(dir))
	}
	return f
}

// name is how a tool names an absolute path: relative to the working directory where that is possible.
func (f *forest) name(path string) string {
	if rest, err := filepath.Rel(f.at("ws"), path); err == nil && filepath.IsLocal(rest) {
		return rest
	}
	return path
}

// spell writes a path as a policy or a declaration may: relative or absolute, with dots or without.
func (f *forest) spell(random *rand.Rand, path string) string {
	rest := must(filepath.Rel(f.at("ws"), path))
	return []string{path, rest, "./" + rest, rest + "/.", "a/../" + rest, filepath.Dir(path) + "/x/../" + filepath.Base(path), path + "/"}[random.IntN(7)]
}

// choose returns up to max paths at random, directories more often than files and missing ones.
func (f *forest) choose(random *rand.Rand, max int) (paths []string) {
	all := slices.Concat(f.dirs, f.dirs, f.files, f.missing, []string{f.dir, f.at("ws"), f.at("ws/a/new/f")})
	for range random.IntN(max + 1) {
		paths = append(paths, all[random.IntN(len(all))])
	}
	return paths
}

// reachModel says what a call reaches: a path is in the policy and in the declaration, and not denied.
// It knows nothing of how the backend works that out.
type reachModel struct {
	read, write, deny         []string // of the policy
	declaredRead, declaredAll []string // declaredAll are the paths declared for writing
	writes                    bool
}

func below(path string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/") })
}

func (m *reachModel) writable(path string) bool {
	return m.writes && below(path, m.write) && (len(m.declaredAll) == 0 || below(path, m.declaredAll))
}

func (m *reachModel) readable(path string) bool {
	declared := len(m.declaredRead) == 0 || below(path, m.declaredRead) || m.writes && below(path, m.declaredAll)
	return declared && below(path, slices.Concat(m.read, m.write)) || m.writable(path)
}

func (m *reachModel) undenied(path string) bool { return m.readable(path) && !below(path, m.deny) }

// holds reports whether a path of the policy or a declared path, in a directory, can be reached.
func (m *reachModel) holds(dir string, reached func(string) bool) bool {
	return slices.ContainsFunc(slices.Concat(m.read, m.write, m.declaredRead, m.declaredAll), func(path string) bool {
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
	for range raced.Some(800, 4) {
		m := &reachModel{read: f.choose(random, 2), write: f.choose(random, 2), declaredRead: f.choose(random, 2), declaredAll: f.choose(random, 2), writes: random.IntN(3) > 0}
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

// requestOf is a request with the paths of a model, in spellings at random.
func (f *forest) requestOf(random *rand.Rand, m *reachModel) *capability.Request {
	spelled := func(paths []string) (all []string) {
		for _, path := range paths {
			all = append(all, f.spell(random, path))
		}
		return all
	}
	request := f.request(capability.FilePolicy{Read: spelled(m.read), Write: spelled(m.write), Deny: spelled(m.deny)})
	request.Session = ""
	request.Needs = &capability.Needs{Kinds: capability.KindRead, Read: spelled(m.declaredRead), Write: spelled(m.declaredAll)}
	if m.writes {
		request.Needs.Kinds |= capability.KindWrite
	}
	return request
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

// TestIntersectionOfLinks has links on the way to the paths of policies and declarations. A call never
// reaches a file that the policy alone or the declaration alone would not let it reach.
func TestIntersectionOfLinks(t *testing.T) {
	f := newForest(t)
	links := map[string]string{
		"ws/l1": "a", "ws/l2": "../out", "ws/l3": "$ROOT/ws/b/c", "ws/a/up": "..", "ws/a/b/side": "../../b", "ws/b/l4": "../l1/b", "ws/b/c/out": "$ROOT/out/a", "out/in": "../ws/b",
		"ws/a/b/c/file": "../../../b/f", "ws/l5": "l1/b/side/c", "ws/l6": "nowhere", "ws/b/a/top": "/",
	}
	for name, target := range links {
		f.link(name, target)
		f.dirs = append(f.dirs, f.at(name), f.at(name+"/b"), f.at(name+"/c"))
	}
	random := rand.New(rand.NewPCG(13, 17))
	backend := files.New(&files.Options{Mounts: true})
	reached, refused := 0, 0
	for range raced.Some(200, 4) {
		m := &reachModel{read: f.choose(random, 2), write: append(f.choose(random, 1), f.at([]string{"ws", "ws/a", "ws/b", "out"}[random.IntN(4)])), declaredRead: f.choose(random, 2), declaredAll: append(f.choose(random, 1), f.at([]string{"ws", "ws/b", "ws/l1", "ws/l3"}[random.IntN(4)])), writes: true}
		request := f.requestOf(random, m)
		got := f.reached(backend, request)
		policy, declaration := *request, *request
		policy.Needs = &everything
		declaration.Files = capability.FilePolicy{Write: []string{"/"}}
		byPolicy, byDeclaration := f.reached(backend, &policy), f.reached(backend, &declaration)
		for operation := range got {
			if !byPolicy[operation] || !byDeclaration[operation] {
				t.Fatalf("%s: by policy alone %t, by declaration alone %t: %+v under %+v", operation, byPolicy[operation], byDeclaration[operation], request.Needs, request.Files)
			}
		}
		reached += len(got)
		refused += len(byPolicy) - len(got)
	}
	t.Logf("%d operations succeeded, %d were refused because of the declaration", reached, refused)
	if reached < 100 || refused < 100 {
		t.Error("there are too few of them")
	}
}

// reached are the operations on real files that succeed: "read" or "write" with the file. Names go
// through links, too.
func (f *forest) reached(backend *files.Backend, request *capability.Request) map[string]bool {
	f.t.Helper()
	all := make(map[string]bool)
	opened, err := backend.Open(f.t.Context(), request)
	if err != nil {
		if !denied(err) {
			f.t.Errorf("%+v: %v", request, err)
		}
		return all
	}
	names := slices.Clone(f.files)
	for _, dir := range f.dirs {
		names = append(names, dir+"/f", dir+"/a/f", dir+"/c/g")
	}
	for _, path := range names {
		name := f.name(path)
		content, err := opened.ReadFile(name)
		if err != nil {
			continue
		}
		all["read "+string(content)] = true
		if err := opened.Append(name, nil); err == nil {
			all["write "+string(content)] = true
		}
	}
	return all
}

func ExampleBackend_Open() {
	dir := must(os.MkdirTemp("", ""))
	defer os.RemoveAll(dir)
	// The tool declares //tool:fs write=data/out, and the policy opens data.
	opened, err := files.New(nil).Open(context.Background(), &capability.Request{
		Needs:      &capability.Needs{Kinds: capability.KindWrite, Write: []string{"data/out"}},
		WorkingDir: dir,
		Files:      capability.FilePolicy{Write: []string{"data"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(opened.MkdirAll("data"))
	fmt.Println(opened.MkdirAll("data/out"))
	fmt.Println(opened.WriteFile("data/out/a.txt", nil))
	fmt.Println(opened.WriteFile("data/a.txt", nil))
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// write data/a.txt: fs:write denied: it is not among the files that may be written
}
