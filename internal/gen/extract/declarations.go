package extract

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// declarations is an index of the syntax of a file: types and values by name, struct
// fields by their names in the source.
type declarations struct {
	types  map[string]typeDecl
	values map[string]valueDecl
	// fields are the fields of a package that is read from source, in the order of their
	// names.
	fields []fieldDecl
	// foreign are the fields of another package. Their lines and names are also known for
	// objects from export data.
	foreign map[fieldPosition]*ast.Field
}

// typeDecl is the declaration of a type, with the comment of its group if the group has
// only this declaration.
type typeDecl struct {
	spec  *ast.TypeSpec
	group *ast.CommentGroup
}

// valueDecl does the same for constants and variables.
type valueDecl struct {
	spec  *ast.ValueSpec
	group *ast.CommentGroup
	after token.Pos // the end of what is before it in the parentheses; invalid without parentheses
}

// fieldDecl is a field between two positions: the end of the field before it, or the opening
// brace, and the closing brace.
type fieldDecl struct {
	name          token.Pos
	syntax        *ast.Field
	after, before token.Pos
}

// fieldAt returns the field whose name is at a position. Its syntax is nil if there is none.
func (d *declarations) fieldAt(pos token.Pos) (found fieldDecl) {
	i, ok := slices.BinarySearchFunc(d.fields, pos, func(f fieldDecl, pos token.Pos) int { return cmp.Compare(f.name, pos) })
	if ok {
		found = d.fields[i]
	}
	return found
}

type fieldPosition struct {
	line int
	name string
}

// declarationsOf returns the index of the file that declares an object, or nil if
// the file is not available.
func (e *extractor) declarationsOf(object types.Object) *declarations {
	file := e.loader.File(object)
	if file == nil {
		return nil
	}
	found := e.declarations[file]
	if found == nil {
		found = e.newDeclarations(file, e.isOwn(object))
		e.declarations[file] = found
	}
	return found
}

// newDeclarations returns the index of a file of a package that is read from source or not.
func (e *extractor) newDeclarations(file *ast.File, own bool) *declarations {
	d := &declarations{types: make(map[string]typeDecl), values: make(map[string]valueDecl)}
	for _, decl := range file.Decls {
		if group, ok := decl.(*ast.GenDecl); ok {
			d.add(group)
		}
	}
	addField := func(field *ast.Field, name *ast.Ident, after, before token.Pos) {
		d.fields = append(d.fields, fieldDecl{name.Pos(), field, after, before})
	}
	if !own {
		d.foreign = make(map[fieldPosition]*ast.Field)
		addField = func(field *ast.Field, name *ast.Ident, _, _ token.Pos) {
			d.foreign[fieldPosition{e.positions.line(name.Pos()), name.Name}] = field
		}
	}
	eachStruct(file, func(t *ast.StructType) { eachField(t, addField) })
	slices.SortFunc(d.fields, func(a, b fieldDecl) int { return cmp.Compare(a.name, b.name) })
	return d
}

// add records the declarations of a group with their comments.
func (d *declarations) add(group *ast.GenDecl) {
	alone := group.Doc
	if group.Lparen.IsValid() {
		alone = nil // a comment before a group describes the whole group
	}
	after := group.Lparen
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			d.types[spec.Name.Name] = typeDecl{spec, alone}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				d.values[name.Name] = valueDecl{spec, alone, after}
			}
		}
		if after.IsValid() {
			after = spec.End()
		}
	}
}

// eachStruct calls visit for the struct types of a file, except for those in the bodies of
// functions.
func eachStruct(file *ast.File, visit func(*ast.StructType)) {
	for _, decl := range file.Decls {
		group, isGroup := decl.(*ast.GenDecl)
		if !isGroup || group.Tok != token.TYPE {
			inspectStructs(decl, visit)
			continue
		}
		for _, spec := range group.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.TypeParams == nil {
				structsOf(t.Type, visit)
			} else {
				inspectStructs(spec, visit)
			}
		}
	}
}

// structsOf calls visit for the struct types in a type.
func structsOf(t ast.Expr, visit func(*ast.StructType)) {
	switch t := t.(type) {
	case *ast.Ident, *ast.SelectorExpr:
	case *ast.StarExpr:
		structsOf(t.X, visit)
	case *ast.ArrayType:
		if t.Len != nil {
			inspectStructs(t.Len, visit)
		}
		structsOf(t.Elt, visit)
	case *ast.MapType:
		structsOf(t.Key, visit)
		structsOf(t.Value, visit)
	case *ast.StructType:
		visit(t)
		for _, field := range t.Fields.List {
			structsOf(field.Type, visit)
		}
	default:
		inspectStructs(t, visit)
	}
}

// inspectStructs does what structsOf does with any syntax.
func inspectStructs(n ast.Node, visit func(*ast.StructType)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			visit(n)
		case *ast.BlockStmt, *ast.ImportSpec, *ast.CommentGroup, *ast.Ident, *ast.SelectorExpr, *ast.BasicLit:
			return false
		}
		return true
	})
}

// eachField calls add for each name of each field of a struct, and for each embedded field
// with the identifier that names it. The positions are those of fieldDecl.
func eachField(t *ast.StructType, add func(field *ast.Field, name *ast.Ident, after, before token.Pos)) {
	after := t.Fields.Opening
	for _, field := range t.Fields.List {
		for _, name := range field.Names {
			add(field, name, after, t.Fields.Closing)
		}
		if name := embeddedName(field.Type); len(field.Names) == 0 && name != nil {
			add(field, name, after, t.Fields.Closing)
		}
		after = field.End()
	}
}

// embeddedName returns the identifier that names an embedded field.
func embeddedName(t ast.Expr) *ast.Ident {
	switch t := t.(type) {
	case *ast.Ident:
		return t
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.ParenExpr:
		return embeddedName(t.X)
	case *ast.SelectorExpr:
		return t.Sel
	case *ast.IndexExpr:
		return embeddedName(t.X)
	case *ast.IndexListExpr:
		return embeddedName(t.X)
	}
	return nil
}

// docOf returns the comment of a defined type or a constant.
func (e *extractor) docOf(object types.Object) string {
	d := e.declarationsOf(object)
	if d == nil {
		return ""
	}
	if _, isType := object.(*types.TypeName); isType {
		if found, ok := d.types[object.Name()]; ok {
			return firstText(found.spec.Doc, found.group, found.spec.Comment)
		}
		return ""
	}
	if found, ok := d.values[object.Name()]; ok {
		// A comment before it may also describe the following ones.
		return firstText(found.spec.Comment, found.spec.Doc, found.group)
	}
	return ""
}

// constantLine returns the position of a constant of the author that has a line of its
// own.
func (p *packageExtractor) constantLine(c *types.Const) (at model.Position) {
	if !p.isOwn(c) {
		return at
	}
	d, ok := p.declarationsOf(c).values[c.Name()]
	if ok && len(d.spec.Names) == 1 && d.after.IsValid() && p.positions.isBelow(d.spec.Pos(), d.after) {
		at = p.position(d.spec.Pos())
	}
	return at
}
