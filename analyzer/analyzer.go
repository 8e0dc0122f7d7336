// Package analyzer reports wrong //tool: directives in editors and linters.
//
// [Analyzer] is an analyzer of golang.org/x/tools/go/analysis. Its input is the syntax
// of a package, its output the diagnostics of the directives (codes TG10), with
// suggested fixes for misspelt ones. It reports what depends on one package only;
// "toolgen check" reports all problems. Package toolgenvet is a program for
// "go vet -vettool".
//
// The analyzer keeps no state and may run concurrently.
package analyzer

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/toolgen/toolgen/annotations"
)

// Analyzer reports directives that toolgen would refuse.
var Analyzer = &analysis.Analyzer{
	Name: "toolgen",
	Doc:  "reports wrong //tool: directives\n\nThe codes of the messages are explained by \"toolgen explain CODE\".",
	Run:  run,
}

// run reports the wrong directives of one package.
func run(pass *analysis.Pass) (any, error) {
	r := reporter{pass: pass, files: make(map[string]*token.File)}
	var files []*annotations.File
	for _, syntax := range pass.Files {
		position := pass.Fset.File(syntax.FileStart)
		r.files[position.Name()] = position
		file, problems := annotations.Parse(pass.Fset, syntax)
		files = append(files, file)
		r.report(problems)
	}
	_, problems := annotations.Package(pass.Fset, files)
	r.report(problems)
	return nil, nil
}

// reporter converts diagnostics of toolgen to those of go/analysis.
type reporter struct {
	pass  *analysis.Pass
	files map[string]*token.File
}

// report reports diagnostics.
func (r *reporter) report(problems []annotations.Diagnostic) {
	for _, p := range problems {
		d := analysis.Diagnostic{
			Pos: r.pos(p.Pos), End: r.pos(p.End), Category: string(p.Code), Message: p.Message + " [" + string(p.Code) + "]",
			SuggestedFixes: r.fixes(&p),
		}
		if p.Fix != "" && len(d.SuggestedFixes) == 0 {
			d.Message += "; fix: " + p.Fix
		}
		for _, related := range p.Related {
			if pos := r.pos(related.Pos); pos.IsValid() {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: related.Message})
			}
		}
		r.pass.Report(d)
	}
}

// fixes returns the edits of a diagnostic as one suggested fix.
func (r *reporter) fixes(p *annotations.Diagnostic) []analysis.SuggestedFix {
	if len(p.Edits) == 0 {
		return nil
	}
	fix := analysis.SuggestedFix{Message: p.Fix}
	for _, edit := range p.Edits {
		pos, end := r.pos(edit.Pos), r.pos(edit.End)
		if !pos.IsValid() || !end.IsValid() {
			return nil
		}
		fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: pos, End: end, NewText: []byte(edit.Text)})
	}
	return []analysis.SuggestedFix{fix}
}

// pos returns the position in the file set, or no position if it is in no file of the
// package.
func (r *reporter) pos(p token.Position) token.Pos {
	file := r.files[p.Filename]
	if file == nil || p.Line < 1 || p.Line > file.LineCount() {
		return token.NoPos
	}
	pos := file.LineStart(p.Line) + token.Pos(max(p.Column, 1)-1)
	return min(pos, file.Pos(file.Size()))
}
