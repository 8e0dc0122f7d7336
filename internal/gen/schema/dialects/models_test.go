package dialects_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// extractTools reads the package testdata/tools once.
var extractTools = sync.OnceValues(func() ([]*model.Tool, error) {
	packages, diagnostics, err := gen.Extract(context.Background(), gen.Config{Dir: "testdata/tools", Patterns: []string{"."}})
	if err != nil || len(diagnostics) > 0 {
		return nil, fmt.Errorf("%w %v", err, diagnostics)
	}
	return packages[0].Tools, nil
})

// goTools returns the tools of testdata/tools.
func goTools(t *testing.T) []*model.Tool {
	t.Helper()
	tools, err := extractTools()
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// allTools returns the tools of testdata/tools, and a tool for each of writtenSchemas.
func allTools(t *testing.T) []*model.Tool {
	t.Helper()
	tools := slices.Clone(goTools(t))
	for _, w := range writtenSchemas {
		tools = append(tools, writtenTool(w.name, w.schema))
	}
	return tools
}

// tool returns the tool with that name.
func tool(t *testing.T, name string) *model.Tool {
	t.Helper()
	for _, tool := range allTools(t) {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("no tool is named %q", name)
	return nil
}

// parameters returns the schema of the arguments of a tool in a dialect, and whether
// the definition is strict.
func parameters(name string, tool *model.Tool) (text string, strict bool, err error) {
	projection, err := dialects.Project(name, tool)
	if err != nil {
		return "", false, err
	}
	return string(projection.Parameters), projection.Strict, nil
}

// writtenTool returns a tool with one argument, which has a schema of //tool:schema.
func writtenTool(name, schema string) *model.Tool {
	span := model.Span{Start: model.Position{Filename: "written.go", Line: 7, Column: 2}}
	value := &model.Type{Kind: model.KindJSON, Go: model.GoType{{Text: "any"}}, Schema: &model.Schema{Text: schema, Span: span}}
	return structTool(name, field("value", value, true))
}

func field(name string, of *model.Type, required bool) *model.Field {
	return &model.Field{Name: name, Type: of, Required: required, Path: []model.Step{{Name: name}}}
}

// structTool returns a tool with these arguments.
func structTool(name string, fields ...*model.Field) *model.Tool {
	return &model.Tool{
		Name: name, Description: "Takes " + name + ".",
		Arguments: &model.Type{Kind: model.KindStruct, Go: model.GoType{{Text: "Args"}}, Fields: fields},
	}
}

func stringType() *model.Type {
	return &model.Type{Kind: model.KindString, Go: model.GoType{{Text: "string"}}}
}

// numbered returns n fields of a type.
func numbered(n int, of *model.Type, required bool) []*model.Field {
	fields := make([]*model.Field, n)
	for i := range fields {
		fields[i] = field("f"+strconv.Itoa(i), of, required)
	}
	return fields
}

// writtenSchemas are schemas as in //tool:schema.
var writtenSchemas = []struct {
	name, schema string
}{
	{"type_list", `{"type":["string","integer"],"minLength":2,"maximum":9,"description":"A name or a number"}`},
	{"type_list_of_one", `{"type":["string"],"maxLength":3}`},
	{"nullable", `{"type":["object","null"],"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`},
	{"mixed_enum", `{"enum":["a",1,null],"title":"Mixed"}`},
	{"typeless_const", `{"const":"a"}`},
	{"boolean_const", `{"const":true}`},
	{"fractions", `{"enum":[0.5,1]}`},
	{"mismatched_enum", `{"type":"string","enum":["a",1]}`},
	{"one_of_types", `{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}`},
	{"one_of_alike", `{"oneOf":[{"type":"number"},{"type":"integer","minimum":3}]}`},
	{"typed_union", `{"type":"string","anyOf":[{"type":"string","minLength":3},{"type":"string","enum":["a"]}]}`},
	{"nested_union", `{"description":"Outer.","anyOf":[{"type":"string"},{"description":"Inner.","anyOf":[{"type":"integer"},{"type":"boolean"}]}]}`},
	{"closed", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false,"$comment":"no more"}`},
	{"media", `{"type":"string","contentMediaType":"image/png","contentEncoding":"base64","$anchor":"m"}`},
	{"examples", `{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":3,"examples":[[1,2,3]],"default":[0,0,0]}`},
	{"optional", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"],"additionalProperties":false}`},
	{"open", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
	{"partly_open", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":{"type":"integer"}}`},
	{"map", `{"type":"object","properties":{},"additionalProperties":{"type":"string"},"maxProperties":4}`},
	{"all_of", `{"type":"string","allOf":[{"minLength":1}]}`},
	{"not", `{"type":"string","not":{"enum":["a"]}}`},
	{"objects", `{"enum":[{"a":1},{"a":2}]}`},
	{"nothing", `{"type":"string","enum":[]}`},
	{"typeless", `{"minLength":2}`},
	{"true", `{"type":"array","items":true}`},
	{"false", `{"type":"object","properties":{"a":false},"required":[],"additionalProperties":false}`},
	{"properties_and_union", `{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]}],"additionalProperties":false}`},
	{"long_name", `{"type":"object","properties":{"a-b":{"type":"string"}},"required":["a-b"],"additionalProperties":false}`},
}
