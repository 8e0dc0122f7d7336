package diag

import (
	"go/token"
	"path/filepath"
	"strconv"
)

// Options are the options of the printers. Nil and the zero value print file
// names unchanged and without colours.
type Options struct {
	// Base is a directory. File names inside it are printed relative to it,
	// with slashes.
	Base string
	// Color makes [WriteText] use ANSI escape sequences for a terminal. The other
	// printers ignore it.
	Color bool
	// Excerpts makes [WriteText] print the source line of each diagnostic with a caret
	// under its column, if the file can be read. The other printers ignore it.
	Excerpts bool
}

// path returns a file name relative to Base if it is inside Base.
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

// position formats the known parts of a position as file:line:column.
func (o *Options) position(p token.Position) string {
	text := o.path(p.Filename)
	if p.Line > 0 {
		text += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			text += ":" + strconv.Itoa(p.Column)
		}
	}
	return text
}
