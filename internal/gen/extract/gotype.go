package extract

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// goType writes a type as the author's package would. It reports false for a type
// that the package cannot write: with an unexported name of another package, or a
// package that it must not import.
//
// Aliases are replaced by their types, so that guards detect an alias that
// changes. An alias remains if its type cannot be written.
func (p *packageExtractor) goType(t types.Type) (model.GoType, bool) {
	known, found := p.written[t]
	if !found {
		w := goTypeWriter{p: p, nameable: true}
		w.write(t)
		known = writtenType{slices.Clip(w.tokens), w.nameable}
		p.written[t] = known
	}
	return known.tokens, known.nameable
}

// writtenType is a result of goType.
type writtenType struct {
	tokens   model.GoType
	nameable bool
}

// fieldType writes the type of a field. The type of an embedded field keeps an
// alias, because the field has its name.
func (p *packageExtractor) fieldType(field *types.Var) (model.GoType, bool) {
	if !field.Embedded() {
		return p.goType(field.Type())
	}
	w := goTypeWriter{p: p, nameable: true}
	w.writeField(field)
	return w.tokens, w.nameable
}

type goTypeWriter struct {
	p        *packageExtractor
	tokens   model.GoType
	nameable bool
}

// write writes a type.
func (w *goTypeWriter) write(t types.Type) {
	if alias, ok := t.(*types.Alias); ok {
		w.writeAlias(alias)
		return
	}
	switch t := t.(type) {
	case *types.Named:
		w.name(t.Obj(), t.TypeArgs())
	case *types.Pointer:
		w.text("*")
		w.write(t.Elem())
	case *types.Slice:
		w.text("[]")
		w.write(t.Elem())
	case *types.Array:
		w.text("[" + strconv.FormatInt(t.Len(), 10) + "]")
		w.write(t.Elem())
	case *types.Map:
		w.text("map[")
		w.write(t.Key())
		w.text("]")
		w.write(t.Elem())
	case *types.Struct:
		w.writeStruct(t)
	case *types.Basic:
		w.writeBasic(t)
	default:
		w.writeOther(t)
	}
}

// writeField writes the type of a field. An embedded field keeps the name of its
// alias.
func (w *goTypeWriter) writeField(field *types.Var) {
	t := field.Type()
	if pointer, ok := t.(*types.Pointer); ok && field.Embedded() {
		w.text("*")
		t = pointer.Elem()
	}
	if alias, ok := t.(*types.Alias); ok && field.Embedded() {
		w.name(alias.Obj(), alias.TypeArgs())
		return
	}
	w.write(t)
}

// writeAlias writes the type that an alias means, or the name of the alias if only
// that can be written.
func (w *goTypeWriter) writeAlias(alias *types.Alias) {
	meant, ok := w.p.goType(types.Unalias(alias))
	if ok || !w.p.canName(alias.Obj()) {
		w.tokens = append(w.tokens, meant...)
		w.nameable = w.nameable && ok
		return
	}
	w.name(alias.Obj(), alias.TypeArgs())
}

// name writes the name of a type with its type arguments.
func (w *goTypeWriter) name(object *types.TypeName, arguments *types.TypeList) {
	w.nameable = w.nameable && w.p.canName(object)
	if pkg := object.Pkg(); pkg == nil || pkg == w.p.source.Types {
		w.text(object.Name())
	} else {
		named, name := nameOf(object)
		w.qualifiedName(named.path, named.name, name)
	}
	for i := range arguments.Len() {
		w.text([2]string{"[", ", "}[min(i, 1)])
		w.write(arguments.At(i))
	}
	if arguments.Len() > 0 {
		w.text("]")
	}
}

// writeStruct writes a struct without a name.
func (w *goTypeWriter) writeStruct(t *types.Struct) {
	w.text("struct{")
	for i := range t.NumFields() {
		if i > 0 {
			w.text("; ")
		}
		field := t.Field(i)
		if !field.Embedded() {
			w.text(field.Name() + " ")
		}
		w.nameable = w.nameable && (field.Exported() || field.Pkg() == w.p.source.Types)
		w.writeField(field)
		if tag := t.Tag(i); tag != "" {
			w.text(" " + tagLiteral(tag))
		}
	}
	w.text("}")
}

// writeBasic writes a basic type.
func (w *goTypeWriter) writeBasic(t *types.Basic) {
	if t.Kind() == types.Invalid || t.Kind() == types.UnsafePointer {
		w.writeOther(t)
		return
	}
	w.text(t.Name())
}

// text appends text, to the last token if that is text.
func (w *goTypeWriter) text(s string) {
	if n := len(w.tokens); n > 0 && w.tokens[n-1].Path == "" {
		w.tokens[n-1].Text += s
	} else if s != "" {
		w.tokens = append(w.tokens, model.GoToken{Text: s})
	}
}

// qualifiedName writes a name of another package, and records the import.
func (w *goTypeWriter) qualifiedName(path, packageName, name string) {
	w.p.model.Imports[path] = packageName
	w.tokens = append(w.tokens, model.GoToken{Path: path, Name: name})
}

// canName reports whether the author's package can use the object's name.
func (p *packageExtractor) canName(object types.Object) bool {
	pkg := object.Pkg()
	if pkg == nil {
		return true // string, error, any
	}
	if object.Parent() != pkg.Scope() {
		return false // declared in a function
	}
	return pkg == p.source.Types || object.Exported() && p.canImport(pkg.Path()) && pkg.Name() != "main"
}

// canImport reports whether the author's package may import that path. A path
// with the element "internal" may only be imported from the parent of that
// element. https://go.dev/s/go14internal
func (p *packageExtractor) canImport(path string) bool { return canImportPath(p.source.Path, path) }

// canImportPath reports whether the go command lets a package import a path: one
// with the element internal is for the packages around it.
func canImportPath(importer, path string) bool {
	elements := strings.Split(path, "/")
	for i := len(elements) - 1; i >= 0; i-- {
		if elements[i] == "internal" {
			parent := strings.Join(elements[:i], "/")
			return importer == parent || parent != "" && strings.HasPrefix(importer, parent+"/")
		}
	}
	return true
}

// display returns a type for messages: with the names of packages instead of
// their paths, and without the name of the author's package.
func (p *packageExtractor) display(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg == p.source.Types {
			return ""
		}
		return pkg.Name()
	})
}

// label returns a type of the model for messages.
func (p *packageExtractor) label(t model.GoType) string {
	var b strings.Builder
	for _, token := range t {
		if token.Path != "" {
			b.WriteString(p.model.Imports[token.Path] + "." + token.Name)
			continue
		}
		b.WriteString(token.Text)
	}
	return b.String()
}
