package store

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime"
)

func isSpace(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// oneLine is a text on one line, so that it cannot look like further entries of
// a list.
func oneLine(text string) string { return strings.Join(strings.FieldsFunc(text, isSpace), " ") }

// notBlank refuses a text of an argument that has nothing to see on one line.
func notBlank(field, text string) error {
	if oneLine(text) != "" {
		return nil
	}
	return refused(runtime.InputInvalid, "", field, "%s: must not be blank", field)
}

// plural is a number of things.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
