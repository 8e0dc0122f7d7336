package values_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
)

// object is a JSON object of a schema or a value.
type object = map[string]any

// generator makes schemas as the generator of toolgen emits them, and values.
type generator struct {
	*rand.Rand
	// author means that schemas have keywords that only authors write.
	author bool
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

var (
	someNames    = []string{"a", "b", "kind", "next"}
	someWords    = []string{"", "a", "b", "ab", "aab", "xyz", "2026-11-22", "12"}
	somePatterns = []string{"^a", "b$", "^[a-z]*$", "^a*b*$", "[0-9]"}
)

// schema returns a schema of at most the depth.
func (g *generator) schema(depth int) object {
	kinds := []func(int) object{g.text, g.number, g.boolean, g.text, g.number}
	if depth > 0 {
		kinds = append(kinds, g.object, g.array, g.dictionary, g.union, g.object)
		if g.author {
			kinds = append(kinds, g.combined, g.types)
		}
	}
	return pick(g, kinds...)(depth - 1)
}

func (g *generator) boolean(int) object { return object{"type": "boolean"} }

func (g *generator) text(int) object {
	s := object{"type": "string"}
	switch g.IntN(6) {
	case 0:
		s["enum"] = g.someOf(someWords)
	case 1:
		s["minLength"] = g.IntN(4)
	case 2:
		s["maxLength"] = g.IntN(4)
	case 3:
		s["pattern"] = pick(g, somePatterns...)
	case 4:
		s["format"] = "date"
	}
	if s["format"] == nil && g.chance(20) {
		s["maxLength"] = g.IntN(4)
	}
	return s
}

func (g *generator) someOf(words []string) []any {
	list := []any{}
	for _, i := range g.Perm(len(words))[:1+g.IntN(3)] {
		list = append(list, words[i])
	}
	return list
}

func (g *generator) number(int) object {
	s := object{"type": pick(g, "number", "integer")}
	for name, percent := range map[string]int{"minimum": 30, "exclusiveMinimum": 15, "maximum": 30, "exclusiveMaximum": 15} {
		if g.chance(percent) {
			s[name] = float64(g.IntN(17)-6) / 2
		}
	}
	if g.chance(15) {
		s["multipleOf"] = pick(g, 0.5, 1, 2, 3)
	}
	if g.chance(15) {
		s["enum"] = []any{g.IntN(4), float64(g.IntN(4)) + 0.5, g.IntN(4) + 4}
	}
	return s
}

func (g *generator) array(depth int) object {
	s := object{"type": "array", "items": g.schema(depth)}
	if g.chance(30) {
		s["minItems"] = g.IntN(3)
	}
	if g.chance(30) {
		s["maxItems"] = g.IntN(4)
	}
	if g.chance(20) {
		s["uniqueItems"] = true
	}
	return s
}

func (g *generator) object(depth int) object {
	properties, required := object{}, []any{}
	for _, name := range someNames[:3] {
		if g.chance(60) {
			properties[name] = g.schema(depth)
			if g.chance(40) {
				required = append(required, name)
			}
		}
	}
	s := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func (g *generator) dictionary(depth int) object {
	s := object{"type": "object", "properties": object{}, "additionalProperties": g.schema(depth)}
	switch g.IntN(3) {
	case 0:
		s["propertyNames"] = object{"enum": g.someOf([]string{"a", "b", "12"})}
	case 1:
		s["propertyNames"] = object{"pattern": "^(0|[1-9][0-9]*)$"}
	}
	return s
}

func (g *generator) union(depth int) object {
	var variants []any
	for _, kind := range g.someOf([]string{"a", "b", "c"}) {
		variant := g.object(depth)
		variant["properties"].(object)["kind"] = object{"type": "string", "const": kind}
		required := []any{"kind"}
		if list, ok := variant["required"].([]any); ok && !slices.Contains(list, any("kind")) {
			required = append(required, list...)
		}
		variant["required"] = required
		variants = append(variants, variant)
	}
	return object{"anyOf": variants}
}

// combined returns a schema with a keyword that combines schemas.
func (g *generator) combined(depth int) object {
	switch keyword := pick(g, "allOf", "anyOf", "oneOf", "not", "const", "size"); keyword {
	case "not":
		return object{"not": g.schema(depth)}
	case "const":
		return object{"const": g.value(g.schema(depth), nil, depth)}
	case "size":
		s := g.object(depth)
		s["minProperties"], s["maxProperties"] = g.IntN(3), 1+g.IntN(3)
		if g.chance(50) {
			delete(s, "additionalProperties")
		}
		return s
	default:
		return object{keyword: []any{g.schema(depth), g.schema(depth)}}
	}
}

func (g *generator) types(int) object {
	return object{"type": g.someOf([]string{"string", "null", "boolean", "integer", "number"}), "minimum": g.IntN(3), "maxLength": g.IntN(3)}
}

// mutate returns a schema that differs from s in a few places.
func (g *generator) mutate(s any) any {
	switch s := s.(type) {
	case object:
		changed := object{}
		for name, value := range s {
			switch {
			case g.chance(4) && name != "type" && name != "properties":
			case g.chance(8) && (name == "minLength" || name == "maxLength" || name == "minItems" || name == "maxItems" || name == "minProperties" || name == "maxProperties"):
				changed[name] = g.IntN(4)
			case g.chance(8) && (name == "minimum" || name == "maximum"):
				changed[name] = g.IntN(6)
			default:
				changed[name] = g.mutate(value)
			}
		}
		if s["type"] != nil && g.chance(5) {
			return g.schema(1)
		}
		return changed
	case []any:
		var changed []any
		for _, item := range s {
			if len(s) == 1 || !g.chance(10) {
				changed = append(changed, g.mutate(item))
			}
		}
		if changed == nil {
			return s
		}
		return changed
	}
	return s
}

// scalar returns any scalar, often at the limits of schemas.
func (g *generator) scalar() any {
	switch g.IntN(8) {
	case 0:
		return nil
	case 1:
		return g.chance(50)
	case 2, 3, 4:
		return pick(g, float64(g.IntN(24)-8)/2, float64(g.IntN(24)-8)/2, 0.25, 1000)
	}
	return pick(g, someWords...)
}

// value returns a value that a schema often accepts. The root has the definitions.
func (g *generator) value(schema any, root object, depth int) any {
	s, ok := schema.(object)
	if !ok || depth < -6 {
		return g.scalar()
	}
	if s["$ref"] != nil && root != nil {
		return g.value(root["$defs"].(object)["node"], root, depth-1)
	}
	if list, ok := s["enum"].([]any); ok && g.chance(95) {
		return pick(g, list...)
	}
	if constant, ok := s["const"]; ok && g.chance(95) {
		return constant
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		if list, ok := s[keyword].([]any); ok {
			return g.value(pick(g, list...), root, depth)
		}
	}
	kind := s["type"]
	if list, ok := kind.([]any); ok {
		kind = pick(g, list...)
	}
	switch kind {
	case "object":
		return g.objectValue(s, root, depth)
	case "array":
		items := []any{}
		for range g.IntN(4) {
			items = append(items, g.value(s["items"], root, depth-1))
		}
		return items
	case "boolean":
		return g.chance(50)
	case "string":
		return pick(g, someWords...)
	case "number", "integer":
		return pick(g, float64(g.IntN(24)-8)/2, float64(g.IntN(12)-4), 0.25, 1000)
	}
	return g.scalar()
}

func (g *generator) objectValue(s, root object, depth int) any {
	value := object{}
	properties, _ := s["properties"].(object)
	required, _ := s["required"].([]any)
	for name, property := range properties {
		if slices.Contains(required, any(name)) || g.chance(50) {
			value[name] = g.value(property, root, depth-1)
		}
	}
	rest, isSchema := s["additionalProperties"].(object)
	if isSchema || g.chance(5) || s["additionalProperties"] == nil && g.chance(50) {
		for range g.IntN(3) {
			value[pick(g, "a", "b", "12", "0", "z")] = g.value(rest, root, depth-1)
		}
	}
	return value
}

// recursive returns a document whose root is an object that can contain itself.
func (g *generator) recursive() object {
	node := g.object(1)
	node["properties"].(object)["next"] = object{"$ref": "#/$defs/node"}
	if g.chance(30) {
		node["properties"].(object)["next"] = object{"type": "array", "items": object{"$ref": "#/$defs/node"}, "minItems": g.IntN(2)}
	}
	if g.chance(20) {
		node["required"] = []any{"next"}
	}
	return object{"$defs": object{"node": node}, "$ref": "#/$defs/node"}
}

// encode returns the JSON text of a value.
func encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprint(value, err))
	}
	return text
}
