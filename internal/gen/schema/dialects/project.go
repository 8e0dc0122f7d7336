package dialects

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// projector writes the schema of one tool in one dialect.
type projector struct {
	*rules
	tool *model.Tool
	// definitions are those of the schema as it was.
	definitions map[string]*node
	refusals    []*Refusal
}

// project is the schema of a tool's arguments in a dialect. The error joins
// refusals.
func (r *rules) project(tool *model.Tool) (*node, error) {
	root, err := read(tool)
	if err != nil {
		return nil, err
	}
	return r.projectNode(tool, root)
}

func (r *rules) projectNode(tool *model.Tool, root *node) (*node, error) {
	p := &projector{rules: r, tool: tool, definitions: definitionsOf(root)}
	root = p.expand(root)
	if r.column != wholeJSONSchema {
		p.schema(root, "")
		for _, definition := range root.children("$defs") {
			p.schema(definition.schema, "("+definition.name+")")
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

// definitionsOf are copies: those of the schema change.
func definitionsOf(root *node) map[string]*node {
	definitions := make(map[string]*node)
	for _, d := range root.children("$defs") {
		definitions[d.name] = d.schema.clone()
	}
	return definitions
}

// refuse reports a keyword of a schema.
func (p *projector) refuse(n *node, path, keyword, reason, fix string) {
	span := n.source.Span
	known := slices.IndexFunc(p.refusals, func(r *Refusal) bool {
		return r.Span == span && r.Keyword == keyword && r.Reason == reason && !n.source.Written
	})
	if known >= 0 { // by another way to the same type
		if r := p.refusals[known]; len(path) < len(r.Path) {
			r.Path = path
		}
		return
	}
	p.refusals = append(p.refusals, &Refusal{
		Dialect: p.name, Tool: p.tool.Name, Path: path, Keyword: keyword, Reason: reason, Fix: fix, Span: span,
	})
}

// schema writes a schema anew, and all those in it, from the outside in: what
// a schema becomes is decided before its parts are looked at.
func (p *projector) schema(n *node, path string) {
	switch {
	case n.boolean != nil && *n.boolean:
		p.typeless(n, path)
		return
	case n.boolean != nil:
		p.refuse(n, path, "false", "it has no schema that takes nothing", "leave the schema out")
		return
	case n.has("$ref"):
		return
	}
	before := len(p.refusals)
	p.values(n)
	p.shape(n, path)
	switch {
	case n.has("anyOf"):
		p.union(n, path)
	case n.isLiteral():
	case n.string("type") == "":
		p.typeless(n, path)
	case n.isMap() && p.listsForMaps:
		p.list(n, path)
	}
	if len(p.refusals) > before { // or else what is in it would be blamed, too
		return
	}
	p.apply(n, path)
	p.parts(n, path)
}

func (p *projector) typeless(n *node, path string) {
	p.refuse(n, path, "type", "it needs one, and this takes any JSON value",
		"write the type that is meant, or a schema with //tool:schema")
}

// parts writes the schemas in a schema anew.
func (p *projector) parts(n *node, path string) {
	for i, branch := range n.children("anyOf") {
		p.schema(branch.schema, fmt.Sprintf("%s (form %d)", path, i+1))
		p.lift(n, branch.schema, fmt.Sprintf("Form %d", i+1))
	}
	if items := n.child("items"); items != nil {
		p.schema(items, path+"[]")
		p.lift(n, items, "Items")
	}
	if n.string("type") == "object" {
		p.object(n, path)
	}
}

// lift moves what a union says of itself to the schema around it, where it
// must stand alone.
func (p *projector) lift(to, from *node, name string) {
	if !p.loneUnions || !from.has("anyOf") {
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

// join puts two texts on one line; either may be empty.
func join(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + " " + second
}

// describeLine adds a line to the schema's description.
func (n *node) describeLine(text string) {
	if old := n.string("description"); old != "" {
		text = old + "\n" + text
	}
	n.set("description", quote(text))
}

// checkNames refuses names of properties that the dialect does not take. Those
// of Go structs have been checked already; those that authors write have not.
func (p *projector) checkNames(root *node) {
	if p.properties == nil {
		return
	}
	root.walk(func(n *node) {
		for _, property := range n.children("properties") {
			if !p.properties.MatchString(property.name) {
				p.refuse(n, property.name, "properties", "names have a letter or underscore, then up to 63 letters, digits and underscores",
					"give the property another name")
			}
		}
	})
}
