package gen

import (
	"go/token"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// diagnosticAt returns a diagnostic with the text of an error.
func diagnosticAt(span model.Span, code diag.Code, err error, fix string) diag.Diagnostic {
	return diag.Diagnostic{Pos: span.Start, End: span.End, Code: code, Message: err.Error(), Fix: fix}
}

// splitErrors returns the errors that errors.Join combined, or err alone.
func splitErrors(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// checkExamples reports examples that do not satisfy the schemas of their tools.
func checkExamples(tools []*model.Tool) ([]diag.Diagnostic, error) {
	var diagnostics []diag.Diagnostic
	for _, tool := range tools {
		for _, example := range tool.Behaviour.Examples {
			problems, err := schema.CheckExample(tool, example.JSON)
			if err != nil {
				return nil, err
			}
			for _, problem := range problems {
				diagnostics = append(diagnostics, diag.Diagnostic{
					Pos: example.Span.Start, End: example.Span.End, Code: diag.InvalidExample,
					Message: "the example is not a valid call of " + tool.Name + ": " + problem,
					Fix:     "correct the example, or the constraint that it does not satisfy",
				})
			}
		}
	}
	return diagnostics, nil
}

// noToolsDiagnostic reports that the patterns match no tools.
func noToolsDiagnostic(patterns []string) diag.Diagnostic {
	return diag.Diagnostic{
		Code:    diag.NoTools,
		Message: "no tools found in " + strings.Join(patterns, " "),
		Fix:     "mark a function with //tool:register, or name other packages",
	}
}

// foreignFileDiagnostic reports a file with the name of generated files that was not generated.
func foreignFileDiagnostic(path string) diag.Diagnostic {
	return diag.Diagnostic{
		Pos:     token.Position{Filename: path},
		Code:    diag.ForeignFile,
		Message: "the file has the name of generated files, but was not generated",
		Fix:     "rename the file, because toolgen writes its output to this name",
	}
}
