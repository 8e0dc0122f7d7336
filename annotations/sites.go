package annotations

import (
	"go/ast"
	"go/token"
)

// site is what a group of comments is attached to.
type site struct {
	// declaration is filled in while parsing. Its Target is empty where no
	// directive belongs, and its Name is empty then.
	declaration Declaration
	// what names it in messages: "the function Search".
	what string
	// group is the number of types of a group that the comment stands above;
	// zero for everything else.
	group int
	// lookalike says that a comment there may have been meant as a directive,
	// so that nothing should be said about directives that are not there.
	lookalike bool
}

// sites are the attached groups of comments of a file.
type sites struct {
	of map[*ast.CommentGroup]*site
	// inOrder is the order of the source.
	inOrder []*site
}

// findSites walks a file's declarations, down to the fields of struct types.
func findSites(file *ast.File) *sites {
	s := &sites{of: map[*ast.CommentGroup]*site{}}
	s.add(&site{
		declaration: Declaration{Target: PackageClause, Node: file, Name: file.Name.Name},
		what:        "the package clause",
	}, file.Doc)
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			s.add(functionSite(d), d.Doc)
		case *ast.GenDecl:
			s.addGeneral(d)
		}
	}
	return s
}

func (s *sites) add(x *site, groups ...*ast.CommentGroup) {
	s.inOrder = append(s.inOrder, x)
	for _, group := range groups {
		if group != nil {
			s.of[group] = x
		}
	}
}

func functionSite(d *ast.FuncDecl) *site {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return &site{declaration: Declaration{Target: Func, Node: d, Name: d.Name.Name}, what: "the function " + d.Name.Name}
	}
	name := typeName(d.Recv.List[0].Type) + "." + d.Name.Name
	return &site{declaration: Declaration{Target: Method, Node: d, Name: name}, what: "the method " + name}
}

// typeName is the name at the core of a type: List of *List[T].
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

// addGeneral adds an import, const, var or type declaration. Its own comment is
// about its only type, if it has no more.
func (s *sites) addGeneral(d *ast.GenDecl) {
	if d.Tok != token.TYPE {
		s.addForeign(d)
		return
	}
	if len(d.Specs) != 1 {
		s.add(&site{what: "a group of types", group: len(d.Specs)}, d.Doc)
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
		s.add(typeSite(t), groups...)
		s.addMembers(t.Name.Name, t.Type)
	}
}

func typeSite(t *ast.TypeSpec) *site {
	x := &site{declaration: Declaration{Target: Type, Node: t, Name: t.Name.Name}, what: "the type " + t.Name.Name}
	if _, ok := ast.Unparen(t.Type).(*ast.InterfaceType); ok {
		x.declaration.Target |= Interface
		x.what = "the interface " + t.Name.Name
	}
	return x
}

// addForeign adds a declaration that no directive belongs on.
func (s *sites) addForeign(d *ast.GenDecl) {
	x := &site{what: "the " + d.Tok.String() + " declaration"}
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

// addMembers adds the fields of a struct, those of structs inside it, and the
// methods of an interface, on which no directive belongs.
func (s *sites) addMembers(owner string, x ast.Expr) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, field := range n.Fields.List {
				name := owner + "." + fieldName(field)
				s.add(&site{declaration: Declaration{Target: Field, Node: field, Name: name}, what: "the field " + name}, field.Doc, field.Comment)
				s.addMembers(name, field.Type)
			}
			return false
		case *ast.InterfaceType:
			for _, member := range n.Methods.List {
				s.add(&site{what: "a member of an interface"}, member.Doc, member.Comment)
			}
			return false
		}
		return true
	})
}

func fieldName(field *ast.Field) string {
	if len(field.Names) > 0 {
		return field.Names[0].Name
	}
	return typeName(field.Type)
}
