package decode

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wording"
)

// path is the way from the arguments to a value.
type path []pathStep

// pathStep is a name, or an index when the name is nil.
type pathStep struct {
	name  *string
	index int
}

// maxPathName is how many code points of a name a path shows: as many as the
// name of a property may have, so that two properties have two paths.
const maxPathName = 64

// String writes the path as a person does: edits[2].line. Names with spaces,
// signs of the path itself or letters that do not print are quoted:
// labels["a b"].
func (p path) String() string {
	var b strings.Builder
	for _, s := range p {
		if s.name == nil {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
			continue
		}
		name := measure.Clip(*s.name, maxPathName)
		switch {
		case !isPlain(name):
			b.WriteString("[" + strconv.Quote(name) + "]")
		case b.Len() > 0:
			b.WriteString("." + name)
		default:
			b.WriteString(name)
		}
	}
	return b.String()
}

// maxPointerName is the longest name, in bytes, of which a pointer shows more
// than an excerpt.
const maxPointerName = 1024

// pointer writes the path as a JSON Pointer.
func (p path) pointer() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte('/')
		switch {
		case s.name == nil:
			b.WriteString(strconv.Itoa(s.index))
		case len(*s.name) > maxPointerName:
			b.WriteString(pointerToken(wording.Clip(*s.name)))
		default:
			b.WriteString(pointerToken(*s.name))
		}
	}
	return b.String()
}

// pointerToken escapes a name for a pointer.
func pointerToken(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// isPlain reports whether a name can stand in a path without quotes.
func isPlain(name string) bool {
	for _, r := range name {
		if !unicode.IsPrint(r) || strings.ContainsRune(` ."[]:,`, r) {
			return false
		}
	}
	return name != ""
}
