package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// listCommand lists the tools of packages.
type listCommand struct {
	Markdown bool `help:"Print a Markdown table of what each tool may access."`
	packages
}

// Run is called by kong.
func (c *listCommand) Run(s *session) error {
	tools, err := s.tools(c.patterns())
	if err != nil {
		return err
	}
	switch {
	case s.JSON:
		return s.printJSON(tools)
	case c.Markdown:
		return writeManifest(s.out, tools)
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TOOL\tTOOLSET\tCAPABILITIES\tHINTS\tDEFINED AT")
	for _, tool := range tools {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", tool.Name, orDash(tool.Toolset),
			orDash(strings.Join(tool.Capabilities, ",")), orDash(strings.Join(tool.Hints, ",")), tool.Position)
	}
	return table.Flush()
}

// orDash returns a dash for an empty text.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// toolInfo describes a tool. The members of its JSON form must not be renamed,
// because programs read them.
type toolInfo struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Toolset      string          `json:"toolset"`
	Package      string          `json:"package"`
	Position     string          `json:"position"`
	Schema       json.RawMessage `json:"schema"`
	OutputSchema json.RawMessage `json:"output_schema"`
	Capabilities []string        `json:"capabilities"`
	Needs        *needsInfo      `json:"needs"`
	Approval     string          `json:"approval"`        // "always", or the function that decides
	Reason       string          `json:"approval_reason"` // the reason, if the function returns none
	Hints        []string        `json:"hints"`
	Concurrent   bool            `json:"concurrent"`
}

// tools loads the packages and returns their tools, in the order of packages
// and of the source. It returns errProblem if there are diagnostics.
func (s *session) tools(patterns []string) ([]toolInfo, error) {
	packages, err := s.extract(patterns)
	if err != nil {
		return nil, err
	}
	var tools []toolInfo
	for _, pkg := range packages {
		for _, tool := range pkg.Tools {
			info, err := s.toolInfo(tool)
			if err != nil {
				return nil, err
			}
			tools = append(tools, info)
		}
	}
	return tools, nil
}

// extract loads the packages and reports their diagnostics.
func (s *session) extract(patterns []string) ([]*model.Package, error) {
	defer s.progress("loading packages")()
	packages, diagnostics, err := gen.Extract(s, s.config(patterns))
	if err == nil && len(diagnostics) > 0 {
		err = s.report(diagnostics)
	}
	return packages, err
}

// toolInfo describes a tool.
func (s *session) toolInfo(tool *model.Tool) (toolInfo, error) {
	input, output, err := gen.Schemas(tool)
	if err != nil {
		return toolInfo{}, err
	}
	position := tool.Span.Start
	if relative, err := filepath.Rel(s.base(), position.Filename); err == nil {
		position.Filename = filepath.ToSlash(relative)
	}
	info := toolInfo{
		Name: tool.Name, Description: tool.Description, Toolset: tool.Toolset, Package: tool.Package,
		Position: position.String(), Schema: input, OutputSchema: output,
		Capabilities: tool.Capabilities(), Needs: needsOf(tool.Behaviour.Needs), Hints: tool.Hints(),
		Concurrent: tool.Behaviour.Concurrent,
	}
	if approval := tool.Behaviour.Approval; approval != nil {
		info.Approval, info.Reason = cmp.Or(approval.Func, "always"), approval.Reason
	}
	if info.OutputSchema == nil {
		info.OutputSchema = json.RawMessage("null")
	}
	return info, nil
}

// printJSON prints the tools as an indented JSON array, without escaping <, > and &.
func (s *session) printJSON(tools []toolInfo) error {
	if tools == nil {
		tools = []toolInfo{}
	}
	encoder := json.NewEncoder(s.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(tools)
}
