package annotations

import (
	"go/ast"
	"go/token"
)

// site is what a group of comments is attached to.
type site struct {
	// declaration collects the directives. Its Target and Name are empty if no
	// directive is allowed here. Its Name is empty until [Parse] sets it.
	declaration Declaration
	// kind is the kind of the site in messages: "the function".
	kind string
	// owner is the site of the type that has a field.
	owner *site
	// group is the number of types if the comment is above a group of types, and
	// zero otherwise.
	group int
	// hasLookalike reports whether a comment may be a misspelt directive. Missing
	// directives are not reported then.
	hasLookalike bool
}

// name returns the name of the declaration of a site.
func (x *site) name() string {
	switch n := x.declaration.Node.(type) {
	case *ast.File:
		return n.Name.Name
	case *ast.FuncDecl:
		if x.declaration.Target.Has(Method) {
			return typeName(n.Recv.List[0].Type) + "." + n.Name.Name
		}
		return n.Name.Name
	case *ast.TypeSpec:
		return n.Name.Name
	case *ast.Field:
		return x.owner.name() + "." + fieldName(n)
	}
	return ""
}

// what names the site in messages: "the function Search".
func (x *site) what() string {
	if x.declaration.Target == 0 || x.declaration.Target == PackageClause {
		return x.kind
	}
	return x.kind + " " + x.name()
}

// sites are the sites of a file.
type sites struct {
	// of has the site of each group of comments that is attached to one.
	of map[*ast.CommentGroup]*site
	// inOrder is in the order of the source, with the package clause first.
	inOrder []*site
}

// findSites returns the sites of a file: its package clause and declarations, and
// the fields and methods inside them.
func findSites(file *ast.File) *sites {
	s := &sites{of: make(map[*ast.CommentGroup]*site, len(file.Comments))}
	s.add(&site{declaration: Declaration{Target: PackageClause, Node: file}, kind: "the package clause"}, file.Doc)
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			s.add(functionSite(d), d.Doc)
		case *ast.GenDecl:
			s.addGenDecl(d)
		}
	}
	return s
}

// add adds a site with its groups of comments, which may be nil.
func (s *sites) add(x *site, groups ...*ast.CommentGroup) {
	s.inOrder = append(s.inOrder, x)
	for _, group := range groups {
		if group != nil {
			s.of[group] = x
		}
	}
}

// functionSite returns the site of a function or method.
func functionSite(d *ast.FuncDecl) *site {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return &site{declaration: Declaration{Target: Func, Node: d}, kind: "the function"}
	}
	return &site{declaration: Declaration{Target: Method, Node: d}, kind: "the method"}
}

// typeName returns the name of a type without pointers and type arguments: List for *List[T].
func typeName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.ParenExpr:
		return typeName(x.X)
	case *ast.StarExpr:
		return typeName(x.X)
	case *ast.IndexExpr:
		return typeName(x.X)
	case *ast.IndexListExpr:
		return typeName(x.X)
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return "_"
}

// addGenDecl adds an import, const, var or type declaration. The comment of a type
// declaration with one type belongs to that type.
func (s *sites) addGenDecl(d *ast.GenDecl) {
	if d.Tok != token.TYPE {
		s.addNonTypeDecl(d)
		return
	}
	if len(d.Specs) != 1 {
		s.add(&site{kind: "a group of types", group: len(d.Specs)}, d.Doc)
	}
	for _, spec := range d.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		groups := []*ast.CommentGroup{t.Doc}
		if len(d.Specs) == 1 {
			groups = append(groups, d.Doc)
		}
		x := typeSite(t)
		s.add(x, groups...)
		s.addMembers(x, t.Type)
	}
}

// typeSite returns the site of a type.
func typeSite(t *ast.TypeSpec) *site {
	x := &site{declaration: Declaration{Target: Type, Node: t}, kind: "the type"}
	if _, ok := ast.Unparen(t.Type).(*ast.InterfaceType); ok {
		x.declaration.Target |= Interface
		x.kind = "the interface"
	}
	return x
}

// addNonTypeDecl adds a declaration that cannot have directives.
func (s *sites) addNonTypeDecl(d *ast.GenDecl) {
	x := &site{kind: "the " + d.Tok.String() + " declaration"}
	s.add(x, d.Doc)
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ImportSpec:
			s.add(x, spec.Doc, spec.Comment)
		case *ast.ValueSpec:
			s.add(x, spec.Doc, spec.Comment)
		}
	}
}

// addMembers adds the fields of a struct and of the structs inside it, and the
// methods of an interface, which cannot have directives.
func (s *sites) addMembers(owner *site, x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return
	case *ast.StarExpr:
		s.addMembers(owner, x.X)
		return
	case *ast.ArrayType:
		if x.Len == nil {
			s.addMembers(owner, x.Elt)
			return
		}
	}
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			fields := make([]site, len(n.Fields.List))
			for i, field := range n.Fields.List {
				fields[i] = site{declaration: Declaration{Target: Field, Node: field}, kind: "the field", owner: owner}
				s.add(&fields[i], field.Doc, field.Comment)
				s.addMembers(&fields[i], field.Type)
			}
			return false
		case *ast.InterfaceType:
			for _, member := range n.Methods.List {
				s.add(&site{kind: "a member of an interface"}, member.Doc, member.Comment)
			}
			return false
		}
		return true
	})
}

// fieldName returns the first name of a field, or the name of its type if it is embedded.
func fieldName(field *ast.Field) string {
	if len(field.Names) > 0 {
		return field.Names[0].Name
	}
	return typeName(field.Type)
}
