package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/cache"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// generateCommand writes the generated files of the packages without problems.
type generateCommand struct{ packages }

// Run runs the command. Package kong calls it.
func (c *generateCommand) Run(s *session) error {
	files, diagnostics, err := s.generate(c.patterns())
	if err != nil {
		return err
	}
	reported := s.report(diagnostics)
	s.printReused(files)
	if err := s.writeAll(files); err != nil {
		return err
	}
	return reported
}

// generate runs the generator for the patterns.
func (s *session) generate(patterns []string) ([]gen.File, []diag.Diagnostic, error) {
	p := s.progress("loading packages")
	defer p.done()
	return gen.Generate(s, s.config(patterns, p))
}

// config returns the configuration of the generator.
func (s *session) config(patterns []string, p *progress) gen.Config {
	config := gen.Config{Dir: s.Dir, Patterns: patterns, Env: s.environment(nil), Progress: p.phase}
	if dir := cacheDir(); s.Cache && dir != "" {
		config.Cache = cache.Open(dir)
	}
	return config
}

// environment returns an environment of the go command with the build tags of the flag.
// Nil is that of the process.
func (s *session) environment(base []string) []string {
	if len(s.Tags) == 0 {
		return base
	}
	if base == nil {
		base = os.Environ()
	}
	command := exec.CommandContext(s, "go", "env", "GOFLAGS")
	command.Dir, command.Env = s.Dir, base
	flags, _ := command.Output() // without the go command, the generator reports the error
	return append(base[:len(base):len(base)], "GOFLAGS="+strings.TrimSpace(string(flags))+" -tags="+strings.Join(s.Tags, ","))
}

// cacheVariable names the directory of the cache, instead of a directory of the user.
const cacheVariable = "TOOLGEN_CACHE"

// cacheDir returns the directory of the cache, or an empty string if there is none.
func cacheDir() string {
	if dir := os.Getenv(cacheVariable); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "toolgen")
}

// printReused prints how many files are those of an earlier run.
func (s *session) printReused(files []gen.File) {
	if !s.Verbose {
		return
	}
	reused := 0
	for _, file := range files {
		if file.Reused {
			reused++
		}
	}
	fmt.Fprintf(s.err, "toolgen: %d of %d generated files were reused\n", reused, len(files))
}
