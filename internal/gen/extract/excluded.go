package extract

import (
	"go/ast"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// reportExcluded reports functions with //tool:register in tests and in files that
// build constraints exclude.
func (p *packageExtractor) reportExcluded() {
	for _, file := range p.loader.Excluded(p.source, "//tool:register") {
		directives := p.annotationsOf(file).file
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !directives.DirectivesOf(f).Has("register") {
				continue
			}
			span := model.Span{Start: p.position(f.Name.Pos()), End: p.position(f.Name.End())}
			reason := "build constraints exclude from the package"
			if strings.HasSuffix(span.Start.Filename, "_test.go") {
				reason = "belongs to the tests of the package"
			}
			p.report(diagnostic(diag.ExcludedTool, span, "%s is marked //tool:register, but is in a file that %s", f.Name.Name, reason).
				withFix("move it into a file that every build includes, or remove the directive"))
		}
	}
}
