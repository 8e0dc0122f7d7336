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

// Kind is a kind of project, named after the program or the language.
type Kind string

// The kinds of projects. The table markers has their files.
const (
	Go     Kind = "go"
	Cargo  Kind = "cargo"
	PNPM   Kind = "pnpm"
	NPM    Kind = "npm"
	Python Kind = "python"
)

// markers are the files by which the root of a project is recognized. The first
// row that matches has its kind. The file above, if any, must be in the same
// directory or above it. The rows with weak are used when no directory has a file
// of another row.
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

// project is the project of a call. Its paths are relative to the working
// directory.
type project struct {
	files capability.FS
	// workingDirs are the absolute paths of the working directory: the path of the
	// call, and the path without symbolic links when that is different.
	workingDirs []string
	kind        Kind
	root        string // the directory of the marker
	dir         string // the directory of the call, which is root or below it
	// modules are the directories of the Go modules of a root without a go.mod.
	modules []string
	target  string
	fresh   bool // run_tests does not use results of earlier runs
	notes   []string
}

// findProject returns the project of a call.
func findProject(call *runtime.Call, files capability.FS, args request) (*project, error) {
	dir, err := names.Local("dir", args.Dir, call.WorkingDir())
	if err != nil {
		return nil, err
	}
	if err := isDirectory(files, dir); err != nil {
		return nil, names.Explain("dir", args.Dir, err)
	}
	p := &project{files: files, workingDirs: pathsOf(call.WorkingDir()), dir: dir, target: joinTargetLines(args.Target), fresh: args.fresh}
	for _, weak := range []bool{false, true} {
		for _, at := range p.directoriesUp(dir) {
			if kinds := p.kindsIn(at, args.Kind, weak); len(kinds) > 0 {
				p.root, p.kind = at, kinds[0]
				p.noteOtherKinds(kinds)
				if err := p.readWorkspace(); err != nil {
					return nil, err
				}
				return p, p.separateParts()
			}
		}
	}
	return nil, noProject(args.Args)
}

// pathsOf returns the path of a directory and, when it is different, the path
// without symbolic links, which programs may print.
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

// isDirectory returns an error when a path is not a directory that can be read.
func isDirectory(files capability.FS, name string) error {
	info, err := files.Stat(name)
	if err == nil && !info.IsDir() {
		return &fs.PathError{Op: "open", Path: name, Err: errors.New("is not a directory")}
	}
	return err
}

// directoriesUp returns a directory and those above it, up to the first one that
// cannot be read.
func (p *project) directoriesUp(dir string) (dirs []string) {
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

// kindsIn returns the kinds of the projects with that root.
func (p *project) kindsIn(dir string, only Kind, weak bool) (kinds []Kind) {
	for _, m := range markers {
		if m.weak != weak || only != "" && m.kind != only || slices.Contains(kinds, m.kind) || m.kind == NPM && slices.Contains(kinds, PNPM) {
			continue
		}
		if p.hasAnyFile(dir, m.files) && (m.above == "" || p.findAbove(dir, m.above) != "") {
			kinds = append(kinds, m.kind)
		}
	}
	return kinds
}

// hasAnyFile reports whether a directory has one of the files. A name may be a
// pattern.
func (p *project) hasAnyFile(dir, patterns string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if !strings.Contains(pattern, "*") {
			if p.isFile(path.Join(dir, pattern)) {
				return true
			}
			continue
		}
		entries, _ := p.files.ReadDir(dir) // an error leaves the entries that could be read
		for _, entry := range entries {
			if ok, _ := path.Match(pattern, entry.Name()); ok && entry.Type().IsRegular() {
				return true
			}
		}
	}
	return false
}

// isFile reports whether a path is a regular file.
func (p *project) isFile(name string) bool {
	info, err := p.files.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// exists reports whether a path is a file or directory.
func (p *project) exists(name string) bool {
	_, err := p.files.Stat(name)
	return err == nil
}

// findAbove returns the path of a file in a directory, or in the nearest directory
// above that has it. It is empty when there is none.
func (p *project) findAbove(dir, file string) string {
	for _, at := range p.directoriesUp(dir) {
		if name := path.Join(at, file); p.isFile(name) {
			return name
		}
	}
	return ""
}

// noteOtherKinds adds a note about the other projects in the same directory.
func (p *project) noteOtherKinds(kinds []Kind) {
	for _, other := range kinds[1:] {
		p.notes = append(p.notes, fmt.Sprintf("there is also a %s project in the same directory: set kind to %q to check it", other, other))
	}
}

// noProject returns the error for a directory that is not in a project.
func noProject(args Args) error {
	var all []string
	for _, m := range markers {
		if args.Kind == "" || args.Kind == m.kind {
			all = append(all, strings.Fields(m.files)...)
		}
	}
	return texts.Failure(ReasonNoProject, "dir", "%q is not in a project: neither this directory nor a readable directory above it has one of %s; set dir to the directory of a project", args.Dir, strings.Join(slices.Compact(all), ", "))
}

// relative returns a path relative to a directory. Both arguments are relative to
// the working directory.
func relative(from, name string) string {
	result, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(result)
}

// maxConfig is the maximum size of a configuration file, in bytes.
const maxConfig = 4 << 20

// readConfig returns the text of a configuration file. It is empty when the file
// cannot be read or is too large.
func (p *project) readConfig(name string) string {
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
