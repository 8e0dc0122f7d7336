package values

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
)

// maxSteps is the maximum number of pairs of atoms that a comparison examines.
// Beyond it, a comparison finds no proof.
const maxSteps = 200_000

// maxAtoms is the maximum number of atoms of a node.
const maxAtoms = 2000

// Comparison compares schemas. The zero value is ready to use.
type Comparison struct {
	// ids are the numbers of schemas, in the order of their first use.
	ids map[*Schema]int
	// expanded are the atoms of nodes; nil while they are computed.
	expanded map[string][]*atom
	// constants are the schemas of the parts of constants, by their canonical text.
	constants map[string]*Schema
	// assumed are pairs of nodes of which the first is included in the second,
	// unless a pair before them is not, in the order of their assumption. refuted are
	// pairs that are not included.
	assumed []string
	refuted map[string]bool
	// steps is the number of examined pairs of atoms.
	steps int
}

// key returns a text that identifies a node.
func (c *Comparison) key(n node) string {
	if c.ids == nil {
		c.ids, c.expanded = make(map[*Schema]int), make(map[string][]*atom)
		c.constants, c.refuted = make(map[string]*Schema), make(map[string]bool)
	}
	var ids []int
	for _, s := range n {
		id, ok := c.ids[s]
		if !ok {
			id = len(c.ids)
			c.ids[s] = id
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return fmt.Sprint(slices.Compact(ids))
}

// atoms returns the atoms of a node. It includes no atom that has no values, except
// for those whose parts have no values.
func (c *Comparison) atoms(n node) []*atom {
	key := c.key(n)
	if known, ok := c.expanded[key]; ok {
		return known
	}
	c.expanded[key] = nil // a schema that refers to itself for the same value accepts nothing
	all := everything()
	for _, s := range n {
		all = intersectAll(all, c.ofSchema(s))
		c.steps += len(all)
	}
	all = simplify(all)
	if len(all) > maxAtoms {
		c.steps = maxSteps + 1
	}
	c.expanded[key] = all
	return all
}

// everything returns an atom for each kind.
func everything() []*atom {
	var all []*atom
	for k := range kind(len(kindNames)) {
		all = append(all, &atom{kind: k, text: anyText, array: anyArray, object: anyObject})
	}
	return all
}

// ofSchema returns the atoms of one schema.
func (c *Comparison) ofSchema(s *Schema) []*atom {
	switch {
	case s.never:
		return nil
	case s.fixed != nil:
		return s.fixed
	}
	all := s.ownAtoms()
	if s.enum != nil {
		all = intersectAll(all, c.constantAtoms(s.enum))
	}
	if s.reference != "" {
		all = intersectAll(all, c.atoms(s.target()))
	}
	for _, inner := range s.allOf {
		all = intersectAll(all, c.atoms(node{inner}))
	}
	if s.anyOf != nil {
		all = intersectAll(all, c.union(s.anyOf))
	}
	if s.oneOf != nil {
		all = c.exactlyOne(all, s)
	}
	for i, denied := range s.denied {
		all = c.without(all, denied, s.not[i])
	}
	return all
}

// ownAtoms returns the atoms for the types and the constraints of a schema.
func (s *Schema) ownAtoms() []*atom {
	var all []*atom
	for _, a := range everything() {
		a.number, a.text, a.array, a.object = s.number, s.text, s.array, s.object
		if s.types == nil || slices.ContainsFunc(s.types, func(name string) bool { return slices.Contains(kindsOfType[name], a.kind) }) {
			all = append(all, a)
		}
		if a.kind == kindNumber && slices.Contains(s.types, "integer") && !slices.Contains(s.types, "number") {
			a.number.divisible(one)
		}
	}
	return all
}

// target returns the schema that $ref refers to. An unknown reference accepts
// nothing.
func (s *Schema) target() node {
	if s.reference == "#" {
		return node{s.root.root}
	}
	if target := s.root.definitions[s.reference]; target != nil {
		return node{target}
	}
	return nothing
}

// union returns the atoms of all schemas.
func (c *Comparison) union(schemas []*Schema) []*atom {
	var all []*atom
	for _, s := range schemas {
		all = append(all, c.atoms(node{s})...)
	}
	return all
}

// exactlyOne adds oneOf. If no value satisfies two of the schemas, it is their
// union; otherwise the text of the keyword remains. With references, the schemas are
// not compared, because they may be the schema that is evaluated.
func (c *Comparison) exactlyOne(all []*atom, s *Schema) []*atom {
	joined := intersectAll(all, c.union(s.oneOf))
	for i, first := range s.oneOf {
		for _, second := range s.oneOf[i+1:] {
			if len(s.root.definitions) > 0 || !c.isEmpty(node{first, second}, nil) {
				return denyAll(joined, s.oneOfText)
			}
		}
	}
	return joined
}

// without adds not. An atom keeps the text of the schema if the schema accepts some
// of its values. With references, each atom keeps it, because the schema may be the
// one that is evaluated.
func (c *Comparison) without(all []*atom, denied *Schema, text string) []*atom {
	if len(denied.root.definitions) > 0 {
		return denyAll(all, text)
	}
	var kept []*atom
	for _, a := range all {
		switch common, complete := c.hasCommon(a, c.atoms(node{denied})); {
		case complete:
		case common:
			kept = append(kept, denyAll([]*atom{a}, text)...)
		default:
			kept = append(kept, a)
		}
	}
	return kept
}

// hasCommon reports whether an atom has values of one of the others, and whether one of
// them has all values of its kind.
func (c *Comparison) hasCommon(a *atom, others []*atom) (common, complete bool) {
	for _, other := range others {
		if other.kind != a.kind {
			continue
		}
		complete = complete || other.isComplete()
		for _, both := range simplify([]*atom{a.intersect(other)}) {
			common = common || !c.isEmptyAtom(both, nil)
		}
	}
	return common, complete
}

// isComplete reports whether the atom certainly has all values of its kind.
func (a *atom) isComplete() bool {
	return len(a.denied) == 0 && (a.kind < kindNumber || a.kind == kindNumber && a.number.isComplete() || a.kind == kindText && a.text.isComplete())
}

// denyAll adds the text of a schema that no value satisfies.
func denyAll(all []*atom, text string) []*atom {
	var list []*atom
	for _, a := range all {
		denied := *a
		denied.denied = union(a.denied, []string{text})
		list = append(list, &denied)
	}
	return list
}

// constantAtoms returns the atoms of constants.
func (c *Comparison) constantAtoms(values []any) []*atom {
	var all []*atom
	for _, value := range values {
		all = append(all, c.constant(value))
	}
	return all
}

// constant returns the atom that has one value.
func (c *Comparison) constant(value any) *atom {
	switch value := value.(type) {
	case bool:
		if value {
			return &atom{kind: kindTrue}
		}
		return &atom{kind: kindFalse}
	case json.Number:
		r, err := rationalOf(value)
		if err != nil {
			r = new(big.Rat)
		}
		return &atom{kind: kindNumber, number: number{only: []*big.Rat{r}}}
	case string:
		return &atom{kind: kindText, text: text{size: anySize, only: []string{value}}}
	case []any:
		a := array{size: size{len(value), len(value)}}
		for _, item := range value {
			a.first = append(a.first, c.constantNode(item))
		}
		return &atom{kind: kindArray, array: a}
	case map[string]any:
		o := object{size: anySize, properties: make(map[string]node), required: make(map[string]bool), rest: nothing}
		for name, member := range value {
			o.properties[name], o.required[name] = c.constantNode(member), true
		}
		return &atom{kind: kindObject, object: o}
	}
	return &atom{kind: kindNull}
}

// constantNode returns the node of a constant.
func (c *Comparison) constantNode(value any) node {
	text := canonical(value)
	if c.constants[text] == nil {
		c.constants[text] = &Schema{fixed: []*atom{c.constant(value)}}
	}
	return node{c.constants[text]}
}

// simplify removes empty sets of scalars and joins the sets of numbers and strings
// that are one set.
func simplify(all []*atom) []*atom {
	var kept []*atom
	for _, a := range all {
		normal := *a
		normal.number, normal.text = a.number.normalize(), a.text.normalize()
		isEmpty := a.kind == kindNumber && normal.number.only != nil && len(normal.number.only) == 0 || a.kind == kindText && normal.text.isEmpty()
		if !isEmpty && !joinInto(kept, &normal) {
			kept = append(kept, &normal)
		}
	}
	return kept
}

// joinInto adds the values of a to one of the atoms, if that is possible.
func joinInto(kept []*atom, a *atom) bool {
	for _, known := range kept {
		if known.kind != a.kind || !slices.Equal(known.denied, a.denied) {
			continue
		}
		switch a.kind {
		case kindNull, kindFalse, kindTrue:
			return true
		case kindNumber:
			if joined, ok := known.number.join(a.number); ok {
				known.number = joined.normalize()
				return true
			}
		case kindText:
			if known.text.join(&a.text) {
				return true
			}
		}
	}
	return false
}
