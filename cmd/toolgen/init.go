package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/scaffold"
)

// initCommand writes a first tool with its registry, test and CI step.
type initCommand struct {
	Module  string `help:"Path of the module, if there is no go.mod. On a terminal, the command asks for it."`
	Package string `default:"tools" help:"Name of the directory and package of the registry."`
	Toolgen string `help:"Directory with the source of toolgen, which replaces its module." type:"existingdir"`
	CI      bool   `name:"ci" default:"true" negatable:"" help:"Write a workflow of GitHub."`
}

// Run runs the command. Package kong calls it.
func (c *initCommand) Run(s *session) error {
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return err
	}
	if err := c.ask(s, dir); err != nil {
		return err
	}
	files, err := scaffold.Files(scaffold.Options{
		Dir: dir, Module: c.Module, Package: c.Package, Toolgen: c.Toolgen, Version: releaseVersion(), CI: c.CI,
	})
	if err != nil {
		return err
	}
	if err := writeNew(files); err != nil {
		return err
	}
	generated, diagnostics, err := s.generate([]string{"./" + c.Package + "/..."})
	if err == nil {
		err = errors.Join(s.report(diagnostics), writeAll(generated))
	}
	if err != nil {
		return err
	}
	for _, file := range files {
		relative, err := filepath.Rel(dir, file.Path)
		if err != nil {
			return err
		}
		fmt.Fprintf(s.out, "%s %s\n", map[bool]string{true: "changed", false: "wrote"}[file.Changed], filepath.ToSlash(relative))
	}
	for _, file := range generated {
		if file.State == gen.Missing {
			relative, _ := filepath.Rel(dir, file.Path) // both are absolute
			fmt.Fprintf(s.out, "wrote %s\n", filepath.ToSlash(relative))
		}
	}
	fmt.Fprintln(s.out, "next: go mod tidy && go test ./...")
	return nil
}

// ask asks for the path of a new module if it is missing and a person can answer.
func (c *initCommand) ask(s *session, dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || c.Module != "" || !s.terminal || s.in == nil {
		return nil
	}
	fmt.Fprintf(s.err, "path of the new module [example.com/%s]: ", strings.ToLower(filepath.Base(dir)))
	answer, err := bufio.NewReader(s.in).ReadString('\n')
	if err != nil {
		return fmt.Errorf("no answer: %w; write --module PATH", err)
	}
	if c.Module = strings.TrimSpace(answer); c.Module == "" {
		c.Module = "example.com/" + strings.ToLower(filepath.Base(dir))
	}
	return nil
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

// writeNew writes all files, or removes those that it has written.
func writeNew(files []scaffold.File) error {
	var undo []func() error
	for _, file := range files {
		back, err := writeFile(file)
		undo = append(undo, back)
		if err != nil {
			for i := len(undo) - 1; i >= 0; i-- {
				err = errors.Join(err, undo[i]())
			}
			return fmt.Errorf("%w; nothing was written", err)
		}
	}
	return nil
}

// writeFile writes a file. It returns a function that restores the state before.
func writeFile(file scaffold.File) (undo func() error, err error) {
	undo = func() error { return nil }
	before, err := os.ReadFile(file.Path)
	if err != nil && file.Changed {
		return undo, err
	}
	if err := os.MkdirAll(filepath.Dir(file.Path), 0o755); err != nil {
		return undo, err
	}
	undo = func() error {
		if file.Changed {
			return os.WriteFile(file.Path, before, 0o644)
		}
		return os.RemoveAll(file.Path)
	}
	return undo, os.WriteFile(file.Path, file.Content, 0o644)
}
