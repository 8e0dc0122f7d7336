package model

import "strings"

// GoType is a Go type as the author wrote it, ready to be written into
// another file: text, with the names of other packages kept apart so that the
// emitter can choose how to import them.
type GoType []GoToken

// GoToken is a piece of a GoType: either Text, or the exported name Name of
// the package Path.
type GoToken struct{ Text, Path, Name string }

// String is the type with full import paths, for messages and comparisons:
// map[string]example.com/geo.Point.
func (t GoType) String() string {
	var b strings.Builder
	for _, token := range t {
		if token.Path != "" {
			b.WriteString(token.Path + "." + token.Name)
			continue
		}
		b.WriteString(token.Text)
	}
	return b.String()
}
