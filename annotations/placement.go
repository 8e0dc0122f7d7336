package annotations

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// misplaced reports a directive in a group of comments that is attached to
// nothing, and says why it is not.
func (p *parser) misplaced(group *ast.CommentGroup, source *ast.Directive) {
	name := prefix + source.Name
	at := span{source.Slash, source.Slash + token.Pos(len(name))}
	if p.inBody(at.pos) {
		p.report(at, diag.DirectiveInBody, "move it into the doc comment of the declaration it is about", "%s stands inside a function body", name)
		return
	}
	if group.Pos() < p.file.Package {
		p.cutOff(group, at, name, "package clause", p.file, p.file.Package)
		return
	}
	p.besideDeclarations(group, at, name)
}

// inBody reports whether pos is inside the body of a function, be it of a
// declaration or in an expression.
func (p *parser) inBody(pos token.Pos) bool {
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

// intoDoc mends most directives that are attached to nothing.
const intoDoc = "move it into the doc comment, directly above the declaration"

// besideDeclarations reports a directive behind the package clause and outside
// every body.
func (p *parser) besideDeclarations(group *ast.CommentGroup, at span, name string) {
	line := p.line(at.pos)
	last := p.line(p.file.Name.End())
	for _, d := range p.file.Decls {
		switch {
		case at.pos < d.Pos() && line == last, at.pos > d.End() && line == p.line(d.End()):
			p.report(at, diag.DetachedDirective, intoDoc, "%s stands beside a declaration", name)
			return
		case at.pos < d.Pos():
			p.cutOff(group, at, name, "declaration that follows", d, d.Pos())
			return
		case at.pos < d.End():
			p.insideDeclaration(group, at, name, d)
			return
		}
		last = p.line(d.End())
	}
	if line == last {
		p.report(at, diag.DetachedDirective, intoDoc, "%s stands beside the package clause", name)
		return
	}
	p.report(at, diag.DetachedDirective, intoDoc, "%s stands at the end of the file, and no declaration follows", name)
}

// insideDeclaration reports a directive between the parts of a declaration.
func (p *parser) insideDeclaration(group *ast.CommentGroup, at span, name string, d ast.Decl) {
	next := nextPart(d, at.pos)
	if x := p.siteOf(next); x != nil && p.line(next.Pos()) > p.line(group.End())+1 {
		p.cutOff(group, at, name, "declaration of "+x.what, next, next.Pos())
		return
	}
	p.report(at, diag.DetachedDirective, intoDoc, "%s stands inside a declaration, but on nothing that can have directives", name)
}

// nextPart returns what follows pos in the innermost list of fields or specs
// around it; nil when nothing does.
func nextPart(d ast.Decl, pos token.Pos) (next ast.Node) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			return false
		case *ast.GenDecl:
			next = firstBehind(n.Specs, pos)
		case *ast.FieldList:
			if n.Pos() < pos && pos < n.End() {
				next = firstBehind(n.List, pos)
			}
		}
		return n.Pos() <= pos && pos < n.End()
	})
	return next
}

func firstBehind[N ast.Node](list []N, pos token.Pos) ast.Node {
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

// cutOff reports a directive above a declaration with a blank line in between.
func (p *parser) cutOff(group *ast.CommentGroup, at span, name, what string, declaration ast.Node, pos token.Pos) {
	d := p.report(at, diag.DetachedDirective, "remove the blank lines between them", "%s is cut off by a blank line from the %s", name, what)
	d.Related = []diag.Related{diag.RelatedAt(p.fset, span{pos, pos}, "the %s", what)}
	if next, ok := p.joinable(group, pos); ok {
		indentation := strings.Repeat("\t", p.fset.PositionFor(at.pos, false).Column-1)
		d.Edits = []diag.Edit{diag.Replace(p.fset, span{group.End(), next}, "\n"+indentation)}
	}
	if x := p.siteOf(declaration); x != nil {
		x.lookalike = true
	}
}

// joinable returns where what a group of comments was cut off from begins: the
// declaration's own comment, or the declaration at pos. Other comments in
// between are in the way.
func (p *parser) joinable(group *ast.CommentGroup, pos token.Pos) (token.Pos, bool) {
	for _, other := range p.file.Comments {
		if other.Pos() > group.Pos() && other.Pos() < pos {
			return other.Pos(), p.sites.of[other] != nil
		}
	}
	return pos, true
}

// line is the line in the file itself, whatever //line comments say.
func (p *parser) line(pos token.Pos) int { return p.fset.PositionFor(pos, false).Line }
