package main

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/toolgen/toolgen/internal/lint"
)

// vetCommand reports texts and names that models misunderstand.
type vetCommand struct {
	Disable  []string `help:"Names of rules that are not applied." placeholder:"RULE"`
	Only     []string `help:"Names of the only rules that are applied." placeholder:"RULE"`
	Rules    bool     `help:"List the rules with their reasons instead."`
	Markdown bool     `help:"List the rules as a Markdown table."`
	packages
}

// Run runs the command. Package kong calls it.
func (c *vetCommand) Run(s *session) error {
	if c.Rules || c.Markdown {
		return c.printRules(s)
	}
	disabled, err := c.disabled()
	if err != nil {
		return err
	}
	packages, err := s.extract(c.patterns())
	if err != nil {
		return err
	}
	return s.report(lint.Check(packages, disabled))
}

// disabled returns the names of the rules that are not applied.
func (c *vetCommand) disabled() ([]string, error) {
	names := lint.Names()
	for _, name := range slices.Concat(c.Disable, c.Only) {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("there is no rule %q; toolgen vet --rules lists all of them", name)
		}
	}
	disabled := slices.Clone(c.Disable)
	for _, name := range names {
		if len(c.Only) > 0 && !slices.Contains(c.Only, name) {
			disabled = append(disabled, name)
		}
	}
	return disabled, nil
}

// printRules prints the table of rules.
func (c *vetCommand) printRules(s *session) error {
	if c.Markdown {
		fmt.Fprintln(s.out, "| rule | code | why |\n|---|---|---|")
		for _, r := range lint.Rules() {
			fmt.Fprintf(s.out, "| `%s` | [%s](diagnostics.md) | %s |\n", r.Name, r.Code, r.Reason)
		}
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, r := range lint.Rules() {
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.Name, r.Code, r.Reason)
	}
	return table.Flush()
}
