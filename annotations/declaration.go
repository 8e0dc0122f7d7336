package annotations

import (
	"go/ast"
	"go/token"
	"slices"
	"time"
)

// File holds the directives of one file.
type File struct {
	// Package is the package clause, with the directives in its doc comment. It
	// is never nil.
	Package *Declaration
	// Declarations are the declarations that have directives, in the order of
	// the source, without Package.
	Declarations []*Declaration

	byNode map[ast.Node]Set // the directives of Declarations
}

// DirectivesOf returns the directives of a declaration: an *ast.FuncDecl,
// *ast.TypeSpec or *ast.Field of the tree that was parsed, or the *ast.File for
// its package clause. The result is nil if it has none, or if f is nil.
func (f *File) DirectivesOf(node ast.Node) Set {
	if f == nil {
		return nil
	}
	if f.Package.Node == node {
		return f.Package.Directives
	}
	return f.byNode[node]
}

// Declaration is a declaration and its directives.
type Declaration struct {
	// Target is the kind of declaration. It is one bit; an interface has two,
	// Interface and Type.
	Target Target
	// Node is an *ast.FuncDecl, *ast.TypeSpec, *ast.Field (with one or more
	// names, or none when it is embedded) or, for the package, *ast.File.
	Node ast.Node
	// Name is the name of the declaration: "Search", "Store.Search",
	// "SearchArgs", "SearchArgs.Query".
	Name string
	// Directives are the directives of the declaration that are allowed on it.
	// A directive with invalid arguments is included, without these arguments.
	Directives Set
}

// Set is a list of the directives of one declaration, in the order of the
// source. The zero value is empty.
type Set []*ParsedDirective

// Get returns the first directive of that name, or nil.
func (s Set) Get(name string) *ParsedDirective {
	i := slices.IndexFunc(s, func(p *ParsedDirective) bool { return p.Directive.Name == name })
	if i < 0 {
		return nil
	}
	return s[i]
}

// All returns the directives of that name.
func (s Set) All(name string) []*ParsedDirective {
	var all []*ParsedDirective
	for _, p := range s {
		if p.Directive.Name == name {
			all = append(all, p)
		}
	}
	return all
}

// Has reports whether there is a directive of that name.
func (s Set) Has(name string) bool { return s.Get(name) != nil }

// ParsedDirective is a directive in a source. A nil *ParsedDirective has no
// values: set.Get("timeout").Duration("duration") is 0 if there is no directive
// timeout. Pos and End need a directive that is not nil.
type ParsedDirective struct {
	// Directive is the row of the vocabulary. It must not be changed.
	Directive *Directive
	// Values are the arguments in the order of the source. Each word of a
	// repeated argument, and each item of a list, is a separate value.
	Values []Value

	pos, end, nameEnd token.Pos
}

// Pos returns the position of the first slash of the directive.
func (p *ParsedDirective) Pos() token.Pos { return p.pos }

// End returns the position after the directive.
func (p *ParsedDirective) End() token.Pos { return p.end }

// Value returns the first value of an argument that has no [Value.Qualifier].
func (p *ParsedDirective) Value(argument string) (Value, bool) {
	if p == nil {
		return Value{}, false
	}
	i := slices.IndexFunc(p.Values, func(v Value) bool { return v.Argument.Name == argument && v.Qualifier == "" })
	if i < 0 {
		return Value{}, false
	}
	return p.Values[i], true
}

// All returns all values of an argument, including those with a qualifier.
func (p *ParsedDirective) All(argument string) []Value {
	if p == nil {
		return nil
	}
	var all []Value
	for _, v := range p.Values {
		if v.Argument.Name == argument {
			all = append(all, v)
		}
	}
	return all
}

// Text returns the text of [ParsedDirective.Value], or "".
func (p *ParsedDirective) Text(argument string) string {
	v, _ := p.Value(argument)
	return v.Text
}

// Texts returns the texts of all values of an argument.
func (p *ParsedDirective) Texts(argument string) []string {
	var texts []string
	for _, v := range p.All(argument) {
		texts = append(texts, v.Text)
	}
	return texts
}

// Int returns [ParsedDirective.Value] of an argument of kind Integer, or 0.
func (p *ParsedDirective) Int(argument string) int {
	v, _ := p.Value(argument)
	return v.Int()
}

// Duration returns [ParsedDirective.Value] of an argument of kind Duration, or 0.
func (p *ParsedDirective) Duration(argument string) time.Duration {
	v, _ := p.Value(argument)
	return v.Duration()
}

// Value is one value of an argument, and its position in the source.
type Value struct {
	// Argument is the row of the vocabulary. It must not be changed.
	Argument *Argument
	// Qualifier is the name before the dot of a qualified key: "Store" in
	// Store.tools=NoteTools. It is empty for other keys.
	Qualifier string
	// Text is the value without its key and its quotes.
	Text string

	pos, end token.Pos
	integer  int
	duration time.Duration
}

// Pos returns the position of the value, after its key and before its quotes.
func (v Value) Pos() token.Pos { return v.pos }

// End returns the position after the value and its quotes.
func (v Value) End() token.Pos { return v.end }

// Int returns the value of an argument of kind Integer, and 0 for other kinds.
func (v Value) Int() int { return v.integer }

// Duration returns the value of an argument of kind Duration, and 0 for other kinds.
func (v Value) Duration() time.Duration { return v.duration }
