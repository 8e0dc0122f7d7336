package extract

import (
	"go/types"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/declared"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// isPropertyName reports whether every provider accepts the name of a parameter: a letter or
// underscore, then up to 63 letters, digits and underscores.
func isPropertyName(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i == 0 || c < '0' || '9' < c:
			return false
		}
	}
	return 0 < len(name) && len(name) <= 64
}

// dash is the name of a field with the tag "-,", which encoding/json allows.
const dash = "-"

// fillStruct sets the fields of a struct. It checks all of them, so that one run
// reports all problems. For a struct that the author cannot change, it reports
// only the first refused field.
func (p *packageExtractor) fillStruct(m *model.Type, t types.Type, structure *types.Struct, at use) bool {
	m.Kind = model.KindStruct
	complete := p.brokenTags(structure)
	properties, deeper := p.level(embeddedStruct{of: t})
	isUnique := !hasDuplicates(properties)
	complete = (isUnique || p.equalNames(properties)) && p.taggedFieldsAreExported(structure) && complete
	switch {
	case len(deeper) > 0:
		properties = p.properties(t)
	case !isUnique:
		properties = dominant(properties)
	}
	if len(properties) == 0 && !isEmpty(structure) {
		if !complete {
			return false // its fields were reported
		}
		return p.refuseOr(m, t, at, unfillable)
	}
	m.Fields = slices.Grow(m.Fields, len(properties))
	for i := range properties {
		property := &properties[i]
		if property.field().Type() == types.Typ[types.Invalid] {
			p.invalid(p.fieldUse(property, at))
			complete = false
			continue
		}
		if field := p.field(property, at); field != nil {
			if !p.sourceOf(property.field()).isOwn {
				p.foreignFields[field] = true
			}
			m.Fields = append(m.Fields, field)
			continue
		}
		complete = false
		if !p.isOwn(property.field()) {
			break
		}
	}
	return p.uniqueNames(m) && complete
}

// isEmpty reports whether a struct has no fields except for embedded structs
// without fields.
func isEmpty(structure *types.Struct) bool {
	for field := range structure.Fields() {
		embedded, ok := field.Type().Underlying().(*types.Struct)
		if !field.Embedded() || !ok || !isEmpty(embedded) {
			return false
		}
	}
	return true
}

// field returns the model of a property, or nil if it is refused.
func (p *packageExtractor) field(property *property, at use) *model.Field {
	object := property.field()
	at = p.fieldUse(property, at)
	path, ok := p.path(property, at)
	if !ok {
		return nil
	}
	if at.result && at.foreign && !p.isForArguments(property) {
		return p.writtenField(property, path, at)
	}
	if !p.checkJSONTag(property, at) {
		return nil
	}
	source := p.sourceOf(object)
	directives := source.directives
	schema, fit := p.fieldSchema(property, directives, at)
	if !fit {
		return nil
	}
	var t *model.Type
	if schema != nil {
		t = p.convertDeclared(object.Type(), schema, at)
	} else {
		t = p.convert(object.Type(), at)
	}
	if t == nil || !p.usesAny(directives, t, at.what) {
		return nil
	}
	f := &model.Field{
		Name:        property.name,
		Path:        path,
		Type:        t,
		OmitEmpty:   property.omitEmpty,
		OmitZero:    property.omitZero,
		Description: p.fieldDoc(object),
		Span:        at.span,
		Tag:         p.tagSpan(source),
		Syntax:      source.lines,
	}
	tags, ok := p.applyTags(f, property.tag, at)
	if !ok {
		return nil
	}
	switch { // the author cannot change the tags of other modules
	case !source.isOwn:
		delete(p.unchecked, f)
	case !p.checkSpelling(property.tag, at):
		return nil
	default:
		if unread := p.unreadKeys(f, property.tag, tags, at); len(unread) > 0 {
			p.unread[f] = unread
		}
	}
	allocates := slices.ContainsFunc(path, func(s model.Step) bool { return s.Allocate != nil })
	optional := t.Kind == model.KindPointer || f.OmitEmpty || f.OmitZero || f.Default != ""
	f.Required = tags.required || !allocates && !optional
	return f
}

// isForArguments reports whether the json tag of a field is one that arguments can
// have.
func (p *packageExtractor) isForArguments(property *property) bool {
	return !property.asString && len(property.unknown) == 0 && (isPropertyName(property.name) || property.name == dash)
}

// writtenField returns the model of a field of another module's type whose tag is
// only for results.
func (p *packageExtractor) writtenField(property *property, path []model.Step, at use) *model.Field {
	object := property.field()
	f := &model.Field{
		Name: property.name, Path: path, OmitEmpty: property.omitEmpty, OmitZero: property.omitZero,
		Description: p.fieldDoc(object), Span: at.span,
	}
	if property.asString {
		f.Type = &model.Type{Kind: model.KindJSON, Span: at.span, Schema: declared.Any(at.span)}
		f.Type.Go, _ = p.goType(object.Type())
		p.refusals[f.Type] = stringOption
	} else {
		f.Type = p.convert(object.Type(), at)
	}
	if f.Type == nil {
		return nil
	}
	f.Required = !f.OmitEmpty && !f.OmitZero
	p.unchecked[f] = []problem{diagnostic(diag.PropertyName, at.span, "%s: its json tag %s is not one that arguments can have", at.what, property.tag.literal).
		withFix("use a type of your own with the fields that matter, and convert it in the function")}
	return f
}

// fieldUse returns the use for problems of a field: its declaration if the author
// can change it.
func (p *packageExtractor) fieldUse(property *property, at use) use {
	object := property.field()
	source := p.sourceOf(object)
	if source.isOwn {
		return use{span: p.nameSpan(object), what: "field " + object.Name(), any: source.directives.Has("any"), result: at.result, line: source.lines.Start}
	}
	at = at.of("field " + object.Name())
	at.parameter, at.foreign = false, true
	at.any = source.directives.Has("any")
	return at
}

// path returns the path to the property through the embedded structs, with the
// embedded pointers to allocate. It omits an embedded struct with an unexported
// name of another package if Go's promotion leads to the same field.
func (p *packageExtractor) path(property *property, at use) ([]model.Step, bool) {
	var steps []model.Step
	var from types.Type // the struct that embeds the omitted step
	for i, field := range property.path {
		last := i == len(property.path)-1
		visible := field.Exported() || field.Pkg() == p.source.Types
		if !visible && !last && !isPointer(field.Type()) {
			if from == nil && i > 0 {
				from = property.path[i-1].Type()
			}
			continue
		}
		if !visible || from != nil && !promotes(from, field) {
			p.refuse(field.Type(), at, unnameable)
			return nil, false
		}
		from = nil
		step := model.Step{Name: field.Name()}
		if !last {
			embedded, allocate := p.addEmbedded(field, at)
			if embedded == nil {
				return nil, false
			}
			if allocate {
				step.Allocate = embedded
			}
		}
		steps = append(steps, step)
	}
	return steps, true
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// promotes reports whether a selector with the field's name selects the field.
func promotes(from types.Type, field *types.Var) bool {
	found, _, _ := types.LookupFieldOrMethod(from, true, field.Pkg(), field.Name())
	return found == field
}

// addEmbedded adds the model of an embedded struct, because its fields are promoted.
func (p *packageExtractor) addEmbedded(field *types.Var, at use) (m *model.Type, allocate bool) {
	t := types.Unalias(field.Type())
	if pointer, ok := t.(*types.Pointer); ok {
		t, allocate = types.Unalias(pointer.Elem()), true
	}
	named, ok := t.(*types.Named)
	if !ok { // an alias of a struct without a name
		written, _ := p.goType(t)
		return &model.Type{Kind: model.KindStruct, Go: written, Span: at.span}, allocate
	}
	entry := p.enter(named, at)
	if entry == nil {
		return nil, false
	}
	return entry.model, allocate
}

// checkJSONTag refuses a json tag that the generated decoder does not support.
func (p *packageExtractor) checkJSONTag(property *property, at use) bool {
	if !property.asString && len(property.unknown) == 0 && (isPropertyName(property.name) || property.name == dash) {
		return true
	}
	tag, tagged := property.tag.get("json")
	span := at.span
	if tagged && p.isOwn(property.field()) {
		span = p.span(tag)
	}
	if property.asString {
		p.report(diagnostic(diag.StringOption, span, "%s: the option \"string\" of its json tag is not supported: models write numbers as numbers", at.what).
			withFix("remove the option. The decoder also accepts numbers in quotes"))
		return false
	}
	for _, option := range property.unknown {
		p.report(diagnostic(diag.UnknownTagOption, span, "%s: encoding/json has no option %q", at.what, option).
			withSuggestion(option, []string{"omitempty", "omitzero"}, "remove the option"))
	}
	if len(property.unknown) > 0 {
		return false
	}
	p.report(diagnostic(diag.PropertyName, span, "%s: %q cannot be the name of a parameter: providers accept a letter or underscore, then up to 63 letters, digits and underscores", at.what, property.name).
		withFix("choose another name in the json tag"))
	return false
}

// brokenTags reports tags that reflect ignores.
func (p *packageExtractor) brokenTags(structure *types.Struct) bool {
	complete := true
	for i := range structure.NumFields() {
		field := structure.Field(i)
		if !p.isOwn(field) {
			continue
		}
		if tag := p.tagOf(field, structure.Tag(i)); !tag.ok {
			p.report(diagnostic(diag.MalformedTag, p.span(tag.broken), "the tag of field %s is not of the form key:\"value\" key:\"value\": %s", field.Name(), tag.broken.value).
				withFix("%s", tag.fix()))
			complete = false
		}
	}
	return complete
}

// taggedFieldsAreExported refuses json tags of unexported fields, which
// encoding/json ignores.
func (p *packageExtractor) taggedFieldsAreExported(structure *types.Struct) bool {
	fit := true
	for i := range structure.NumFields() {
		field := structure.Field(i)
		tag := p.tagOf(field, structure.Tag(i))
		name, tagged := tag.get("json")
		promotes := field.Embedded() && isStruct(withoutPointer(field.Type()))
		if field.Exported() || promotes || !tagged || name.value == "-" || !p.isOwn(field) {
			continue
		}
		p.report(diagnostic(diag.IgnoredField, p.span(name), "field %s: it has a json tag, but is not exported, so that encoding/json ignores it", field.Name()).
			withFix("export it as %s, or remove the tag", title(field.Name())))
		fit = false
	}
	return fit
}

// uniqueNames refuses an alias that is also the name or an alias of another
// field.
func (p *packageExtractor) uniqueNames(m *model.Type) bool {
	if !slices.ContainsFunc(m.Fields, func(f *model.Field) bool { return len(f.Aliases) > 0 }) {
		return true
	}
	owner := make(map[string]*model.Field)
	for _, f := range m.Fields {
		owner[f.Name] = f
	}
	unique := true
	for _, f := range m.Fields {
		for _, alias := range f.Aliases {
			if other := owner[alias]; other != nil {
				p.report(diagnostic(diag.DuplicateAlias, f.Tag, "the alias %q of %s is already a name of %s", alias, f.Name, other.Name).
					withRelated(other.Span.Start, "%s", other.Name))
				unique = false
			}
			owner[alias] = f
		}
	}
	return unique
}

// equalNames refuses two fields of a struct with the same name, because
// encoding/json ignores both. Fields of embedded structs may have the same name,
// by the rules of Go.
func (p *packageExtractor) equalNames(fields []property) bool {
	unique := true
	for i := range fields {
		later := &fields[i]
		same := slices.IndexFunc(fields[:i], func(f property) bool { return f.name == later.name && f.tagged == later.tagged })
		if same < 0 || !p.isOwn(later.field()) {
			continue
		}
		earlier := fields[same].field()
		p.report(diagnostic(diag.EqualNames, p.nameSpan(later.field()), "field %s: its JSON name is %q, as that of %s is, so that encoding/json ignores both", later.field().Name(), later.name, earlier.Name()).
			withRelated(p.position(earlier.Pos()), "%s", earlier.Name()).
			withFix("give one of them another name in its json tag, or omit one of them with json:\"-\""))
		unique = false
	}
	return unique
}

// shape returns a struct as it is declared.
func (p *packageExtractor) shape(structure *types.Struct) *model.Shape {
	shape := &model.Shape{Fields: make([]model.ShapeField, 0, structure.NumFields())}
	for i := range structure.NumFields() {
		field, nameable := p.shapeField(structure, i)
		if nameable {
			shape.Fields = append(shape.Fields, field)
			continue
		}
		shape.Opaque = true
		if embedded := structure.Field(i); embedded.Embedded() {
			shape.Promoted = p.appendPromoted(shape.Promoted, structure, embedded.Type())
		}
	}
	return shape
}

// shapeField returns a field of a struct. It returns false if generated code cannot
// use the field or write its type.
func (p *packageExtractor) shapeField(structure *types.Struct, i int) (model.ShapeField, bool) {
	field := structure.Field(i)
	written, nameable := p.fieldType(field)
	tag := structure.Tag(i)
	if tag != "" {
		tag = p.tagLiteralOf(field, tag)
	}
	return model.ShapeField{
		Name: field.Name(), Type: written, Tag: tag,
		Embedded: field.Embedded(), Exported: field.Exported(),
	}, nameable && (field.Exported() || field.Pkg() == p.source.Types)
}

// appendPromoted appends the fields of an embedded struct, and of those embedded in it,
// that are fields of the outer struct by Go's promotion.
func (p *packageExtractor) appendPromoted(fields []model.ShapeField, outer *types.Struct, embedded types.Type) []model.ShapeField {
	if pointer, ok := embedded.Underlying().(*types.Pointer); ok {
		embedded = pointer.Elem()
	}
	structure, ok := embedded.Underlying().(*types.Struct)
	if !ok {
		return fields
	}
	for i := range structure.NumFields() {
		field := structure.Field(i)
		if !promotes(outer, field) {
			continue // also if the struct embeds itself: the outer field is at a lower level
		}
		if f, nameable := p.shapeField(structure, i); nameable {
			fields = append(fields, f)
		} else if field.Embedded() {
			fields = p.appendPromoted(fields, outer, field.Type())
		}
	}
	return fields
}

// levels returns the number of levels of types that are embedded in a type.
func levels(t types.Type, seen map[types.Type]bool) int {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	structure, ok := t.Underlying().(*types.Struct)
	if !ok || seen[t] {
		return 0
	}
	deepest := 0
	for field := range structure.Fields() {
		if field.Embedded() {
			seen[t] = true
			deepest = max(deepest, 1+levels(field.Type(), seen))
		}
	}
	return deepest
}
