package decode

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// describer creates descriptions of values from schemas, so that repairs and
// problems are those of generated tools.
//
// A description accepts all values that its schema accepts. If it accepts more,
// the schema is a part of it: see [Rules].
type describer struct {
	defaults map[*SchemaObject][]string
	numbers  map[*Schema]int
	types    map[string]*Type // by the numbers of the schemas that a type describes
	parts    int              // the number of schemas that were read for the current type
	depth    int              // the number of incomplete types
}

// The limits of descriptions. Beyond them, values are only checked against their
// schemas.
const (
	maxTypes = 2 * arguments.MaxSchemas
	maxParts = 10 * arguments.MaxSchemas
)

// newDescriber returns a describer of schemas with these defaults.
func newDescriber(defaults map[*SchemaObject][]string) *describer {
	return &describer{defaults: defaults, numbers: make(map[*Schema]int), types: make(map[string]*Type)}
}

// object describes the objects that a schema accepts.
func (d *describer) object(s *Schema) *Type { return d.class(d.gather([]*Schema{s}), '{') }

// describe describes the values that all the schemas accept.
func (d *describer) describe(all []*Schema) *Type {
	key := d.key(all)
	if t := d.types[key]; t != nil {
		return t
	}
	t := new(Type) // stored first, because schemas may refer to themselves
	d.types[key] = t
	d.depth++
	defer func() { d.depth-- }()
	if d.parts > maxParts || len(d.types) > maxTypes || d.depth > maxParserDepth {
		*t = *opaque(all)
		return t
	}
	*t = *d.any(d.gather(all))
	return t
}

// key returns a key for a set of schemas.
func (d *describer) key(all []*Schema) string {
	numbers := make([]int, 0, len(all))
	for _, s := range all {
		if _, ok := d.numbers[s]; !ok {
			d.numbers[s] = len(d.numbers)
		}
		numbers = append(numbers, d.numbers[s])
	}
	slices.Sort(numbers)
	var b strings.Builder
	for _, n := range slices.Compact(numbers) {
		b.WriteString(strconv.Itoa(n) + " ")
	}
	return b.String()
}

// conjunction has schemas that must all accept a value, including those of allOf.
type conjunction struct {
	from     []*Schema // without those of allOf
	all      []*Schema
	accepted Types // the JSON types
}

// gather adds the schemas of allOf.
func (d *describer) gather(from []*Schema) *conjunction {
	g := &conjunction{from: from, accepted: allTypes}
	d.extend(g, from)
	return g
}

// extend adds schemas to a conjunction, with the schemas of their allOf.
func (d *describer) extend(g *conjunction, more []*Schema) {
	for _, s := range more {
		if slices.Contains(g.all, s) {
			continue
		}
		d.parts += 1 + len(g.all)/16
		g.all = append(g.all, s)
		g.accepted &= s.types()
		if s.Logic != nil {
			d.extend(g, s.Logic.AllOf)
		}
	}
}

// opaque returns a description that only checks values against the schemas.
func opaque(all []*Schema) *Type { return &Type{Kind: KindJSON, Rules: &Rules{Schema: allOf(all)}} }

// allOf returns a schema that accepts the values that all the schemas accept.
func allOf(all []*Schema) *Schema {
	if len(all) == 1 {
		return all[0]
	}
	s := &Schema{Logic: &SchemaLogic{AllOf: all}}
	if len(all) > 0 {
		s.size = all[0].size
	}
	return s
}

// any describes the values of all types that the schemas accept.
func (d *describer) any(g *conjunction) *Type {
	if !slices.ContainsFunc(g.all, (*Schema).isDemanding) {
		return &anyType
	}
	var types []*Type
	var choices Choices
	places := [...]**Type{1: &choices.Boolean, 2: &choices.Number, 3: &choices.String, 4: &choices.Array, 5: &choices.Object}
	null := g.accepted&TypeNull != 0
	for n, c := range classes {
		if places[n] == nil || g.accepted&c.types == 0 {
			continue
		}
		t := d.class(g.clone(), c.class)
		types = append(types, t)
		if t.Kind != KindJSON {
			*places[n] = t
		}
	}
	if len(types) == 1 && !null {
		return types[0]
	}
	t := opaque(g.from)
	if choices != (Choices{}) && (len(types) == 1 || !g.hasEnum()) {
		t.Rules.Parsed = &Parsed{Choices: &choices}
	}
	return t
}

// hasEnum reports whether one of the schemas has an enum.
func (g *conjunction) hasEnum() bool {
	return slices.ContainsFunc(g.all, func(s *Schema) bool { return s.Enum != nil })
}

// clone returns an independent copy.
func (g *conjunction) clone() *conjunction {
	c := *g
	c.all = slices.Clone(g.all)
	return &c
}

// isDemanding reports whether the schema has keywords other than allOf.
func (s *Schema) isDemanding() bool {
	l := s.Logic
	return s.Never || s.Types != 0 || s.Enum != nil || s.Number != nil || s.Text != nil || s.Array != nil || s.Object != nil ||
		l != nil && (l.AnyOf != nil || l.OneOf != nil || l.Not != nil || l.If != nil)
}
