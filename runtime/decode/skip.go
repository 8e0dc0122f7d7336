package decode

// skip checks the value at i without storing it. It returns the index after the
// value, or a negative number.
func (d *D) skip(i int) int {
	switch peek(d.text, i) {
	case '{':
		return d.skipObject(i)
	case '[':
		return d.skipArray(i)
	case '"':
		_, i = d.str(i)
		return i
	case 't', 'f':
		var v bool
		return Bool(d, i, &v)
	case 'n':
		return null(d.text, i)
	}
	return number(d.text, i)
}

// skipArray checks the array at i and returns the index after it.
func (d *D) skipArray(i int) int {
	i, closed := d.open(i, '[', ']')
	for !closed {
		if i = d.skip(i); i < 0 {
			return i
		}
		i, closed = d.next(i, ']')
	}
	return i
}

// skipObject checks the object at i, whose names must differ, and returns the index
// after it.
func (d *D) skipObject(i int) int {
	i, closed := d.open(i, '{', '}')
	var seen names
	for !closed {
		name, value := d.name(i)
		if value < 0 || !seen.add(name) {
			return -1
		}
		if i = d.skip(value); i < 0 {
			return i
		}
		i, closed = d.next(i, '}')
	}
	return i
}

// fewNames is the maximum number of names that are compared one by one.
const fewNames = 8

// names is a set of the names of one object. The zero value is empty.
type names struct {
	few  [fewNames]string
	n    int
	many map[string]struct{}
}

// add adds a name. It returns false if the set has the name already.
func (s *names) add(name string) bool {
	if s.many == nil {
		for _, other := range s.few[:s.n] {
			if other == name {
				return false
			}
		}
		if s.n < fewNames {
			s.few[s.n] = name
			s.n++
			return true
		}
		s.many = make(map[string]struct{}, 4*fewNames)
		for _, other := range s.few {
			s.many[other] = struct{}{}
		}
	}
	s.many[name] = struct{}{}
	s.n++
	return len(s.many) == s.n
}
