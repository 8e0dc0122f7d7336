package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/toolgen/toolgen/internal/contract"
	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// listCommand lists the tools of packages.
type listCommand struct {
	Markdown bool   `help:"Print a Markdown table of what each tool may access."`
	Dialect  string `default:"mcp" help:"Dialect of the sizes in the table: ${enum}." enum:"${dialects}"`
	packages
}

// Run runs the command. Package kong calls it.
func (c *listCommand) Run(s *session) error {
	tools, err := s.tools(c.patterns())
	if err != nil {
		return err
	}
	switch {
	case s.JSON:
		return writeJSON(s.out, tools)
	case c.Markdown:
		return writeManifest(s.out, tools)
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TOOL\tTOOLSET\tCAPABILITIES\tHINTS\tCHARACTERS\tTOKENS\tDEFINED AT")
	for _, tool := range tools {
		characters, tokens := "-", "-"
		if cost, ok := tool.Costs[c.Dialect]; ok {
			characters, tokens = fmt.Sprint(cost.Characters), fmt.Sprint(cost.Tokens)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", tool.Name, orDash(tool.Toolset),
			orDash(strings.Join(tool.Capabilities, ",")), orDash(strings.Join(tool.Hints, ",")), characters, tokens, tool.Position)
	}
	writeTotals(table, tools)
	return table.Flush()
}

// writeTotals writes the sizes of all definitions together, which each request pays,
// by dialect.
func writeTotals(table *tabwriter.Writer, tools []contract.Tool) {
	fmt.Fprintln(table, "\nDIALECT\tTOOLS\tCHARACTERS\tTOKENS")
	for _, name := range dialect.Names() {
		var count int
		var sum contract.Cost
		for _, tool := range tools {
			if cost, ok := tool.Costs[name]; ok {
				count++
				sum.Characters += cost.Characters
				sum.Tokens += cost.Tokens
			}
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\n", name, count, sum.Characters, sum.Tokens)
	}
}

// orDash returns a dash for an empty text.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// tools loads the packages and returns their tools, in the order of packages
// and of the source. It returns errProblem if there are diagnostics.
func (s *session) tools(patterns []string) ([]contract.Tool, error) {
	packages, err := s.extract(patterns)
	if err != nil {
		return nil, err
	}
	p := s.progress("measuring definitions")
	defer p.done()
	return toolsOf(packages, s.base())
}

// extract loads the packages and reports their diagnostics.
func (s *session) extract(patterns []string) ([]*model.Package, error) {
	p := s.progress("loading packages")
	packages, diagnostics, err := gen.Extract(s, s.config(patterns, p))
	p.done()
	if err == nil && len(diagnostics) > 0 {
		err = s.report(diagnostics)
	}
	return packages, err
}

// toolsOf describes the tools of packages, with positions relative to a directory.
func toolsOf(packages []*model.Package, base string) ([]contract.Tool, error) {
	tools := []contract.Tool{}
	for _, pkg := range packages {
		for _, tool := range pkg.Tools {
			info, err := describeTool(tool, base)
			if err != nil {
				return nil, err
			}
			tools = append(tools, info)
		}
	}
	return tools, nil
}

// describeTool describes a tool.
func describeTool(tool *model.Tool, base string) (contract.Tool, error) {
	input, output, err := gen.Schemas(tool)
	if err != nil {
		return contract.Tool{}, err
	}
	position := tool.Span.Start
	if relative, err := filepath.Rel(base, position.Filename); err == nil {
		position.Filename = filepath.ToSlash(relative)
	}
	info := contract.Tool{
		Format: contract.Format, Name: tool.Name, Title: tool.Title, Description: tool.Description, ID: tool.ID,
		Toolset: tool.Toolset, Category: tool.Category, Version: tool.Version, Package: tool.Package, Function: functionOf(tool),
		Position: position.String(), Schema: input, OutputSchema: output, Aliases: aliasesOf(tool), Examples: examplesOf(tool),
		Capabilities: tool.Capabilities(), Needs: needsOf(tool.Behaviour.Needs), Hints: tool.Hints(),
		Concurrent: tool.Behaviour.Concurrent, Policy: policyOf(&tool.Behaviour),
	}
	if approval := tool.Behaviour.Approval; approval != nil {
		info.Approval, info.Reason = cmp.Or(approval.Func, "always"), approval.Reason
	}
	if info.OutputSchema == nil {
		info.OutputSchema = json.RawMessage("null")
	}
	info.Costs, err = costsOf(tool)
	return info, err
}

// functionOf returns the name of the function, with the receiver type of a method.
func functionOf(tool *model.Tool) string {
	if tool.Receiver != nil {
		return tool.Receiver.Name + "." + tool.Function
	}
	return tool.Function
}

// aliasesOf returns the aliases of the arguments.
func aliasesOf(tool *model.Tool) map[string][]string {
	aliases := make(map[string][]string)
	if tool.Arguments == nil {
		return aliases
	}
	for _, field := range tool.Arguments.Fields {
		if len(field.Aliases) > 0 {
			aliases[field.Name] = slices.Clone(field.Aliases)
		}
	}
	return aliases
}

// examplesOf returns the examples of calls.
func examplesOf(tool *model.Tool) (texts []json.RawMessage) {
	for _, example := range tool.Behaviour.Examples {
		texts = append(texts, json.RawMessage(example.JSON))
	}
	return texts
}

// writeJSON prints a value as indented JSON, without escaping <, > and &.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
