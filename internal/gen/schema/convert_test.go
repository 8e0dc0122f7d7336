package schema_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// constraintKeywords are the keywords that constrain scalars.
var constraintKeywords = []string{
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format", "enum",
}

// addTagKeywords adds keywords of the tag that the schema of invopop/jsonschema
// does not have.
func (n *node) addTagKeywords(keywords ...string) {
	if n.tagged == nil {
		return
	}
	for _, keyword := range keywords {
		values := mapToAny(tagValues(n.tagged, keyword), func(text string) any {
			if textKeywords[keyword] || keyword == "enum" && (n.of.Kind() == reflect.String || n.of.Kind() == reflect.Struct) {
				return text
			}
			return json.Number(text)
		})
		switch {
		case keyword == "enum" && len(values) > 0:
			setMissing(n.invopop, keyword, values)
		case len(values) == 1:
			setMissing(n.invopop, keyword, values[0])
		}
	}
}

var textKeywords = map[string]bool{"pattern": true, "format": true}

// expandReference replaces a reference by its definition, unless toolgen's
// schema has a reference to the same type.
func (o *oracle) expandReference(n *node) {
	ref, _ := n.invopop["$ref"].(string)
	if reference, ok := n.toolgen["$ref"].(string); ok && (ref != "" || n.of.Kind() == reflect.Interface) {
		name := strings.TrimPrefix(reference, "#/$defs/")
		if name == modelOf(o.t, n.of).Name.Local {
			n.invopop["$ref"] = reference
			o.defined[name] = n.of
			return
		}
	}
	if ref == "" {
		return
	}
	delete(n.invopop, "$ref")
	definition, _ := clone(o.defs[strings.TrimPrefix(ref, "#/$defs/")]).(map[string]any)
	for keyword, value := range definition {
		setMissing(n.invopop, keyword, value)
	}
}

// replaceOwnForms replaces the schema of a type that has its own text or JSON
// form.
func (o *oracle) replaceOwnForms(n *node) {
	text := declaredSchemas[n.of]
	if n.field != nil && n.owner.PkgPath() != "" {
		if of, ok := declaredOnFields[n.owner.Name()]; ok && n.field.Name == "F" {
			text = of
		}
	}
	switch {
	case text != "":
		for _, keyword := range []string{"type", "properties", "required", "additionalProperties"} {
			delete(n.invopop, keyword)
		}
		for keyword, value := range object(decode(o.t, []byte(text))) {
			setMissing(n.invopop, keyword, value)
		}
	case n.of != reflect.TypeFor[time.Time]() && reflect.PointerTo(n.of).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		for _, keyword := range []string{"properties", "required", "additionalProperties", "items"} {
			delete(n.invopop, keyword)
		}
		n.invopop["type"] = "string"
	}
}

// addVariants adds the schemas of the variants of a union.
func (o *oracle) addVariants(n *node) {
	union, ok := unions[n.of]
	if !ok || n.invopop["$ref"] != nil {
		return
	}
	var either []any
	for i, v := range union.variants {
		variants := list(n.toolgen["anyOf"])
		if i >= len(variants) {
			return
		}
		s := o.convert(node{of: v.of, invopop: o.reflect(v.of), toolgen: object(variants[i])})
		properties := object(s["properties"])
		delete(object(properties[union.field]), "enum")
		setMissing(properties, union.field, map[string]any{"type": "string"})
		object(properties[union.field])["const"] = v.value
		if required := list(s["required"]); !slices.Contains(required, any(union.field)) {
			s["required"] = append([]any{union.field}, required...)
		}
		either = append(either, s)
	}
	n.invopop["anyOf"] = either
}

// addTypeBounds adds the bounds of the integer type, unless the tag has narrower
// bounds.
func (o *oracle) addTypeBounds(n *node) {
	if n.invopop["type"] != "integer" || n.invopop["enum"] != nil || constants[n.of] != nil {
		return
	}
	bits := n.of.Bits()
	signed := n.of.Kind() >= reflect.Int && n.of.Kind() <= reflect.Int64
	if n.invopop["exclusiveMinimum"] == nil {
		switch {
		case !signed:
			setMissing(n.invopop, "minimum", json.Number("0"))
		case bits < 64:
			setMissing(n.invopop, "minimum", json.Number(fmt.Sprint(-1<<(bits-1))))
		}
	}
	switch {
	case bits == 64:
	case signed:
		setMissing(n.invopop, "maximum", json.Number(fmt.Sprint(1<<(bits-1)-1)))
	default:
		setMissing(n.invopop, "maximum", json.Number(fmt.Sprint(1<<bits-1)))
	}
}

// convertKeys replaces the schema of the keys of a map.
func (o *oracle) convertKeys(n *node) {
	if n.of.Kind() != reflect.Map {
		return
	}
	if values, ok := n.invopop["patternProperties"].(map[string]any); ok {
		n.invopop["additionalProperties"] = values["^[0-9]+$"]
		delete(n.invopop, "patternProperties")
	}
	key := n.of.Key()
	switch {
	case reflect.PointerTo(key).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
	case constants[key] != nil:
		n.invopop["propertyNames"] = map[string]any{"enum": mapToAny(constants[key], func(c constant) any { return fmt.Sprint(c.value) })}
	case key.Kind() >= reflect.Int && key.Kind() <= reflect.Int64:
		n.invopop["propertyNames"] = map[string]any{"pattern": `^(0|-?[1-9][0-9]*)$`}
	case key.Kind() >= reflect.Uint && key.Kind() <= reflect.Uint64:
		n.invopop["propertyNames"] = map[string]any{"pattern": `^(0|[1-9][0-9]*)$`}
	}
}

// removeHiddenProperties removes the properties that encoding/json does not
// write, and sets the type of each other property to that of the field that
// encoding/json uses.
func (o *oracle) removeHiddenProperties(n *node) {
	properties := object(n.invopop["properties"])
	if n.of.Kind() != reflect.Struct || properties == nil || n.invopop["type"] != "object" {
		return
	}
	for name := range properties {
		f, ok := fieldOf(n.of, name)
		if !ok {
			delete(properties, name)
			n.invopop["required"] = slices.DeleteFunc(list(n.invopop["required"]), func(r any) bool { return r == name })
			continue
		}
		if want := jsonTypes[f.Type.Kind()]; want != "" && object(properties[name])["type"] != nil && f.Type.PkgPath() == "" {
			object(properties[name])["type"] = want
		}
	}
	if len(list(n.invopop["required"])) == 0 {
		delete(n.invopop, "required")
	}
}

var jsonTypes = map[reflect.Kind]string{reflect.String: "string", reflect.Int: "integer"}

// makeOptional removes the selected properties from the required ones, unless
// their tags require them.
func (n *node) makeOptional(drop func(f reflect.StructField) bool) {
	names := slices.DeleteFunc(slices.Clone(list(n.invopop["required"])), func(name any) bool {
		f, ok := fieldOf(n.of, name.(string))
		return ok && drop(f) && !slices.Contains(strings.Split(f.Tag.Get("jsonschema"), ","), "required")
	})
	if len(names) > 0 {
		n.invopop["required"] = names
	} else {
		delete(n.invopop, "required")
	}
}

// isPromotedThroughPointer reports whether the field is promoted from an embedded
// pointer.
func isPromotedThroughPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

// addReferenceDescriptions adds the descriptions of properties that are
// references to the description of the object.
func (o *oracle) addReferenceDescriptions(n *node) {
	text, _ := n.invopop["description"].(string)
	properties := object(n.toolgen["properties"])
	for name := range properties {
		f, ok := fieldOf(n.of, name)
		if !ok || object(properties[name])["$ref"] == nil {
			continue
		}
		description := f.Tag.Get("jsonschema_description")
		for _, other := range []any{tagValue(&f, "description"), fieldComment(n.of, &f)} {
			if other, _ := other.(string); description == "" {
				description = other
			}
		}
		if description != "" {
			text = strings.TrimPrefix(text+"\n"+name+": "+description, "\n")
		}
	}
	if text != "" {
		n.invopop["description"] = text
	}
}

// fieldComment returns the comment of a field in the struct that declares it.
func fieldComment(owner reflect.Type, f *reflect.StructField) string {
	for _, i := range f.Index[:len(f.Index)-1] {
		if owner = owner.Field(i).Type; owner.Kind() == reflect.Pointer {
			owner = owner.Elem()
		}
	}
	for name, text := range fieldComments {
		if prefix, field, _ := strings.Cut(name, "."); strings.HasPrefix(owner.Name(), prefix) && field == f.Name {
			return text
		}
	}
	return ""
}

// comment returns the comment of the field, or else of the type.
func (o *oracle) comment(n *node) string {
	if n.field != nil {
		if text := fieldComment(n.owner, n.field); text != "" {
			return text
		}
	}
	name, _, _ := strings.Cut(n.of.String(), "[")
	switch text, ok := typeComments[name]; {
	case ok:
		return text
	case slices.Contains(pairTypes(), n.of):
		return "A pair."
	case strings.HasPrefix(n.of.PkgPath(), "net"): // the comments depend on the version of Go
		return n.toolgen["description"].(string)
	}
	return ""
}

// addLines adds a line with the comment of each allowed constant to the
// description.
func (n *node) addLines(of reflect.Type, allowed []any) {
	text, _ := n.invopop["description"].(string)
	for _, c := range constants[of] {
		if c.comment != "" && (slices.Contains(allowed, c.value) || slices.Contains(allowed, any(fmt.Sprint(c.value)))) {
			written, _ := json.Marshal(c.value)
			text = strings.TrimPrefix(text+"\n"+string(written)+": "+c.comment, "\n")
		}
	}
	if text != "" {
		n.invopop["description"] = text
	}
}

func setMissing(s map[string]any, keyword string, value any) {
	if s[keyword] == nil && value != nil {
		s[keyword] = value
	}
}

// tagValue returns the first value of a key of a jsonschema tag; nil if there is
// none.
func tagValue(f *reflect.StructField, key string) any {
	if values := tagValues(f, key); len(values) > 0 {
		return values[0]
	}
	return nil
}

// tagValues returns the values of a key of a jsonschema tag.
func tagValues(f *reflect.StructField, key string) []string {
	const comma = "\x00"
	var values []string
	for part := range strings.SplitSeq(strings.ReplaceAll(f.Tag.Get("jsonschema"), `\,`, comma), ",") {
		if value, ok := strings.CutPrefix(part, key+"="); ok {
			values = append(values, strings.ReplaceAll(value, comma, ","))
		}
	}
	return values
}

func list(value any) []any {
	values, _ := value.([]any)
	return values
}

func mapToAny[T any](values []T, of func(T) any) []any {
	var all []any
	for _, v := range values {
		all = append(all, of(v))
	}
	return all
}
