package dialects_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// nested returns a struct type with that many levels of structs, and a string in
// the innermost one.
func nested(levels int) *model.Type {
	inner := stringType()
	for range levels {
		inner = &model.Type{Kind: model.KindStruct, Go: model.GoType{{Text: "S"}}, Fields: []*model.Field{field("a", inner, true)}}
	}
	return inner
}

// enumOf returns an enum of n strings of that length.
func enumOf(n, length int) *model.Type {
	e := &model.Enum{}
	for i := range n {
		text := strconv.Itoa(i)
		e.Values = append(e.Values, &model.EnumValue{JSON: strconv.Quote(text + strings.Repeat("ä", length-len(text)))})
	}
	return &model.Type{Kind: model.KindString, Go: model.GoType{{Text: "E"}}, Name: &model.TypeName{Name: "E"}, Enum: e}
}

// TestLimitsOfOneTool checks the limits of a tool in the strict mode of OpenAI.
func TestLimitsOfOneTool(t *testing.T) {
	long := func(letter string) *model.Field { return field(strings.Repeat(letter, 62), stringType(), true) }
	tests := []struct {
		reason  string
		fits    *model.Tool
		refused *model.Tool
		message string
	}{
		{"properties", structTool("p", numbered(5000, stringType(), true)...), structTool("p", numbered(5001, stringType(), true)...),
			"it has 5001 properties, but the maximum is 5000"},
		{"levels: every level below the root counts", structTool("l", field("a", nested(9), true)), structTool("l", field("a", nested(10), true)),
			"it has 11 levels of nested schemas, but the maximum is 10"},
		{"levels: null for an optional property adds a level", structTool("l", field("a", nested(8), false)), structTool("l", field("a", nested(9), false)),
			"it has 11 levels of nested schemas, but the maximum is 10"},
		{"values in enums", structTool("e", field("a", enumOf(500, 4), true), field("b", enumOf(500, 4), true)),
			structTool("e", field("a", enumOf(500, 4), true), field("b", enumOf(501, 4), true)),
			"it has 1001 values in enums, but the maximum is 1000"},
		{"characters of names and values, not bytes", structTool("c", field("a", enumOf(250, 479), true), long("b"), long("c"), long("d"), long("e"), field("f", stringType(), true)),
			structTool("c", field("a", enumOf(250, 480), true)),
			"it has 120001 characters in names and enums, but the maximum is 120000"},
		{"one long enum", structTool("o", field("a", enumOf(250, 61), true)), structTool("o", field("a", enumOf(251, 61), true)),
			"an enum of more than 250 values may have at most 15000 characters, but this one has 15311"},
	}
	for _, test := range tests {
		if _, _, err := parameters(dialect.OpenAIStrict, test.fits); err != nil {
			t.Errorf("%s: refused: %v", test.reason, err)
		}
		_, _, err := parameters(dialect.OpenAIStrict, test.refused)
		if err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("%s: got %v, want %q", test.reason, err, test.message)
		}
		if _, _, err := parameters(dialect.GeminiJSON, test.refused); err != nil {
			t.Errorf("%s: another dialect refuses it: %v", test.reason, err)
		}
	}
}

// TestTotals checks the totals of requests, and the tool with the largest share.
func TestTotals(t *testing.T) {
	optional := func(name string, n int) *model.Tool { return structTool(name, numbered(n, stringType(), false)...) }
	union := writtenTool("either", `{"anyOf":[{"type":"string"},{"type":"boolean"}]}`)
	strictly := optional("strictly", 3)
	strictly.Behaviour.Strict = true
	none := &model.Tool{Name: "none"}
	few, many := optional("few", 2), optional("many", 23)
	tests := []struct {
		reason, dialect string
		tools           []*model.Tool
		want            []dialect.Total
	}{
		{"no tools", dialect.GeminiJSON, nil, []dialect.Total{{Measure: "tools", Max: 512, Largest: -1}}},
		{"no limits", dialect.MCP, []*model.Tool{few}, nil},
		{"Anthropic limits strict tools, optional parameters and unions", dialect.AnthropicStrict, []*model.Tool{few, many, union}, []dialect.Total{
			{Measure: "strict tools", Sum: 3, Max: 20, Share: 1},
			{Measure: "optional parameters", InStrictTools: true, Sum: 25, Max: 24, Largest: 1, Share: 23},
			{Measure: "unions", InStrictTools: true, Sum: 1, Max: 16, Largest: 2, Share: 1},
		}},
		{"only tools with //tool:strict count in a plain dialect", dialect.Anthropic, []*model.Tool{few, strictly}, []dialect.Total{
			{Measure: "strict tools", Sum: 1, Max: 20, Largest: 1, Share: 1},
			{Measure: "optional parameters", InStrictTools: true, Sum: 3, Max: 24, Largest: 1, Share: 3},
			{Measure: "unions", InStrictTools: true, Max: 16, Largest: -1},
		}},
		{"OpenAI limits all tools, and the schemas of strict tools", dialect.OpenAI, []*model.Tool{few, none, strictly}, []dialect.Total{
			{Measure: "tools", Sum: 3, Max: 128, Share: 1},
			{Measure: "properties", InStrictTools: true, Sum: 3, Max: 5000, Largest: 2, Share: 3},
			{Measure: "characters in names and enums", InStrictTools: true, Sum: 6, Max: 120000, Largest: 2, Share: 6},
		}},
		{"Gemini limits tools", dialect.GeminiJSON, []*model.Tool{few, none}, []dialect.Total{{Measure: "tools", Sum: 2, Max: 512, Share: 1}}},
	}
	for _, test := range tests {
		got, err := dialects.Totals(test.dialect, test.tools)
		if err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
		if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// TestTotalsWithRefusedTool checks that a refused tool is an error, and the other tools count.
func TestTotalsWithRefusedTool(t *testing.T) {
	good := structTool("good", field("a", stringType(), false))
	totals, err := dialects.Totals(dialect.AnthropicStrict, []*model.Tool{writtenTool("bad", `{"minLength":1}`), good})
	if refusals, rest := dialects.Refusals(err); len(refusals) != 1 || refusals[0].Tool != "bad" || rest != nil {
		t.Errorf("got %v", err)
	}
	if len(totals) != 3 || totals[1].Sum != 1 {
		t.Errorf("got %+v", totals)
	}
}

// TestManyRecursiveTypes checks that types with many references to each other are
// unrolled to a limited number of schemas, or refused.
func TestManyRecursiveTypes(t *testing.T) {
	tool := structTool("many", field("a", manyRecursive(9), true))
	text, _, err := parameters(dialect.Anthropic, tool)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text, `"type"`); n > 300 || n < 10 {
		t.Errorf("%d schemas: %.300s", n, text)
	}
	if _, _, err := parameters(dialect.GeminiJSON, tool); err == nil || !strings.Contains(err.Error(), "need too many schemas") {
		t.Errorf("got %.300v", err)
	}
}

// manyRecursive returns the first of n types, each of which has a field of every type.
func manyRecursive(n int) *model.Type {
	types := make([]*model.Type, n)
	for i := range types {
		name := "T" + strconv.Itoa(i)
		types[i] = &model.Type{Kind: model.KindStruct, Go: model.GoType{{Text: name}}, Name: &model.TypeName{Name: name, Local: name}, Recursive: true}
	}
	for _, t := range types {
		for i, other := range types {
			t.Fields = append(t.Fields, field("f"+strconv.Itoa(i), &model.Type{Kind: model.KindPointer, Elem: other}, false))
		}
	}
	return types[0]
}
