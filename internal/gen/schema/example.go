package schema

import (
	"bytes"
	"fmt"
	"strings"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// CheckExample returns the problems of a text as arguments of a tool, such as
// "limit: must be at most 100, got 500", in the order of the text; nil if it is
// valid. The decoder judges it without repairs, with the description that
// generated code has; it cannot call the methods of the author's types. If the
// decoder finds no problem, an independent validator judges the text by the
// schema that models read. An error means that there is no valid schema.
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

// refusals returns the problems that the decoder finds.
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

// compile returns the validator for the schema of the tool's arguments.
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

// pathText returns the path to a value in a readable form, such as edits[2].line.
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

// isIndex reports whether a step is an index of a list. Names of arguments do not
// begin with a digit; a key of a map may have either form.
func isIndex(step string) bool {
	return step != "" && strings.Trim(step, "0123456789") == ""
}
