package extract

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/declared"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// typesKeys are the keys of a tag that list JSON types.
var typesKeys = []string{"oneof_type", "anyof_type"}

// declaredSchema compiles //tool:schema. It returns nil without the directive,
// and reports false if the schema has a problem. Problems of a directive of
// another author are reported at the use.
func (p *packageExtractor) declaredSchema(d *annotations.ParsedDirective, at use, own bool) (*model.Schema, bool) {
	if d == nil {
		return nil, true
	}
	value, found := d.Value("json")
	if !found {
		return nil, false // reported as a missing or invalid argument
	}
	return p.compileSchema(value, at, own)
}

// compileSchema compiles the schema in a directive. It reports false if the schema
// has a problem.
func (p *packageExtractor) compileSchema(value annotations.Value, at use, own bool) (*model.Schema, bool) {
	schema, problems := declared.Compile(value.Text)
	source := sourceText(value.Text, value.Pos())
	for _, found := range problems {
		span := at.span
		if own {
			span = p.span(source.slice(found.Start, found.End))
		}
		p.report(diagnostic(found.Code, span, "%s: //tool:%s: %s", at.what, schemaDirective(value), found.Message).withFix("%s", found.Fix))
	}
	if len(problems) > 0 {
		return nil, false
	}
	schema.Span = p.span(value)
	return schema, true
}

// schemaDirective returns the name of the directive with a schema.
func schemaDirective(value annotations.Value) string {
	if value.Argument.Kind == annotations.SchemaOrOpaque {
		return "type"
	}
	return "schema"
}

// fieldSchema returns the schema of a field from //tool:schema or from a list of
// types in its tag. It returns nil if the field has neither.
func (p *packageExtractor) fieldSchema(property *property, directives annotations.Set, at use) (*model.Schema, bool) {
	schema, fit := p.declaredSchema(directives.Get("schema"), at, p.isOwn(property.field()))
	listed, found := typeList(property.tag)
	if !found || !fit {
		return schema, fit
	}
	names := strings.Split(listed.value.value, ";")
	err := declared.CheckTypes(names)
	switch {
	case schema != nil || directives.Has("any"):
		err = errTwice
	case err == nil && isListOfAny(property.field().Type()):
		p.report(diagnostic(diag.InapplicableKeyword, p.tagPartSpan(listed.key, at), "%s: %s lists the types of a value, not those of its items", at.what, listed.key.value).
			withFix("%s", itemsFix(property.field().Type(), names)))
		return nil, false
	case !isOpen(withoutPointer(property.field().Type())):
		return nil, true // reported as a key that does not apply
	}
	if err != nil {
		p.report(diagnostic(diag.InvalidKeyword, p.tagPartSpan(listed.key, at), "%s: %s: %v", at.what, listed.key.value, err))
		return nil, false
	}
	return declared.Types(names, p.tagPartSpan(listed.key, at)), true
}

// isListOfAny reports whether a type is a slice or map of any or of json.RawMessage.
func isListOfAny(t types.Type) bool {
	t = withoutPointer(t)
	return !isOpen(t) && isOpenForm(t)
}

// itemsFix returns a //tool:schema for a slice or map whose items or values have the types.
func itemsFix(t types.Type, names []string) string {
	list := `{"type": ["` + strings.Join(names, `", "`) + `"]}`
	if _, isMap := withoutPointer(t).Underlying().(*types.Map); isMap {
		return `write //tool:schema {"type": "object", "additionalProperties": ` + list + `}`
	}
	return `write //tool:schema {"type": "array", "items": ` + list + `}`
}

// errTwice refuses a list of types next to a directive for the same schema.
var errTwice = errors.New("a directive already defines the schema")

// checkTypeList checks that the type was made from the list of types.
func (k *keywordUse) checkTypeList() error {
	if k.of.Name != nil {
		return errTwice
	}
	return nil
}

// typeList returns the key of a tag that lists types.
func typeList(tag *fieldTag) (tagValue, bool) {
	schema, _ := tag.get("jsonschema")
	if !strings.Contains(schema.value, "_type=") { // both typesKeys end like this
		return tagValue{}, false
	}
	for _, piece := range schema.split(',') {
		name, value, ok := strings.Cut(piece.value, "=")
		if ok && slices.Contains(typesKeys, name) {
			return tagValue{piece.slice(0, len(name)), piece.slice(len(piece.value)-len(value), len(piece.value))}, true
		}
	}
	return tagValue{}, false
}

// convertDeclared converts the type of a field with a declared schema.
func (p *packageExtractor) convertDeclared(t types.Type, schema *model.Schema, at use) *model.Type {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok && !isPointer(pointer.Elem()) {
		elem := p.convertDeclared(pointer.Elem(), schema, at)
		if elem == nil {
			return nil
		}
		written, _ := p.goType(t)
		return &model.Type{Kind: model.KindPointer, Go: written, Span: at.span, Elem: elem}
	}
	m := &model.Type{Span: at.span}
	var nameable bool
	if m.Go, nameable = p.goType(t); !nameable {
		return p.refuse(t, at, unnameable)
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		m.Codecs = codecsOf(named)
		p.addressed[m] = needsAddress(named)
		if named.Obj().Pkg() != nil && !p.checkUnconstrained(named.Obj()) {
			return nil
		}
	}
	if !p.fillDeclared(m, t, schema, at) {
		return nil
	}
	return m
}

// fillDeclared fills in a type with a declared schema. The JSON of the Go type
// must not follow from its declaration.
func (p *packageExtractor) fillDeclared(m *model.Type, t types.Type, schema *model.Schema, at use) bool {
	m.Kind, m.Schema, m.Shape = model.KindJSON, schema, nil
	if writesItself(t) {
		return true
	}
	if !isOpenForm(t) {
		p.report(diagnostic(diag.UselessSchema, schema.Span, "%s: //tool:schema is only for types that hold any JSON value, but the declaration of %s defines its JSON", at.what, p.display(t)).
			withFix("remove the directive, and write constraints in a jsonschema tag; or use any, json.RawMessage, map[string]any, []any or a type with UnmarshalJSON"))
		return false
	}
	at.any = true
	m.Elem = p.openElem(t, m.Go, at)
	if m.Elem == nil {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && m.Name == nil && !isRaw(t) {
		m.Elem.Name = p.typeName(named) // values are converted to that type
	}
	if err := onlyType(schema, m.Elem); err != nil {
		p.report(diagnostic(diag.InvalidSchema, schema.Span, "%s: //tool:schema: %s holds only values of the type %v, but the schema allows others", at.what, p.display(t), err).
			withFix(`write "type": %v`, err))
		return false
	}
	return true
}

// openElem returns the type that reads a value of a declared schema.
func (p *packageExtractor) openElem(t types.Type, written model.GoType, at use) *model.Type {
	elem := &model.Type{Go: written, Span: at.span}
	if isRaw(t) {
		elem.Kind, elem.Raw = model.KindAny, true
		return elem
	}
	if !p.fill(elem, t, at) {
		return nil
	}
	return elem
}

// withoutPointer returns the type that a pointer points to, or the type itself.
func withoutPointer(t types.Type) types.Type {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		return pointer.Elem()
	}
	return t
}

// writesItself reports whether methods of a type decide what its JSON is.
func writesItself(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(named) || isRaw(named) || hasName(named, "time", "Time") {
		return false
	}
	codecs := codecsOf(named)
	return codecs.MarshalJSON || codecs.UnmarshalJSON
}

// isRaw reports whether a type is json.RawMessage.
func isRaw(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && hasName(named, "encoding/json", "RawMessage")
}

// hasName reports whether a type is the defined type of that name in a package.
func hasName(named *types.Named, path, name string) bool {
	if named.Obj().Pkg() == nil {
		return false
	}
	pkg, written := nameOf(named.Obj())
	return written == name && pkg.path == path
}

// isOpen reports whether a type holds any JSON value.
func isOpen(t types.Type) bool {
	empty, ok := t.Underlying().(*types.Interface)
	return ok && empty.Empty() || isRaw(t)
}

// isOpenForm reports whether a type holds any value, or is a slice or a map with
// string keys of any values.
func isOpenForm(t types.Type) bool {
	if isOpen(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return isOpen(u.Elem())
	case *types.Map:
		return types.Identical(u.Key(), types.Typ[types.String]) && isOpen(u.Elem())
	}
	return false
}

// onlyType refuses a schema that accepts values which the Go type cannot hold.
func onlyType(s *model.Schema, elem *model.Type) error {
	want := map[model.Kind]string{model.KindMap: "object", model.KindSlice: "array"}
	if elem == nil || want[elem.Kind] == "" || slices.Equal(s.Node.Types, []string{want[elem.Kind]}) {
		return nil
	}
	return fmt.Errorf("%q", want[elem.Kind])
}
