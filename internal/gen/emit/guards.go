package emit

import (
	"go/token"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// guards make the build fail if the code of the author differs from the code that
// the file was generated for. A guard is a line that compiles only with the old
// declaration: see finalGuards. This part of the file has what they compare with.
func (f *file) guards() {
	if len(f.pkg.Tools) == 0 && f.pkg.Registry == nil {
		return
	}
	f.section("Guards: an error here means that the code next to this file, or the runtime, has changed since it was generated.",
		"Run go generate. Next to the name of this file is the name of the declaration that changed.")
	f.add(f.runtimeGuard())
	var shapes []code
	for _, t := range f.pkg.Types {
		if f.canGuard(t) && t.Shape != nil && !t.Shape.Opaque {
			f.shapes[t] = f.names.guard(f.typeName(t))
			shapes = append(shapes, f.line("%s = %s", f.shapes[t], f.structType(t.Shape)))
		}
	}
	if len(shapes) > 0 {
		f.add(group("type", shapes...))
	}
}

// runtimeGuard makes the build fail if the file and the runtime do not fit.
func (f *file) runtimeGuard() code {
	return group("const",
		f.line("_ = %s(%d - %s)", f.generated("EnforceVersion"), Version, f.generated("MinVersion")),
		f.line("_ = %s(%s - %d)", f.generated("EnforceVersion"), f.generated("MaxVersion"), Version))
}

// canGuard reports whether the type may change and generated code can use its
// name.
func (f *file) canGuard(t *model.Type) bool {
	if t.Name == nil || t.Name.Package == "time" || t.Name.Package == "encoding/json" {
		return false
	}
	return t.Name.Package == f.pkg.Path || token.IsExported(t.Name.Name)
}

// typeName returns the name of the type for error messages.
func (f *file) typeName(t *model.Type) string { return t.Name.Local }

// structType returns the type of a struct with the names, types and tags of its
// fields.
func (f *file) structType(shape *model.Shape) code {
	var fields []code
	for _, field := range shape.Fields {
		name := field.Name
		if field.Embedded {
			name = ""
		}
		fields = append(fields, f.line("%s %s%s", name, f.goType(field.Type), field.Tag))
	}
	return structOf(fields...)
}

// typeGuard adds the guards of the declaration of a type, except for its methods and
// constants.
func (g *guardWriter) typeGuard(t *model.Type) {
	name := g.typeName(t)
	switch {
	case t.Shape != nil && t.Shape.Opaque:
		g.opaqueGuard(t)
	case t.Shape != nil: // unlike a conversion, the assignment compares tags; an alias keeps the message short
		g.variables = append(g.variables, g.at(name, g.line("_ %s = %s{}", g.shapes[t], g.goType(t.Go))))
		g.aliasGuard(t, g.line("%s", g.shapes[t]))
	case basics(t) != nil:
		if t.Kind != model.KindString || len(g.constants(t)) == 0 { // the guard of a constant with a text checks the kind, too
			g.statement(name, g.line("var _ %s[%s]", g.generated(upperFirst(basics(t)[0])+"Kind"), g.goType(t.Go)))
		}
		g.aliasGuard(t, g.line("%s", strings.Join(basics(t), " | ")))
	case isInterface(t):
		g.statement(name, g.line("_ = %s(nil).(any)", g.goType(t.Go)))
	case t.Kind == model.KindText, t.Kind == model.KindJSON && t.Elem == nil:
		// Their methods are watched, and nothing else of them matters.
		g.statement(name, g.line("type _ %s", g.goType(t.Go)))
	default:
		g.statement(name, g.line("var _ %s = *new(%s)", g.underlyingType(t), g.goType(t.Go)))
		g.aliasGuard(t, g.underlyingType(t))
	}
}

// opaqueGuard compares the types of the fields of a struct of another package that
// has fields which generated code cannot use.
func (g *guardWriter) opaqueGuard(t *model.Type) {
	name := g.names.guard(g.typeName(t))
	g.statement(g.typeName(t), g.line("var %s %s", name, g.goType(t.Go)))
	g.statement(g.typeName(t), g.line("_ = &%s", name))
	for _, field := range slices.Concat(t.Shape.Fields, t.Shape.Promoted) {
		g.statement(g.typeName(t), g.line("var _ *%s = &%s.%s", g.goType(field.Type), name, field.Name))
	}
}

// aliasGuard refuses an alias of one of the types, and in the type's own package any
// alias that is not of another type of this package: a method can only be declared on
// a type of this package, even if its name is blank. The terms of a union differ.
func (g *guardWriter) aliasGuard(t *model.Type, underlying code) {
	canHaveMethod := t.Kind != model.KindPointer && len(t.Name.Arguments) == 0
	if t.Name.Package == g.pkg.Path && canHaveMethod {
		// gofmt would add an empty line before a comment at the beginning of the line
		g.methods = append(g.methods, g.line("func %s(%s) _() {}", lineDirective(g.typeName(t)), g.goType(t.Go)))
		return
	}
	g.statement(g.typeName(t)+"_alias", g.line("type _ interface{ %s | %s }", underlying, g.goType(t.Go)))
}

// isInterface reports whether a named type is an interface.
func isInterface(t *model.Type) bool {
	switch t.Kind {
	case model.KindAny:
		return !t.Raw
	case model.KindJSON:
		return t.Elem != nil && isInterface(t.Elem)
	}
	return t.Kind == model.KindUnion
}

// underlyingType returns the underlying type of a type that is neither a struct nor a
// basic type.
func (f *file) underlyingType(t *model.Type) code {
	switch t.Kind {
	case model.KindMap:
		return f.line("map[%s]%s", f.goType(t.Key.Go), f.goType(t.Elem.Go))
	case model.KindPointer:
		return f.line("*%s", f.goType(t.Elem.Go))
	case model.KindArray:
		return f.line("[%d]%s", t.Length, f.goType(t.Elem.Go))
	case model.KindJSON:
		return f.underlyingType(t.Elem)
	case model.KindAny: // the text of a value
		return f.line("[]byte")
	}
	if t.Elem == nil {
		return f.line("[]byte")
	}
	return f.line("[]%s", f.goType(t.Elem.Go))
}
