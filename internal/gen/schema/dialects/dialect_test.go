package dialects_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// TestRules checks that all dialects have rules for schemas.
func TestRules(t *testing.T) {
	for _, name := range dialect.Names() {
		if !dialects.HasRules(name) {
			t.Errorf("%s has the schemas of the dialect %q, which has no rules: add them to allRules in rules.go", name, dialect.Find(name).Projection)
			continue
		}
		if _, err := dialects.Project(name, &model.Tool{Name: "ping"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestConstraintsHaveActions checks that the table of keywords has each constraint of Go
// types, so that a person has decided what each dialect does with it.
func TestConstraintsHaveActions(t *testing.T) {
	for _, k := range keyword.All {
		if !dialects.HasActions(k.Name) {
			t.Errorf("the keyword %s has no row in the table of keywords.go", k.Name)
		}
	}
}

func TestUnknownDialect(t *testing.T) {
	for _, name := range []string{"MCP", "", "openai-"} {
		tool := &model.Tool{Name: "ping"}
		_, _, parametersErr := parameters(name, tool)
		_, definitionErr := dialects.Definition(name, tool)
		_, totalsErr := dialects.Totals(name, nil)
		for _, err := range []error{parametersErr, definitionErr, totalsErr} {
			var unknown *dialects.DialectError
			if !errors.As(err, &unknown) || unknown.Dialect != name {
				t.Errorf("%q: got %v, want a DialectError", name, err)
			}
			if refusals, rest := dialects.Refusals(err); refusals != nil || rest == nil {
				t.Errorf("%q: Refusals returns %v, %v; want no refusal", name, refusals, rest)
			}
		}
	}
}

// TestDefinition checks the definition of a tool in each dialect.
func TestDefinition(t *testing.T) {
	const closed = `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`
	plain := structTool("say", field("a", stringType(), true))
	plain.Description = "Says <a> & b."
	plain.Behaviour.Examples = []model.Example{{JSON: `{ "a" : "<b>" }`}}
	strict := *plain
	strict.Behaviour.Strict = true
	none := &model.Tool{Name: "ping", Description: "Pings."}
	tests := []struct {
		reason, dialect string
		tool            *model.Tool
		want            string
	}{
		{"MCP", "mcp", plain, `{"name":"say","description":"Says <a> & b.","inputSchema":` + closed + `}`},
		{"MCP has no strict mode", "mcp", &strict, `{"name":"say","description":"Says <a> & b.","inputSchema":` + closed + `}`},
		{"OpenAI", "openai", plain, `{"type":"function","function":{"name":"say","description":"Says <a> & b.","parameters":` + closed + `}}`},
		{"OpenAI, strict by directive", "openai", &strict, `{"type":"function","function":{"name":"say","description":"Says <a> & b.","parameters":` + closed + `,"strict":true}}`},
		{"OpenAI, strict by dialect", "openai-strict", plain, `{"type":"function","function":{"name":"say","description":"Says <a> & b.","parameters":` + closed + `,"strict":true}}`},
		{"the strict mode of OpenAI needs required, even if it is empty", "openai-strict", none,
			`{"type":"function","function":{"name":"ping","description":"Pings.","parameters":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":true}}`},
		{"the responses API", "openai-responses", plain, `{"type":"function","name":"say","description":"Says <a> & b.","parameters":` + closed + `,"strict":false}`},
		{"the responses API, strict by directive", "openai-responses", &strict, `{"type":"function","name":"say","description":"Says <a> & b.","parameters":` + closed + `,"strict":true}`},
		{"Anthropic", "anthropic", plain, `{"name":"say","description":"Says <a> & b.","input_schema":` + closed + `,"input_examples":[{"a":"<b>"}]}`},
		{"Anthropic, strict by directive", "anthropic", &strict, `{"name":"say","description":"Says <a> & b.","input_schema":` + closed + `,"strict":true,"input_examples":[{"a":"<b>"}]}`},
		{"Gemini", "gemini", plain, `{"name":"say","description":"Says <a> & b.","parameters":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}`},
		{"Gemini refuses an object without properties", "gemini", none, `{"name":"ping","description":"Pings."}`},
		{"Gemini, JSON Schema", "gemini-json", none,
			`{"name":"ping","description":"Pings.","parametersJsonSchema":{"type":"object","properties":{},"additionalProperties":false}}`},
	}
	for _, test := range tests {
		got, err := dialects.Definition(test.dialect, test.tool)
		if err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
		if diff := cmp.Diff(test.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// TestMCPDefinition checks the output schema and the hints. If one hint is set, all are written.
func TestMCPDefinition(t *testing.T) {
	point := structTool("move", field("x", stringType(), true))
	point.Title, point.Description = "Move", "Moves."
	point.Result = model.Result{Kind: model.ResultObject, Type: point.Arguments}
	const pointSchema = `{"type":"object","properties":{"x":{"type":"string"}},"required":["x"],"additionalProperties":false}`
	const begin = `{"name":"move","title":"Move","description":"Moves.","inputSchema":` + pointSchema + `,"outputSchema":` + pointSchema
	tests := []struct {
		reason    string
		behaviour model.Behaviour
		want      string
	}{
		{"no hints", model.Behaviour{}, begin + `}`},
		{"hints", model.Behaviour{Destructive: true, Idempotent: true},
			begin + `,"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false}}`},
		{"a hint that is not in MCP", model.Behaviour{SideEffects: true},
			begin + `,"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}`},
	}
	for _, test := range tests {
		point.Behaviour = test.behaviour
		got, err := dialects.Definition(dialect.MCP, point)
		if err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
		if diff := cmp.Diff(test.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// TestBrokenDefault checks that a default that is not JSON is an error.
func TestBrokenDefault(t *testing.T) {
	tool := structTool("ping", field("x", stringType(), false))
	tool.Arguments.Fields[0].Default = "{"
	for _, name := range dialect.Projections() {
		text, err := dialects.Definition(name, tool)
		if refusals, rest := dialects.Refusals(err); rest == nil || refusals != nil {
			t.Errorf("%s: got %s, %v; want an error", name, text, err)
		}
	}
}

func TestRewritesOf(t *testing.T) {
	strict := &model.Tool{Behaviour: model.Behaviour{Strict: true}}
	plain := &model.Tool{}
	tests := []struct {
		names  []string
		tools  []*model.Tool
		want   dialects.Rewrites
		reason string
	}{
		{nil, nil, dialects.Rewrites{}, "none"},
		{[]string{"mcp", "openai", "anthropic", "gemini-json", "unknown"}, []*model.Tool{plain}, dialects.Rewrites{}, "dialects that keep maps and optional properties"},
		{[]string{"openai-strict"}, nil, dialects.Rewrites{NullForOptional: true, ListsForMaps: true}, "OpenAI, strict"},
		{[]string{"anthropic-strict"}, nil, dialects.Rewrites{ListsForMaps: true}, "Anthropic, strict"},
		{[]string{"gemini"}, nil, dialects.Rewrites{ListsForMaps: true}, "Gemini"},
		{[]string{"mcp", "openai"}, []*model.Tool{plain, strict}, dialects.Rewrites{NullForOptional: true, ListsForMaps: true}, "OpenAI, with a tool that has //tool:strict"},
		{[]string{"anthropic"}, []*model.Tool{strict}, dialects.Rewrites{ListsForMaps: true}, "Anthropic, with a tool that has //tool:strict"},
	}
	for _, test := range tests {
		if got := dialects.RewritesOf(test.names, test.tools...); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.reason, got, test.want)
		}
	}
}

// TestRefusals checks that every part that a dialect cannot express is reported,
// with its path, keyword, position, reason and fix.
func TestRefusals(t *testing.T) {
	tests := []struct {
		tool, dialect string
		want          []string // path and keyword
	}{
		{"anything", "openai-strict", []string{"value type", "values[].value type"}},
		{"anything", "gemini-json", []string{"value type", "values.* type"}},
		{"anything", "anthropic", nil},
		{"recursive", "openai-strict", nil},
		{"recursive", "gemini-json", nil},
		{"recursive", "anthropic-strict", []string{"root.left $ref", "root.children[] $ref", "root.by_name.* $ref"}},
		{"linked", "gemini-json", []string{"next[].next[].next[] $ref"}},
		{"linked", "anthropic", nil},
		{"hollow", "gemini", []string{"empty properties"}},
		{"hollow", "anthropic-strict", nil},
		{"optional", "openai-strict", []string{"value.b required"}},
		{"optional", "anthropic-strict", nil},
		{"open", "openai-strict", []string{"value additionalProperties"}},
		{"open", "gemini", nil},
		{"partly_open", "gemini", []string{"value additionalProperties"}},
		{"partly_open", "gemini-json", nil},
		{"map", "anthropic-strict", []string{"value additionalProperties"}},
		{"map", "gemini-json", nil},
		{"all_of", "gemini-json", []string{"value allOf"}},
		{"not", "anthropic-strict", []string{"value not"}},
		{"objects", "openai-strict", []string{"value enum"}},
		{"nothing", "gemini", []string{"value enum"}},
		{"typeless", "gemini", []string{"value type"}},
		{"true", "anthropic-strict", []string{"value[] type"}},
		{"false", "gemini-json", []string{"value.a false"}},
		{"properties_and_union", "openai-strict", []string{"value type"}},
		{"long_name", "anthropic", []string{"a-b properties"}},
		{"long_name", "mcp", nil},
	}
	for _, test := range tests {
		tool := tool(t, test.tool)
		_, err := dialects.Definition(test.dialect, tool)
		refusals, rest := dialects.Refusals(err)
		if rest != nil {
			t.Errorf("%s: %s: %v", test.dialect, test.tool, rest)
		}
		var got []string
		for _, r := range refusals {
			got = append(got, r.Path+" "+r.Keyword)
			if r.Dialect != test.dialect || r.Tool != test.tool || r.Span.Start.Line == 0 || r.Reason == "" || r.Fix == "" {
				t.Errorf("%s: %s: incomplete: %+v", test.dialect, test.tool, r)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %s: refused %q, want %q", test.dialect, test.tool, got, test.want)
		}
	}
}
