package decode

// smallRequired is the maximum number of required names for which no memory is
// allocated.
const smallRequired = 16

// checkObject checks the object at i.
func (j *schemaChecker) checkObject(i int, o *SchemaObject) (end int, ok bool) {
	start := i
	var few [smallRequired]bool
	seen := few[:]
	search := 0 // the steps of a search in the required names
	if len(o.Required) > len(few) {
		seen, search = make([]bool, len(o.Required)), len(o.Required)
		j.spend(2 * search) // includes the allocation
	}
	i, closed := firstPart(j.text, i)
	n, ok := 0, true
	for ; !closed; n++ {
		name, value := nameAt(j.text, i)
		j.spend(value - i + search)
		for r, required := range o.Required {
			seen[r] = seen[r] || required == name
		}
		end, good := j.checkMember(name, i, value, o)
		if ok = ok && good; !ok && j.isDone() {
			return 0, false
		}
		i, closed = nextPart(j.text, end)
		j.spend(i - end)
	}
	ok = j.checkCount(start, n, o.Count, &memberRule) && ok
	for r, name := range o.Required {
		if !seen[r] {
			j.reportMissing(start, name, o)
			ok = false
		}
	}
	if len(o.Dependent) > 0 && (ok || !j.isDone()) {
		ok = j.checkDependents(start, o) && ok
	}
	return i, ok
}

// checkMember checks the member with its name at i and its value at value.
func (j *schemaChecker) checkMember(name string, i, value int, o *SchemaObject) (end int, ok bool) {
	s, matched := o.property(name), j.patternSchemas(name, o)
	if s == nil && len(matched) == 0 {
		if s = o.Additional; s != nil && s.Never {
			j.reportUnknown(i, name, o)
			return j.skipValue(value), false
		}
	}
	if j.problems != nil {
		j.problems.enter(&name, 0)
		defer j.problems.leave()
	}
	ok = o.Names == nil || j.accepts(i, o.Names)
	if !ok {
		j.reportName(i, o.Names)
	}
	if !ok && j.isDone() {
		return 0, false
	}
	if s == nil {
		end = j.skipValue(value)
	} else {
		var good bool
		if end, good = j.value(value, s); !good {
			ok = false
		}
	}
	for _, s := range matched {
		if !ok && j.isDone() {
			return 0, false
		}
		_, good := j.value(value, s)
		ok = ok && good
	}
	return end, ok
}

// patternSchemas returns the schemas of the patterns that match a name.
func (j *schemaChecker) patternSchemas(name string, o *SchemaObject) (matched []*Schema) {
	for n := range o.Patterns {
		if _, ok := j.budget.check(o.Patterns[n].Name, name, false); ok {
			matched = append(matched, o.Patterns[n].Schema)
		}
	}
	return matched
}

// property returns the schema of the property with that name, or nil.
func (o *SchemaObject) property(name string) *Schema {
	if o.index != nil {
		if n, ok := o.index[name]; ok {
			return o.Properties[n].Schema
		}
		return nil
	}
	for n := range o.Properties {
		if o.Properties[n].Name == name {
			return o.Properties[n].Schema
		}
	}
	return nil
}

// checkDependents checks the conditions that apply to the object at i because it
// has certain members.
func (j *schemaChecker) checkDependents(i int, o *SchemaObject) bool {
	ok := true
	for n := range o.Dependent {
		d := &o.Dependent[n]
		if !j.hasMember(i, d.Name) {
			continue
		}
		for _, name := range d.Required {
			if !j.hasMember(i, name) {
				j.reportMissingDependent(i, name, d.Name, o)
				ok = false
			}
		}
		if d.Schema != nil && (ok || !j.isDone()) {
			_, good := j.value(i, d.Schema)
			ok = ok && good
		}
		if !ok && j.isDone() {
			return false
		}
	}
	return ok
}

// hasMember reports whether the object at i has a member with that name.
func (j *schemaChecker) hasMember(i int, name string) bool {
	i, closed := firstPart(j.text, i)
	for !closed && j.steps >= 0 {
		other, value := nameAt(j.text, i)
		if other == name {
			return true
		}
		i, closed = nextPart(j.text, j.skipValue(value))
	}
	return false
}
