package dialects

import "github.com/toolgen/toolgen/internal/gen/model"

// Forward rewrites arguments of a tool as the dialect's schema has them.
func Forward(dialect string, tool *model.Tool, arguments string) (string, error) {
	root, err := read(tool)
	if err != nil {
		return "", err
	}
	r := find(dialect)
	p := &projector{rules: r.of(tool), tool: tool, definitions: definitionsOf(root)}
	return string(p.value(root, []byte(arguments))), nil
}
