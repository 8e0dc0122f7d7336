package diag

import (
	"fmt"
	"go/token"
	"strings"
)

// Diagnostic is one problem in the source. The zero value is a problem without a
// position, code or text.
type Diagnostic struct {
	// Pos is where the problem begins, and End is the position after it. Columns
	// count bytes from 1. A Pos without a line is a problem of the whole file. A
	// Pos without a file name is a problem that is not in a file. Positions are those
	// in the file that was read: comments //line have no effect.
	Pos, End token.Position
	// Code is the kind of problem. A code never changes its meaning.
	Code Code
	// Message says what is wrong and what was expected. It is for people;
	// programs read Code.
	Message string
	// Related are other positions that are part of the problem.
	Related []Related
	// Fix says how to fix the problem. It is empty if Message makes that clear.
	Fix string
	// Edits make the fix, if all of them are applied. It is empty if the author
	// has to decide how to fix the problem.
	Edits []Edit
}

// Related is another position that is part of a problem.
type Related struct {
	Pos token.Position
	// Message says what is at Pos.
	Message string
}

// Edit replaces the text from Pos up to End, which is excluded, with Text.
type Edit struct {
	Pos, End token.Position
	Text     string
}

// Range is a range of the source, such as a node of go/ast.
type Range interface {
	Pos() token.Pos
	End() token.Pos
}

// At returns a diagnostic with the code at r. Its message is formatted as by
// [fmt.Sprintf].
func At(fset *token.FileSet, r Range, code Code, format string, arguments ...any) Diagnostic {
	return Diagnostic{
		Pos:     fset.PositionFor(r.Pos(), false),
		End:     fset.PositionFor(r.End(), false),
		Code:    code,
		Message: fmt.Sprintf(format, arguments...),
	}
}

// RelatedAt returns a related position at the start of r.
func RelatedAt(fset *token.FileSet, r Range, format string, arguments ...any) Related {
	return Related{Pos: fset.PositionFor(r.Pos(), false), Message: fmt.Sprintf(format, arguments...)}
}

// Replace returns an edit that replaces r with the text.
func Replace(fset *token.FileSet, r Range, text string) Edit {
	return Edit{Pos: fset.PositionFor(r.Pos(), false), End: fset.PositionFor(r.End(), false), Text: text}
}

// LineAbove returns an edit that adds a line above the one at a position, with the same
// indentation by tabs. Only white space may be on the line before the position.
func LineAbove(at token.Position, line string) Edit {
	return Edit{Pos: at, End: at, Text: line + "\n" + strings.Repeat("\t", max(at.Column-1, 0))}
}
