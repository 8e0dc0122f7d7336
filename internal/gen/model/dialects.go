package model

import "slices"

// DialectsOf returns the dialects of requested in which the tool is written.
func (t *Tool) DialectsOf(requested []string) []string {
	return slices.DeleteFunc(slices.Clone(requested), func(name string) bool {
		return slices.Contains(t.Behaviour.NoDialects, name)
	})
}

// DialectsOf returns the dialects that the package of the registry requests for a
// tool of the package wired, and that package does not request.
func (p *Package) DialectsOf(wired *Package, tool *Tool) []string {
	return slices.DeleteFunc(tool.DialectsOf(p.Dialects), func(name string) bool {
		return slices.Contains(wired.Dialects, name)
	})
}

// RepairsNothing reports whether the tool or a type in its arguments has
// //tool:no-repair. The runtime repairs all arguments of a call or none, so that one
// such type prevents all repairs.
func (t *Tool) RepairsNothing() bool {
	return t.Behaviour.NoRepair || reachesNoRepair(t.Arguments, make(map[*Type]bool))
}

// reachesNoRepair reports whether a type or a type in it is not repaired.
func reachesNoRepair(t *Type, done map[*Type]bool) bool {
	if t == nil || done[t] {
		return false
	}
	done[t] = true
	if t.NoRepair || reachesNoRepair(t.Elem, done) {
		return true
	}
	for _, field := range t.Fields {
		if reachesNoRepair(field.Type, done) {
			return true
		}
	}
	return t.Union != nil && slices.ContainsFunc(t.Union.Variants, func(v *Variant) bool { return reachesNoRepair(v.Type, done) })
}
