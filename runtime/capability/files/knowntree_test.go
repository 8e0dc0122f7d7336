//go:build unix

package files_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// knownTree is a directory tree with known files and directories, some of them outside the working
// directory. It has no symbolic links unless a test creates them.
type knownTree struct {
	*fixture
	files   []string // absolute
	dirs    []string // absolute
	missing []string // absolute directories that do not exist
}

func newKnownTree(t *testing.T) *knownTree {
	w := &fixture{t, must(filepath.EvalSymlinks(t.TempDir()))}
	f := &knownTree{fixture: w}
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

// name returns the name that a tool uses for an absolute path: relative if the path is in the working
// directory.
func (f *knownTree) name(path string) string {
	if rest, err := filepath.Rel(f.at("ws"), path); err == nil && filepath.IsLocal(rest) {
		return rest
	}
	return path
}

// spell returns a random spelling of a path in a policy or a declaration: relative or absolute, with dots
// or without.
func (f *knownTree) spell(random *rand.Rand, path string) string {
	rest := must(filepath.Rel(f.at("ws"), path))
	return []string{path, rest, "./" + rest, rest + "/.", "a/../" + rest, filepath.Dir(path) + "/x/../" + filepath.Base(path), path + "/"}[random.IntN(7)]
}

// choose returns up to max random paths. Directories are more likely than files and missing paths.
func (f *knownTree) choose(random *rand.Rand, max int) (paths []string) {
	all := slices.Concat(f.dirs, f.dirs, f.files, f.missing, []string{f.dir, f.at("ws"), f.at("ws/a/new/f")})
	for range random.IntN(max + 1) {
		paths = append(paths, all[random.IntN(len(all))])
	}
	return paths
}

// requestOf returns a request with the paths of a model in random spellings.
func (f *knownTree) requestOf(random *rand.Rand, m *reachModel) *capability.Request {
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
