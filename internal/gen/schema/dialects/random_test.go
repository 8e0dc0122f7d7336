package dialects_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// maker makes random schemas as in //tool:schema. A seed always gives the same ones.
type maker struct{ *rand.Rand }

func (m maker) pick(words ...string) string { return words[m.IntN(len(words))] }

// schema returns a schema with at most that many levels of nested schemas.
func (m maker) schema(levels int) map[string]any {
	s := map[string]any{}
	kinds := []string{"string", "integer", "number", "boolean", "array", "object", "union", "list", "enum"}
	if levels == 0 {
		kinds = kinds[:4]
	}
	switch kind := m.pick(kinds...); kind {
	case "union":
		s[m.pick("anyOf", "oneOf")] = []any{m.schema(levels - 1), m.schema(levels - 1)}
	case "list":
		s["type"] = []string{m.pick("string", "boolean"), m.pick("integer", "null")}
		m.narrow(s, "string")
	case "enum":
		s["enum"] = []any{m.IntN(9), m.pick("a", "b", ""), m.IntN(2) == 0}[:1+m.IntN(3)]
	default:
		s["type"] = kind
		m.narrow(s, kind)
		m.fill(s, kind, levels)
	}
	for _, keyword := range []string{"title", "description", "$comment", "contentMediaType"} {
		if m.IntN(4) == 0 {
			s[keyword] = m.pick("Words.", "more words", "<&>", "a\nb")
		}
	}
	for _, keyword := range []string{"deprecated", "readOnly", "x-extra"} {
		if m.IntN(8) == 0 {
			s[keyword] = true
		}
	}
	return s
}

// fill adds the items of an array or the properties of an object.
func (m maker) fill(s map[string]any, kind string, levels int) {
	switch kind {
	case "array":
		s["items"] = m.schema(levels - 1)
	case "object":
		properties, required := map[string]any{}, []string{}
		for i := range m.IntN(4) {
			name := "p" + strconv.Itoa(i)
			properties[name] = m.schema(levels - 1)
			if m.IntN(5) > 0 {
				required = append(required, name)
			}
		}
		s["properties"] = properties
		if len(required) > 0 || m.IntN(2) == 0 {
			s["required"] = required
		}
		if m.IntN(10) > 0 {
			s["additionalProperties"] = false
		}
	}
}

// narrow adds constraints for a type.
func (m maker) narrow(s map[string]any, kind string) {
	keywords := map[string]map[string]any{
		"string": {
			"minLength": 1, "maxLength": m.IntN(9), "pattern": "^a`\\d", "format": m.pick("date", "uri", "regex"), "contentEncoding": "base64",
			"default": "d", "examples": []string{"e", "f"}[:1+m.IntN(2)], "const": "c",
		},
		"integer": {"minimum": -1, "maximum": 9, "exclusiveMinimum": 0, "multipleOf": 2, "default": 4, "enum": []int{2, 4}},
		"number":  {"minimum": 0.5, "maximum": 0.5, "exclusiveMaximum": 1e9, "examples": []any{1e2}},
		"array":   {"minItems": m.IntN(3), "maxItems": 3, "uniqueItems": true, "default": []any{}},
		"object":  {"minProperties": 1, "maxProperties": 2, "propertyNames": map[string]any{"maxLength": 3}},
	}[kind]
	for _, keyword := range sortedKeys(keywords) {
		if m.IntN(4) == 0 {
			s[keyword] = keywords[keyword]
		}
	}
}

func sortedKeys(keywords map[string]any) []string { return slices.Sorted(maps.Keys(keywords)) }

// randomTools take one argument each, with a schema by chance.
func randomTools(t *testing.T, n int) []*model.Tool {
	t.Helper()
	m := maker{rand.New(rand.NewPCG(1, 2))}
	var tools []*model.Tool
	for i := range n {
		text, err := json.Marshal(m.schema(3))
		if err != nil {
			t.Fatal(err)
		}
		tools = append(tools, writtenTool("random"+strconv.Itoa(i), string(text)))
	}
	return tools
}

// TestRandomSchemas checks that a dialect refuses a schema, or rewrites it to one that it accepts.
func TestRandomSchemas(t *testing.T) {
	for dialect, c := range checkers {
		expressed := 0
		for _, tool := range randomTools(t, 500) {
			text, _, err := parameters(dialect, tool)
			if refusals, rest := dialects.Refusals(err); rest != nil || err != nil && len(refusals) == 0 {
				t.Fatalf("%s: %s: %v", dialect, tool.Arguments.Fields[0].Type.Schema.Text, err)
			}
			if err != nil {
				continue
			}
			expressed++
			root := parseObject(t, text)
			visit(root, func(s map[string]any) {
				for _, problem := range append(c.unknownKeywords(s), c.check(s, root)...) {
					t.Errorf("%s: %s: %v\nof %s\nin %s", dialect, problem, s, tool.Arguments.Fields[0].Type.Schema.Text, text)
				}
			})
			if t.Failed() {
				break
			}
		}
		if t.Logf("%s: %d of 500 schemas accepted", dialect, expressed); expressed < 100 {
			t.Errorf("%s: only %d of 500 schemas accepted", dialect, expressed)
		}
	}
}
