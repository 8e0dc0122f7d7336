package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// schemaCommand prints the definition of one tool.
type schemaCommand struct {
	Dialect string `default:"mcp" help:"Dialect of the definition: ${enum}." enum:"${dialects}"`
	Tool    string `arg:"" help:"Name of the tool."`
	packages
}

// Run runs the command. Package kong calls it.
func (c *schemaCommand) Run(s *session) error {
	packages, err := s.extract(c.patterns())
	if err != nil {
		return err
	}
	tool, err := find(packages, c.Tool)
	if err != nil {
		return err
	}
	definition, problems, err := gen.Definition(c.Dialect, tool)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return s.report(problems)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, definition, "", "  "); err != nil {
		return err
	}
	fmt.Fprintln(s.out, indented.String())
	return nil
}

// find returns the tool with that name. It is an error if there are two.
func find(packages []*model.Package, name string) (*model.Tool, error) {
	var found []*model.Tool
	var names []string
	for _, pkg := range packages {
		for _, tool := range pkg.Tools {
			if tool.Name == name {
				found = append(found, tool)
			}
			names = append(names, tool.Name)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, fmt.Errorf("%d tools are named %q, in %s and %s; add the package after the name of the tool", len(found), name, found[0].Package, found[1].Package)
	}
	if near, ok := diag.Suggest(name, names); ok {
		return nil, fmt.Errorf("no tool is named %q; did you mean %q?", name, near)
	}
	return nil, fmt.Errorf("no tool is named %q; toolgen list prints all tools", name)
}
