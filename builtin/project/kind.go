package project

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Kind is a kind of project, by the program that builds and tests it.
type Kind string

// The kinds of projects.
const (
	Go     Kind = "go"     // go.mod or go.work
	Cargo  Kind = "cargo"  // Cargo.toml
	PNPM   Kind = "pnpm"   // package.json, with pnpm-lock.yaml beside or above it
	NPM    Kind = "npm"    // package.json
	Python Kind = "python" // pyproject.toml, setup.py, requirements.txt, pytest.ini or test_*.py
)

// markers say which files make a directory the root of a project; the first row
// that fits decides. With above, that file must also be there or further up.
// A weak row counts where no other one fits in any directory above.
var markers = []struct {
	kind  Kind
	files string // patterns, one of which must match
	above string
	weak  bool
}{
	{kind: Go, files: "go.mod"},
	{kind: Go, files: "go.work"},
	{kind: Cargo, files: "Cargo.toml"},
	{kind: PNPM, files: "package.json", above: "pnpm-lock.yaml"},
	{kind: NPM, files: "package.json"},
	{kind: Python, files: "pyproject.toml setup.py setup.cfg pytest.ini tox.ini requirements.txt"},
	{kind: Python, files: "test_*.py *_test.py", weak: true},
}

// project is where a call works. Names are relative to the working directory.
type project struct {
	files capability.FS
	// workingDirs are the absolute paths of the working directory: the one given,
	// and where that is a link, the real one.
	workingDirs []string
	kind        Kind
	root        string // the directory of the marker
	dir         string // the one asked for, at or below root
	// modules are the directories of the Go modules of a root without a go.mod.
	modules []string
	target  string
	notes   []string
}

// find is the project that a call is about.
func find(call *runtime.Call, files capability.FS, args Args) (*project, error) {
	dir, err := names.Local("dir", args.Dir, call.WorkingDir())
	if err != nil {
		return nil, err
	}
	if err := isDirectory(files, dir); err != nil {
		return nil, names.Explain("dir", args.Dir, err)
	}
	p := &project{files: files, workingDirs: pathsOf(call.WorkingDir()), dir: dir, target: args.Target}
	for _, weak := range []bool{false, true} {
		for _, at := range p.upwards(dir) {
			if kinds := p.kindsIn(at, args.Kind, weak); len(kinds) > 0 {
				p.root, p.kind = at, kinds[0]
				p.noteOthers(kinds)
				return p, p.workspace()
			}
		}
	}
	return nil, noProject(args)
}

// pathsOf are a directory's path and, if it is another one, the real one, which
// programs name.
func pathsOf(workingDir string) []string {
	if workingDir == "" {
		return nil
	}
	paths := []string{filepath.ToSlash(workingDir)}
	if actual, err := filepath.EvalSymlinks(workingDir); err == nil && actual != workingDir {
		paths = append(paths, filepath.ToSlash(actual))
	}
	return paths
}

func isDirectory(files capability.FS, name string) error {
	info, err := files.Stat(name)
	if err == nil && !info.IsDir() {
		return &fs.PathError{Op: "open", Path: name, Err: errors.New("is not a directory")}
	}
	return err
}

// upwards are a directory and those above it, as far as files can be read.
func (p *project) upwards(dir string) (dirs []string) {
	for {
		if isDirectory(p.files, dir) != nil {
			return dirs
		}
		if dirs = append(dirs, dir); dir == "." {
			return dirs
		}
		dir = path.Dir(dir)
	}
}

// kindsIn are the kinds of the projects whose root a directory is.
func (p *project) kindsIn(dir string, only Kind, weak bool) (kinds []Kind) {
	for _, m := range markers {
		if m.weak != weak || only != "" && m.kind != only || slices.Contains(kinds, m.kind) || m.kind == NPM && slices.Contains(kinds, PNPM) {
			continue
		}
		if p.has(dir, m.files) && (m.above == "" || p.above(dir, m.above) != "") {
			kinds = append(kinds, m.kind)
		}
	}
	return kinds
}

// has reports whether a directory has one of these files.
func (p *project) has(dir, patterns string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if !strings.Contains(pattern, "*") {
			if p.isFile(path.Join(dir, pattern)) {
				return true
			}
			continue
		}
		entries, _ := p.files.ReadDir(dir) // those that could be read
		for _, entry := range entries {
			if ok, _ := path.Match(pattern, entry.Name()); ok && entry.Type().IsRegular() {
				return true
			}
		}
	}
	return false
}

func (p *project) isFile(name string) bool {
	info, err := p.files.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func (p *project) exists(name string) bool {
	_, err := p.files.Stat(name)
	return err == nil
}

// above is the path of a file in a directory or in the nearest one above that
// has it; empty if none does.
func (p *project) above(dir, file string) string {
	for _, at := range p.upwards(dir) {
		if name := path.Join(at, file); p.isFile(name) {
			return name
		}
	}
	return ""
}

func (p *project) noteOthers(kinds []Kind) {
	for _, other := range kinds[1:] {
		p.notes = append(p.notes, fmt.Sprintf("there is a %s project in the same directory: set kind to %q for that", other, other))
	}
}

func noProject(args Args) error {
	var all []string
	for _, m := range markers {
		if args.Kind == "" || args.Kind == m.kind {
			all = append(all, strings.Fields(m.files)...)
		}
	}
	return texts.Failed(ReasonNoProject, "dir", "%q is in no project: neither it nor a directory above it, as far as they may be read, has one of %s; give the directory of a project as dir", args.Dir, strings.Join(slices.Compact(all), ", "))
}

// relative is a path as seen from a directory, both relative to the working
// directory.
func relative(from, name string) string {
	seen, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(seen)
}

// maxConfig is the size of the largest configuration file that is read, in bytes.
const maxConfig = 4 << 20

// content is that of a configuration file; empty where it cannot be read.
func (p *project) content(name string) string {
	info, err := p.files.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxConfig {
		return ""
	}
	data, err := p.files.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(data)
}
