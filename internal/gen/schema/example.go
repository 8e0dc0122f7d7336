package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// CheckExample returns the problems of a text as arguments of a tool, such as
// "limit: must be at most 100, got 500", in the order of the text; nil if it is
// valid. The decoder judges it without repairs, first with the description that
// generated code has, and then with the schema that models read, whose bounds apply
// to a number before it is rounded to its Go type. It cannot call the methods of the
// author's types. An error means that there is no valid schema.
func CheckExample(tool *model.Tool, text string) (problems []string, err error) {
	if problems := checkText(text); len(problems) > 0 {
		return problems, nil
	}
	if problems := refusals(tool, text); len(problems) > 0 {
		return problems, nil
	}
	return violations(tool, text)
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

// violations returns the problems of a text that generated code accepts as a value of the tool's schema.
func violations(tool *model.Tool, text string) (problems []string, err error) {
	encoded, err := Encode(Input(tool.Arguments))
	if err != nil {
		return nil, err
	}
	parsed, err := decode.ParseSchema(string(encoded), decode.SchemaOptions{AcceptUnchecked: true})
	if err != nil {
		return nil, err
	}
	var d decode.D
	d.ResetString(text, decode.Options{NoRepair: true})
	if parsed.Decode(&d) != nil {
		return nil, nil
	}
	var refused *arguments.Error
	if !errors.As(d.Err(tool.Name), &refused) {
		return nil, d.Err(tool.Name)
	}
	for _, problem := range refused.Problems {
		if bounds[problem.Code] {
			problem.Message += "; the schema has exact bounds, which the number satisfies only after rounding to its Go type"
		}
		problems = append(problems, problem.String())
	}
	return problems, nil
}

// bounds are the codes of problems with the size of a number.
var bounds = map[arguments.Code]bool{arguments.CodeMinimum: true, arguments.CodeMaximum: true, arguments.CodeMultiple: true}

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
