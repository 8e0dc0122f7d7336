package schema

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// CheckExample says what makes a text no valid arguments of a tool: problems
// such as "limit: maximum: got 500, want 100", in the order of the validator,
// or nil. It is an independent validator's judgement, by the schema that the
// model of the tool sees and by what the decoder demands beyond it: durations,
// integers of 64 bits, names given once. An error means that there is no such
// schema.
func CheckExample(tool *model.Tool, text string) (problems []string, err error) {
	compiled, err := compile(tool)
	if err != nil {
		return nil, err
	}
	if problems := checkText(text); len(problems) > 0 {
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

// compile reads the schema of the tool's arguments back, with what only the
// decoder demands.
func compile(tool *model.Tool) (*validator.Schema, error) {
	root, sources := InputWithSources(tool.Arguments)
	for s, source := range sources {
		tighten(s, source.Type)
	}
	encoded, err := Encode(root)
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
	compiler.RegisterFormat(&validator.Format{Name: goDuration, Validate: checkDuration})
	compiler.AssertFormat()
	compiler.AssertContent()
	if err := compiler.AddResource(name, document); err != nil {
		return nil, err
	}
	return compiler.Compile(name)
}

// goDuration is a format for durations such as 1m30s, which is no format of
// JSON Schema.
const goDuration = "duration such as 1m30s"

func checkDuration(value any) error {
	if text, ok := value.(string); ok {
		_, err := time.ParseDuration(text)
		return err
	}
	return nil
}

// exact are the bounds that schemas leave out, because some clients would
// round them.
var exact = map[integer]width{
	{model.KindInt, 64}:  {"-9223372036854775808", "9223372036854775807"},
	{model.KindUint, 64}: {"0", "18446744073709551615"},
}

// tighten adds to the schema of a type what only the decoder demands.
func tighten(s *jsonschema.Schema, t *model.Type) {
	switch width, whole := exact[integer{t.Kind, t.Bits}]; {
	case whole && s.Type == "integer" && len(s.Enum) == 0:
		width.narrow(s)
	case t.Kind == model.KindDuration && s.Type == "string" && s.Format == "":
		s.Format = goDuration
	}
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
