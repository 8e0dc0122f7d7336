package dialects

import (
	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// HasRules reports whether the schemas of a dialect have rules.
func HasRules(name string) bool { return rulesOf(dialect.Find(name)) != nil }

// HasActions reports whether a keyword has a row in the table of keywords.
func HasActions(keyword string) bool { _, ok := keywords[keyword]; return ok }

// AcceptsAllKeywords reports whether the dialect has no column in the table of keywords.
func AcceptsAllKeywords(name string) bool { return rulesOf(dialect.Find(name)).column == nil }

// Forward rewrites arguments of a tool to the form of the schema of the dialect.
func Forward(name string, tool *model.Tool, arguments string) (string, error) {
	root, err := readSchema(tool)
	if err != nil {
		return "", err
	}
	d, err := dialectFor(name, tool)
	if err != nil {
		return "", err
	}
	p := &projector{rules: rulesOf(d), tool: tool, definitions: definitionsOf(root)}
	return string(p.rewriteValue(root, []byte(arguments))), nil
}
