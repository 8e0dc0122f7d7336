package decode

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// The readers of this file call code of the tool's author. A panic in it is
// not caught here: what runs the tool must.

// textReader and jsonReader are pointers to a T that reads itself.
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

// tooMuch says that a text is not for the author's code. Objects and arrays are:
// what is in them that code has to see to.
func exceedsCustomLimit(text string) bool {
	return len(text) > arguments.MaxCustomBytes && text[0] != '{' && text[0] != '['
}

// wantCustomLimit is what must hold for texts that are too long.
func wantCustomLimit() string {
	return "have at most " + strconv.Itoa(arguments.MaxCustomBytes) + " bytes"
}

// Text reads a string and gives it to the UnmarshalText of the type.
func Text[T any, P textReader[T]](d *D, i int, v *T) int {
	s, i := d.str(i)
	if i < 0 || len(s) > arguments.MaxCustomBytes || P(v).UnmarshalText([]byte(s)) != nil {
		return -1
	}
	return i
}

// JSON gives the text of a value, whatever its JSON type, to the UnmarshalJSON
// of the type. The text is checked before, duplicate names included.
func JSON[T any, P jsonReader[T]](d *D, i int, v *T) int {
	end := d.skip(i)
	if end < 0 || exceedsCustomLimit(d.text[i:end]) || P(v).UnmarshalJSON([]byte(d.text[i:end])) != nil {
		return -1
	}
	return end
}

// WithSchema reads a value that satisfies the schema.
func WithSchema[T any](d *D, i int, v *T, s Declaration, read func(d *D, i int, v *T) int) int {
	if s.accepts(d, i) < 0 {
		return -1
	}
	return read(d, i, v)
}

// TextOf is the [Check] that a T reads a text: the counterpart of [Text] and
// [TextKey].
type TextOf[T any, P textReader[T]] struct {
	// Want says what the text must be, with an article. Empty means that the
	// error of UnmarshalText says it.
	Want string
}

// Check implements [Check].
func (c TextOf[T, P]) Check(text string) (want string, ok bool) {
	if len(text) > arguments.MaxCustomBytes {
		return wantCustomLimit(), false
	}
	return wantOfError(c.Want, P(new(T)).UnmarshalText([]byte(text)))
}

// key returns the T that a text is, for comparison: types of map keys are
// comparable.
func (TextOf[T, P]) key(text string) any {
	v := new(T)
	_ = P(v).UnmarshalText([]byte(text)) // the check before found no error
	return *v
}

// JSONOf is the [Check] that a T reads a JSON text: the counterpart of
// [JSON].
type JSONOf[T any, P jsonReader[T]] struct {
	// Want says what the value must be, with an article. Empty means that the
	// error of UnmarshalJSON says it.
	Want string
}

// Check implements [Check].
func (c JSONOf[T, P]) Check(text string) (want string, ok bool) {
	if exceedsCustomLimit(text) {
		return wantCustomLimit(), false
	}
	return wantOfError(c.Want, P(new(T)).UnmarshalJSON([]byte(text)))
}

// maxErrorText is how many code points of an author's error are shown.
const maxErrorText = 100

// wantOfError puts an author's error into words that stand behind "must".
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
