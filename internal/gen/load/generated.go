package load

import (
	"go/parser"
	"go/token"
)

// IsGenerated reports whether a file with the name of generated files was
// generated: it has the header as a line, or it is not valid Go, for example
// because of a merge conflict.
func (c Config) IsGenerated(source []byte) bool {
	if hasLine(source, c.Header) {
		return true
	}
	_, err := parser.ParseFile(token.NewFileSet(), c.FileName, source, parser.SkipObjectResolution)
	return err != nil
}
