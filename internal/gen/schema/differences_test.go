package schema_test

import (
	"cmp"
	"encoding/json"
	"net"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"time"
)

// difference is a difference between the schemas that invopop/jsonschema and
// toolgen make for the same type. The page docs/schema-differences.md lists the
// differences.
type difference struct {
	// keyword has the keywords that differ. invopop and toolgen describe the two
	// schemas.
	keyword, invopop, toolgen string
	// convert changes the schema of invopop/jsonschema into that of toolgen. It
	// checks values that it copies from toolgen's schema.
	convert func(o *oracle, n *node)
}

// differences returns all differences in the order in which they are converted.
// At least one type must need each of them.
func differences() []difference {
	return slices.Concat(formDifferences(), valueDifferences(), tagDifferences(), descriptionDifferences())
}

// formDifferences returns the differences in the schemas of types.
func formDifferences() []difference {
	return []difference{
		{"$schema", "Every schema names its draft.", "No schema names a draft: a provider puts the schema into a definition that names one draft for all.", func(_ *oracle, n *node) {
			delete(n.invopop, "$schema")
		}},
		{"$ref", "Every named struct, list and map is a reference.", "Only recursive types are references, because models often misread references.", (*oracle).expandReference},
		{"$ref", "The keywords of a tag on a recursive value are next to the reference, where many clients ignore them.", "A reference has no other keywords next to it.", func(_ *oracle, n *node) {
			if ref, ok := n.invopop["$ref"]; ok {
				clear(n.invopop)
				n.invopop["$ref"] = ref
			}
		}},
		{"type", "A type with its own text or JSON form has the schema of its fields.", "A type with a text form is a string, and a type with a JSON form has the schema of its //tool:schema.", (*oracle).replaceOwnForms},
		{"anyOf", "An interface accepts any value.", "An interface with //tool:union has one schema for each variant, with its discriminator.", (*oracle).addVariants},
		{"type", "A time.Duration is an integer, the number of nanoseconds.", "A time.Duration is a string such as 1m30s, because models write durations in this form, and the decoder reads it.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[time.Duration]() {
				n.invopop["type"] = "string"
			}
		}},
		{"default", "A default of a time.Duration is dropped.", "A default of a time.Duration is kept.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[time.Duration]() && n.field != nil {
				setMissing(n.invopop, "default", tagValue(n.field, "default"))
			}
		}},
		{"default", "The items of a list's default are strings.", "The items of a list's default have the type of the list's items.", func(o *oracle, n *node) {
			if values := list(n.invopop["default"]); len(values) > 0 && n.of.Elem().Kind() != reflect.String && n.of.Elem() != reflect.TypeFor[time.Duration]() {
				n.invopop["default"] = mapToAny(values, func(v any) any { return decode(o.t, []byte(v.(string))) })
			}
		}},
		{"type", "A json.Number is a string.", "A json.Number is a number, as in encoding/json.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[json.Number]() {
				n.invopop["type"] = "number"
			}
		}},
		{"format", "A net.IP has the format ipv4.", "A net.IP has no format, because it can also be an address of version 6.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[net.IP]() {
				delete(n.invopop, "format")
			}
		}},
	}
}

// valueDifferences returns the differences in the accepted values and
// properties.
func valueDifferences() []difference {
	return []difference{
		{"minimum, minLength and others", "Constraints in the tag of a json.Number, and constraints on the values of a map, are dropped.", "These constraints are kept.", func(_ *oracle, n *node) {
			if n.of.Kind() == reflect.String || n.of.ConvertibleTo(reflect.TypeFor[int]()) {
				n.addTagKeywords(constraintKeywords...)
			}
		}},
		{"minimum, maximum", "An integer has no bounds from its Go type.", "An integer has the bounds of its Go type.", (*oracle).addTypeBounds},
		{"enum", "The constants of a type are ignored.", "The constants of a type are its enum.", func(_ *oracle, n *node) {
			if values := constants[n.of]; values != nil {
				setMissing(n.invopop, "enum", mapToAny(values, func(c constant) any { return c.value }))
			}
		}},
		{"properties", "A map has no properties.", "A map has empty properties, because some clients refuse an object without properties.", func(_ *oracle, n *node) {
			if n.of.Kind() == reflect.Map && n.invopop["type"] == "object" {
				setMissing(n.invopop, "properties", map[string]any{})
			}
		}},
		{"propertyNames", "Integer keys have a pattern without negative numbers, unsigned keys have no pattern, and constants of the key type are ignored.", "Integer keys have a pattern with or without negative numbers, and constants of the key type are an enum.", (*oracle).convertKeys},
		{"properties", "If fields of the same depth have the same property name, the last field is used.", "The field with a tag is used, or none, as in encoding/json.", (*oracle).removeHiddenProperties},
		{"properties", "The property - of a field with the tag json:\"-,\" is missing.", "The property is there, as in encoding/json.", func(_ *oracle, n *node) {
			if f, ok := fieldOf(n.of, "-"); ok && object(n.invopop["properties"])["-"] == nil {
				object(n.invopop["properties"])["-"] = map[string]any{"type": f.Type.String()}
				n.invopop["required"] = append(list(n.invopop["required"]), "-")
			}
		}},
	}
}

// tagDifferences returns the differences in the effect of tags.
func tagDifferences() []difference {
	return []difference{
		{"required", "Properties that are pointers are required.", "Properties that are pointers are optional.", func(_ *oracle, n *node) {
			n.makeOptional(func(f reflect.StructField) bool { return f.Type.Kind() == reflect.Pointer })
		}},
		{"required", "Properties with a default are required.", "Properties with a default are optional.", func(_ *oracle, n *node) {
			n.makeOptional(func(f reflect.StructField) bool { return tagValue(&f, "default") != nil })
		}},
		{"required", "Properties of embedded pointers are required.", "Properties of embedded pointers are optional.", func(_ *oracle, n *node) {
			n.makeOptional(func(f reflect.StructField) bool { return isPromotedThroughPointer(n.of, f.Index) })
		}},
		{"minItems", "The minItems in the tag of a list with a named type is dropped.", "The minItems is kept.", func(_ *oracle, n *node) {
			if n.of.Kind() == reflect.Slice && n.of.Name() != "" && n.field != nil {
				n.addTagKeywords("minItems")
			}
		}},
		{"format, enum and others", "The keywords in the tag of a type with its own text form are dropped.", "These keywords are kept.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[netip.Addr]() {
				n.addTagKeywords("format", "enum")
			}
		}},
		{"deprecated", "The keyword in the tag is dropped.", "The keyword is kept.", func(_ *oracle, n *node) {
			if n.field != nil && strings.Contains(n.field.Tag.Get("jsonschema"), "deprecated") {
				n.invopop["deprecated"] = true
			}
		}},
		{"readOnly, writeOnly", "In the tag of a list of strings, the keywords apply to the items. In the tag of another value that is not a string, they are dropped.", "The keywords apply to the value of the field.", func(_ *oracle, n *node) {
			for _, keyword := range []string{"readOnly", "writeOnly"} {
				if n.field != nil && tagValue(n.field, keyword) == "true" {
					n.invopop[keyword] = true
					delete(object(n.invopop["items"]), keyword)
				}
			}
		}},
		{"oneOf", "The oneof_type of a tag is oneOf.", "It is anyOf: an integer is also a number, and oneOf would refuse it.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[any]() && n.invopop["oneOf"] != nil {
				n.invopop["anyOf"] = n.invopop["oneOf"]
				delete(n.invopop, "oneOf")
			}
		}},
	}
}

// descriptionDifferences returns the differences in descriptions, anchors and
// examples.
func descriptionDifferences() []difference {
	return []difference{
		{"description", "The description of a tag has priority.", "The description in a schema of //tool:schema has priority over the tag.", func(o *oracle, n *node) {
			if described := object(decode(o.t, []byte(cmp.Or(declaredSchemas[n.of], "{}"))))["description"]; described != nil {
				n.invopop["description"] = described
			}
		}},
		{"description", "Comments are not read.", "The comments of fields and types are the descriptions. A tag has priority.", func(o *oracle, n *node) {
			if text := o.comment(n); text != "" && n.invopop["$ref"] == nil && !n.root {
				setMissing(n.invopop, "description", text)
			}
		}},
		{"description", "A schema that accepts any value is true, and some clients then drop all tools of the server.", "A schema that accepts any value is an object with a description.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[any]() && len(n.invopop) == 0 {
				setMissing(n.invopop, "description", "Any JSON value.")
			}
		}},
		{"description", "Comments of constants are not read.", "Comments of constants are lines of the description.", func(_ *oracle, n *node) {
			n.addLines(n.of, list(n.invopop["enum"]))
			if n.of.Kind() == reflect.Map {
				n.addLines(n.of.Key(), list(object(n.invopop["propertyNames"])["enum"]))
			}
		}},
		{"description", "The description of a field with a recursive value is dropped, or is next to the reference.", "It is a line in the description of the object.", (*oracle).addReferenceDescriptions},
		{"$anchor", "An anchor is in every use of its struct.", "An anchor is there once, because it must be unique in a document.", func(o *oracle, n *node) {
			if anchor, ok := n.invopop["$anchor"].(string); ok {
				if o.anchors[anchor] {
					delete(n.invopop, "$anchor")
				}
				o.anchors[anchor] = true
			}
		}},
		{"examples", "The examples in the tag of a list are examples of its items.", "The examples are one example of the list.", func(_ *oracle, n *node) {
			if items := object(n.invopop["items"]); n.field != nil && items["examples"] != nil {
				n.invopop["examples"] = []any{items["examples"]}
				delete(items, "examples")
			}
		}},
		{"description", "There is no text about the form of a duration.", "The description of a duration has an example of its form.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[time.Duration]() {
				text, _ := n.invopop["description"].(string)
				n.invopop["description"] = strings.TrimSpace(text + " A duration such as 1m30s.")
			}
		}},
	}
}
