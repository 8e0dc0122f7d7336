package gen

import (
	"go/token"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

func at(span model.Span, code diag.Code, err error, mend string) diag.Diagnostic {
	return diag.Diagnostic{Pos: span.Start, End: span.End, Code: code, Message: err.Error(), Mend: mend}
}

// unjoin returns the errors that errors.Join put together.
func unjoin(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

func noTools(patterns []string) diag.Diagnostic {
	return diag.Diagnostic{
		Code:    diag.NoTools,
		Message: "no tools found in " + strings.Join(patterns, " "),
		Mend:    "mark a function with //tool:register, or name other packages",
	}
}

func foreignFile(path string) diag.Diagnostic {
	return diag.Diagnostic{
		Pos:     token.Position{Filename: path},
		Code:    diag.ForeignFile,
		Message: "the file has the name of generated files and was not generated",
		Mend:    "rename it: toolgen would write over it",
	}
}
