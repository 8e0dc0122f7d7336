package main

import (
	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// generateCommand writes the generated files. It writes nothing if there are
// diagnostics.
type generateCommand struct{ packages }

// Run is called by kong.
func (c *generateCommand) Run(s *session) error {
	files, diagnostics, err := s.generate(c.patterns())
	if err != nil {
		return err
	}
	if len(diagnostics) > 0 {
		return s.report(diagnostics)
	}
	if err := writeAll(files); err != nil {
		return err
	}
	return s.report(nil)
}

// generate runs the generator for the patterns.
func (s *session) generate(patterns []string) ([]gen.File, []diag.Diagnostic, error) {
	defer s.progress("loading packages")()
	return gen.Generate(s, s.config(patterns))
}

// config returns the configuration of the generator.
func (s *session) config(patterns []string) gen.Config {
	return gen.Config{Dir: s.Dir, Patterns: patterns}
}
