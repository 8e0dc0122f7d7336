package main

import (
	"fmt"
	"go/token"
	"path/filepath"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// checkCommand says which generated files are not what their source asks for,
// and what is too much for one request to a provider.
type checkCommand struct {
	Diff bool `help:"Show what would change, as a unified diff."`
	packages
}

// Run is called by kong.
func (c *checkCommand) Run(s *session) error {
	files, diagnostics, err := s.check(c.patterns())
	if err != nil {
		return err
	}
	for _, file := range files {
		if info, ok := drift[file.State]; ok {
			diagnostics = append(diagnostics, info.diagnostic(file.Path))
		}
	}
	if c.Diff && !s.JSON && !s.GitHub {
		s.printDiffs(files)
	}
	return s.report(diagnostics)
}

// check runs the generator over the patterns, and counts what tools have
// together.
func (s *session) check(patterns []string) ([]gen.File, []diag.Diagnostic, error) {
	defer s.progress("loading packages")()
	return gen.Check(s, s.config(patterns))
}

// driftInfo is what to say of a file that is not fresh.
type driftInfo struct {
	code         diag.Code
	message, fix string
}

var drift = map[gen.State]driftInfo{
	gen.Missing:  {diag.MissingFile, "the generated file is missing", "run go generate"},
	gen.Stale:    {diag.StaleFile, "the generated file is stale: it is not what the source asks for", "run go generate; toolgen check --diff shows what changes"},
	gen.Orphaned: {diag.OrphanedFile, "the generated file is an orphan: its package has no tools any more", "run go generate, which removes it"},
}

func (i driftInfo) diagnostic(path string) diag.Diagnostic {
	return diag.Diagnostic{Pos: token.Position{Filename: path}, Code: i.code, Message: i.message, Fix: i.fix}
}

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
