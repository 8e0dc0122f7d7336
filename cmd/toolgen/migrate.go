package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/migrate"
)

// migrateCommand rewrites tools of other libraries as functions with directives.
type migrateCommand struct {
	Diff bool `help:"Print the changes as a unified diff, and write nothing."`
	packages
}

// Run runs the command. Package kong calls it.
func (c *migrateCommand) Run(s *session) error {
	if s.JSON || s.GitHub || s.SARIF {
		return errors.New("migrate prints lines for people; --json, --github and --sarif have no meaning for it")
	}
	if err := load.CheckFiles(s.Dir); err != nil {
		return err
	}
	p := s.progress("loading and rewriting packages")
	result, err := migrate.Packages(s, s.Dir, s.environment(nil), c.patterns())
	p.done()
	if err != nil {
		return err
	}
	if len(result.Done)+len(result.Left) == 0 {
		return errors.New("there are no tools of go-sdk, mcp-go, eino, genkit or the tool runner of anthropic in the packages")
	}
	if err := c.write(s, result.Files); err != nil {
		return err
	}
	s.printNotes("done", result.Done)
	s.printNotes("left", result.Left)
	if len(result.Left) > 0 {
		return errProblem
	}
	return nil
}

// write writes the files, or prints how they would change.
func (c *migrateCommand) write(s *session, contents map[string][]byte) error {
	var files []gen.File
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		current, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if c.Diff {
			label := s.relative(name)
			fmt.Fprint(s.out, udiff.Unified("a/"+label, "b/"+label, string(current), string(contents[name])))
		}
		files = append(files, gen.File{Path: name, Content: contents[name], State: gen.Stale})
	}
	if c.Diff {
		return nil
	}
	return s.writeAll(files)
}

// printNotes prints one line for each tool.
func (s *session) printNotes(word string, notes []migrate.Note) {
	for _, n := range notes {
		fmt.Fprintf(s.out, "%s %s:%d: %s %s: %s\n", word, s.relative(n.Pos.Filename), n.Pos.Line, n.Library, n.Tool, n.Text)
	}
}

// relative returns a path relative to the working directory.
func (s *session) relative(path string) string {
	if relative, err := filepath.Rel(s.base(), path); err == nil {
		return filepath.ToSlash(relative)
	}
	return path
}
