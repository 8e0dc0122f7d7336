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

// constraintKeywords are those of scalars.
var constraintKeywords = []string{
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format", "enum",
}

// setTagged sets keywords that the tag has and theirs has not.
func (n *node) setTagged(keywords ...string) {
	if n.tagged == nil {
		return
	}
	for _, keyword := range keywords {
		values := anys(tagValues(n.tagged, keyword), func(text string) any {
			if textKeywords[keyword] || keyword == "enum" && (n.of.Kind() == reflect.String || n.of.Kind() == reflect.Struct) {
				return text
			}
			return json.Number(text)
		})
		switch {
		case keyword == "enum" && len(values) > 0:
			setMissing(n.their, keyword, values)
		case len(values) == 1:
			setMissing(n.their, keyword, values[0])
		}
	}
}

var textKeywords = map[string]bool{"pattern": true, "format": true}

// expand puts the definition in the place of a reference, unless we have a
// reference to the same type.
func (o *oracle) expand(n *node) {
	ref, _ := n.their["$ref"].(string)
	if our, ok := n.our["$ref"].(string); ok && (ref != "" || n.of.Kind() == reflect.Interface) {
		name := strings.TrimPrefix(our, "#/$defs/")
		if name == modelOf(o.t, n.of).Name.Local {
			n.their["$ref"] = our
			o.met[name] = n.of
			return
		}
	}
	if ref == "" {
		return
	}
	delete(n.their, "$ref")
	definition, _ := clone(o.defs[strings.TrimPrefix(ref, "#/$defs/")]).(map[string]any)
	for keyword, value := range definition {
		setMissing(n.their, keyword, value)
	}
}

// ownForms replaces what types with methods for their form are made of.
func (o *oracle) ownForms(n *node) {
	text := declared[n.of]
	if n.field != nil && n.owner.PkgPath() != "" {
		if of, ok := declaredOnFields[n.owner.Name()]; ok && n.field.Name == "F" {
			text = of
		}
	}
	switch {
	case text != "":
		for _, keyword := range []string{"type", "properties", "required", "additionalProperties"} {
			delete(n.their, keyword)
		}
		for keyword, value := range object(decode(o.t, []byte(text))) {
			setMissing(n.their, keyword, value)
		}
	case n.of != reflect.TypeFor[time.Time]() && reflect.PointerTo(n.of).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		for _, keyword := range []string{"properties", "required", "additionalProperties", "items"} {
			delete(n.their, keyword)
		}
		n.their["type"] = "string"
	}
}

// unions reflects the variants of a union.
func (o *oracle) unions(n *node) {
	union, ok := unions[n.of]
	if !ok || n.their["$ref"] != nil {
		return
	}
	var either []any
	for i, v := range union.variants {
		ours := list(n.our["anyOf"])
		if i >= len(ours) {
			return
		}
		s := o.convert(node{of: v.of, their: o.reflect(v.of), our: object(ours[i])})
		properties := object(s["properties"])
		delete(object(properties[union.field]), "enum")
		setMissing(properties, union.field, map[string]any{"type": "string"})
		object(properties[union.field])["const"] = v.value
		if required := list(s["required"]); !slices.Contains(required, any(union.field)) {
			s["required"] = append([]any{union.field}, required...)
		}
		either = append(either, s)
	}
	n.their["anyOf"] = either
}

// widths adds the bounds of narrow integers that no tag narrows.
func (o *oracle) widths(n *node) {
	if n.their["type"] != "integer" || n.their["enum"] != nil || constants[n.of] != nil {
		return
	}
	bits := n.of.Bits()
	signed := n.of.Kind() >= reflect.Int && n.of.Kind() <= reflect.Int64
	if n.their["exclusiveMinimum"] == nil {
		switch {
		case !signed:
			setMissing(n.their, "minimum", json.Number("0"))
		case bits < 64:
			setMissing(n.their, "minimum", json.Number(fmt.Sprint(-1<<(bits-1))))
		}
	}
	switch {
	case bits == 64:
	case signed:
		setMissing(n.their, "maximum", json.Number(fmt.Sprint(1<<(bits-1)-1)))
	default:
		setMissing(n.their, "maximum", json.Number(fmt.Sprint(1<<bits-1)))
	}
}

func (o *oracle) keys(n *node) {
	if n.of.Kind() != reflect.Map {
		return
	}
	if values, ok := n.their["patternProperties"].(map[string]any); ok {
		n.their["additionalProperties"] = values["^[0-9]+$"]
		delete(n.their, "patternProperties")
	}
	key := n.of.Key()
	switch {
	case reflect.PointerTo(key).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
	case constants[key] != nil:
		n.their["propertyNames"] = map[string]any{"enum": anys(constants[key], func(c constant) any { return fmt.Sprint(c.value) })}
	case key.Kind() >= reflect.Int && key.Kind() <= reflect.Int64:
		n.their["propertyNames"] = map[string]any{"pattern": `^(0|-?[1-9][0-9]*)$`}
	case key.Kind() >= reflect.Uint && key.Kind() <= reflect.Uint64:
		n.their["propertyNames"] = map[string]any{"pattern": `^(0|[1-9][0-9]*)$`}
	}
}

// rivals drops properties that encoding/json does not have, and takes those
// that win from their owners.
func (o *oracle) rivals(n *node) {
	properties := object(n.their["properties"])
	if n.of.Kind() != reflect.Struct || properties == nil || n.their["type"] != "object" {
		return
	}
	for name := range properties {
		f, ok := fieldOf(n.of, name)
		if !ok {
			delete(properties, name)
			n.their["required"] = slices.DeleteFunc(list(n.their["required"]), func(r any) bool { return r == name })
			continue
		}
		if want := jsonTypes[f.Type.Kind()]; want != "" && object(properties[name])["type"] != nil && f.Type.PkgPath() == "" {
			object(properties[name])["type"] = want
		}
	}
	if len(list(n.their["required"])) == 0 {
		delete(n.their, "required")
	}
}

var jsonTypes = map[reflect.Kind]string{reflect.String: "string", reflect.Int: "integer"}

// optional takes properties out of those required, unless a tag requires them.
func (n *node) optional(drop func(f reflect.StructField) bool) {
	names := slices.DeleteFunc(slices.Clone(list(n.their["required"])), func(name any) bool {
		f, ok := fieldOf(n.of, name.(string))
		return ok && drop(f) && !slices.Contains(strings.Split(f.Tag.Get("jsonschema"), ","), "required")
	})
	if len(names) > 0 {
		n.their["required"] = names
	} else {
		delete(n.their, "required")
	}
}

// isBehindPointer reports whether the way to a promoted field leads through a
// pointer.
func isBehindPointer(t reflect.Type, index []int) bool {
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

// references adds what fields say of values that are references.
func (o *oracle) references(n *node) {
	text, _ := n.their["description"].(string)
	ours := object(n.our["properties"])
	for name := range ours {
		f, ok := fieldOf(n.of, name)
		if !ok || object(ours[name])["$ref"] == nil {
			continue
		}
		said := f.Tag.Get("jsonschema_description")
		for _, other := range []any{tagValue(&f, "description"), fieldComment(n.of, &f)} {
			if other, _ := other.(string); said == "" {
				said = other
			}
		}
		if said != "" {
			text = strings.TrimPrefix(text+"\n"+name+": "+said, "\n")
		}
	}
	if text != "" {
		n.their["description"] = text
	}
}

// fieldComment is the comment of a field in the struct that declares it.
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

// comment is what the source says of the value: of the field, or of the type.
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
	case strings.HasPrefix(n.of.PkgPath(), "net"): // the words are those of this version of Go
		return n.our["description"].(string)
	}
	return ""
}

// addLines adds what constants mean.
func (n *node) addLines(of reflect.Type, allowed []any) {
	text, _ := n.their["description"].(string)
	for _, c := range constants[of] {
		if c.comment != "" && (slices.Contains(allowed, c.value) || slices.Contains(allowed, any(fmt.Sprint(c.value)))) {
			written, _ := json.Marshal(c.value)
			text = strings.TrimPrefix(text+"\n"+string(written)+": "+c.comment, "\n")
		}
	}
	if text != "" {
		n.their["description"] = text
	}
}

func setMissing(s map[string]any, keyword string, value any) {
	if s[keyword] == nil && value != nil {
		s[keyword] = value
	}
}

// tagValue is the value of a key of a jsonschema tag; nil for none.
func tagValue(f *reflect.StructField, key string) any {
	if values := tagValues(f, key); len(values) > 0 {
		return values[0]
	}
	return nil
}

// tagValues are the values of a key of a jsonschema tag.
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

func anys[T any](values []T, of func(T) any) []any {
	var all []any
	for _, v := range values {
		all = append(all, of(v))
	}
	return all
}
