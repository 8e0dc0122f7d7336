package keyword

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Value describes the value of a keyword.
type Value struct {
	// Takes are the JSON types of the value in a declared schema. Says is the
	// same as text, such as "a number".
	Takes []string
	Says  string
	// tag reads the value in a tag of a field of that type, and schema the value
	// in a declared schema. They return a JSON text for model.Keywords, or an
	// empty string if the value has no effect.
	tag    func(t *model.Type, written string) (string, error)
	schema func(written string) (string, error)
}

var (
	number  = Value{Takes: []string{"number"}, Says: "a number", tag: NumberFor, schema: keepText}
	divisor = Value{Takes: []string{"number"}, Says: "a number", tag: stepFor, schema: checkStep}
	count   = Value{Takes: []string{"number"}, Says: "a count", tag: countInTag, schema: countInSchema}
	flag    = Value{Takes: []string{"boolean"}, Says: "a boolean", tag: flagInTag, schema: flagInSchema}
	pattern = Value{Takes: []string{"string"}, Says: "a string", tag: tagStringReader(checkPattern), schema: jsonStringReader(checkPattern)}
	format  = Value{Takes: []string{"string"}, Says: "a string", tag: formatInTag, schema: jsonStringReader(checkFormat)}
)

// FromTag reads the value of a keyword in a tag of a field of type t. It returns
// an empty string if the value has no effect. An error may be a *[PartError].
func (k *Keyword) FromTag(t *model.Type, written string) (string, error) {
	return k.Value.tag(t, written)
}

// FromSchema reads the value of a keyword in a declared schema: a JSON text of a
// type in Takes. It returns an empty string if the value has no effect. An error
// may be a *[PartError].
func (k *Keyword) FromSchema(written string) (string, error) { return k.Value.schema(written) }

// IsFlag reports whether the keyword has no value in a tag.
func (k *Keyword) IsFlag() bool { return k.Value == &flag }

// IsNumber reports whether the keyword bounds numbers.
func (k *Keyword) IsNumber() bool { return k.Value == &number || k.Value == &divisor }

func keepText(written string) (string, error) { return written, nil }

// maxStepDigits is the maximum number of significant digits of a divisor in the
// decoder.
const maxStepDigits = 19

// stepFor reads the number of which values must be multiples, in a tag.
func stepFor(t *model.Type, written string) (string, error) {
	value, err := NumberFor(t, written)
	if err != nil {
		return "", err
	}
	return checkStep(value)
}

// checkStep refuses a divisor that is not positive or has too many digits.
func checkStep(written string) (string, error) {
	if Rational(written).Sign() <= 0 {
		return "", fmt.Errorf("%s is not greater than 0", written)
	}
	if significantDigits(written) > maxStepDigits {
		return "", fmt.Errorf("%s has more than %d significant digits", written, maxStepDigits)
	}
	return written, nil
}

// maxCount is the maximum count of characters, items or members in a schema.
const maxCount = 1<<31 - 1

func countError(written string) error {
	return fmt.Errorf("%s is not a count: it must be an integer from 0 to %d", written, maxCount)
}

// countInTag reads a count in a tag.
func countInTag(_ *model.Type, written string) (string, error) {
	n, err := strconv.ParseUint(written, 10, 31)
	if err != nil {
		return "", countError(strconv.Quote(written))
	}
	return strconv.FormatUint(n, 10), nil
}

// countInSchema reads a count in a declared schema.
func countInSchema(written string) (string, error) {
	n := Rational(written)
	if !n.IsInt() || n.Sign() < 0 || !n.Num().IsInt64() || n.Num().Int64() > maxCount {
		return "", countError(written)
	}
	return n.Num().String(), nil
}

// flagInTag reads a flag in a tag. The value false has no effect, so that it is an
// error.
func flagInTag(_ *model.Type, written string) (string, error) {
	if written == "false" {
		return "", errors.New("the value false has no effect: remove it")
	}
	return "true", nil
}

// flagInSchema reads a flag in a declared schema.
func flagInSchema(written string) (string, error) {
	if written == "false" {
		return "", nil
	}
	return written, nil
}

// tagStringReader returns a function that reads a string in a tag.
func tagStringReader(check func(text string) error) func(*model.Type, string) (string, error) {
	return func(_ *model.Type, written string) (string, error) { return model.Quote(written), check(written) }
}

// jsonStringReader returns a function that reads a JSON string.
func jsonStringReader(check func(text string) error) func(string) (string, error) {
	return func(written string) (string, error) {
		text := model.Unquote(written)
		return model.Quote(text), check(text)
	}
}
