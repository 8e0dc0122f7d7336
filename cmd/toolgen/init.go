package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/scaffold"
)

// initCommand writes a first tool with its registry, test and CI step.
type initCommand struct {
	Module   string   `help:"Path of the module, if there is no go.mod."`
	Package  string   `help:"Directory of the registry; its last element is the name of the package. Default: tools."`
	Tool     string   `help:"Name of the first tool, in snake_case. Default: greet."`
	Dialects []string `placeholder:"DIALECT" help:"Dialects that the registry requests, separated by commas."`
	CI       *bool    `name:"ci" negatable:"" help:"Write a workflow of GitHub. Default: --ci."`
	Toolgen  string   `help:"Directory with the source of toolgen, which replaces its module." type:"existingdir"`
	Yes      bool     `short:"y" help:"Ask nothing: what no flag says is the default."`
}

// Run runs the command. Package kong calls it.
func (c *initCommand) Run(s *session) error {
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return err
	}
	options, err := c.options(s, dir)
	if err != nil {
		return err
	}
	files, err := scaffold.Files(*options)
	if err != nil {
		return err
	}
	undo, err := writeNew(files)
	if err != nil {
		return err
	}
	generated, diagnostics, err := s.generate([]string{"./" + options.Package + "/..."})
	if err == nil {
		err = errors.Join(s.report(diagnostics), s.writeAll(generated))
	}
	if err != nil {
		return errors.Join(err, undo())
	}
	s.printWritten(dir, files, generated)
	return nil
}

// printWritten prints the names of the files that were written.
func (s *session) printWritten(dir string, files []scaffold.File, generated []gen.File) {
	print := func(verb, path string) {
		relative, _ := filepath.Rel(dir, path) // both are absolute
		fmt.Fprintf(s.out, "%s %s\n", verb, filepath.ToSlash(relative))
	}
	for _, file := range files {
		print(map[bool]string{true: "changed", false: "wrote"}[file.Changed], file.Path)
	}
	for _, file := range generated {
		if file.State == gen.Missing {
			print("wrote", file.Path)
		}
	}
	fmt.Fprintln(s.out, "next: go mod tidy && go test ./...")
	fmt.Fprintln(s.out, "the first go generate compiles toolgen, which can take a minute; the go command prints nothing meanwhile")
}

// releaseVersion returns the version of this program, or an empty text if the go
// command cannot download it.
func releaseVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || !strings.HasPrefix(info.Main.Version, "v") || strings.Contains(info.Main.Version, "+dirty") {
		return ""
	}
	return info.Main.Version
}

// writeNew writes all files, or none. It returns a function that removes them and
// restores what was changed.
func writeNew(files []scaffold.File) (undo func() error, err error) {
	var steps []func() error
	undo = func() (err error) {
		for _, step := range slices.Backward(steps) {
			err = errors.Join(err, step())
		}
		return err
	}
	for _, file := range files {
		back, err := writeFile(file)
		steps = append(steps, back...)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%w; nothing was written", err), undo())
		}
	}
	return undo, nil
}

// writeFile writes a file. It returns the steps that restore the state before, to run
// in reverse order.
func writeFile(file scaffold.File) (undo []func() error, err error) {
	before, err := os.ReadFile(file.Path)
	if err != nil && file.Changed {
		return nil, err
	}
	dir := filepath.Dir(file.Path)
	for _, missing := range missingDirs(dir) {
		undo = append(undo, func() error { return os.Remove(missing) })
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return undo, err
	}
	undo = append(undo, func() error {
		if now, err := os.ReadFile(file.Path); file.Changed && err == nil && bytes.Equal(now, before) {
			return nil // it could not be written
		} else if file.Changed {
			return os.WriteFile(file.Path, before, 0o644)
		}
		return os.RemoveAll(file.Path)
	})
	return undo, os.WriteFile(file.Path, file.Content, 0o644)
}

// missingDirs returns those of a directory and its parents that do not exist, parents
// first.
func missingDirs(dir string) (missing []string) {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			slices.Reverse(missing)
			return missing
		}
		missing = append(missing, dir)
		dir = filepath.Dir(dir)
	}
}
