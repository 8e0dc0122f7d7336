package schema

import (
	"bytes"
	"strings"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// CheckExample says what makes a text no valid arguments of a tool: problems
// such as "limit: maximum: got 500, want 100", in the order of the validator,
// or nil. It is an independent validator's judgement, by the schema that the
// model of the tool sees. An error means that there is no such schema.
func CheckExample(tool *model.Tool, text string) (problems []string, err error) {
	compiled, err := compile(tool)
	if err != nil {
		return nil, err
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
	if err := compiler.AddResource(name, document); err != nil {
		return nil, err
	}
	return compiler.Compile(name)
}

// leaves appends the problems that have no further cause.
func leaves(problems []string, err error) []string {
	failure, ok := err.(*validator.ValidationError) //nolint:errorlint // Validate returns nothing else
	if !ok {
		return append(problems, err.Error())
	}
	for _, cause := range failure.Causes {
		problems = leaves(problems, cause)
	}
	if len(failure.Causes) > 0 {
		return problems
	}
	text := failure.ErrorKind.LocalizedString(message.NewPrinter(language.English))
	if at := strings.Join(failure.InstanceLocation, "."); at != "" {
		text = at + ": " + text
	}
	return append(problems, text)
}
