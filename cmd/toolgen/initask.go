package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/scaffold"
)

// question is a question of init. Each has a flag with the same answer.
type question struct {
	flag, text, suggestion string
	// isAnswered means that the flag is set, or that the answer is not needed.
	isAnswered bool
	// set stores an answer. An error says why it is not valid.
	set func(answer string) error
}

// options returns the options of the flags, with the answers of a person if there is
// one, and otherwise with the defaults.
func (c *initCommand) options(s *session, dir string) (*scaffold.Options, error) {
	o := &scaffold.Options{
		Dir: dir, Module: c.Module, Package: filepath.ToSlash(filepath.Clean(cmp.Or(c.Package, "tools"))), Tool: cmp.Or(c.Tool, "greet"),
		Dialects: c.Dialects, Toolgen: c.Toolgen, Version: releaseVersion(), CI: c.CI == nil || *c.CI,
	}
	if c.Yes || s.in == nil || !s.terminal {
		return o, nil
	}
	answers := bufio.NewReader(s.in)
	for _, q := range c.questions(o) {
		if q.isAnswered {
			continue
		}
		if err := q.ask(s.err, answers); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// questions returns the questions in their order.
func (c *initCommand) questions(o *scaffold.Options) []question {
	content, err := os.ReadFile(filepath.Join(o.Dir, "go.mod"))
	return []question{
		{"--module PATH", "path of the new module", suggestedModule(o.Dir), err == nil || c.Module != "", func(answer string) error {
			o.Module = answer
			return o.CheckModule()
		}},
		{"--package DIRECTORY", "directory of the package with all tools", o.Package, c.Package != "", func(answer string) error {
			o.Package = filepath.ToSlash(filepath.Clean(answer))
			return o.CheckPackage()
		}},
		{"--tool NAME", "name of the first tool", o.Tool, c.Tool != "", func(answer string) error {
			o.Tool = answer
			return o.CheckTool()
		}},
		{"--dialects NAMES", "dialects to check, of " + strings.Join(dialect.Projections(), ", "), "none", len(c.Dialects) > 0, func(answer string) error {
			if o.Dialects = nil; answer != "none" {
				o.Dialects = strings.FieldsFunc(answer, func(r rune) bool { return r == ',' || r == ' ' })
			}
			return o.CheckDialects()
		}},
		{"--ci or --no-ci", "workflow of GitHub, yes or no", "yes", c.CI != nil, func(answer string) (err error) {
			o.CI, err = isYes(answer)
			return err
		}},
		{"--toolgen DIRECTORY", "directory with the source of toolgen", "", o.Toolgen != "" || o.Version != "" || scaffold.Requires(content), func(answer string) (err error) {
			if info, err := os.Stat(answer); err != nil || !info.IsDir() {
				return errors.New("write the name of a directory that exists")
			}
			o.Toolgen, err = filepath.Abs(answer)
			return err
		}},
	}
}

// notInModule matches characters that the path of a module should not have.
var notInModule = regexp.MustCompile(`[^a-z0-9._-]+`)

// suggestedModule returns a path for the module of a directory.
func suggestedModule(dir string) string {
	name := strings.Trim(notInModule.ReplaceAllString(strings.ToLower(filepath.Base(dir)), "-"), "-.")
	return "example.com/" + cmp.Or(name, "app")
}

// ask asks until the answer is valid. An empty answer is the suggestion.
func (q *question) ask(to io.Writer, from *bufio.Reader) error {
	for {
		suggestion := ""
		if q.suggestion != "" {
			suggestion = " [" + q.suggestion + "]"
		}
		fmt.Fprintf(to, "%s%s: ", q.text, suggestion)
		answer, err := from.ReadString('\n')
		if err != nil {
			fmt.Fprintln(to)
			return fmt.Errorf("no answer: %w; write %s, or --yes for the defaults", err, q.flag)
		}
		if err = q.set(cmp.Or(strings.TrimSpace(answer), q.suggestion)); err == nil {
			return nil
		}
		fmt.Fprintln(to, err)
	}
}

// isYes converts an answer to a question that has two.
func isYes(answer string) (bool, error) {
	switch strings.ToLower(answer) {
	case "y", "yes":
		return true, nil
	case "n", "no":
		return false, nil
	}
	return false, errors.New("write yes or no")
}
