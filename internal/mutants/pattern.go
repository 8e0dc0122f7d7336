package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"reflect"
	"strings"
)

// pattern is the syntax tree of a pattern: one expression, or consecutive
// statements.
type pattern struct {
	text  string
	nodes []ast.Node
	// The pattern must match count locations; the one at index, in the order of the
	// source, is meant.
	index, count int
}

// parsePattern parses a pattern, after "#i/n " if it is meant to match n locations.
func parsePattern(text string) (pattern, error) {
	index, count := 1, 1
	if strings.HasPrefix(text, "#") {
		prefix, rest, _ := strings.Cut(text, " ")
		if _, err := fmt.Sscanf(prefix, "#%d/%d", &index, &count); err != nil || index < 1 || index > count {
			return pattern{}, fmt.Errorf("the pattern %q must start with #i/n, with i from 1 to n", text)
		}
		text = rest
	}
	p, err := parseNodes(text)
	p.index, p.count = index-1, count
	return p, err
}

// parseNodes parses an expression, an element of a composite literal, or a list of
// statements.
func parseNodes(text string) (pattern, error) {
	if x, err := parser.ParseExpr(text); err == nil {
		return pattern{text: text, nodes: []ast.Node{x}}, nil
	}
	if x, err := parser.ParseExpr("T{" + text + "}"); err == nil {
		if literal, ok := x.(*ast.CompositeLit); ok && len(literal.Elts) == 1 {
			return pattern{text: text, nodes: []ast.Node{literal.Elts[0]}}, nil
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() { "+text+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return pattern{}, fmt.Errorf("the pattern %q is neither an expression nor a list of statements: %w", text, err)
	}
	p := pattern{text: text}
	for _, s := range file.Decls[0].(*ast.FuncDecl).Body.List {
		p.nodes = append(p.nodes, s)
	}
	if len(p.nodes) == 0 {
		return pattern{}, fmt.Errorf("the pattern %q is empty", text)
	}
	return p, nil
}

// bindings are the expressions that the wildcards of a pattern match.
type bindings map[string]ast.Expr

// match returns the bindings with which p matches nodes, and false if it does not
// match.
func (p pattern) match(nodes []ast.Node) (bindings, bool) {
	b := bindings{}
	for i := range p.nodes {
		if !b.equal(reflect.ValueOf(p.nodes[i]), reflect.ValueOf(nodes[i])) {
			return nil, false
		}
	}
	return b, true
}

var positionType = reflect.TypeFor[token.Pos]()

// equal compares two syntax trees without positions. A wildcard in p matches any
// expression, and is bound to it. With nil bindings there are no wildcards.
func (b bindings) equal(p, node reflect.Value) bool {
	if !p.IsValid() || !node.IsValid() {
		return p.IsValid() == node.IsValid()
	}
	if p.Type() == positionType {
		return p.Type() == node.Type()
	}
	if id, ok := p.Interface().(*ast.Ident); ok && id != nil && b != nil && isWildcard(id.Name) {
		x, ok := node.Interface().(ast.Expr)
		return ok && b.bind(id.Name, x)
	}
	if p.Type() != node.Type() {
		return false
	}
	switch p.Kind() {
	case reflect.Interface, reflect.Pointer:
		return b.equal(p.Elem(), node.Elem())
	case reflect.Slice:
		return p.Len() == node.Len() && allEqual(p.Len(), func(i int) bool { return b.equal(p.Index(i), node.Index(i)) })
	case reflect.Struct:
		return allEqual(p.NumField(), func(i int) bool { return b.equal(p.Field(i), node.Field(i)) })
	}
	return p.Interface() == node.Interface()
}

// allEqual reports whether isEqual returns true for all indexes below n.
func allEqual(n int, isEqual func(i int) bool) bool {
	for i := range n {
		if !isEqual(i) {
			return false
		}
	}
	return true
}

// bind binds a wildcard. It reports false if the wildcard is already bound to
// another expression.
func (b bindings) bind(name string, x ast.Expr) bool {
	if bound, ok := b[name]; ok {
		return bindings(nil).equal(reflect.ValueOf(bound), reflect.ValueOf(x))
	}
	b[name] = x
	return true
}

// isWildcard reports whether a name in a pattern matches any expression.
func isWildcard(name string) bool { return len(name) == 1 && 'a' <= name[0] && name[0] <= 'z' }

// fill returns the text with each bound wildcard replaced by source, the source
// text of the expression that it is bound to. A name after a dot is not a
// wildcard.
func (b bindings) fill(text string, source func(ast.Expr) string) string {
	var out strings.Builder
	copied, last := 0, token.ILLEGAL
	eachToken(text, func(at int, literal string, kind token.Token) {
		if x, ok := b[literal]; ok && kind == token.IDENT && last != token.PERIOD {
			out.WriteString(text[copied:at] + source(x))
			copied = at + len(literal)
		}
		last = kind
	})
	return out.String() + text[copied:]
}

// eachToken calls visit for each token of Go source, with its byte offset and its
// text.
func eachToken(text string, visit func(at int, literal string, kind token.Token)) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", 1, len(text))
	s.Init(file, []byte(text), nil, 0)
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return
		}
		if kind.IsOperator() {
			literal = kind.String()
		}
		visit(file.Offset(pos), literal, kind)
	}
}
