package load

import (
	"go/parser"
	"go/token"
)

// Generated reports whether a file of the generated name was generated: it
// has the header as a line, or it is not valid Go, as after a merge conflict
// or a crash of an editor. An author's own file of that name is neither.
func (c Config) Generated(source []byte) bool {
	if hasLine(source, c.Header) {
		return true
	}
	_, err := parser.ParseFile(token.NewFileSet(), c.FileName, source, parser.SkipObjectResolution)
	return err != nil
}
