package diag

import (
	"fmt"
	"go/token"
)

// Diagnostic is one problem in an author's source. The zero value is a problem
// without a place, code or text.
type Diagnostic struct {
	// Pos is where the problem begins and End is just behind it. Columns
	// count bytes from 1. A Pos without a line is a problem of the whole
	// file, one without a file name a problem of no file in particular.
	Pos, End token.Position
	// Code is the kind of problem. It never changes its meaning.
	Code Code
	// Message says what is wrong and what was expected. It is for people;
	// programs read Code.
	Message string
	// Related are the other places that take part in the problem.
	Related []Related
	// Fix says how to fix it; empty when Message leaves no question.
	Fix string
	// Edits carry out Fix; none when it takes a decision of the author's.
	// All of them belong together.
	Edits []Edit
}

// Related is another place that takes part in a problem.
type Related struct {
	Pos token.Position
	// Message says what stands there.
	Message string
}

// Edit replaces the text between Pos and End, End excluded, by Text.
type Edit struct {
	Pos, End token.Position
	Text     string
}

// Range is a stretch of source: a node of go/ast, or anything else that knows
// where it begins and ends.
type Range interface {
	Pos() token.Pos
	End() token.Pos
}

// At returns a diagnostic of the code at r. Its message is formatted as by
// [fmt.Sprintf].
func At(fset *token.FileSet, r Range, code Code, format string, arguments ...any) Diagnostic {
	return Diagnostic{
		Pos:     fset.Position(r.Pos()),
		End:     fset.Position(r.End()),
		Code:    code,
		Message: fmt.Sprintf(format, arguments...),
	}
}

// RelatedAt returns a related place at r.
func RelatedAt(fset *token.FileSet, r Range, format string, arguments ...any) Related {
	return Related{Pos: fset.Position(r.Pos()), Message: fmt.Sprintf(format, arguments...)}
}

// Replace returns an edit that replaces r by the text.
func Replace(fset *token.FileSet, r Range, text string) Edit {
	return Edit{Pos: fset.Position(r.Pos()), End: fset.Position(r.End()), Text: text}
}
