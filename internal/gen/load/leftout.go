package load

import (
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

// LeftOut parses the files of a package that its build leaves out: tests that
// belong to it, and files with other build constraints. They may be built
// together with a generated file all the same. It returns them in the order of
// their names, without comments, and as far as they can be parsed.
func (l *Loader) LeftOut(p *Package) []*ast.File {
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return nil
	}
	built := make(map[string]bool)
	for _, file := range p.Files {
		built[filepath.Base(l.Fset.File(file.FileStart).Name())] = true
	}
	var files []*ast.File
	for _, entry := range entries {
		name := entry.Name()
		never := name[0] == '.' || name[0] == '_' || name == l.config.FileName
		if never || built[name] || filepath.Ext(name) != ".go" || entry.IsDir() {
			continue
		}
		file, _ := parser.ParseFile(l.Fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if file != nil && file.Name.Name == p.Name {
			files = append(files, file)
		}
	}
	return files
}

// Constrained reports whether some builds leave a file out: it has a line
// //go:build, or a name that ends in an operating system or architecture.
func (l *Loader) Constrained(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if comment.Pos() < file.Package && isConstraint(comment.Text) {
				return true
			}
		}
	}
	return !matchesAll(filepath.Base(l.Fset.File(file.FileStart).Name()))
}

// isConstraint reports whether a comment is a build constraint about more than
// the version of Go, which is the module's affair.
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

// nowhere is a platform of which no file name speaks.
var nowhere = build.Context{
	GOOS: "nowhere", GOARCH: "nothing", Compiler: "gc",
	OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil },
}

// matchesAll reports whether a file's name says nothing about the platform.
func matchesAll(name string) bool {
	matches, err := nowhere.MatchFile("", name)
	return err != nil || matches
}
