package dialects

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// readSchema returns the schema of the arguments of a tool as nodes with their
// sources.
func readSchema(tool *model.Tool) (*node, error) {
	s, sources := schema.InputWithSources(tool.Arguments)
	text, err := schema.Encode(s)
	if err != nil {
		return nil, err
	}
	n, err := parse(text)
	if err != nil {
		return nil, err
	}
	setSources(n, s, sources, schema.Source{Span: tool.Span})
	return n, nil
}

// singleSchemas returns the schemas of keywords that have one.
var singleSchemas = map[string]func(*jsonschema.Schema) *jsonschema.Schema{
	"items":                func(s *jsonschema.Schema) *jsonschema.Schema { return s.Items },
	"additionalProperties": func(s *jsonschema.Schema) *jsonschema.Schema { return s.AdditionalProperties },
	"propertyNames":        func(s *jsonschema.Schema) *jsonschema.Schema { return s.PropertyNames },
	"not":                  func(s *jsonschema.Schema) *jsonschema.Schema { return s.Not },
}

// schemaLists returns the schemas of keywords that have a list.
var schemaLists = map[string]func(*jsonschema.Schema) []*jsonschema.Schema{
	"anyOf": func(s *jsonschema.Schema) []*jsonschema.Schema { return s.AnyOf },
	"oneOf": func(s *jsonschema.Schema) []*jsonschema.Schema { return s.OneOf },
	"allOf": func(s *jsonschema.Schema) []*jsonschema.Schema { return s.AllOf },
}

// setSources sets the sources of a node and of the nodes in it. A schema without a
// source has the source of the schema around it.
func setSources(n *node, s *jsonschema.Schema, sources schema.Sources, around schema.Source) {
	n.source = around
	if s != nil {
		if source, ok := sources[s]; ok {
			n.source = source
		}
		if n.source.Span == (model.Span{}) {
			n.source.Span = around.Span
		}
	}
	if t := n.source.Type; t != nil && t.Kind == model.KindJSON {
		n.source.Written = true
		if t.Schema != nil && t.Schema.Span != (model.Span{}) {
			n.source.Span = t.Schema.Span
		}
	}
	n.noRepair = n.noRepair || n.source.Type != nil && n.source.Type.NoRepair
	for _, m := range n.members {
		for i, inner := range m.schemas {
			inner.schema.noRepair = n.noRepair
			setSources(inner.schema, innerSchema(s, m.keyword, inner.name, i), sources, n.source)
		}
	}
}

// innerSchema returns the schema in a keyword of s, or nil.
func innerSchema(s *jsonschema.Schema, keyword, name string, index int) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	if get := singleSchemas[keyword]; get != nil {
		return get(s)
	}
	if get := schemaLists[keyword]; get != nil {
		if list := get(s); index < len(list) {
			return list[index]
		}
		return nil
	}
	switch keyword {
	case "properties":
		if s.Properties == nil {
			return nil
		}
		property, _ := s.Properties.Get(name)
		return property
	case "$defs":
		return s.Definitions[name]
	case "patternProperties":
		return s.PatternProperties[name]
	}
	return nil
}
