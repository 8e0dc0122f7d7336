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

// difference is one way in which invopop/jsonschema, reflecting the same type,
// gives another schema. The page docs/schema-differences.md has them for
// readers.
type difference struct {
	// keyword is what differs, reason how and why.
	keyword, reason string
	// convert changes their schema into ours. What it takes from ours it checks:
	// the tables at the end say what must be there.
	convert func(o *oracle, n *node)
}

// differences are all of them, in the order in which they are converted. Each
// must be needed.
func differences() []difference {
	return slices.Concat(formDifferences(), valueDifferences(), tagDifferences(), wordDifferences())
}

// formDifferences are about how types are written.
func formDifferences() []difference {
	return []difference{
		{"$schema", "A provider takes a schema inside a definition, which says its draft for all: no schema names one here.", func(_ *oracle, n *node) {
			delete(n.their, "$schema")
		}},
		{"$ref", "Every named struct, list and map is a reference there. Models get references wrong, and so only recursive types are references here.", (*oracle).expand},
		{"$ref", "What a tag says of a recursive value stands beside the reference there, where many clients pass over it. A reference has no siblings here.", func(_ *oracle, n *node) {
			if ref, ok := n.their["$ref"]; ok {
				clear(n.their)
				n.their["$ref"] = ref
			}
		}},
		{"type", "A type with a form of its own is reflected by its fields there. Here its text form is a string and its JSON form is what //tool:schema says.", (*oracle).ownForms},
		{"anyOf", "An interface accepts anything there. One marked //tool:union is a choice of its variants here, each with its discriminator.", (*oracle).unions},
		{"type", "A time.Duration is an integer of nanoseconds there. Models write texts such as 1m30s, which is what the decoder reads.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[time.Duration]() {
				n.their["type"] = "string"
			}
		}},
		{"default", "A default of a time.Duration is dropped there.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[time.Duration]() && n.field != nil {
				setMissing(n.their, "default", tagValue(n.field, "default"))
			}
		}},
		{"default", "A default of a list is one of texts there, whatever the items are.", func(o *oracle, n *node) {
			if values := list(n.their["default"]); len(values) > 0 && n.of.Elem().Kind() != reflect.String && n.of.Elem() != reflect.TypeFor[time.Duration]() {
				n.their["default"] = anys(values, func(v any) any { return decode(o.t, []byte(v.(string))) })
			}
		}},
		{"type", "A json.Number is a string there, although encoding/json writes a number.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[json.Number]() {
				n.their["type"] = "number"
			}
		}},
		{"format", "A net.IP has the format ipv4 there, although it holds addresses of version 6, too.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[net.IP]() {
				delete(n.their, "format")
			}
		}},
	}
}

// valueDifferences are about which values and properties there are.
func valueDifferences() []difference {
	return []difference{
		{"minimum, minLength and others", "What a tag says of a json.Number, or of a map, which is said of its values, is dropped there.", func(_ *oracle, n *node) {
			if n.of.Kind() == reflect.String || n.of.ConvertibleTo(reflect.TypeFor[int]()) {
				n.setTagged(constraintKeywords...)
			}
		}},
		{"minimum, maximum", "Integers have no bounds from their widths there.", (*oracle).widths},
		{"enum", "Constants of a type are not seen there.", func(_ *oracle, n *node) {
			if values := constants[n.of]; values != nil {
				setMissing(n.their, "enum", anys(values, func(c constant) any { return c.value }))
			}
		}},
		{"properties", "A map has no properties there. Some clients refuse an object without them.", func(_ *oracle, n *node) {
			if n.of.Kind() == reflect.Map && n.their["type"] == "object" {
				setMissing(n.their, "properties", map[string]any{})
			}
		}},
		{"propertyNames", "Integer keys are a pattern without negative numbers there, unsigned ones are free, and constants do not narrow the keys.", (*oracle).keys},
		{"properties", "Of properties of the same depth the last wins there. encoding/json takes the tagged one, or none.", (*oracle).rivals},
		{"properties", "The property - of a field with the tag json:\"-,\" is left out there.", func(_ *oracle, n *node) {
			if f, ok := fieldOf(n.of, "-"); ok && object(n.their["properties"])["-"] == nil {
				object(n.their["properties"])["-"] = map[string]any{"type": f.Type.String()}
				n.their["required"] = append(list(n.their["required"]), "-")
			}
		}},
	}
}

// tagDifferences are about what tags say.
func tagDifferences() []difference {
	return []difference{
		{"required", "Pointers are required there.", func(_ *oracle, n *node) {
			n.optional(func(f reflect.StructField) bool { return f.Type.Kind() == reflect.Pointer })
		}},
		{"required", "Properties with a default are required there.", func(_ *oracle, n *node) {
			n.optional(func(f reflect.StructField) bool { return tagValue(&f, "default") != nil })
		}},
		{"required", "Properties of embedded pointers are required there.", func(_ *oracle, n *node) {
			n.optional(func(f reflect.StructField) bool { return isBehindPointer(n.of, f.Index) })
		}},
		{"minItems", "What a tag says of a list of a named type is dropped there.", func(_ *oracle, n *node) {
			if n.of.Kind() == reflect.Slice && n.of.Name() != "" && n.field != nil {
				n.setTagged("minItems")
			}
		}},
		{"format, enum and others", "What a tag says of a type with a text form of its own is dropped there.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[netip.Addr]() {
				n.setTagged("format", "enum")
			}
		}},
		{"deprecated", "A deprecated field is not told there.", func(_ *oracle, n *node) {
			if n.field != nil && strings.Contains(n.field.Tag.Get("jsonschema"), "deprecated") {
				n.their["deprecated"] = true
			}
		}},
		{"readOnly, writeOnly", "Of a list of strings, they are said of the items there, and dropped of what is no string.", func(_ *oracle, n *node) {
			for _, keyword := range []string{"readOnly", "writeOnly"} {
				if n.field != nil && tagValue(n.field, keyword) == "true" {
					n.their[keyword] = true
					delete(object(n.their["items"]), keyword)
				}
			}
		}},
		{"oneOf", "A list of types is oneOf there. It is anyOf here: an integer is a number as well, and oneOf would refuse it.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[any]() && n.their["oneOf"] != nil {
				n.their["anyOf"] = n.their["oneOf"]
				delete(n.their, "oneOf")
			}
		}},
	}
}

// wordDifferences are about what is told.
func wordDifferences() []difference {
	return []difference{
		{"description", "A schema of //tool:schema that describes itself keeps its description, whatever a tag says.", func(o *oracle, n *node) {
			if described := object(decode(o.t, []byte(cmp.Or(declared[n.of], "{}"))))["description"]; described != nil {
				n.their["description"] = described
			}
		}},
		{"description", "Comments are not read there. Here those of fields and types are the descriptions, and tags win.", func(o *oracle, n *node) {
			if text := o.comment(n); text != "" && n.their["$ref"] == nil && !n.root {
				setMissing(n.their, "description", text)
			}
		}},
		{"description", "A schema that accepts anything is true there, which makes some clients drop all tools of a server. It says so in its description here.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[any]() && len(n.their) == 0 {
				setMissing(n.their, "description", "Any JSON value.")
			}
		}},
		{"description", "Comments of constants are not read there. Here they are lines of the description.", func(_ *oracle, n *node) {
			n.addLines(n.of, list(n.their["enum"]))
			if n.of.Kind() == reflect.Map {
				n.addLines(n.of.Key(), list(object(n.their["propertyNames"])["enum"]))
			}
		}},
		{"description", "What a field says of a recursive value is dropped or stands beside a reference there. Here it is a line in the description of the object.", (*oracle).references},
		{"$anchor", "An anchor stands wherever its struct does there. A document may have it once.", func(o *oracle, n *node) {
			if anchor, ok := n.their["$anchor"].(string); ok {
				if o.anchors[anchor] {
					delete(n.their, "$anchor")
				}
				o.anchors[anchor] = true
			}
		}},
		{"examples", "Examples of a list are said of its items there. Here they are one list.", func(_ *oracle, n *node) {
			if items := object(n.their["items"]); n.field != nil && items["examples"] != nil {
				n.their["examples"] = []any{items["examples"]}
				delete(items, "examples")
			}
		}},
		{"description", "How a duration is written is told here.", func(_ *oracle, n *node) {
			if n.of == reflect.TypeFor[time.Duration]() {
				text, _ := n.their["description"].(string)
				n.their["description"] = strings.TrimSpace(text + " A duration such as 1m30s.")
			}
		}},
	}
}
