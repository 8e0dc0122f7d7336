package decode

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// The readers of this file call methods of the tool's author. They do not recover
// a panic in such a method: package runtime does, because it runs tools.

// textReader and jsonReader are pointers to a T with a method that decodes it.
type (
	textReader[T any] interface {
		*T
		UnmarshalText(text []byte) error
	}
	jsonReader[T any] interface {
		*T
		UnmarshalJSON(text []byte) error
	}
)

// exceedsCustomLimit reports whether a text is too long for a method of the
// author. Objects and arrays have no limit here: the method must limit what is in
// them.
func exceedsCustomLimit(text string) bool {
	return len(text) > arguments.MaxCustomBytes && text[0] != '{' && text[0] != '['
}

// wantCustomLimit returns the expectation for a text that is too long.
func wantCustomLimit() string {
	return "have at most " + strconv.Itoa(arguments.MaxCustomBytes) + " bytes"
}

// Text reads a string and passes it to the UnmarshalText method of the type. It
// refuses strings of more than [arguments.MaxCustomBytes].
func Text[T any, P textReader[T]](d *D, i int, v *T) int {
	s, i := d.str(i)
	if i < 0 || len(s) > arguments.MaxCustomBytes || P(v).UnmarshalText([]byte(s)) != nil {
		return -1
	}
	return i
}

// JSON reads a value of any JSON type and passes its text to the UnmarshalJSON
// method of the type; an integer such as 7e0 also as 7. Before that it checks the text, refuses duplicate names, and
// refuses strings and numbers of more than [arguments.MaxCustomBytes].
func JSON[T any, P jsonReader[T]](d *D, i int, v *T) int {
	end := d.skip(i)
	if end < 0 || exceedsCustomLimit(d.text[i:end]) || unmarshalJSON[T, P](v, d.text[i:end]) != nil {
		return -1
	}
	return end
}

// unmarshalJSON calls the UnmarshalJSON method. If it refuses an integer that is
// written with a fraction or an exponent, as big.Int does, the method gets the digits.
func unmarshalJSON[T any, P jsonReader[T]](v *T, text string) error {
	err := P(v).UnmarshalJSON([]byte(text))
	if err == nil {
		return nil
	}
	digits, ok := digitsOfInteger(text)
	if !ok {
		return err
	}
	*v = *new(T)
	if P(v).UnmarshalJSON([]byte(digits)) != nil {
		return err
	}
	return nil
}

// digitsOfInteger returns the digits of an integer that is written with a fraction or
// an exponent. It returns false for other values and for too many digits.
func digitsOfInteger(text string) (string, bool) {
	if classOf(text, 0) != '0' || !strings.ContainsAny(text, ".eE") {
		return "", false
	}
	d := parseDecimal(text)
	zeros := d.point - int64(d.size())
	switch {
	case d.size() == 0:
		return "0", true
	case zeros < 0 || d.point > arguments.MaxCustomBytes:
		return "", false
	}
	digits := d.integer + d.fraction + strings.Repeat("0", int(zeros))
	if d.negative {
		digits = "-" + digits
	}
	return digits, true
}

// WithSchema reads a value by the function read, if it satisfies the schema.
func WithSchema[T any](d *D, i int, v *T, s Declaration, read func(d *D, i int, v *T) int) int {
	if s.accepts(d, i) < 0 {
		return -1
	}
	return read(d, i, v)
}

// TextOf is the [Check] that the UnmarshalText method of T accepts a text, for
// values that [Text] and [TextKey] read.
type TextOf[T any, P textReader[T]] struct {
	// Want is a noun with its article that says what the text must be. If it is
	// empty, the message has the text of the error of UnmarshalText.
	Want string
}

// Check implements [Check].
func (c TextOf[T, P]) Check(text string) (want string, ok bool) {
	if len(text) > arguments.MaxCustomBytes {
		return wantCustomLimit(), false
	}
	return wantOfError(c.Want, P(new(T)).UnmarshalText([]byte(text)))
}

// key returns the T that a text represents, to compare it with others: types of
// map keys are comparable.
func (TextOf[T, P]) key(text string) any {
	v := new(T)
	_ = P(v).UnmarshalText([]byte(text)) // Check, which is called first, found no error
	return *v
}

// JSONOf is the [Check] that the UnmarshalJSON method of T accepts a JSON text,
// for values that [JSON] reads.
type JSONOf[T any, P jsonReader[T]] struct {
	// Want is a noun with its article that says what the value must be. If it is
	// empty, the message has the text of the error of UnmarshalJSON.
	Want string
}

// Check implements [Check].
func (c JSONOf[T, P]) Check(text string) (want string, ok bool) {
	if exceedsCustomLimit(text) {
		return wantCustomLimit(), false
	}
	return wantOfError(c.Want, unmarshalJSON[T, P](new(T), text))
}

// maxErrorText is the maximum number of code points of an author's error in a
// message.
const maxErrorText = 100

// wantOfError turns an author's error into a phrase that follows "must".
func wantOfError(want string, err error) (string, bool) {
	switch {
	case err == nil:
		return "", true
	case want != "":
		return "be " + want, false
	}
	reason := strings.TrimSpace(string(wording.AppendVisible(nil, measure.Clip(err.Error(), maxErrorText))))
	if rest, ok := strings.CutPrefix(reason, "must "); ok {
		return rest, false
	}
	return "be valid (" + reason + ")", false
}
