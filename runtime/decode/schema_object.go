package decode

// fewRequired is how many required names need no memory of their own.
const fewRequired = 16

// object checks the object at i.
func (j *judge) object(i int, o *SchemaObject) (end int, ok bool) {
	start := i
	var few [fewRequired]bool
	seen := few[:]
	search := 0 // steps to look for a name among those required
	if len(o.Required) > len(few) {
		seen, search = make([]bool, len(o.Required)), len(o.Required)
		j.spend(2 * search) // for the memory, too
	}
	i, closed := firstPart(j.text, i)
	n, ok := 0, true
	for ; !closed; n++ {
		name, value := nameAt(j.text, i)
		j.spend(value - i + search)
		for r, required := range o.Required {
			seen[r] = seen[r] || required == name
		}
		end, good := j.member(name, i, value, o)
		if ok = ok && good; !ok && j.over() {
			return 0, false
		}
		i, closed = nextPart(j.text, end)
		j.spend(i - end)
	}
	ok = j.counted(start, n, o.Count, &memberRule) && ok
	for r, name := range o.Required {
		if !seen[r] {
			j.missing(start, name, o)
			ok = false
		}
	}
	if len(o.Dependent) > 0 && (ok || !j.over()) {
		ok = j.dependents(start, o) && ok
	}
	return i, ok
}

// member checks the member whose name is at i and whose value begins at value.
func (j *judge) member(name string, i, value int, o *SchemaObject) (end int, ok bool) {
	s, matched := o.property(name), j.matching(name, o)
	if s == nil && len(matched) == 0 {
		if s = o.Additional; s != nil && s.Never {
			j.unknown(i, name, o)
			return j.pass(value), false
		}
	}
	if j.out != nil {
		j.out.enter(&name, 0)
		defer j.out.leave()
	}
	ok = o.Names == nil || j.quietly(i, o.Names)
	if !ok {
		j.badName(i, o.Names)
	}
	if !ok && j.over() {
		return 0, false
	}
	if s == nil {
		end = j.pass(value)
	} else {
		var good bool
		if end, good = j.value(value, s); !good {
			ok = false
		}
	}
	for _, s := range matched {
		if !ok && j.over() {
			return 0, false
		}
		_, good := j.value(value, s)
		ok = ok && good
	}
	return end, ok
}

// matching returns what members must meet whose names match the patterns that
// this name matches.
func (j *judge) matching(name string, o *SchemaObject) (matched []*Schema) {
	for n := range o.Patterns {
		if _, ok := j.budget.check(o.Patterns[n].Name, name, false); ok {
			matched = append(matched, o.Patterns[n].Schema)
		}
	}
	return matched
}

// property returns what the property with that name must meet, or nil.
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

// dependents checks what follows from the presence of members of the object at
// i.
func (j *judge) dependents(i int, o *SchemaObject) bool {
	ok := true
	for n := range o.Dependent {
		d := &o.Dependent[n]
		if !j.has(i, d.Name) {
			continue
		}
		for _, name := range d.Required {
			if !j.has(i, name) {
				j.missingWith(i, name, d.Name, o)
				ok = false
			}
		}
		if d.Schema != nil && (ok || !j.over()) {
			_, good := j.value(i, d.Schema)
			ok = ok && good
		}
		if !ok && j.over() {
			return false
		}
	}
	return ok
}

// has reports whether the object at i has a member with that name.
func (j *judge) has(i int, name string) bool {
	i, closed := firstPart(j.text, i)
	for !closed && j.steps >= 0 {
		other, value := nameAt(j.text, i)
		if other == name {
			return true
		}
		i, closed = nextPart(j.text, j.pass(value))
	}
	return false
}
