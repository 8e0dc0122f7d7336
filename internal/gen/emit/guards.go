package emit

import (
	"go/token"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// guards make the build fail if the code of the author differs from the code that
// the file was generated for. A guard is an assignment that compiles only with
// the old declaration. Its type has a name that the error message contains.
//
// Errors that would not contain the name of a type have guards at the end of the
// file: see finalGuards.
func (f *file) guards() {
	if len(f.pkg.Tools) == 0 && f.pkg.Registry == nil {
		return
	}
	f.section("Guards: an error here means that the code next to this file, or the runtime, has changed since it was", "generated. Run go generate.")
	f.add(f.runtimeGuard())
	for _, t := range f.pkg.Types {
		if !f.canGuard(t) {
			continue
		}
		switch {
		case t.Shape != nil && t.Shape.Opaque:
			f.add(f.opaqueGuard(t))
		case t.Shape != nil:
			f.add(f.shapeGuard(t)...)
		case basics(t) != nil:
			f.add(f.basicGuard(t)...)
		case isInterface(t):
			f.add(f.interfaceGuard(t))
		case t.Kind == model.KindText, t.Kind == model.KindJSON && t.Elem == nil:
			// Their methods are watched, and nothing else of them matters.
		default:
			f.add(f.underlyingGuard(t)...)
		}
	}
	f.methodGuards()
}

// runtimeGuard makes the build fail if the file and the runtime do not fit.
func (f *file) runtimeGuard() code {
	return group("const",
		f.line("_ = %s(%d - %s)", f.version("EnforceVersion"), Version, f.version("MinVersion")),
		f.line("_ = %s(%s - %d)", f.version("EnforceVersion"), f.version("MaxVersion"), Version))
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

// shapeGuard compares a struct with all its tags. An alias keeps the message
// short. Unlike a conversion, the assignment compares tags.
func (f *file) shapeGuard(t *model.Type) []code {
	name := f.names.guard(f.typeName(t))
	return append([]code{
		f.line("type %s = %s", name, f.structType(t.Shape)),
		f.line("var _ %s = %s{}", name, f.goType(t.Go)),
	}, f.aliasGuard(t, f.line("%s", name))...)
}

// structType returns the type of a struct with the names, types and tags of its
// fields.
func (f *file) structType(shape *model.Shape) code {
	var fields []code
	for _, field := range shape.Fields {
		s := jen.Null()
		if !field.Embedded {
			s.Id(field.Name)
		}
		fields = append(fields, s.Add(f.goType(field.Type)).Op(field.Tag))
	}
	return jen.Struct(asCode(fields)...)
}

// opaqueGuard compares the types of the fields of a struct of another package that
// has fields which generated code cannot use. The parameter has the name of the
// guard, because the message contains the name of the parameter.
func (f *file) opaqueGuard(t *model.Type) code {
	name := f.names.guard(f.typeName(t))
	var probes []code
	for _, field := range slices.Concat(t.Shape.Fields, t.Shape.Promoted) {
		probes = append(probes, f.line("var _ *%s = &%s.%s", f.goType(field.Type), name, field.Name))
	}
	return block(f.line("func _(%s *%s)", name, f.goType(t.Go)), probes...)
}

// basicGuard compares the underlying type of a named string, number or boolean. It
// also refuses an alias.
func (f *file) basicGuard(t *model.Type) []code {
	constraint := f.names.guard(f.typeName(t))
	probe := f.names.unique(lowerFirst(f.typeName(t)) + "Kind")
	return append([]code{
		f.line("type %s interface{ ~%s }", constraint, strings.Join(basics(t), " | ~")),
		f.line("type %s[_ %s] struct{}", probe, constraint),
		f.line("var _ %s[%s]", probe, f.goType(t.Go)),
	}, f.aliasGuard(t, f.line("%s", strings.Join(basics(t), ", ")))...)
}

// aliasGuard refuses an alias of one of the types, and in the type's own package any
// alias that is not of another type of this package: a method can only be declared on
// a type of this package, even if its name is blank. A type switch has no case twice.
func (f *file) aliasGuard(t *model.Type, underlying code) []code {
	alias := f.names.guard(f.typeName(t), "alias")
	guards := []code{f.line("type %s = %s", alias, f.goType(t.Go))}
	canHaveMethod := t.Kind != model.KindPointer && len(t.Name.Arguments) == 0
	if t.Name.Package == f.pkg.Path && canHaveMethod {
		return append(guards, f.line("func (%s) _() {}", alias))
	}
	return append(guards, block(f.line("func _(v any)"),
		block(f.line("switch v.(type)"), f.line("case %s, %s:", underlying, alias))))
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

// interfaceGuard refuses a type that is not an interface.
func (f *file) interfaceGuard(t *model.Type) code {
	name := f.names.guard(f.typeName(t))
	return block(f.line("func _(%s %s)", name, f.goType(t.Go)), block(f.line("switch %s.(type)", name)))
}

// underlyingGuard compares the underlying type of a named slice, array, map or
// pointer.
func (f *file) underlyingGuard(t *model.Type) []code {
	name := f.names.guard(f.typeName(t))
	return append([]code{
		f.line("type %s = %s", name, f.underlyingType(t)),
		block(f.line("func _(v %s)", f.goType(t.Go)), f.line("var _ %s = v", name)),
	}, f.aliasGuard(t, f.line("%s", name))...)
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
