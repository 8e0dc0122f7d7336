package dialects

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// read is the schema of a tool's arguments as nodes that know where they come
// from.
func read(tool *model.Tool) (*node, error) {
	s, sources := schema.InputWithSources(tool.Arguments)
	text, err := schema.Encode(s)
	if err != nil {
		return nil, err
	}
	n, err := parse(text)
	if err != nil {
		return nil, err
	}
	locate(n, s, sources, schema.Source{Span: tool.Span})
	return n, nil
}

// single are the keywords with one schema, as jsonschema.Schema has them.
var single = map[string]func(*jsonschema.Schema) *jsonschema.Schema{
	"items":                func(s *jsonschema.Schema) *jsonschema.Schema { return s.Items },
	"additionalProperties": func(s *jsonschema.Schema) *jsonschema.Schema { return s.AdditionalProperties },
	"propertyNames":        func(s *jsonschema.Schema) *jsonschema.Schema { return s.PropertyNames },
	"not":                  func(s *jsonschema.Schema) *jsonschema.Schema { return s.Not },
}

// lists are those with a list of schemas.
var lists = map[string]func(*jsonschema.Schema) []*jsonschema.Schema{
	"anyOf": func(s *jsonschema.Schema) []*jsonschema.Schema { return s.AnyOf },
	"oneOf": func(s *jsonschema.Schema) []*jsonschema.Schema { return s.OneOf },
	"allOf": func(s *jsonschema.Schema) []*jsonschema.Schema { return s.AllOf },
}

// locate enters the sources of a schema into its nodes. What has none has that
// of the schema around it.
func locate(n *node, s *jsonschema.Schema, sources schema.Sources, around schema.Source) {
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
			locate(inner.schema, held(s, m.keyword, inner.name, i), sources, n.source)
		}
	}
}

// held is the schema at a place of another one; nil when there is none.
func held(s *jsonschema.Schema, keyword, name string, index int) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	if get := single[keyword]; get != nil {
		return get(s)
	}
	if get := lists[keyword]; get != nil {
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
