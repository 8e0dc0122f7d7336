package extract

import (
	"go/types"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/declared"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// namedType is a defined type that was used.
type namedType struct {
	model *model.Type
	// converted means that its parts were converted; a struct that is only
	// embedded is not converted. refused means that it has no schema.
	converted, refused bool
}

// convertNamed converts a defined type, once. The type is stored before its parts
// are converted, so that a recursive type finds itself.
func (p *packageExtractor) convertNamed(named *types.Named, at use) *model.Type {
	if m, special := p.convertKnown(named, at); special {
		return m
	}
	if m := p.unguardedType(named, at); m != nil {
		return m
	}
	entry := p.enter(named, at)
	if entry == nil {
		return nil
	}
	if !entry.converted {
		entry.converted = true
		entry.refused = !p.fillNamed(entry.model, named, at)
		// Problems of the use are reported for each use.
		entry.converted = !entry.refused || p.isOwn(named.Obj()) && isStruct(named) && !entry.model.Codecs.JSON()
	}
	if entry.refused {
		return nil
	}
	return entry.model
}

// fillNamed fills in a defined type from its declaration and its directives.
func (p *packageExtractor) fillNamed(m *model.Type, named *types.Named, at use) bool {
	directives, what := p.typeDirectives(named.Obj()), "type "+named.Obj().Name()
	opened := p.isOpened(named, at)
	at.any = directives.Has("any")
	declared := use{span: at.span, what: what, result: at.result}
	schema, fit := p.namedSchema(named, directives, declared)
	switch {
	case !fit:
		return false
	case schema != nil:
		return p.fillDeclared(m, named, schema, declared)
	case opened:
		return p.fillOpen(m, named, at)
	}
	return p.fillForm(m, named, at) && p.usesAny(directives, m, what)
}

// namedSchema returns the schema of a defined type from the package's //tool:type or
// from the declaration. It returns nil if there is none.
func (p *packageExtractor) namedSchema(named *types.Named, directives annotations.Set, at use) (*model.Schema, bool) {
	if s := p.typeSchemaOf(named); s != nil {
		return p.schemaFrom(s, at)
	}
	return p.declaredSchema(directives.Get("schema"), at, p.isOwn(named.Obj()))
}

// fillForm checks the methods of a type before its structure, like encoding/json.
func (p *packageExtractor) fillForm(m *model.Type, named *types.Named, at use) bool {
	_, isInterface := named.Underlying().(*types.Interface)
	union := p.typeDirectives(named.Obj()).Get("union")
	switch {
	case isInterface && union != nil:
		return p.fillUnion(m, named, union, at)
	case isInterface:
		return p.fill(m, named, at)
	case at.any && writesItself(named):
		m.Kind, m.Schema, m.Shape = model.KindJSON, declared.Any(m.Span), nil
		return true
	case m.Codecs.MarshalJSON || m.Codecs.UnmarshalJSON:
		return p.refuseOr(m, named, at, p.formRefusal(named))
	case m.Codecs.MarshalText || m.Codecs.UnmarshalText:
		m.Kind, m.Shape = model.KindText, nil
		return true
	}
	if !p.fill(m, named, at) {
		return false
	}
	var fit bool
	m.Enum, fit = p.enum(named, m)
	return fit
}

// enter creates the model of a defined type, once, and adds it to the package. It
// reports a type that this package cannot name, and returns nil.
func (p *packageExtractor) enter(named *types.Named, at use) *namedType {
	forms := p.forms(p.isOpened(named, at))
	if entry, ok := forms.At(named).(*namedType); ok {
		return entry
	}
	name, ok := p.goType(named)
	if !ok {
		p.refuse(named, at, unnameable)
		return nil
	}
	object := named.Obj()
	p.checkUnconstrained(object)
	m := &model.Type{
		Go:      name,
		Name:    p.typeName(named),
		Span:    p.nameSpan(object),
		Doc:     p.typeDoc(object),
		Codecs:  codecsOf(named),
		Members: membersOf(named),

		Embedded: levels(named, make(map[types.Type]bool)),
	}
	m.NoRepair = p.typeDirectives(object).Has("no-repair")
	pkg, _ := nameOf(object)
	p.model.Imports[pkg.path] = pkg.name
	p.addressed[m], p.plainKeys[m], p.near[m] = needsAddress(named), isString(named), p.isNear(object)
	entry := &namedType{model: m}
	forms.Set(named, entry)
	p.reached = append(p.reached, entry)
	if structure, ok := named.Underlying().(*types.Struct); ok {
		m.Kind, m.Shape = model.KindStruct, p.shape(structure)
	}
	return entry
}

// convertKnown converts the types of the standard library that have a kind of
// their own, and refuses others.
func (p *packageExtractor) convertKnown(named *types.Named, at use) (m *model.Type, special bool) {
	object := named.Obj()
	if p.typeSchemaOf(named) != nil {
		return nil, false
	}
	if object.Pkg() == nil {
		return p.refusedOr(named, at, openInterface), true // error
	}
	if at.any && writesItself(named) {
		return p.convertDeclared(named, declared.Any(at.span), at), true
	}
	known := func(kind model.Kind) (*model.Type, bool) {
		name, _ := p.goType(named)
		return &model.Type{Kind: kind, Go: name, Span: at.span, Raw: kind == model.KindAny}, true
	}
	pkg, local := nameOf(object)
	if pkg.path != "time" && pkg.path != "encoding/json" && !knownPackages[pkg.path] {
		return nil, false
	}
	path := pkg.path + "." + local
	switch path {
	case "time.Time":
		return known(model.KindTime)
	case "time.Duration":
		return known(model.KindDuration)
	case "encoding/json.Number":
		return known(model.KindNumber)
	case "encoding/json.RawMessage":
		if at.any {
			return known(model.KindAny)
		}
	}
	if why, ok := knownTypes[path]; ok {
		return p.refusedOr(named, at, why), true
	}
	return nil, false
}

// refusedOr returns an opaque type, or reports that the type has no schema and
// returns nil.
func (p *packageExtractor) refusedOr(t types.Type, at use, why refusal) *model.Type {
	if m := p.opaqueType(t, at, why); m != nil {
		return m
	}
	return p.refuse(t, at, why)
}

// typeName returns the name of a defined type, with an identifier that no other
// type of the package has.
func (p *packageExtractor) typeName(named *types.Named) *model.TypeName {
	object := named.Obj()
	pkg, written := nameOf(object)
	name := &model.TypeName{Package: pkg.path, Name: written}
	local := p.localName(named)
	name.Local = local
	for i := 2; p.locals[name.Local]; i++ {
		name.Local = local + digits(i)
	}
	p.locals[name.Local] = true
	for i := range named.TypeArgs().Len() {
		name.Arguments = append(name.Arguments, p.typeArgument(named.TypeArgs().At(i)))
	}
	return name
}

// typeArgument returns the model of a type argument. It has only the Go type,
// because a type argument need not have a schema.
func (p *packageExtractor) typeArgument(t types.Type) *model.Type {
	name, _ := p.goType(t)
	return &model.Type{Go: name}
}

// localName returns an identifier for a type: PageOfKind for Page[Kind], with the
// name of the package before it for other packages' types.
func (p *packageExtractor) localName(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		name := title(t.Obj().Name())
		if pkg := t.Obj().Pkg(); pkg != nil && pkg != p.source.Types {
			named, written := nameOf(t.Obj())
			name = title(named.name) + title(written)
		}
		for i := range t.TypeArgs().Len() {
			name += []string{"Of", "And"}[min(i, 1)] + p.localName(t.TypeArgs().At(i))
		}
		return name
	case *types.Basic:
		return title(t.Name())
	case *types.Pointer:
		return p.localName(t.Elem())
	case *types.Slice:
		return "SliceOf" + p.localName(t.Elem())
	case *types.Array:
		return "ArrayOf" + digits(int(t.Len())) + p.localName(t.Elem())
	case *types.Map:
		return "MapOf" + p.localName(t.Elem())
	}
	return "Type"
}

// memberNames are the names that a guard checks, because a method of that name
// changes the generated code.
var memberNames = []string{"MarshalJSON", "MarshalText", "Shutdown", "String", "UnmarshalJSON", "UnmarshalText", "Validate"}

// membersOf returns the member names that a type or a pointer to it has, as
// methods or fields. It includes a name that is ambiguous.
func membersOf(named *types.Named) (members []string) {
	structure, isStruct := named.Underlying().(*types.Struct)
	isMember := func(name string) bool {
		object, index, _ := types.LookupFieldOrMethod(named, true, named.Obj().Pkg(), name)
		return object != nil || index != nil
	}
	if !mayHaveMethods(named) {
		isMember = func(name string) bool { return isStruct && hasField(structure, name) }
	}
	for _, name := range memberNames {
		if isMember(name) {
			members = append(members, name)
		}
	}
	return members
}

// hasField reports whether a struct declares a field of that name.
func hasField(structure *types.Struct, name string) bool {
	for field := range structure.Fields() {
		if field.Name() == name {
			return true
		}
	}
	return false
}

// codecsOf returns the methods that change the JSON of a type.
func codecsOf(t types.Type) model.Codecs {
	if !mayHaveMethods(t) {
		return model.Codecs{}
	}
	return model.Codecs{
		MarshalJSON:   hasMethod(t, "MarshalJSON", "func() ([]byte, error)"),
		UnmarshalJSON: hasMethod(t, "UnmarshalJSON", "func([]byte) error"),
		MarshalText:   hasMethod(t, "MarshalText", "func() ([]byte, error)"),
		UnmarshalText: hasMethod(t, "UnmarshalText", "func([]byte) error"),
		Validate:      hasMethod(t, "Validate", "func() error"),
	}
}
