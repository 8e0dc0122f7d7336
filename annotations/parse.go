package annotations

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// Parse reads the directives of a file that was parsed with
// [go/parser.ParseComments]. It returns the directives and all problems with
// them, in the order of the source. The tree may have syntax errors, and the
// bodies of functions may be missing; a directive in a missing body is reported
// as a directive that belongs to no declaration.
func Parse(fset *token.FileSet, file *ast.File) (*File, []Diagnostic) {
	p := &parser{fset: fset, file: file, sites: findSites(file)}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			p.parseComment(group, comment)
		}
	}
	out := &File{Package: &p.sites.inOrder[0].declaration, byNode: make(map[ast.Node]Set)}
	out.Package.Name = file.Name.Name
	for i, x := range p.sites.inOrder {
		if len(x.declaration.Directives) == 0 {
			continue
		}
		p.checkRules(x)
		if i > 0 {
			x.declaration.Name = x.name()
			out.Declarations = append(out.Declarations, &x.declaration)
			out.byNode[x.declaration.Node] = x.declaration.Directives
		}
	}
	return out, diag.Sorted(p.problems)
}

// parser is the state while the directives of a file are parsed.
type parser struct {
	fset     *token.FileSet
	file     *ast.File
	sites    *sites
	problems []Diagnostic
}

// span is a range of the source.
type span struct{ pos, end token.Pos }

func (s span) Pos() token.Pos { return s.pos }
func (s span) End() token.Pos { return s.end }

// report adds a problem at r. The result is valid until the next call of report.
func (p *parser) report(r diag.Range, code diag.Code, fix, format string, arguments ...any) *diag.Diagnostic {
	d := diag.At(p.fset, r, code, format, arguments...)
	d.Fix = fix
	p.problems = append(p.problems, d)
	return &p.problems[len(p.problems)-1]
}

// parseComment reads one comment of a group.
func (p *parser) parseComment(group *ast.CommentGroup, comment *ast.Comment) {
	text, ok := ast.ParseDirective(comment.Slash, comment.Text)
	if !ok || text.Tool != "tool" {
		p.reportLookalikes(group, comment)
		return
	}
	x := p.sites.of[group]
	parsed := p.parseDirective(text)
	switch {
	case x == nil:
		p.reportMisplaced(group, &text)
	case parsed == nil:
		x.hasLookalike = true
	case x.group > 0:
		p.reportOnGroup(x, parsed)
	case !parsed.Directive.Targets.Has(x.declaration.Target):
		p.reportWrongTarget(x, parsed)
	default:
		p.attach(x, parsed)
	}
}

// attach adds a directive to its declaration.
func (p *parser) attach(x *site, parsed *ParsedDirective) {
	set := &x.declaration.Directives
	if first := set.Get(parsed.Directive.Name); first != nil && !parsed.Directive.Repeatable {
		p.problems = append(p.problems, repeatedDirective(p.fset, first, parsed))
		return
	}
	*set = append(*set, parsed)
}

// repeatedDirective returns the problem of a directive that is given twice.
func repeatedDirective(fset *token.FileSet, first, second *ParsedDirective) Diagnostic {
	name := prefix + second.Directive.Name
	d := diag.At(fset, second, diag.RepeatedDirective, "%s is given twice", name)
	d.Related = []diag.Related{diag.RelatedAt(fset, first.nameRange(), "the first %s", name)}
	d.Fix = "keep one of them"
	return d
}

// nameRange returns the range of the directive without its arguments.
func (p *ParsedDirective) nameRange() diag.Range { return span{p.pos, p.nameEnd} }

// reportOnGroup reports a directive in the comment of a group of types.
func (p *parser) reportOnGroup(x *site, parsed *ParsedDirective) {
	p.report(parsed.nameRange(), diag.DirectiveOnGroup, "move it inside the parentheses, directly above the type that it is for",
		"%s is above a group of %d types, and does not say which of them it is for", prefix+parsed.Directive.Name, x.group)
}

// reportWrongTarget reports a directive on a declaration that may not have it.
func (p *parser) reportWrongTarget(x *site, parsed *ParsedDirective) {
	targets := parsed.Directive.Targets
	fix := fmt.Sprintf("move it to the %s that it is for, or remove it", targets)
	p.report(parsed.nameRange(), diag.WrongTarget, fix,
		"%s must be on %s, but this is %s", prefix+parsed.Directive.Name, targets.withArticle(), x.what())
}

// directiveNames returns the names of all directives.
func directiveNames() []string {
	list := make([]string, len(vocabulary))
	for i := range vocabulary {
		list[i] = vocabulary[i].Name
	}
	return list
}
