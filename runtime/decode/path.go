package decode

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wording"
)

// path is the path from the arguments to a value.
type path []pathStep

// pathStep is a name, or an index if name is nil.
type pathStep struct {
	name  *string
	index int
}

// maxPathName is the maximum number of code points of a name in a path. The name of
// a property may have as many, so that different properties have different paths.
const maxPathName = 64

// String returns the path as a person writes it, such as edits[2].line. Names with
// spaces, with characters of the path syntax or with characters that are not
// printable are quoted: labels["a b"].
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

// maxPointerName is the maximum length of a name in a pointer, in bytes. A pointer
// has an excerpt of a longer name.
const maxPointerName = 1024

// pointer returns the path as a JSON Pointer.
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

// isPlain reports whether a name needs no quotes in a path.
func isPlain(name string) bool {
	for _, r := range name {
		if !unicode.IsPrint(r) || strings.ContainsRune(` ."[]:,`, r) {
			return false
		}
	}
	return name != ""
}
