package schema_test

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// liveBuilder builds models from types of the running program by reflection, so
// that schemas can be compared with what encoding/json and others make of the
// same types. Reflection knows neither comments nor constants: those are added
// by hand.
//
// It makes the model of one package. It is not safe for concurrent use.
type liveBuilder struct {
	// Package is the model in the making; Type adds to its Types.
	Package *model.Package
	// Enums are the constants of types.
	Enums map[reflect.Type]*model.Enum
	// Docs are the comments of types.
	Docs map[reflect.Type]string

	types map[reflect.Type]*model.Type
	depth int // calls to Type that have not returned
}

// newLiveBuilder makes the model of the package with that path and name.
func newLiveBuilder(path, name string) *liveBuilder {
	return &liveBuilder{
		Package: &model.Package{Path: path, Name: name, Imports: make(map[string]string)},
		Enums:   make(map[reflect.Type]*model.Enum),
		Docs:    make(map[reflect.Type]string),
		types:   make(map[reflect.Type]*model.Type),
	}
}

// addEnum adds the constants of T: their names and values as Go literals, which
// are JSON texts too, and their comments.
func addEnum[T any](b *liveBuilder, constants ...[3]string) {
	e := &model.Enum{}
	for _, c := range constants {
		e.Constants = append(e.Constants, &model.Constant{Name: c[0], Value: c[1]})
		if !slices.ContainsFunc(e.Values, func(v *model.EnumValue) bool { return v.JSON == c[1] }) {
			e.Values = append(e.Values, &model.EnumValue{JSON: c[1], Doc: c[2]})
		}
	}
	b.Enums[reflect.TypeFor[T]()] = e
}

// addDoc adds the comment of T.
func addDoc[T any](b *liveBuilder, comment string) { b.Docs[reflect.TypeFor[T]()] = comment }

// liveType is the model of T.
func liveType[T any](b *liveBuilder) *model.Type { return b.Type(reflect.TypeFor[T]()) }

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	rawType      = reflect.TypeFor[json.RawMessage]()
)

// goKinds are those of types that need nothing else.
var goKinds = map[reflect.Kind]model.Kind{
	reflect.String: model.KindString, reflect.Bool: model.KindBool,
	reflect.Int: model.KindInt, reflect.Int8: model.KindInt, reflect.Int16: model.KindInt,
	reflect.Int32: model.KindInt, reflect.Int64: model.KindInt,
	reflect.Uint: model.KindUint, reflect.Uint8: model.KindUint, reflect.Uint16: model.KindUint,
	reflect.Uint32: model.KindUint, reflect.Uint64: model.KindUint,
	reflect.Float32: model.KindFloat, reflect.Float64: model.KindFloat,
	reflect.Slice: model.KindSlice, reflect.Map: model.KindMap, reflect.Pointer: model.KindPointer,
	reflect.Struct: model.KindStruct, reflect.Interface: model.KindAny,
}

// Type is the model of t.
func (b *liveBuilder) Type(t reflect.Type) *model.Type {
	b.depth++
	m := b.build(t)
	if b.depth--; b.depth == 0 { // all types are complete
		for _, m := range b.types {
			m.Recursive = reaches(m, m, make(map[*model.Type]bool))
		}
	}
	return m
}

func (b *liveBuilder) build(t reflect.Type) *model.Type {
	if known := b.types[t]; known != nil {
		return known
	}
	m := &model.Type{Kind: goKinds[t.Kind()], Go: b.goType(t), Doc: b.Docs[t], Enum: b.Enums[t]}
	b.types[t] = m
	b.name(m, t)
	switch t {
	case timeType:
		m.Kind = model.KindTime
	case durationType:
		m.Kind = model.KindDuration
	case rawType:
		m.Kind, m.Raw = model.KindAny, true
	default:
		b.fill(m, t)
	}
	return m
}

func (b *liveBuilder) fill(m *model.Type, t reflect.Type) {
	switch m.Kind {
	case model.KindInt, model.KindUint, model.KindFloat:
		m.Bits = t.Bits()
	case model.KindMap:
		m.Key, m.Elem = b.Type(t.Key()), b.Type(t.Elem())
	case model.KindSlice, model.KindPointer:
		m.Elem = b.Type(t.Elem())
	case model.KindStruct:
		m.Shape = b.shape(t)
		m.Fields = b.fields(t, nil)
	}
}

func reaches(from, to *model.Type, done map[*model.Type]bool) bool {
	next := []*model.Type{from.Elem}
	for _, f := range from.Fields {
		next = append(next, f.Type)
	}
	for _, t := range next {
		if t == nil || done[t] {
			continue
		}
		done[t] = true
		if t == to || reaches(t, to, done) {
			return true
		}
	}
	return false
}

// name names a defined type and enters it into the package.
func (b *liveBuilder) name(m *model.Type, t reflect.Type) {
	if t.Name() == "" || t.PkgPath() == "" || t == timeType || t == durationType || t == rawType {
		return
	}
	base, arguments, _ := strings.Cut(strings.TrimSuffix(t.Name(), "]"), "[")
	local := base
	if arguments != "" {
		argument := arguments[strings.LastIndexByte(arguments, '.')+1:]
		local += "Of" + strings.ToUpper(argument[:1]) + argument[1:]
	}
	if t.PkgPath() != b.Package.Path {
		local = strings.ToUpper(packageName(t)[:1]) + packageName(t)[1:] + local
	}
	m.Name = &model.TypeName{Package: t.PkgPath(), Name: base, Local: local}
	m.Members, m.Codecs = members(t)
	b.Package.Types = append(b.Package.Types, m)
}

func packageName(t reflect.Type) string {
	return t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:]
}

func members(t reflect.Type) ([]string, model.Codecs) {
	var names []string
	for _, name := range []string{"MarshalJSON", "MarshalText", "Shutdown", "String", "UnmarshalJSON", "UnmarshalText", "Validate"} {
		if _, ok := reflect.PointerTo(t).MethodByName(name); ok {
			names = append(names, name)
		}
	}
	return names, model.Codecs{Validate: reflect.PointerTo(t).Implements(reflect.TypeFor[interface{ Validate() error }]())}
}

// goType writes a type down. Of generic instances it knows those with one
// argument.
func (b *liveBuilder) goType(t reflect.Type) model.GoType {
	switch {
	case t.PkgPath() != "":
		b.Package.Imports[t.PkgPath()] = packageName(t)
		base, argument, generic := strings.Cut(strings.TrimSuffix(t.Name(), "]"), "[")
		g := model.GoType{{Path: t.PkgPath(), Name: base}}
		if generic {
			g = append(g, model.GoToken{Text: "["}, named(argument), model.GoToken{Text: "]"})
		}
		return g
	case t.Name() != "":
		return model.GoType{{Text: t.Name()}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return join(text("*"), b.goType(t.Elem()))
	case reflect.Slice:
		return join(text("[]"), b.goType(t.Elem()))
	case reflect.Map:
		return join(text("map["), b.goType(t.Key()), text("]"), b.goType(t.Elem()))
	case reflect.Interface:
		return text("any")
	}
	g := text("struct{ ")
	for i := range t.NumField() {
		f := t.Field(i)
		g = join(g, text(f.Name+" "), b.goType(f.Type), text(" "+tagLiteral(f)+"; "))
	}
	return join(g, text("}"))
}

func text(s string) model.GoType { return model.GoType{{Text: s}} }

func join(parts ...model.GoType) model.GoType { return slices.Concat(parts...) }

func named(argument string) model.GoToken {
	dot := strings.LastIndexByte(argument, '.')
	if dot < 0 {
		return model.GoToken{Text: argument}
	}
	return model.GoToken{Path: argument[:dot], Name: argument[dot+1:]}
}

func tagLiteral(f reflect.StructField) string {
	if f.Tag == "" {
		return ""
	}
	return "`" + string(f.Tag) + "`"
}

func (b *liveBuilder) shape(t reflect.Type) *model.Shape {
	s := &model.Shape{}
	for i := range t.NumField() {
		f := t.Field(i)
		s.Fields = append(s.Fields, model.ShapeField{
			Name: f.Name, Type: b.goType(f.Type), Tag: tagLiteral(f), Embedded: f.Anonymous, Exported: f.IsExported(),
		})
		s.Opaque = s.Opaque || !f.IsExported() && t.PkgPath() != b.Package.Path
	}
	return s
}

// fields flattens embedded structs. Of two with the same name the one nearer
// to the root stays.
func (b *liveBuilder) fields(t reflect.Type, path []model.Step) []*model.Field {
	var fields []*model.Field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		step := model.Step{Name: f.Name}
		switch target := pointee(f.Type); {
		case f.Anonymous && name == "":
			embedded := b.Type(target)
			if target != f.Type {
				step.Allocate = embedded
			}
			fields = append(fields, b.fields(target, append(slices.Clip(path), step))...)
		case f.IsExported() && name != "-":
			m := b.field(f, cmp.Or(name, f.Name), options)
			m.Path = append(slices.Clip(path), step)
			m.Required = m.Required && !slices.ContainsFunc(path, func(s model.Step) bool { return s.Allocate != nil })
			fields = append(fields, m)
		}
	}
	return slices.DeleteFunc(fields, func(f *model.Field) bool {
		return slices.ContainsFunc(fields, func(g *model.Field) bool { return g.Name == f.Name && len(g.Path) < len(f.Path) })
	})
}

func pointee(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func (b *liveBuilder) field(f reflect.StructField, name, options string) *model.Field {
	m := &model.Field{Name: name, Type: b.Type(f.Type)}
	m.OmitEmpty = strings.Contains(options, "omitempty")
	m.OmitZero = strings.Contains(options, "omitzero")
	if aliases := f.Tag.Get("alias"); aliases != "" {
		m.Aliases = strings.Split(aliases, ",")
	}
	applyTag(m, f.Tag.Get("jsonschema"))
	m.Required = f.Type.Kind() != reflect.Pointer && !m.OmitEmpty && !m.OmitZero && m.Default == ""
	return m
}
