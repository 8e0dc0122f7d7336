package gen

import (
	"bytes"
	"errors"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Syntax is a package that another program has parsed and type-checked.
type Syntax = load.Syntax

// CheckSyntax returns the model of a package, and the problems that depend on this
// package and the types of its imports only: not those of its registry, and not a
// generated file that is stale. It reports false if the source of an imported package
// is not available, so that directives can be missing; only the problems of directives
// (codes TG10) are known then.
func CheckSyntax(s *Syntax) (pkg *model.Package, problems []diag.Diagnostic, complete bool) {
	loader, source := load.FromSyntax(generatedFiles, s)
	pkg, problems = extract.One(loader, source)
	if !loader.IsComplete() {
		return pkg, problems, false
	}
	if !pkg.Refused {
		for _, check := range []func() ([]diag.Diagnostic, error){
			func() ([]diag.Diagnostic, error) { return checkExamples(pkg.Tools) },
			func() ([]diag.Diagnostic, error) { return checkDialects(pkg) },
		} {
			more, err := check()
			if err != nil { // it is one of the program; the generator reports it
				return pkg, problems, false
			}
			problems = append(problems, more...)
		}
	}
	if d, missing := missingFile(s, pkg); missing && len(problems) == 0 && !pkg.Refused {
		problems = append(problems, d)
	}
	return pkg, diag.Sorted(problems), true
}

// generateLine is the comment for go generate.
const generateLine = "//go:generate go run -v github.com/toolgen/toolgen/cmd/toolgen ."

// missingFile reports a package with tools but without a generated file, at its first
// tool. If no file from the package up to its module has a line for go generate, the
// diagnostic has an edit that adds one.
func missingFile(s *Syntax, pkg *model.Package) (d diag.Diagnostic, missing bool) {
	if len(pkg.Tools) == 0 {
		return d, false
	}
	if _, err := os.Stat(fileName(pkg.Dir)); !errors.Is(err, fs.ErrNotExist) {
		return d, false
	}
	at := pkg.Tools[0].Span
	d = diag.Diagnostic{Pos: at.Start, End: at.End, Code: diag.MissingFile, Message: "the package has tools, but no generated file", Fix: "run go generate"}
	if !hasGenerateLine(pkg.Dir) {
		d.Fix = "add " + generateLine + ", and run go generate"
		next := lineAfterPackage(s, at.Start.Filename)
		d.Edits = []diag.Edit{{Pos: next, End: next, Text: "\n" + generateLine + "\n"}}
	}
	return d, true
}

// lineAfterPackage returns the beginning of the line after the package clause of a file.
func lineAfterPackage(s *Syntax, name string) token.Position {
	for _, file := range s.Files {
		if at := s.Fset.PositionFor(file.Name.End(), false); at.Filename == name {
			return token.Position{Filename: name, Line: at.Line + 1, Column: 1}
		}
	}
	return token.Position{}
}

// hasGenerateLine reports whether a Go file of a directory, or of one above it in the
// same module, runs toolgen with go generate.
func hasGenerateLine(dir string) bool {
	for {
		names, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern is valid
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err == nil && runsToolgen(content) {
				return true
			}
		}
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		parent := filepath.Dir(dir)
		if err == nil || parent == dir {
			return false
		}
		dir = parent
	}
}

// runsToolgen reports whether a line of a file is a comment for go generate with toolgen.
func runsToolgen(content []byte) bool {
	for line := range bytes.Lines(content) {
		if bytes.HasPrefix(line, []byte("//go:generate ")) && bytes.Contains(line, []byte("toolgen")) {
			return true
		}
	}
	return false
}
