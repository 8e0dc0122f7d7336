package annotations

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// reportMisplaced reports a directive in a group of comments that is not attached
// to a declaration.
func (p *parser) reportMisplaced(group *ast.CommentGroup, source *ast.Directive) {
	name := prefix + source.Name
	at := span{source.Slash, source.Slash + token.Pos(len(name))}
	if p.isInBody(at.pos) {
		p.report(at, diag.DirectiveInBody, "move it into the doc comment of the declaration that it is for", "%s is inside a function body", name)
		return
	}
	if group.Pos() < p.file.Package {
		p.reportCutOff(group, at, name, "package clause", p.file, p.file.Package)
		return
	}
	p.reportOutsideDeclarations(group, at, name)
}

// isInBody reports whether pos is inside the body of a function declaration or of
// a function literal.
func (p *parser) isInBody(pos token.Pos) bool {
	inside := false
	ast.Inspect(p.file, func(n ast.Node) bool {
		if inside || n == nil || n == ast.Node(p.file) {
			return !inside
		}
		if block, ok := n.(*ast.BlockStmt); ok && block.Pos() < pos && pos < block.End() {
			inside = true
		}
		return !inside && n.Pos() <= pos && pos < n.End()
	})
	return inside
}

// intoDoc is the fix for a directive that is not attached to a declaration.
const intoDoc = "move it into the doc comment, directly above the declaration"

// reportOutsideDeclarations reports a directive after the package clause and
// outside of function bodies.
func (p *parser) reportOutsideDeclarations(group *ast.CommentGroup, at span, name string) {
	line := p.line(at.pos)
	last := p.line(p.file.Name.End())
	for _, d := range p.file.Decls {
		switch {
		case at.pos < d.Pos() && line == last, at.pos > d.End() && line == p.line(d.End()):
			p.report(at, diag.DetachedDirective, intoDoc, "%s is on the line of a declaration", name)
			return
		case at.pos < d.Pos():
			p.reportCutOff(group, at, name, "declaration that follows", d, d.Pos())
			return
		case at.pos < d.End():
			p.reportInsideDeclaration(group, at, name, d)
			return
		}
		last = p.line(d.End())
	}
	if line == last {
		p.report(at, diag.DetachedDirective, intoDoc, "%s is on the line of the package clause", name)
		return
	}
	p.report(at, diag.DetachedDirective, intoDoc, "%s is at the end of the file, and no declaration follows it", name)
}

// reportInsideDeclaration reports a directive between the parts of declaration d.
func (p *parser) reportInsideDeclaration(group *ast.CommentGroup, at span, name string, d ast.Decl) {
	next := nextPart(d, at.pos)
	if x := p.siteOf(next); x != nil && p.line(next.Pos()) > p.line(group.End())+1 {
		p.reportCutOff(group, at, name, "declaration of "+x.what(), next, next.Pos())
		return
	}
	p.report(at, diag.DetachedDirective, intoDoc, "%s is inside a declaration, on a line that cannot have directives", name)
}

// nextPart returns the field or spec that follows pos in the innermost list around
// it, or nil.
func nextPart(d ast.Decl, pos token.Pos) (next ast.Node) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			return false
		case *ast.GenDecl:
			next = firstAfter(n.Specs, pos)
		case *ast.FieldList:
			if n.Pos() < pos && pos < n.End() {
				next = firstAfter(n.List, pos)
			}
		}
		return n.Pos() <= pos && pos < n.End()
	})
	return next
}

// firstAfter returns the first node after pos, or nil.
func firstAfter[N ast.Node](list []N, pos token.Pos) ast.Node {
	for _, n := range list {
		if n.Pos() > pos {
			return n
		}
	}
	return nil
}

// siteOf returns the site of a declaration, or nil.
func (p *parser) siteOf(node ast.Node) *site {
	for _, x := range p.sites.inOrder {
		if node != nil && x.declaration.Node == node {
			return x
		}
	}
	return nil
}

// reportCutOff reports a directive that a blank line separates from a declaration.
func (p *parser) reportCutOff(group *ast.CommentGroup, at span, name, what string, declaration ast.Node, pos token.Pos) {
	d := p.report(at, diag.DetachedDirective, "remove the blank lines between them", "a blank line separates %s from the %s", name, what)
	d.Related = []diag.Related{diag.RelatedAt(p.fset, span{pos, pos}, "the %s", what)}
	if next, ok := p.joinPosition(group, pos); ok {
		indentation := strings.Repeat("\t", p.fset.PositionFor(at.pos, false).Column-1)
		d.Edits = []diag.Edit{diag.Replace(p.fset, span{group.End(), next}, "\n"+indentation)}
	}
	if x := p.siteOf(declaration); x != nil {
		x.hasLookalike = true
	}
}

// joinPosition returns the position up to which the blank lines after a group of
// comments can be removed: the start of the doc comment of the declaration at pos,
// or pos. It reports false if another comment is between them.
func (p *parser) joinPosition(group *ast.CommentGroup, pos token.Pos) (token.Pos, bool) {
	for _, other := range p.file.Comments {
		if other.Pos() > group.Pos() && other.Pos() < pos {
			return other.Pos(), p.sites.of[other] != nil
		}
	}
	return pos, true
}

// line returns the line in the file, without regard to //line comments.
func (p *parser) line(pos token.Pos) int { return p.fset.PositionFor(pos, false).Line }
