package describe_test

import (
	"testing"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// TestAcceptsNull checks which declared schemas accept null, for schemas with
// each of the keywords.
func TestAcceptsNull(t *testing.T) {
	anything, text, null := &model.SchemaNode{}, &model.SchemaNode{Types: []string{"string"}}, &model.SchemaNode{Types: []string{"null"}}
	either := &model.SchemaNode{Types: []string{"string", "null"}}
	list := func(nodes ...*model.SchemaNode) []*model.SchemaNode { return nodes }
	for _, test := range []struct {
		reason string
		schema *model.SchemaNode
		want   bool
	}{
		{"nothing is demanded", anything, true},
		{"false", &model.SchemaNode{Never: true}, false},
		{"another type", text, false},
		{"one of the types", either, true},
		{"a text with the word in it", &model.SchemaNode{HasEnum: true, Enum: []string{`"a"`, `"nullify"`}}, false},
		{"a listed null", &model.SchemaNode{HasEnum: true, Enum: []string{`"a"`, `null`}}, true},
		{"an empty list", &model.SchemaNode{HasEnum: true}, false},
		{"keywords of other types", &model.SchemaNode{Keywords: model.Keywords{"minimum": "1", "pattern": `"a"`}, Required: []string{"a"}, Items: text}, true},
		{"none of the alternatives", &model.SchemaNode{AnyOf: list(text, text)}, false},
		{"one of the alternatives", &model.SchemaNode{AnyOf: list(text, null)}, true},
		{"exactly one", &model.SchemaNode{OneOf: list(text, null)}, true},
		{"one too many", &model.SchemaNode{OneOf: list(either, null)}, false},
		{"exactly none", &model.SchemaNode{OneOf: list(text)}, false},
		{"all", &model.SchemaNode{AllOf: list(either, null)}, true},
		{"not all", &model.SchemaNode{AllOf: list(either, text)}, false},
		{"not null", &model.SchemaNode{Not: null}, false},
		{"not a text", &model.SchemaNode{Not: text}, true},
		{"deep inside", &model.SchemaNode{AllOf: list(&model.SchemaNode{AnyOf: list(&model.SchemaNode{Not: null}, text)})}, false},
	} {
		if got := describe.Accepts(test.schema, "null"); got != test.want {
			t.Errorf("%s: %v, want %v", test.reason, got, test.want)
		}
	}
}
