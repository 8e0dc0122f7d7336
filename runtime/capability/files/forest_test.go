//go:build unix

package files_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
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
	request.Needs = &capability.Needs{Kinds: capability.KindRead, Read: spelled(m.declaredRead), Write: spelled(m.declaredWrite)}
	if m.writes {
		request.Needs.Kinds |= capability.KindWrite
	}
	return request
}
