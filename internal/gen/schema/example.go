package schema

import (
	"bytes"
	"fmt"
	"strings"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// CheckExample says what makes a text no valid arguments of a tool: problems
// such as "limit: must be at most 100, got 500", in the order of the text, or
// nil. The decoder judges, without repairs, by the same description as
// generated code has it, but for what only methods of an author's types know.
// Where it finds nothing, an independent validator judges by the schema that
// the model of the tool sees. An error means that there is no such schema.
func CheckExample(tool *model.Tool, text string) (problems []string, err error) {
	compiled, err := compile(tool)
	if err != nil {
		return nil, err
	}
	if problems := checkText(text); len(problems) > 0 {
		return problems, nil
	}
	if problems := refusals(tool, text); len(problems) > 0 {
		return problems, nil
	}
	value, err := validator.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return []string{err.Error()}, nil
	}
	if err := compiled.Validate(value); err != nil {
		return leaves(nil, err), nil
	}
	return nil, nil
}

// refusals are the problems that the decoder has with a text.
func refusals(tool *model.Tool, text string) []string {
	of := tool.Arguments
	if of == nil {
		of = &model.Type{Kind: model.KindStruct}
	}
	arguments := describe.New(describe.Options{}).Type(of, &model.Constraints{})
	var problems []string
	for _, problem := range describe.Arguments(arguments, text) {
		problems = append(problems, problem.String())
	}
	return problems
}

// compile reads the schema of the tool's arguments back.
func compile(tool *model.Tool) (*validator.Schema, error) {
	encoded, err := Encode(Input(tool.Arguments))
	if err != nil {
		return nil, err
	}
	document, err := validator.UnmarshalJSON(bytes.NewReader(encoded))
	if err != nil {
		return nil, err
	}
	const name = "arguments.json"
	compiler := validator.NewCompiler()
	compiler.DefaultDraft(validator.Draft2020)
	compiler.AssertFormat()
	compiler.AssertContent()
	if err := compiler.AddResource(name, document); err != nil {
		return nil, err
	}
	return compiler.Compile(name)
}

// pathText is the way to a value as people write it, such as edits[2].line.
func pathText(path []string) string {
	var b strings.Builder
	for _, step := range path {
		switch {
		case isIndex(step):
			fmt.Fprintf(&b, "[%s]", step)
		case b.Len() > 0:
			b.WriteString("." + step)
		default:
			b.WriteString(step)
		}
	}
	return b.String()
}

// isIndex reports whether a step is into a list: names of arguments do not
// begin with a digit, and a map's keys may be shown either way.
func isIndex(step string) bool {
	return step != "" && strings.Trim(step, "0123456789") == ""
}
