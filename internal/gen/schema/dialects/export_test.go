package dialects

import "github.com/toolgen/toolgen/internal/gen/model"

// Forward rewrites arguments of a tool to the form of the schema of the dialect.
func Forward(dialect string, tool *model.Tool, arguments string) (string, error) {
	root, err := readSchema(tool)
	if err != nil {
		return "", err
	}
	r := findRules(dialect)
	p := &projector{rules: r.forTool(tool), tool: tool, definitions: definitionsOf(root)}
	return string(p.rewriteValue(root, []byte(arguments))), nil
}
