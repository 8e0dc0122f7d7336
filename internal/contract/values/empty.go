package values

import "slices"

// isEmpty reports whether no value is in a node. The path has the nodes that contain
// it: a value that must contain a value of the same node does not exist, because
// values are finite.
func (c *Comparison) isEmpty(n node, path []string) bool {
	key := c.key(n)
	if slices.Contains(path, key) {
		return true
	}
	if c.steps++; c.steps > maxSteps {
		return false
	}
	path = append(slices.Clone(path), key)
	return !slices.ContainsFunc(c.atoms(n), func(a *atom) bool { return !c.isEmptyAtom(a, path) })
}

// isEmptyAtom reports whether no value is in an atom.
func (c *Comparison) isEmptyAtom(a *atom, path []string) bool {
	switch a.kind {
	case kindArray:
		return c.sizeOf(&a.array, path).isEmpty()
	case kindObject:
		size := c.membersOf(&a.object, path)
		for name := range a.object.required {
			if c.isEmpty(c.member(&a.object, name), path) {
				return true
			}
		}
		return size.isEmpty()
	}
	return false // simplify has removed the empty sets of scalars
}

// sizeOf returns the numbers of items that arrays of the set can have.
func (c *Comparison) sizeOf(a *array, path []string) size {
	possible := a.size
	for i := range len(a.first) + 1 {
		if i < possible.max && c.isEmpty(a.item(i), path) {
			possible.max = i
		}
	}
	if distinct, ok := c.countOf(a.items); ok && a.unique && len(a.first) == 0 {
		possible.max = min(possible.max, distinct)
	}
	return possible
}

// countOf returns the number of values of a node if it has only scalars that are
// listed.
func (c *Comparison) countOf(n node) (int, bool) {
	count := 0
	for _, a := range c.atoms(n) {
		switch {
		case a.kind < kindNumber:
			count++
		case a.kind == kindNumber && a.number.only != nil:
			count += len(a.number.only)
		case a.kind == kindText && a.text.only != nil:
			count += len(a.text.only)
		default:
			return 0, false
		}
	}
	return count, true
}

// member returns the node of a property: nothing if its name is certainly not
// allowed.
func (c *Comparison) member(o *object, name string) node {
	for _, a := range c.atoms(o.names) {
		if a.kind == kindText && a.text.has(name, nil) {
			return o.declaredNode(name)
		}
	}
	return nothing
}

// otherNames returns the names that a set of objects allows in addition to its
// properties: those of a finite list, and whether there are more.
func (c *Comparison) otherNames(o *object, path []string) (names []string, more bool) {
	if c.isEmpty(o.rest, path) {
		return nil, false
	}
	for _, a := range c.atoms(o.names) {
		switch {
		case a.kind != kindText:
		case a.text.only == nil:
			more = true
		default:
			names = append(names, a.text.only...)
		}
	}
	return names, more
}

// membersOf returns the numbers of members that objects of the set can have.
func (c *Comparison) membersOf(o *object, path []string) size {
	possible := size{max(o.size.min, len(o.required)), o.size.max}
	names, more := c.otherNames(o, path)
	if more {
		return possible
	}
	names = slices.DeleteFunc(c.namesOf(names, o), func(name string) bool { return c.isEmpty(c.member(o, name), path) })
	possible.max = min(possible.max, len(names))
	return possible
}

// isRequired reports whether all objects of a set have a property: it is required,
// or all possible properties must be present.
func (c *Comparison) isRequired(o *object, name string) bool {
	if o.required[name] {
		return true
	}
	names, more := c.otherNames(o, nil)
	if more || o.size.min <= len(o.required) {
		return false
	}
	names = c.namesOf(names, o)
	names = slices.DeleteFunc(names, func(n string) bool { return c.isEmpty(c.member(o, n), nil) })
	return len(names) <= o.size.min && slices.Contains(names, name)
}

// canHave reports whether an object of the set can have a property that is not
// required: the maximum number of members allows one more.
func (c *Comparison) canHave(o *object, name string) bool {
	return !c.isEmpty(c.member(o, name), nil) && (o.required[name] || len(o.required) < o.size.max)
}
