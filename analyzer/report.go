package analyzer

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/toolgen/toolgen/annotations"
)

// reporter converts diagnostics of toolgen to those of go/analysis.
type reporter struct {
	pass  *analysis.Pass
	files map[string]*token.File
	// reported has the problems that were reported: the parser of directives is part of
	// two checks.
	reported map[reportedKey]bool
}

// reportedKey identifies a problem.
type reportedKey struct {
	pos     token.Pos
	code    annotations.Code
	message string
}

// newReporter returns a reporter for the files of a pass.
func newReporter(pass *analysis.Pass) *reporter {
	r := &reporter{pass: pass, files: make(map[string]*token.File), reported: make(map[reportedKey]bool)}
	for _, syntax := range pass.Files {
		file := pass.Fset.File(syntax.FileStart)
		r.files[file.Name()] = file
	}
	return r
}

// report reports the diagnostics in files of the package, each once.
func (r *reporter) report(problems []annotations.Diagnostic) {
	for i := range problems {
		p := &problems[i]
		key := reportedKey{r.pos(p.Pos), p.Code, p.Message}
		if !key.pos.IsValid() || r.reported[key] {
			continue
		}
		r.reported[key] = true
		r.pass.Report(r.diagnostic(p))
	}
}

// diagnostic converts a diagnostic. The fix is part of the message if there are no
// edits for it.
func (r *reporter) diagnostic(p *annotations.Diagnostic) analysis.Diagnostic {
	d := analysis.Diagnostic{
		Pos: r.pos(p.Pos), End: r.pos(p.End), Category: string(p.Code), Message: p.Message + " [" + string(p.Code) + "]",
		SuggestedFixes: r.fixes(p),
	}
	if p.Fix != "" && len(d.SuggestedFixes) == 0 {
		d.Message += "; fix: " + p.Fix
	}
	for _, related := range p.Related {
		if pos := r.pos(related.Pos); pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: related.Message})
		}
	}
	return d
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
