package extract

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// problem is an incomplete diagnostic.
type problem diag.Diagnostic

func diagnostic(code diag.Code, at model.Span, format string, arguments ...any) problem {
	return problem{Pos: at.Start, End: at.End, Code: code, Message: fmt.Sprintf(format, arguments...)}
}

// withFix returns the problem with a fix.
func (d problem) withFix(format string, arguments ...any) problem {
	d.Fix = fmt.Sprintf(format, arguments...)
	return d
}

// withRelated returns the problem with another position that explains it.
func (d problem) withRelated(pos token.Position, format string, arguments ...any) problem {
	d.Related = append(d.Related, diag.Related{Pos: pos, Message: fmt.Sprintf(format, arguments...)})
	return d
}

// withLine returns the problem with an edit that adds a line above the one at a position.
// The position has the column of the indentation.
func (d problem) withLine(at token.Position, line string) problem {
	if at.IsValid() {
		d.Edits = append(d.Edits, diag.LineAbove(at, line))
	}
	return d
}

// withSuggestion adds the most similar candidate, or else the fix.
func (d problem) withSuggestion(word string, candidates []string, fix string) problem {
	d.Fix = fix
	if meant, ok := diag.Suggest(word, candidates); ok {
		d.Fix = fmt.Sprintf("did you mean %q?", meant)
	}
	return d
}

func (e *extractor) report(d problem) { e.diagnostics = append(e.diagnostics, diag.Diagnostic(d)) }

// nameSpan returns the position of an object's name in its declaration.
func (e *extractor) nameSpan(object types.Object) model.Span {
	start := e.position(object.Pos())
	end := start
	end.Offset += len(object.Name())
	end.Column += len(object.Name())
	return model.Span{Start: start, End: end}
}

// isOwn reports whether an object is declared in a package that is loaded from
// source: the author's own package, not a dependency.
func (e *extractor) isOwn(object types.Object) bool {
	return object.Pkg() != nil && e.loader.Package(object.Pkg().Path()) != nil
}
