package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// maxSummary is the maximum length of a description in the table, in code points.
const maxSummary = 60

// toolInfo is a tool in the output of list --json.
type toolInfo struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description"`
	Toolset      string          `json:"toolset,omitempty"`
	Category     string          `json:"category,omitempty"`
	Version      string          `json:"version,omitempty"`
	Available    bool            `json:"available"`
	Requires     []string        `json:"requires,omitempty"`
	Capabilities []string        `json:"capabilities,omitempty"`
	Schema       json.RawMessage `json:"schema"`
	OutputSchema json.RawMessage `json:"output_schema,omitempty"`
}

// list prints all tools.
func list(v *invocation) (failed bool, err error) {
	available := make(map[string]bool)
	for _, tool := range v.registry.Available() {
		available[tool.Name] = true
	}
	tools := v.registry.Tools()
	if v.json {
		return false, v.listJSON(tools, available)
	}
	rows := [][]string{{"NAME", "TOOLSET", "AVAILABLE", "CAPABILITIES", "DESCRIPTION"}}
	for _, tool := range tools {
		rows = append(rows, []string{tool.Name, orDash(tool.Toolset), v.availability(tool, available[tool.Name]), orDash(strings.Join(capabilities(tool), ",")), summary(tool.Description)})
	}
	return false, printColumns(v.stdout, rows)
}

// listJSON prints the tools as a JSON array.
func (v *invocation) listJSON(tools []*runtime.Tool, available map[string]bool) error {
	all := make([]toolInfo, len(tools))
	for i, tool := range tools {
		definition := tool.Definition()
		all[i] = toolInfo{
			Name: tool.Name, Title: tool.Title, Description: tool.Description,
			Toolset: tool.Toolset, Category: tool.Category, Version: tool.Version,
			Available: v.availability(tool, available[tool.Name]) == "yes", Requires: tool.Requires, Schema: definition.Parameters, OutputSchema: json.RawMessage(tool.Output),
			Capabilities: capabilities(tool),
		}
	}
	encoder := newEncoder(v.stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}

// capabilities returns the names of the capabilities that a tool declares.
func capabilities(tool *runtime.Tool) []string {
	if tool.Needs == nil {
		return nil
	}
	return tool.Needs.Kinds.Names()
}

// newEncoder returns an encoder that does not escape characters for HTML.
func newEncoder(w io.Writer) *json.Encoder {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder
}

// schema prints the schema of the arguments of one tool.
func schema(v *invocation) (failed bool, err error) {
	tool, ok := v.registry.Tool(v.operands[0])
	if !ok {
		return false, fmt.Errorf("there is no tool %q: run \"tools list\" for the names", v.operands[0])
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, tool.Definition().Parameters, "", "  "); err != nil {
		return false, fmt.Errorf("the schema of %s is not JSON: %w", tool.Name, err)
	}
	_, err = fmt.Fprintf(v.stdout, "%s\n", &indented)
	return false, err
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// missingGrants returns the grants that a tool requires and no flag names.
func (v *invocation) missingGrants(tool *runtime.Tool) (missing []string) {
	for _, name := range tool.Requires {
		if !slices.Contains(v.policy.Grants, name) {
			missing = append(missing, name)
		}
	}
	return missing
}

// availability returns whether calls of a tool can run, or the flags that they need.
func (v *invocation) availability(tool *runtime.Tool, isAvailable bool) string {
	missing, backends := v.missingGrants(tool), v.registry.MissingBackends(tool)
	switch {
	case !isAvailable:
		return "no"
	case backends != 0:
		return "no backend for " + strings.Join(backends.Names(), ", ")
	case missing != nil:
		return "--grant " + strings.Join(missing, " --grant ")
	}
	return "yes"
}

// summary returns the first line of a description, cut at maxSummary.
func summary(description string) string {
	line, _, _ := strings.Cut(description, "\n")
	if letters := []rune(line); len(letters) > maxSummary {
		return string(letters[:maxSummary-1]) + "…"
	}
	return line
}
