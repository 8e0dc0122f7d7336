package values_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/internal/contract/values"
)

// rewrite returns another schema that accepts the same values.
func (g *generator) rewrite(schema any) any {
	s, ok := schema.(object)
	if !ok {
		return schema
	}
	changed := object{"description": pick(g, "one", "two")}
	for name, value := range s {
		changed[name] = g.rewriteKeyword(name, value)
	}
	g.rewriteBounds(changed)
	if kind, ok := changed["type"].(string); ok && changed["additionalProperties"] == false && kind == "object" && g.chance(30) {
		changed["properties"].(object)["impossible"] = pick[any](g, false, object{"type": "string", "minLength": 3, "maxLength": 2})
	}
	if changed["type"] == "boolean" && g.chance(50) {
		changed = object{"enum": []any{true, false}}
	}
	switch g.IntN(8) {
	case 0:
		return object{"allOf": []any{changed}}
	case 1:
		return object{"anyOf": []any{changed, false}}
	case 2:
		return object{"oneOf": []any{changed}}
	case 3:
		return object{"anyOf": []any{changed, changed}}
	}
	return changed
}

// rewriteKeyword returns another form of the value of a keyword.
func (g *generator) rewriteKeyword(name string, value any) any {
	switch name {
	case "properties":
		properties := object{}
		for name, property := range value.(object) {
			properties[name] = g.rewrite(property)
		}
		return properties
	case "items", "additionalProperties", "propertyNames":
		return g.rewrite(value)
	case "required", "enum", "anyOf":
		list := slices.Clone(value.([]any))
		g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i := range list {
			if name == "anyOf" {
				list[i] = g.rewrite(list[i])
			}
		}
		return list
	}
	return value
}

// rewriteBounds changes constraints into others with the same values.
func (g *generator) rewriteBounds(s object) {
	if constant, ok := s["const"]; ok && g.chance(50) {
		delete(s, "const")
		s["enum"] = []any{constant}
	}
	if s["type"] == "string" && s["minLength"] == nil {
		s["minLength"] = 0
	}
	if low, ok := s["minimum"].(float64); ok && s["type"] == "integer" && s["exclusiveMinimum"] == nil {
		delete(s, "minimum")
		s["exclusiveMinimum"] = math.Ceil(low) - 0.5
	}
	if high, ok := s["exclusiveMaximum"].(float64); ok && s["type"] == "integer" && s["maximum"] == nil {
		delete(s, "exclusiveMaximum")
		s["maximum"] = math.Ceil(high) - 1
	}
}

// TestIncludesIsSharp compares schemas with others that accept the same values. The
// comparison must find no difference.
func TestIncludesIsSharp(t *testing.T) {
	g := &generator{rand.New(rand.NewPCG(3, 5)), false}
	for range 1000 {
		old := g.schema(3)
		p := newPair(t, old, g.rewrite(old).(object))
		if value, has := p.witness(g, 10); has {
			t.Fatalf("the rewritten schema does not accept %s\nold %s\nnew %s", value, p.oldText, p.newText)
		}
		var forth, back values.Comparison
		if found := append(forth.Narrowings(p.oldSchema, p.newRead), back.Narrowings(p.newRead, p.oldSchema)...); len(found) > 0 {
			t.Fatalf("%v\nold %s\nnew %s", found, p.oldText, p.newText)
		}
	}
}
