package values

import (
	"maps"
	"math/big"
	"slices"
)

// Includes reports whether the comparison has a proof that each value of schema old
// is a value of schema new.
func (c *Comparison) Includes(old, new *Schema) bool { return c.isIn(node{old}, node{new}) }

// isIn reports whether each value of a is proven to be in b.
//
// A pair that is examined already is assumed to be included: a value that refutes
// it would be a part of another value that refutes it, and values are finite.
func (c *Comparison) isIn(a, b node) bool {
	pair := c.key(a) + " in " + c.key(b)
	if slices.Contains(c.assumed, pair) {
		return true
	}
	if c.refuted[pair] {
		return false
	}
	known := len(c.assumed)
	c.assumed = append(c.assumed, pair)
	into := c.atoms(b)
	for _, part := range c.atoms(a) {
		if !c.isEmptyAtom(part, nil) && !c.isCovered(part, into, maxSplits) {
			c.assumed = c.assumed[:known]
			c.refuted[pair] = true
			return false
		}
	}
	return true
}

// maxSplits is the maximum number of properties by whose values an atom is divided.
const maxSplits = 3

// isCovered reports whether each value of an atom is in one of the others.
func (c *Comparison) isCovered(a *atom, into []*atom, splits int) bool {
	for _, b := range into {
		if c.isAtomIn(a, b) {
			return true
		}
	}
	switch a.kind {
	case kindNumber:
		return len(a.number.only) > 1 && c.areCovered(numbers(a), into)
	case kindText:
		return len(a.text.only) > 1 && c.areCovered(texts(a), into)
	case kindObject:
		return splits > 0 && len(into) > 1 && c.isCoveredInParts(a, into, splits-1)
	}
	return false
}

// areCovered reports whether each atom is included in one of the others.
func (c *Comparison) areCovered(parts, into []*atom) bool {
	return !slices.ContainsFunc(parts, func(part *atom) bool {
		return !slices.ContainsFunc(into, func(b *atom) bool { return c.isAtomIn(part, b) })
	})
}

// numbers returns an atom for each number.
func numbers(a *atom) (parts []*atom) {
	for _, r := range a.number.only {
		parts = append(parts, &atom{kind: kindNumber, number: number{only: []*big.Rat{r}}, denied: a.denied})
	}
	return parts
}

// texts returns an atom for each string.
func texts(a *atom) (parts []*atom) {
	for _, s := range a.text.only {
		part := *a
		part.text.only = []string{s}
		parts = append(parts, &part)
	}
	return parts
}

// isCoveredInParts divides a set of objects by the values of a property, and
// reports whether the others include each part.
func (c *Comparison) isCoveredInParts(a *atom, into []*atom, splits int) bool {
	for _, name := range slices.Sorted(maps.Keys(a.object.properties)) {
		parts := c.divide(a, name)
		if len(parts) < 2 || len(parts) > maxListed {
			continue
		}
		if !slices.ContainsFunc(parts, func(part *atom) bool { return !c.isEmptyAtom(part, nil) && !c.isCovered(part, into, splits) }) {
			return true
		}
	}
	return false
}

// divide returns sets of objects with different values of a property, which together
// are the set.
func (c *Comparison) divide(a *atom, name string) []*atom {
	var nodes []node
	for _, value := range c.atoms(c.member(&a.object, name)) {
		cells := []*atom{value}
		switch {
		case value.kind == kindNumber && value.number.only != nil:
			cells = numbers(value)
		case value.kind == kindText && value.text.only != nil:
			cells = texts(value)
		}
		for _, cell := range cells {
			nodes = append(nodes, node{{fixed: []*atom{cell}}})
		}
	}
	var parts []*atom
	if !a.object.required[name] {
		parts = append(parts, a.withProperty(name, nothing, false))
	}
	for _, n := range nodes {
		parts = append(parts, a.withProperty(name, n, true))
	}
	return parts
}

// withProperty returns the objects whose property has a value of a node or, if it is
// not required, that do not have it.
func (a *atom) withProperty(name string, n node, required bool) *atom {
	part := *a
	part.object.properties, part.object.required = maps.Clone(a.object.properties), maps.Clone(a.object.required)
	part.object.properties[name] = n
	if part.object.required == nil {
		part.object.required = make(map[string]bool)
	}
	if required {
		part.object.required[name] = true
	}
	return &part
}

// isAtomIn reports whether each value of an atom, which has values, is in another
// one.
func (c *Comparison) isAtomIn(a, b *atom) bool {
	if c.steps++; c.steps > maxSteps || a.kind != b.kind || !isSubset(b.denied, a.denied) {
		return false
	}
	switch a.kind {
	case kindNumber:
		return a.number.isIn(&b.number)
	case kindText:
		return a.text.isIn(&b.text)
	case kindArray:
		return c.isArrayIn(&a.array, &b.array)
	case kindObject:
		return c.isObjectIn(&a.object, &b.object)
	}
	return true
}

// isArrayIn reports whether each array of a is proven to be in b.
func (c *Comparison) isArrayIn(a, b *array) bool {
	possible := c.sizeOf(a, nil)
	if !possible.isIn(b.size) || b.unique && !a.unique && possible.max > 1 && !c.areDistinct(a, possible) {
		return false
	}
	for i := range max(len(a.first), len(b.first)) + 1 {
		if i < possible.max && !c.isIn(a.item(i), b.item(i)) {
			return false
		}
	}
	return true
}

// areDistinct reports whether the items of a constant differ.
func (c *Comparison) areDistinct(a *array, possible size) bool {
	if possible.max > len(a.first) {
		return false
	}
	for i := range possible.max {
		for j := range i {
			if !c.isEmpty(a.first[i].and(a.first[j]), nil) {
				return false
			}
		}
	}
	return true
}

// isObjectIn reports whether each object of a is proven to be in b.
func (c *Comparison) isObjectIn(a, b *object) bool {
	if !c.membersOf(a, nil).isIn(b.size) {
		return false
	}
	for name := range b.required {
		if !c.isRequired(a, name) {
			return false
		}
	}
	others, more := c.otherNames(a, nil)
	for _, name := range c.namesOf(others, a, b) {
		if c.canHave(a, name) && !c.isMemberIn(a, b, name) {
			return false
		}
	}
	if !more || a.size.max <= len(a.required) {
		return true
	}
	return c.isIn(a.rest, b.rest) && c.isIn(a.names.and(anyName), b.names.and(anyName))
}

// isMemberIn reports whether each value of a property in objects of a is allowed in
// objects of b.
func (c *Comparison) isMemberIn(a, b *object, name string) bool {
	return c.isIn(c.constantNode(name).and(a.names), b.names) && c.isIn(a.declaredNode(name), b.declaredNode(name))
}

// anyName is the node of all strings.
var anyName = node{&Schema{types: []string{"string"}, text: anyText}}

// namesOf returns the names in a list and those that objects declare or require,
// sorted.
func (c *Comparison) namesOf(others []string, objects ...*object) []string {
	names := slices.Clone(others)
	for _, o := range objects {
		names = slices.AppendSeq(names, maps.Keys(o.properties))
		names = slices.AppendSeq(names, maps.Keys(o.required))
	}
	return union(names, nil)
}
