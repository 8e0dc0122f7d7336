package diag

import (
	"go/token"
	"path/filepath"
	"strconv"
)

// Options say how diagnostics are printed. nil and the zero value print file
// names as they are, without colours.
type Options struct {
	// Base is a directory. File names inside it are printed relative to it,
	// with slashes.
	Base string
	// Color marks text for a terminal with ANSI escape sequences. Whether
	// there is a terminal is for the caller to say. Only [WriteText] looks.
	Color bool
}

// path shortens a file name.
func (o *Options) path(name string) string {
	if o == nil || o.Base == "" {
		return name
	}
	relative, err := filepath.Rel(o.Base, name)
	if err != nil || !filepath.IsLocal(relative) {
		return name
	}
	return filepath.ToSlash(relative)
}

// place formats a position as file:line:column, as far as it is known.
func (o *Options) place(p token.Position) string {
	text := o.path(p.Filename)
	if p.Line > 0 {
		text += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			text += ":" + strconv.Itoa(p.Column)
		}
	}
	return text
}
