package keyword

import (
	"encoding/json"
	"strconv"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

func writeNumber(field func(*jsonschema.Schema) *json.Number) func(*jsonschema.Schema, string) {
	return func(s *jsonschema.Schema, value string) { *field(s) = json.Number(value) }
}

func writeCount(field func(*jsonschema.Schema) **uint64) func(*jsonschema.Schema, string) {
	return func(s *jsonschema.Schema, value string) { *field(s) = new(uint64(Count(value))) }
}

// Count returns the value of a keyword that is a count.
func Count(value string) int {
	n, _ := strconv.Atoi(value) // Value has checked it
	return n
}

// limit adds a bound to the Limits of a type.
func limit(t *decode.Type, name, value string) {
	if t.Limits != "" {
		t.Limits += ","
	}
	t.Limits += name + "=" + value
}

func describePattern(t *decode.Type, _, value string) { addCheck(t, patternCheck(value)) }

func describeFormat(t *decode.Type, _, value string) { addCheck(t, formatCheck(value)) }

// addCheck adds a check to the rules of a description; a nil check adds nothing.
func addCheck(t *decode.Type, check decode.Check) {
	if check == nil {
		return
	}
	if t.Rules == nil {
		t.Rules = &decode.Rules{}
	}
	t.Rules.Checks = append(t.Rules.Checks, check)
}

func patternCheck(value string) decode.Check { return &decode.Pattern{Expr: model.Unquote(value)} }

// declareBound returns the function that sets a bound of numbers.
func declareBound(field func(*decode.Range) *string) func(*decode.Schema, string) {
	return func(s *decode.Schema, value string) {
		if s.Number == nil {
			s.Number = &decode.Range{}
		}
		*field(s.Number) = value
	}
}

func declareMin(of func(*decode.Schema) **decode.Bounds) func(*decode.Schema, string) {
	return func(s *decode.Schema, value string) { boundsOf(of(s)).Min = Count(value) }
}

func declareMax(of func(*decode.Schema) **decode.Bounds) func(*decode.Schema, string) {
	return func(s *decode.Schema, value string) { boundsOf(of(s)).Max = Count(value) }
}

// boundsOf returns bounds, which it creates without limits if there are none.
func boundsOf(b **decode.Bounds) *decode.Bounds {
	if *b == nil {
		*b = &decode.Bounds{Max: decode.Unbounded}
	}
	return *b
}

func lengthOf(s *decode.Schema) **decode.Bounds  { return &textOf(s).Length }
func itemsOf(s *decode.Schema) **decode.Bounds   { return &arrayOf(s).Count }
func membersOf(s *decode.Schema) **decode.Bounds { return &objectOf(s).Count }

// textOf returns the keywords for strings, which it creates if there are none.
func textOf(s *decode.Schema) *decode.SchemaText {
	if s.Text == nil {
		s.Text = &decode.SchemaText{}
	}
	return s.Text
}

// arrayOf returns the keywords for arrays, which it creates if there are none.
func arrayOf(s *decode.Schema) *decode.SchemaArray {
	if s.Array == nil {
		s.Array = &decode.SchemaArray{}
	}
	return s.Array
}

// objectOf returns the keywords for objects, which it creates if there are none.
func objectOf(s *decode.Schema) *decode.SchemaObject {
	if s.Object == nil {
		s.Object = &decode.SchemaObject{}
	}
	return s.Object
}

// declarePattern adds a regular expression.
func declarePattern(s *decode.Schema, value string) {
	t := textOf(s)
	t.Checks = append(t.Checks, patternCheck(value))
}

// declareFormat adds a format, unless it checks nothing.
func declareFormat(s *decode.Schema, value string) {
	if check := formatCheck(value); check != nil {
		t := textOf(s)
		t.Checks = append(t.Checks, check)
	}
}
