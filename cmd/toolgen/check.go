package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// checkCommand reports generated files that do not match their source, and tools
// that exceed a limit of one request to a provider.
type checkCommand struct {
	Diff bool `help:"Print the changes that generate would make, as a unified diff."`
	packages
}

// Run runs the command. Package kong calls it.
func (c *checkCommand) Run(s *session) error {
	files, diagnostics, err := s.check(c.patterns())
	if err != nil {
		return err
	}
	s.printReused(files)
	for _, file := range files {
		if info, ok := drift[file.State]; ok {
			diagnostics = append(diagnostics, info.diagnostic(&file))
		}
	}
	if c.Diff && !s.JSON && !s.GitHub && !s.SARIF {
		s.printDiffs(files)
	}
	return s.report(diagnostics)
}

// check runs the generator for the patterns, and checks the limits of requests.
func (s *session) check(patterns []string) ([]gen.File, []diag.Diagnostic, error) {
	p := s.progress("loading packages")
	defer p.done()
	return gen.Check(s, s.config(patterns, p))
}

// driftInfo is the diagnostic of a state.
type driftInfo struct {
	code         diag.Code
	message, fix string
}

// drift has the diagnostics of the states of files that are not up to date.
var drift = map[gen.State]driftInfo{
	gen.Missing:  {diag.MissingFile, "the generated file is missing", "run go generate"},
	gen.Stale:    {diag.StaleFile, "the generated file is stale: it does not match the source", "run go generate; toolgen check --diff shows the changes"},
	gen.Orphaned: {diag.OrphanedFile, "the generated file is an orphan: its package has no tools", "run go generate, which removes the file"},
}

// diagnostic returns the diagnostic of a file. A package that has another name than its
// generated file does not build, and the go command says only that there are two.
func (i driftInfo) diagnostic(file *gen.File) diag.Diagnostic {
	d := diag.Diagnostic{Pos: token.Position{Filename: file.Path}, Code: i.code, Message: i.message, Fix: i.fix}
	if before, after := packageName(file.Current), packageName(file.Content); file.State == gen.Stale && before != after {
		d.Message = fmt.Sprintf("the generated file is stale: it is in package %s, and the package is now called %s", before, after)
	}
	return d
}

// packageName returns the name in the package clause of a file, or an empty text.
func packageName(content []byte) string {
	file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return file.Name.Name
}

// printDiffs prints a unified diff for each file that is not up to date.
func (s *session) printDiffs(files []gen.File) {
	for _, file := range files {
		if _, ok := drift[file.State]; !ok {
			continue
		}
		name := file.Path
		if relative, err := filepath.Rel(s.base(), name); err == nil {
			name = filepath.ToSlash(relative)
		}
		fmt.Fprint(s.out, udiff.Unified("a/"+name, "b/"+name, string(file.Current), string(file.Content)))
	}
}
