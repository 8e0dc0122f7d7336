package decode

// fewRequired is how many required names need no memory of their own.
const fewRequired = 16

// object checks the object at i.
func (j *judge) object(i int, o *SchemaObject) (end int, ok bool) {
	start := i
	var few [fewRequired]bool
	seen := few[:]
	if len(o.Required) > len(few) {
		seen = make([]bool, len(o.Required))
	}
	i, closed := firstPart(j.text, i)
	n, ok := 0, true
	for ; !closed; n++ {
		name, value := nameAt(j.text, i)
		j.spend(value - i)
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
	ok = j.counted(start, n, o.Count, &memberWords) && ok
	for r, name := range o.Required {
		if !seen[r] {
			j.missing(start, name, o)
			ok = false
		}
	}
	return i, ok
}

// member checks the member whose name is at i and whose value begins at value.
func (j *judge) member(name string, i, value int, o *SchemaObject) (end int, ok bool) {
	s := o.find(name)
	if s != nil && s == o.Additional && s.Never {
		j.unknown(i, name, o)
		return j.pass(value), false
	}
	if j.out != nil {
		j.out.enter(&name, 0)
		defer j.out.leave()
	}
	ok = o.Names == nil || j.quietly(i, o.Names)
	if !ok {
		j.badName(i, o.Names)
	}
	if s == nil || !ok && j.over() {
		return j.pass(value), ok
	}
	end, good := j.value(value, s)
	return end, ok && good
}

// find returns what a member with that name must meet, or nil.
func (o *SchemaObject) find(name string) *Schema {
	for n := range o.Properties {
		if o.Properties[n].Name == name {
			return o.Properties[n].Schema
		}
	}
	return o.Additional
}

// array checks the array at i.
func (j *judge) array(i int, a *SchemaArray) (end int, ok bool) {
	start := i
	i, closed := firstPart(j.text, i)
	n, ok := 0, true
	for ; !closed; n++ {
		end, good := j.item(i, n, a.Items)
		if ok = ok && good; !ok && j.over() {
			return 0, false
		}
		i, closed = nextPart(j.text, end)
		j.spend(i - end)
	}
	ok = j.counted(start, n, a.Count, &itemWords) && ok
	if a.Unique && (ok || !j.over()) {
		ok = j.unique(start, i) && ok
	}
	return i, ok
}

func (j *judge) item(i, n int, s *Schema) (end int, ok bool) {
	if s == nil {
		return j.pass(i), true
	}
	if j.out != nil {
		j.out.enter(nil, n)
		defer j.out.leave()
	}
	return j.value(i, s)
}

// unique checks that the items of the array that ends before end differ.
func (j *judge) unique(i, end int) bool {
	// To hash an item takes longer than to pass it.
	if j.spend(4 * (end - i)); j.steps < 0 {
		return false
	}
	_, again, found := duplicateItems(j.text, i)
	if found && j.heard() {
		j.out.duplicate(again, j.text[again.at:behind(j.text, again.at)])
	}
	return !found
}
