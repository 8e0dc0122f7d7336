package annotations

import (
	"go/ast"
	"go/token"
	"slices"
	"time"
)

// File is what the directives of one file say.
type File struct {
	// Package is about the package: what stands in its doc comment. It has no
	// directives when there are none.
	Package *Declaration
	// Declarations are those of the file that carry directives, in the order
	// of the source. Package is none of them.
	Declarations []*Declaration
}

// Of returns the directives on a declaration: an *ast.FuncDecl, *ast.TypeSpec
// or *ast.Field of the tree that was parsed, or the *ast.File for its package
// clause. It is nil when there are none, and on a nil File.
func (f *File) Of(node ast.Node) Set {
	if f == nil {
		return nil
	}
	if f.Package.Node == node {
		return f.Package.Directives
	}
	i := slices.IndexFunc(f.Declarations, func(d *Declaration) bool { return d.Node == node })
	if i < 0 {
		return nil
	}
	return f.Declarations[i].Directives
}

// Declaration is a declaration that carries directives.
type Declaration struct {
	// Target is the kind of declaration: one bit, but for an interface, which
	// is a Type too.
	Target Target
	// Node is an *ast.FuncDecl, *ast.TypeSpec, *ast.Field (with one or more
	// names, or none when it is embedded) or, for the package, *ast.File.
	Node ast.Node
	// Name is what it is called: "Search", "Store.Search", "SearchArgs",
	// "SearchArgs.Query".
	Name string
	// Directives are those that belong there. One with faulty arguments is
	// among them, without these arguments.
	Directives Set
}

// Set is the directives of one declaration, in the order of the source. The
// zero value is empty.
type Set []*Parsed

// Get returns the first directive of that name, or nil.
func (s Set) Get(name string) *Parsed {
	i := slices.IndexFunc(s, func(p *Parsed) bool { return p.Directive.Name == name })
	if i < 0 {
		return nil
	}
	return s[i]
}

// All returns the directives of that name.
func (s Set) All(name string) []*Parsed {
	var all []*Parsed
	for _, p := range s {
		if p.Directive.Name == name {
			all = append(all, p)
		}
	}
	return all
}

// Has reports whether there is a directive of that name.
func (s Set) Has(name string) bool { return s.Get(name) != nil }

// Parsed is a directive as written in a source. Methods that look a value up
// by its argument's name may be called on nil, which has no values, so that
// set.Get("timeout").Duration("duration") is 0 without the directive.
type Parsed struct {
	// Directive is its row in the vocabulary. It must not be changed.
	Directive *Directive
	// Values are its arguments in the order of the source; each word of a
	// repeated argument and each item of a list is a value of its own.
	Values []Value

	pos, end, nameEnd token.Pos
}

// Pos returns where the directive begins: its first slash.
func (p *Parsed) Pos() token.Pos { return p.pos }

// End returns the position behind the directive.
func (p *Parsed) End() token.Pos { return p.end }

// Value returns the first value of an argument. For a key that is given once
// for each of several names, see [Value.Qualifier].
func (p *Parsed) Value(argument string) (Value, bool) {
	if p == nil {
		return Value{}, false
	}
	i := slices.IndexFunc(p.Values, func(v Value) bool { return v.Argument.Name == argument && v.Qualifier == "" })
	if i < 0 {
		return Value{}, false
	}
	return p.Values[i], true
}

// All returns the values of an argument, qualified ones included.
func (p *Parsed) All(argument string) []Value {
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

// Text returns the text of the argument's first value, or "".
func (p *Parsed) Text(argument string) string {
	v, _ := p.Value(argument)
	return v.Text
}

// Texts returns the texts of all the argument's values.
func (p *Parsed) Texts(argument string) []string {
	var texts []string
	for _, v := range p.All(argument) {
		texts = append(texts, v.Text)
	}
	return texts
}

// Int returns the first value of an argument of kind Integer, or 0.
func (p *Parsed) Int(argument string) int {
	v, _ := p.Value(argument)
	return v.Int()
}

// Duration returns the first value of an argument of kind Duration, or 0.
func (p *Parsed) Duration(argument string) time.Duration {
	v, _ := p.Value(argument)
	return v.Duration()
}

// Value is one value of an argument, with its place in the source.
type Value struct {
	// Argument is its row in the vocabulary. It must not be changed.
	Argument *Argument
	// Qualifier is the name in front of a qualified key: "Store" in
	// Store.tools=NoteTools.
	Qualifier string
	// Text is the value: unquoted, without its key.
	Text string

	pos, end token.Pos
	integer  int
	duration time.Duration
}

// Pos returns where the value begins: behind its key, if it has one, and with
// its quotes, if it has any.
func (v Value) Pos() token.Pos { return v.pos }

// End returns the position behind the value.
func (v Value) End() token.Pos { return v.end }

// Int is the value of an argument of kind Integer; 0 for other kinds.
func (v Value) Int() int { return v.integer }

// Duration is the value of an argument of kind Duration; 0 for other kinds.
func (v Value) Duration() time.Duration { return v.duration }
