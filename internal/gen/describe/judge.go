package describe

import (
	"errors"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Arguments returns the problems that the decoder has with the text of a call's
// arguments, without repairs, in the order of the text; nil for none.
func Arguments(t *decode.Type, text string) []decode.Problem {
	var d decode.D
	d.ResetString(text, decode.Options{NoRepair: true})
	d.Attempt(t) // for the generated code, which is not there yet
	d.Attempt(t) // for the pass that looks for problems
	var refused *decode.Error
	if !errors.As(d.Err(""), &refused) {
		return nil
	}
	return refused.Problems
}

// Value returns the problems that the decoder has with a JSON text as a value
// of the type, without repairs, with their paths inside of the value. It
// returns nil for none.
func Value(t *decode.Type, text string) []decode.Problem {
	problems := Arguments(&decode.Type{Kind: decode.KindSlice, Elem: t}, "["+text+"]")
	for n := range problems {
		path := strings.TrimPrefix(problems[n].Path, "[0]")
		problems[n].Path = strings.TrimPrefix(path, ".")
		problems[n].Pointer = strings.TrimPrefix(problems[n].Pointer, "/0")
		problems[n].Offset--
	}
	return problems
}

// Accepts reports whether a declared schema accepts a JSON text.
func Accepts(n *model.SchemaNode, text string) bool { return len(Refusals(n, text)) == 0 }

// Refusals returns the problems that the decoder has with a JSON text as a
// value of a declared schema; nil for none.
func Refusals(n *model.SchemaNode, text string) []decode.Problem {
	return Value(&decode.Type{Kind: decode.KindJSON, Rules: &decode.Rules{Schema: Declared(n)}}, text)
}

// AreEqual reports whether two JSON texts are the same value for the decoder: 1
// and 1.0 are equal, and so are objects with the same members in another order.
func AreEqual(a, b string) bool {
	return Accepts(&model.SchemaNode{Enum: []string{a}, Listed: true}, b)
}

// IsNullable reports whether null leaves out a property: the dialects say so,
// and null is no value of it.
func (d *Describer) IsNullable(f *model.Field) bool {
	return d.options.NullForOptional && !f.Required && !TakesNull(f.Type)
}

// TakesNull reports whether null is a value of a type.
func TakesNull(t *model.Type) bool {
	switch t.Kind {
	case model.KindPointer:
		return TakesNull(t.Elem)
	case model.KindJSON:
		return Accepts(t.Schema.Node, "null")
	}
	return t.Kind == model.KindAny
}
