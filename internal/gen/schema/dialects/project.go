package dialects

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// projector rewrites the schema of one tool for one dialect.
type projector struct {
	*rules
	tool *model.Tool
	// definitions are the definitions of the original schema.
	definitions map[string]*node
	refusals    []*Refusal
}

// project returns the schema of the arguments of a tool in a dialect. The error
// joins refusals.
func (r *rules) project(tool *model.Tool) (*node, error) {
	root, err := readSchema(tool)
	if err != nil {
		return nil, err
	}
	return r.projectNode(tool, root)
}

// projectNode projects a parsed schema of a tool.
func (r *rules) projectNode(tool *model.Tool, root *node) (*node, error) {
	p := &projector{rules: r, tool: tool, definitions: definitionsOf(root)}
	root = p.expand(root)
	if r.column != nil {
		p.rewrite(root, "")
		for _, definition := range root.children("$defs") {
			p.rewrite(definition.schema, "("+definition.name+")")
		}
	}
	p.checkNames(root)
	p.checkLimits(root)
	errs := make([]error, len(p.refusals))
	for i, refusal := range p.refusals {
		errs[i] = refusal
	}
	return root, errors.Join(errs...)
}

// definitionsOf returns copies of the definitions of a schema.
func definitionsOf(root *node) map[string]*node {
	definitions := make(map[string]*node)
	for _, d := range root.children("$defs") {
		definitions[d.name] = d.schema.clone()
	}
	return definitions
}

// refuse reports a keyword of a schema. It reports a problem of a Go type only
// once, with the shortest of the paths to it.
func (p *projector) refuse(n *node, path, keyword, reason, fix string) {
	span := n.source.Span
	known := slices.IndexFunc(p.refusals, func(r *Refusal) bool {
		return r.Span == span && r.Keyword == keyword && r.Reason == reason && !n.source.Written
	})
	if known >= 0 { // the same type at another path
		if r := p.refusals[known]; len(path) < len(r.Path) {
			r.Path = path
		}
		return
	}
	p.refusals = append(p.refusals, &Refusal{
		Dialect: p.dialect.Name, Tool: p.tool.Name, Path: path, Keyword: keyword, Reason: reason, Fix: fix, Span: span,
	})
}

// rewrite rewrites a schema, and then all schemas in it.
func (p *projector) rewrite(n *node, path string) {
	switch {
	case n.boolean != nil && *n.boolean:
		p.refuseWithoutType(n, path)
		return
	case n.boolean != nil:
		p.refuse(n, path, "false", "the dialect cannot express a schema that allows no value", "remove the schema")
		return
	case n.has("$ref"):
		return
	}
	before := len(p.refusals)
	p.rewriteValues(n)
	p.normalize(n, path)
	switch {
	case n.has("anyOf"):
		p.checkUnion(n, path)
	case n.isLiteral():
	case n.string("type") == "":
		p.refuseWithoutType(n, path)
	case n.isMap() && p.listsForMaps:
		p.rewriteMap(n, path)
	}
	if len(p.refusals) > before { // its parts would be refused for the same reason
		return
	}
	p.applyActions(n, path)
	p.rewriteParts(n, path)
}

// refuseWithoutType refuses a schema without a type.
func (p *projector) refuseWithoutType(n *node, path string) {
	p.refuse(n, path, "type", "the schema needs a type, but it allows any JSON value",
		"use a more specific type, or write a schema with //tool:schema")
}

// rewriteParts rewrites the schemas in a schema.
func (p *projector) rewriteParts(n *node, path string) {
	for i, branch := range n.children("anyOf") {
		p.rewrite(branch.schema, fmt.Sprintf("%s (form %d)", path, i+1))
		p.liftDescription(n, branch.schema, fmt.Sprintf("Form %d", i+1))
	}
	if items := n.child("items"); items != nil {
		p.rewrite(items, path+"[]")
		p.liftDescription(n, items, "Items")
	}
	if n.string("type") == "object" {
		p.rewriteObject(n, path)
	}
}

// liftDescription moves the title and description of a union to the schema around
// it, in dialects that allow no keyword next to anyOf.
func (p *projector) liftDescription(to, from *node, name string) {
	if !p.onlyAnyOf || !from.has("anyOf") {
		return
	}
	text := from.string("description")
	if title := from.string("title"); title != "" {
		text = join(title+".", text)
	}
	from.remove("description")
	from.remove("title")
	if text != "" {
		to.describeLine(name + ": " + text)
	}
}

// join joins two texts with a space. Either may be empty.
func join(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + " " + second
}

// describeLine adds a line to the description of a schema.
func (n *node) describeLine(text string) {
	if old := n.string("description"); old != "" {
		text = old + "\n" + text
	}
	n.set("description", quote(text))
}

// checkNames refuses names of properties that the dialect does not accept. Names
// in schemas of //tool:schema are not checked before.
func (p *projector) checkNames(root *node) {
	if p.properties == nil {
		return
	}
	root.walk(func(n *node) {
		for _, property := range n.children("properties") {
			if !p.properties.MatchString(property.name) {
				p.refuse(n, property.name, "properties", "a name must be a letter or underscore, followed by up to 63 letters, digits and underscores",
					"give the property another name")
			}
		}
	})
}
