package annotations

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// Parse reads the directives of a file that was parsed with comments. It gives
// back what they say and everything that is wrong with them. The tree may have
// syntax errors and may lack the bodies of functions; a directive in a body
// that is not there is then reported as belonging to no declaration.
func Parse(fset *token.FileSet, file *ast.File) (*File, []diag.Diagnostic) {
	p := &parser{fset: fset, file: file, sites: findSites(file)}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			p.comment(group, comment)
		}
	}
	out := &File{Package: &p.sites.inOrder[0].declaration}
	for i, x := range p.sites.inOrder {
		p.checkRules(x)
		if i > 0 && len(x.declaration.Directives) > 0 {
			out.Declarations = append(out.Declarations, &x.declaration)
		}
	}
	return out, diag.Sorted(p.problems)
}

// parser holds what is known while a file is parsed.
type parser struct {
	fset     *token.FileSet
	file     *ast.File
	sites    *sites
	problems []diag.Diagnostic
}

// span is a stretch of the source.
type span struct{ pos, end token.Pos }

func (s span) Pos() token.Pos { return s.pos }
func (s span) End() token.Pos { return s.end }

// report adds a problem at r. What it returns is good until the next one.
func (p *parser) report(r diag.Range, code diag.Code, mend, format string, arguments ...any) *diag.Diagnostic {
	d := diag.At(p.fset, r, code, format, arguments...)
	d.Mend = mend
	p.problems = append(p.problems, d)
	return &p.problems[len(p.problems)-1]
}

// comment reads one comment of a group.
func (p *parser) comment(group *ast.CommentGroup, comment *ast.Comment) {
	text, ok := ast.ParseDirective(comment.Slash, comment.Text)
	if !ok || text.Tool != "tool" {
		p.lookalikes(group, comment)
		return
	}
	x := p.sites.of[group]
	parsed := p.directive(text)
	switch {
	case x == nil:
		p.misplaced(group, &text)
	case parsed == nil:
		x.lookalike = true
	case x.group > 0:
		p.onGroup(x, parsed)
	case !parsed.Directive.Targets.Has(x.declaration.Target):
		p.wrongTarget(x, parsed)
	default:
		p.attach(x, parsed)
	}
}

// attach adds a directive to its declaration.
func (p *parser) attach(x *site, parsed *Parsed) {
	set := &x.declaration.Directives
	if first := set.Get(parsed.Directive.Name); first != nil && !parsed.Directive.Repeatable {
		p.problems = append(p.problems, repeated(p.fset, first, parsed))
		return
	}
	*set = append(*set, parsed)
}

// repeated says that a directive is there twice.
func repeated(fset *token.FileSet, first, second *Parsed) diag.Diagnostic {
	name := prefix + second.Directive.Name
	d := diag.At(fset, second, diag.RepeatedDirective, "%s is given twice", name)
	d.Related = []diag.Related{diag.RelatedAt(fset, first.head(), "the first %s", name)}
	d.Mend = "keep one of them"
	return d
}

// head is the directive without its arguments.
func (p *Parsed) head() diag.Range { return span{p.pos, p.nameEnd} }

// onGroup reports a directive above several types.
func (p *parser) onGroup(x *site, parsed *Parsed) {
	p.report(parsed.head(), diag.DirectiveOnGroup, "move it inside the parentheses, directly above the type it is about",
		"%s stands above a group of %d types, and it is not clear which is meant", prefix+parsed.Directive.Name, x.group)
}

// wrongTarget reports a directive on a declaration of another kind, or one
// that takes no directives.
func (p *parser) wrongTarget(x *site, parsed *Parsed) {
	targets := parsed.Directive.Targets
	mend := fmt.Sprintf("move it to the %s it is about, or remove it", targets)
	p.report(parsed.head(), diag.WrongTarget, mend,
		"%s belongs on %s, and this is %s", prefix+parsed.Directive.Name, targets.article(), x.what)
}

// names lists the vocabulary for suggestions.
func names() []string {
	list := make([]string, len(vocabulary))
	for i := range vocabulary {
		list[i] = vocabulary[i].Name
	}
	return list
}
