package additions

import (
	"fmt"
	"os"
	"path/filepath"
)

// AgentPrograms are examples/agent, and the same program with each SDK of a model vendor.
var AgentPrograms = agentPrograms()

func agentPrograms() []Program {
	all := []Program{{Name: "examples/agent"}}
	for _, p := range Programs {
		if p.adapter != "" && p.adapter != "mcp" && p.adapter != "otel" {
			p.Name = "with " + p.Name
			all = append(all, p)
		}
	}
	return all
}

// MeasureAgent builds a copy of examples/agent that links what the program links, and returns its size. root is the root
// directory of the repository.
func (p *Program) MeasureAgent(root string) (size Size, err error) {
	directory, err := os.MkdirTemp("", "toolgen-additions-")
	if err != nil {
		return Size{}, err
	}
	defer os.RemoveAll(directory)
	if err := p.writeAgent(directory, root); err != nil {
		return Size{}, err
	}
	return p.build(directory)
}

// writeAgent writes the copy.
func (p *Program) writeAgent(directory, root string) error {
	if err := os.CopyFS(directory, os.DirFS(filepath.Join(root, "examples", "agent"))); err != nil {
		return err
	}
	replace := func(path, folder string) []string {
		return []string{"mod", "edit", "-replace", module + path + "=" + filepath.Join(root, folder)}
	}
	edits := [][]string{replace("", "."), replace("/adapters/mcp", "adapters/mcp")}
	if p.adapter != "" {
		path := "/adapters/" + p.adapter
		edits = append(edits, replace(path, path), []string{"mod", "edit", "-require", module + path + "@v0.0.0"})
		source := fmt.Sprintf("package main\n\nimport (\n\t%s\n)\n\nfunc init() {\n\tif len(os.Args) > 99 {\n\t\tpanic([]any{%s})\n\t}\n}\n", `"os"; `+p.imports, p.uses)
		if err := os.WriteFile(filepath.Join(directory, "sdk.go"), []byte(source), 0o600); err != nil {
			return err
		}
	}
	for _, args := range edits {
		if err := run(directory, args); err != nil {
			return err
		}
	}
	return nil
}
