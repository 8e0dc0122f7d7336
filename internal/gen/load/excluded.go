package load

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ExcludedFiles parses the files of a package that the present build excludes:
// tests of the package, and files with other build constraints. Other builds
// include them together with the generated file. It returns them in the order of
// their names, without comments. A file with syntax errors is incomplete.
func (l *Loader) ExcludedFiles(p *Package) []*ast.File {
	var files []*ast.File
	l.visitExcluded(p, func(name string, source []byte) {
		file, _ := parser.ParseFile(l.Fset, name, source, parser.SkipObjectResolution)
		if file != nil && file.Name.Name == p.Name {
			files = append(files, file)
		}
	})
	return files
}

// visitExcluded calls visit for the Go files in the directory of a package that the
// present build excludes.
func (l *Loader) visitExcluded(p *Package, visit func(name string, source []byte)) {
	if !p.hasExcluded {
		p.hasExcluded, p.excluded = true, l.findExcluded(p)
	}
	for _, name := range p.excluded {
		if source, err := readSource(name); err == nil {
			visit(name, source)
		}
	}
}

// findExcluded returns the names of these files, sorted.
func (l *Loader) findExcluded(p *Package) (names []string) {
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return nil
	}
	built := make([]string, len(p.Files))
	for i, file := range p.Files {
		built[i] = filepath.Base(l.Fset.File(file.FileStart).Name())
	}
	for _, entry := range entries {
		name := entry.Name()
		ignored := name[0] == '.' || name[0] == '_' || name == l.config.FileName
		if !ignored && filepath.Ext(name) == ".go" && !entry.IsDir() && !slices.Contains(built, name) {
			names = append(names, filepath.Join(p.Dir, name))
		}
	}
	return names
}

// Excluded parses, with comments, the files in the directory of a package that the
// present build excludes and that contain a text: files of the package, of its tests
// and, with the constraint "ignore", of programs. It returns them in the order of their names.
func (l *Loader) Excluded(p *Package, text string) []*ast.File {
	var files []*ast.File
	l.visitExcluded(p, func(name string, source []byte) {
		if !bytes.Contains(source, []byte(text)) {
			return
		}
		file, _ := parser.ParseFile(l.Fset, name, source, parseMode)
		if file != nil {
			files = append(files, file)
		}
	})
	return files
}

// HasBuildConstraints reports whether some builds exclude a file: it has a
// //go:build line, or its name ends in an operating system or architecture.
func (l *Loader) HasBuildConstraints(file *ast.File) bool {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		for _, comment := range group.List {
			if comment.Pos() < file.Package && isConstraint(comment.Text) {
				return true
			}
		}
	}
	return !matchesAll(filepath.Base(l.Fset.File(file.FileStart).Name()))
}

// isConstraint reports whether a comment is a build constraint on more than the
// version of Go.
func isConstraint(comment string) bool {
	expression, err := constraint.Parse(comment)
	if !constraint.IsGoBuild(comment) || err != nil {
		return false
	}
	var tags []string
	expression.Eval(func(tag string) bool {
		tags = append(tags, tag)
		return true
	})
	return slices.ContainsFunc(tags, func(tag string) bool { return !strings.HasPrefix(tag, "go1.") })
}

// noPlatform is a platform that no file name is for.
var noPlatform = build.Context{
	GOOS: "nowhere", GOARCH: "nothing", Compiler: "gc",
	OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil },
}

// matchesAll reports whether the name of a file restricts it to no platform.
func matchesAll(name string) bool {
	if !strings.Contains(name, "_") {
		return true // a platform follows an underscore
	}
	matches, err := noPlatform.MatchFile("", name)
	return err != nil || matches
}
