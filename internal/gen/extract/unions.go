package extract

import (
	"go/types"
	"slices"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/snake"
)

// union is an interface marked //tool:union. Its discriminators are checked when
// all types are complete, because a variant may contain the union.
type union struct {
	name      string
	directive *annotations.ParsedDirective
	checked   bool
	fit       bool
}

// fillUnion fills in a union. It checks all variants, so that one run reports all
// problems.
func (p *packageExtractor) fillUnion(m *model.Type, named *types.Named, d *annotations.ParsedDirective, at use) bool {
	m.Kind = model.KindUnion // set first, because variants may refer to the union
	m.Union = &model.Union{Field: d.Text("field")}
	p.unions[m] = &union{name: named.Obj().Name(), directive: d}
	if m.Union.Field == "" {
		return false // reported as a missing argument
	}
	if m.Union.Seal = sealOf(named); m.Union.Seal == "" {
		p.report(diagnostic(diag.UnsealedUnion, p.directiveSpan(named, d), "type %s: the interface has no unexported method, so that other packages can add variants to it", named.Obj().Name()).
			withFix("add one, such as is%s(), and declare it on each variant", title(named.Obj().Name())))
		return false
	}
	implementers := p.implementers(named)
	complete := true
	for _, variant := range implementers {
		v := p.variant(variant, named, at)
		if v == nil {
			complete = false
			continue
		}
		m.Union.Variants = append(m.Union.Variants, v)
	}
	if len(implementers) == 0 {
		p.report(diagnostic(diag.EmptyUnion, p.directiveSpan(named, d), "type %s: no struct of its package implements the interface", named.Obj().Name()).
			withFix("declare its methods on the structs that are its variants"))
		return false
	}
	return complete
}

// directiveSpan returns the position of a type's directive, or of the type if
// its author is another.
func (p *packageExtractor) directiveSpan(named *types.Named, d *annotations.ParsedDirective) model.Span {
	if p.isOwn(named.Obj()) {
		return p.span(d)
	}
	return p.nameSpan(named.Obj())
}

// unionFix is the fix for a sealed interface of the author without a directive.
const unionFix = "mark the interface with //tool:union FIELD, where FIELD is the property that names the type of a value"

// canBeUnion reports whether a type is a sealed interface of the author.
func (p *packageExtractor) canBeUnion(t types.Type) bool {
	named, isNamed := types.Unalias(t).(*types.Named)
	return isNamed && types.IsInterface(named) && p.isOwn(named.Obj()) && sealOf(named) != "" && !p.typeDirectives(named.Obj()).Has("union")
}

// sealOf returns a method of an interface that only its own package can declare, or an
// empty text.
func sealOf(named *types.Named) string {
	for method := range named.Underlying().(*types.Interface).Methods() {
		if !method.Exported() && method.Pkg() == named.Obj().Pkg() {
			return method.Name()
		}
	}
	return ""
}

// implementers returns the types of the interface's package that implement it, or
// whose pointers do, by file and position. Other interfaces are not variants, nor
// are structs that only embed the interface.
func (p *packageExtractor) implementers(named *types.Named) []*types.Named {
	scope := named.Obj().Pkg().Scope()
	var found []*types.Named
	for _, name := range scope.Names() {
		object, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || object.IsAlias() {
			continue
		}
		candidate, ok := object.Type().(*types.Named)
		if ok && implements(candidate, named) {
			found = append(found, candidate)
		}
	}
	slices.SortStableFunc(found, func(a, b *types.Named) int {
		return comparePositions(p.position(a.Obj().Pos()), p.position(b.Obj().Pos()))
	})
	return found
}

// implements reports whether a type or its pointer declares the methods of an
// interface. Methods of a generic type are compared by name.
func implements(candidate, named *types.Named) bool {
	if types.IsInterface(candidate) {
		return false
	}
	methods := named.Underlying().(*types.Interface)
	if candidate.TypeParams().Len() == 0 && !types.Implements(types.NewPointer(candidate), methods) {
		return false
	}
	for method := range methods.Methods() {
		object, _, _ := types.LookupFieldOrMethod(candidate, true, method.Pkg(), method.Name())
		found, ok := object.(*types.Func)
		if !ok || types.IsInterface(found.Signature().Recv().Type()) {
			return false
		}
	}
	return true
}

// variant converts one of the structs; it returns nil if the struct is refused.
func (p *packageExtractor) variant(named, of *types.Named, at use) *model.Variant {
	object := named.Obj()
	refuse := func(reason, fix string) *model.Variant {
		p.report(diagnostic(diag.UnfitVariant, p.nameSpan(object), "type %s: it implements %s, but %s", object.Name(), of.Obj().Name(), reason).
			withRelated(p.position(of.Obj().Pos()), "the union").withFix("%s", fix))
		return nil
	}
	switch {
	case named.TypeParams().Len() > 0:
		return refuse("is generic, and a variant must not be", "declare a struct with specific types")
	case !isStruct(named):
		return refuse("is not a struct, and cannot have the property "+p.typeDirectives(of.Obj()).Get("union").Text("field"), "make it a struct with a field")
	case codecsOf(named).JSON():
		return refuse("has its own JSON form, which need not contain the discriminator", "remove its methods for JSON and text")
	}
	m := p.convert(named, use{span: p.nameSpan(object), what: "variant " + object.Name(), result: at.result})
	if m == nil {
		return nil
	}
	pointer := !types.Implements(named, of.Underlying().(*types.Interface))
	return &model.Variant{Type: m, Pointer: pointer, Value: snake.Case(object.Name())}
}

// checkUnion sets the discriminators of a union's variants, once. It reports
// false if they are not distinct.
func (p *packageExtractor) checkUnion(m *model.Type) bool {
	u := p.unions[m]
	if u.checked {
		return u.fit
	}
	u.checked, u.fit = true, true
	first := make(map[string]*model.Variant)
	for _, v := range m.Union.Variants {
		if !p.discriminator(v, m.Union.Field, u) {
			u.fit = false
			continue
		}
		if earlier := first[v.Value]; earlier != nil {
			p.report(diagnostic(diag.EqualVariants, v.Type.Span, "type %s: its %s is %q, as that of %s is", v.Type.Name.Name, m.Union.Field, v.Value, earlier.Type.Name.Name).
				withRelated(earlier.Type.Span.Start, "%s is declared here", earlier.Type.Name.Name).
				withFix("give one of them a field with another value: `json:%q jsonschema:\"enum=VALUE\"`", m.Union.Field))
			u.fit = false
		}
		first[v.Value] = v
	}
	return u.fit
}

// discriminator sets the value of a variant's discriminator: the value of its own
// field, or else its name.
func (p *packageExtractor) discriminator(v *model.Variant, name string, u *union) bool {
	refuse := func(f *model.Field, reason, fix string) bool {
		p.report(diagnostic(diag.UnfitDiscriminator, f.Span, "field %s: it is the discriminator of %s, but %s", f.Path[len(f.Path)-1].Name, u.name, reason).
			withRelated(p.position(u.directive.Pos()), "the union").withFix("%s", fix))
		return false
	}
	for _, f := range v.Type.Fields {
		if slices.Contains(f.Aliases, name) {
			return refuse(f, "only by an alias", "remove the alias, or choose another discriminator")
		}
		if f.Name != name {
			continue
		}
		value, ok := onlyValue(f)
		switch {
		case f.Type.Kind != model.KindString:
			return refuse(f, "is not a string", "make it a string with jsonschema:\"enum=VALUE\", or choose another discriminator")
		case !f.Required:
			return refuse(f, "is optional", "remove omitempty, omitzero and the default")
		case !ok:
			return refuse(f, "may have several values", "write jsonschema:\"enum=VALUE\"")
		}
		v.Value, v.Declared = value, f
	}
	return true
}

// onlyValue returns the only string that a field may have.
func onlyValue(f *model.Field) (string, bool) {
	allowed := describe.Values(f.Type, &f.Constraints)
	if f.Type.Kind != model.KindString || len(allowed) != 1 {
		return "", false
	}
	return model.Unquote(allowed[0]), true
}
