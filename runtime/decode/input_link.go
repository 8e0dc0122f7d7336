package decode

import "strconv"

// children calls a function with each schema that is a part of s. inPlace reports
// that the part is applied to the same value as s.
func (s *Schema) children(visit func(child *Schema, inPlace bool)) {
	some := func(inPlace bool, all ...*Schema) {
		for _, child := range all {
			if child != nil {
				visit(child, inPlace)
			}
		}
	}
	if l := s.Logic; l != nil {
		some(true, l.AllOf...)
		some(true, l.AnyOf...)
		some(true, l.OneOf...)
		some(true, l.Not, l.If, l.Then, l.Else)
	}
	if a := s.Array; a != nil {
		some(false, a.Prefix...)
		some(false, a.Items)
		if a.Contains != nil {
			some(false, a.Contains.Schema)
		}
	}
	if o := s.Object; o != nil {
		for _, p := range o.Properties {
			some(false, p.Schema)
		}
		for _, p := range o.Patterns {
			some(false, p.Schema)
		}
		for _, d := range o.Dependent {
			some(true, d.Schema)
		}
		some(false, o.Additional, o.Names)
	}
}

// link sets the private fields of the schemas of a document, which schemaChecker
// needs.
func (p *schemaParser) link(root *Schema) {
	references, combinations := map[*Schema]int{root: 1}, make(map[*Schema]int)
	all := []*Schema{root}
	for n := 0; n < len(all); n++ {
		all[n].children(func(child *Schema, inPlace bool) {
			if inPlace {
				combinations[child]++
			}
			if references[child]++; references[child] == 1 {
				all = append(all, child)
			}
		})
	}
	for _, s := range all {
		s.size = int32(len(all))
		s.shared, s.combined = references[s] > 1, combinations[s] > 1
		if s.Object != nil && len(s.Object.Properties) > indexedProperties {
			s.Object.index = make(map[string]int)
			for n, property := range s.Object.Properties {
				s.Object.index[property.Name] = n
			}
		}
	}
	if p.checkLoops(all); !p.failed {
		p.relax(all)
		p.computeTypes(all)
	}
}

// computeTypes sets the types that each schema may accept, those of the parts of a
// schema first.
func (p *schemaParser) computeTypes(all []*Schema) {
	var visit func(s *Schema)
	visit = func(s *Schema) {
		if s.known != 0 {
			return
		}
		if s.Logic != nil {
			for _, list := range [...][]*Schema{s.Logic.AllOf, s.Logic.AnyOf, s.Logic.OneOf} {
				for _, part := range list {
					visit(part)
				}
			}
		}
		s.known = s.types() | typesKnown
	}
	for _, s := range all {
		visit(s)
	}
}

// checkLoops reports a schema that refers to itself for the same value, and
// combinations of schemas that are nested too deeply.
func (p *schemaParser) checkLoops(all []*Schema) {
	const entered = -1
	levels := make(map[*Schema]int)
	var visit func(s *Schema) int
	visit = func(s *Schema) int {
		if level := levels[s]; level != 0 {
			return level
		}
		levels[s] = entered
		deepest := 0
		s.children(func(child *Schema, inPlace bool) {
			if !inPlace || p.failed {
				return
			}
			level := visit(child)
			if level == entered {
				p.fail(p.locationOf(child), "the schema refers to itself for the same value, without an end: let it refer to itself for a property or an item")
			}
			deepest = max(deepest, level)
		})
		if deepest++; deepest > maxInPlaceDepth && !p.failed {
			p.fail(p.locationOf(s), "schemas may be combined at most "+strconv.Itoa(maxInPlaceDepth)+" levels deep")
		}
		levels[s] = deepest
		return deepest
	}
	for _, s := range all {
		if visit(s); p.failed {
			return
		}
	}
}

// locationOf returns the location of a schema.
func (p *schemaParser) locationOf(s *Schema) *location {
	for _, n := range p.nodes {
		if n.schema == s {
			return n.where
		}
	}
	return nil
}

// relax changes the schemas with unchecked parts so that they do not refuse values
// that the document accepts. An unchecked part accepts too many values, so that a
// "not" with such a part would refuse too many.
func (p *schemaParser) relax(all []*Schema) {
	if len(p.unchecked) == 0 {
		return
	}
	p.propagateUnchecked(all)
	for _, s := range all {
		if a := s.Array; a != nil && a.Contains != nil && p.unchecked[a.Contains.Schema] {
			a.Contains.Count.Max = Unbounded
		}
		l := s.Logic
		if l == nil {
			continue
		}
		if p.unchecked[l.Not] {
			l.Not = nil
		}
		if p.unchecked[l.If] {
			l.If, l.Then, l.Else = nil, nil, nil
		}
		if p.isAnyUnchecked(l.OneOf) {
			any := &Schema{Logic: &SchemaLogic{AnyOf: l.OneOf}, size: s.size}
			l.AllOf, l.OneOf = append(l.AllOf, any), nil
		}
	}
}

// propagateUnchecked marks the schemas that have unchecked parts.
func (p *schemaParser) propagateUnchecked(all []*Schema) {
	parents := make(map[*Schema][]*Schema)
	for _, s := range all {
		s.children(func(child *Schema, _ bool) { parents[child] = append(parents[child], s) })
	}
	var unchecked []*Schema
	for s := range p.unchecked {
		unchecked = append(unchecked, s)
	}
	for n := 0; n < len(unchecked); n++ {
		for _, parent := range parents[unchecked[n]] {
			if !p.unchecked[parent] {
				p.unchecked[parent] = true
				unchecked = append(unchecked, parent)
			}
		}
	}
}

// isAnyUnchecked reports whether a schema in the list is not checked completely.
func (p *schemaParser) isAnyUnchecked(list []*Schema) bool {
	for _, s := range list {
		if p.unchecked[s] {
			return true
		}
	}
	return false
}
