package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/contract"
	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gitref"
)

// diffCommand reports how the tools differ from those of another generation.
type diffCommand struct {
	Against  string   `help:"The generation to compare with: a commit of git, a directory, or a file that toolgen list --json wrote." placeholder:"REF"`
	Fail     []string `default:"CALL,RESULT,CAPABILITY" help:"Classes of changes that make the command fail, or none: CALL, RESULT, CAPABILITY, POLICY, HINT, TEXT."`
	Markdown bool     `help:"Print Markdown, for a pull request."`
	Rules    bool     `help:"List the rules instead."`
	packages
}

// Run runs the command. Package kong calls it.
func (c *diffCommand) Run(s *session) error {
	fail, err := c.classes()
	switch {
	case err != nil:
		return err
	case c.Rules:
		return c.printRules(s)
	case c.Against == "":
		return fmt.Errorf("--against is missing: name a commit, a directory or a saved list, such as --against main")
	}
	old, err := c.oldTools(s)
	if err != nil {
		return err
	}
	now, err := s.tools(c.patterns())
	if err != nil {
		return err
	}
	p := s.progress("comparing tools")
	report := contract.Compare(old, now)
	p.done()
	if err := c.print(s, report, fail); err != nil {
		return err
	}
	if report.Has(fail...) {
		return errProblem
	}
	return nil
}

// classes returns the classes that make the command fail.
func (c *diffCommand) classes() (fail []contract.Class, err error) {
	for _, name := range c.Fail {
		class := contract.Class(strings.ToUpper(strings.TrimSpace(name)))
		switch {
		case class == "NONE" || class == "":
		case !slices.Contains(contract.Classes, class):
			return nil, fmt.Errorf("--fail: there is no class %q; the classes are %v, or none", name, contract.Classes)
		default:
			fail = append(fail, class)
		}
	}
	return fail, nil
}

// print prints the report in the form that the flags name.
func (c *diffCommand) print(s *session, report *contract.Report, fail []contract.Class) error {
	switch {
	case s.JSON:
		return report.WriteJSON(s.out)
	case s.GitHub:
		return report.WriteGitHub(s.out, fail)
	case c.Markdown:
		return report.WriteMarkdown(s.out)
	}
	return report.WriteText(s.out)
}

// printRules prints the table of rules.
func (c *diffCommand) printRules(s *session) error {
	if s.JSON {
		return writeJSON(s.out, contract.Rules())
	}
	return contract.WriteRules(s.out, c.Markdown)
}

// oldTools returns the tools of the generation to compare with.
func (c *diffCommand) oldTools(s *session) ([]contract.Tool, error) {
	info, err := os.Stat(c.Against)
	switch {
	case err != nil: // not a file
		return c.toolsOfCommit(s)
	case info.IsDir():
		return s.toolsIn(gen.Config{Dir: c.Against, Patterns: c.patterns(), Env: s.environment(nil)}, c.Against)
	}
	text, err := os.ReadFile(c.Against)
	if err != nil {
		return nil, err
	}
	tools, err := contract.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Against, err)
	}
	return tools, nil
}

// toolsOfCommit returns the tools of a commit of git.
func (c *diffCommand) toolsOfCommit(s *session) (tools []contract.Tool, err error) {
	p := s.progress("reading the commit " + c.Against)
	checkout, err := gitref.Open(s, s.Dir, c.Against)
	p.done()
	if err != nil {
		return nil, err
	}
	defer func() {
		if closed := checkout.Close(); err == nil {
			err = closed
		}
	}()
	return s.toolsIn(gen.Config{Dir: checkout.Dir, Patterns: c.patterns(), Env: s.environment(checkout.Env)}, checkout.Root)
}

// toolsIn returns the tools of packages in another directory. Problems there are an
// error, because they cannot be fixed in the current source.
func (s *session) toolsIn(config gen.Config, root string) ([]contract.Tool, error) {
	p := s.progress("loading the packages to compare with")
	defer p.done()
	packages, diagnostics, err := gen.Extract(s, config)
	if err != nil {
		return nil, err
	}
	if len(diagnostics) > 0 {
		first := diag.Sorted(diagnostics)[0]
		return nil, fmt.Errorf("the source to compare with has problems, first: %s [%s]", first.Message, first.Code)
	}
	return toolsOf(packages, root)
}
