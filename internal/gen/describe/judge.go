package describe

import (
	"errors"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Arguments returns the problems of the text of a call's arguments, in the order
// of the text; nil if there are none. The decoder makes no repairs.
func Arguments(t *decode.Type, text string) []arguments.Problem {
	var d decode.D
	d.ResetString(text, decode.Options{NoRepair: true})
	d.Begin(t) // starts reading the text, which the generated code does otherwise
	d.Begin(t) // searches for problems
	var refused *arguments.Error
	if !errors.As(d.Err(""), &refused) {
		return nil
	}
	return refused.Problems
}

// Value returns the problems of a JSON text as a value of the type; nil if there
// are none. Paths, pointers and offsets are relative to the value. The decoder
// makes no repairs.
func Value(t *decode.Type, text string) []arguments.Problem {
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

// Refusals returns the problems of a JSON text as a value of a declared schema;
// nil if there are none.
func Refusals(n *model.SchemaNode, text string) []arguments.Problem {
	return Value(&decode.Type{Kind: decode.KindJSON, Rules: &decode.Rules{Schema: Declared(n)}}, text)
}

// AreEqual reports whether two JSON texts are equal values for the decoder: 1 and
// 1.0 are equal, and objects with the same members in another order.
func AreEqual(a, b string) bool {
	return Accepts(&model.SchemaNode{Enum: []string{a}, HasEnum: true}, b)
}

// IsNullable reports whether null omits a property: the property is optional, a
// dialect uses null for it, and null is not a value of its type.
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
