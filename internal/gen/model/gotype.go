package model

import "strings"

// GoType is a Go type as the author wrote it. It keeps the names of other
// packages separate from the text, so that package emit can choose how to import
// them.
type GoType []GoToken

// GoToken is a part of a GoType: either Text, or the exported name Name of the
// package Path.
type GoToken struct{ Text, Path, Name string }

// String returns the type with full import paths, for messages and comparisons:
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
