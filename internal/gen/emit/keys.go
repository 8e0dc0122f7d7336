package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// KeyError means that a field can neither be part of a serialization key nor be
// the source of untrusted content.
type KeyError struct {
	Field *model.Field
	// Directive is the directive with the name of the field.
	Directive string
	// Span is the position of the tool.
	Span model.Span
}

// Error returns the directive and the field.
func (e *KeyError) Error() string {
	return fmt.Sprintf("//tool:%s takes fields that are texts, numbers, booleans, times or durations, or pointers to them; %s is a %s",
		e.Directive, e.Field.Name, e.Field.Type.Go)
}

// key returns the function that joins the values of the fields. It quotes
// strings, so that different values have different keys. A missing value is an
// empty string.
func (t *toolWriter) key(fields []*model.Field) code {
	body := []code{t.line("v := %s", t.assertion())}
	sum := t.line("")
	for i, field := range fields {
		text := t.textOf(field, "serialize", true)
		if pointers := t.pointers(field); len(pointers) > 0 {
			variable := t.names.local("key") + strconv.Itoa(i)
			body = append(body, t.line(`%s := ""`, variable),
				block(t.line("if %s != nil", strings.Join(pointers, " != nil && ")), t.line("%s = %s", variable, text)))
			text = t.line("%s", variable)
		}
		if i > 0 {
			text = t.line(`%s + "," + %s`, sum, text)
		}
		sum = text
	}
	return block(t.line("func(args any) string"), append(body, t.line("return %s", sum))...)
}

// source returns the function that returns the source of untrusted content.
func (t *toolWriter) source(field *model.Field) code {
	body := []code{t.line("v := %s", t.assertion())}
	text := t.textOf(field, "untrusted-output", false)
	if pointers := t.pointers(field); len(pointers) > 0 {
		body = append(body, block(t.line("if %s == nil", strings.Join(pointers, " == nil || ")), t.line(`return ""`)))
	}
	return block(t.line("func(args any) string"), append(body, t.line("return %s", text))...)
}

// pointers returns the embedded pointers in the path to a field, and the field
// itself if it is a pointer.
func (t *toolWriter) pointers(field *model.Field) []string {
	arguments := t.arguments()
	pointers, _ := arguments.embeddedPointers(field)
	if field.Type.Kind == model.KindPointer {
		pointers = append(pointers, arguments.fieldVariable(field).value)
	}
	return pointers
}

// arguments returns the reader of the arguments, which has the paths to their
// fields.
func (t *toolWriter) arguments() *structReader {
	return &structReader{file: t.file, t: t.tool.Arguments}
}

// textOf returns an expression for the value of the field as a string.
func (t *toolWriter) textOf(field *model.Field, directive string, quoted bool) code {
	value := t.arguments().fieldVariable(field).value
	of := field.Type
	target := value
	if of.Kind == model.KindPointer {
		of, target = of.Elem, "*"+value
	}
	format := func(function, basic, operands string) code {
		return t.line("%s(%s)", t.qualify("strconv", function), conversion(of, basic, target)+operands)
	}
	switch of.Kind {
	case model.KindString:
		if quoted {
			return format("Quote", "string", "")
		}
		return t.line("%s", conversion(of, "string", target))
	case model.KindBool:
		return format("FormatBool", "bool", "")
	case model.KindInt, model.KindDuration:
		return format("FormatInt", "int64", ", 10")
	case model.KindUint:
		return format("FormatUint", "uint64", ", 10")
	case model.KindFloat:
		return format("FormatFloat", "float64", ", 'g', -1, 64")
	case model.KindTime:
		return t.line("%s.UTC().Format(%s)", value, t.qualify("time", "RFC3339Nano"))
	}
	t.report(&KeyError{Field: field, Directive: directive, Span: t.tool.Span})
	return t.line(`""`)
}

// conversion returns the expression that converts the value to a predeclared
// type.
func conversion(t *model.Type, basic, value string) string {
	if t.Go.String() == basic {
		return value
	}
	return basic + "(" + value + ")"
}
