package decode

// The methods of this file do the same as [Map] for maps of predeclared types. They read into variables on the stack
// instead of memory for a key and a value, which each map would need.

// MapOfString reads an object whose members are strings.
func (d *D) MapOfString(i int, v *map[string]string) int {
	return mapOf(d, i, v, func(d *D, i int) (s string, end int) { end = d.String(i, &s); return s, end })
}

// MapOfInt reads an object whose members are integers.
func (d *D) MapOfInt(i int, v *map[string]int) int {
	return mapOf(d, i, v, func(d *D, i int) (n int, end int) { end = d.Int(i, &n); return n, end })
}

// MapOfFloat reads an object whose members are numbers.
func (d *D) MapOfFloat(i int, v *map[string]float64) int {
	return mapOf(d, i, v, func(d *D, i int) (f float64, end int) { end = d.Float(i, &f); return f, end })
}

// MapOfBool reads an object whose members are booleans.
func (d *D) MapOfBool(i int, v *map[string]bool) int {
	return mapOf(d, i, v, func(d *D, i int) (b bool, end int) { end = d.Bool(i, &b); return b, end })
}

// MapOfStrings reads an object whose members are arrays of strings.
func (d *D) MapOfStrings(i int, v *map[string][]string) int {
	return mapOf(d, i, v, func(d *D, i int) (s []string, end int) { end = Strings(d, i, &s, 0, Unbounded); return s, end })
}

// mapOf reads an object into a map, each value by the function value.
func mapOf[V any](d *D, i int, v *map[string]V, value func(d *D, i int) (V, int)) int {
	i, closed := d.open(i, '{', '}')
	if closed {
		*v = map[string]V{}
		return i
	}
	d.own() // the keys are parts of the text
	m := make(map[string]V, guessMembers(d.text, i))
	for n := 1; ; n++ {
		name, at := d.name(i)
		if at < 0 {
			return -1
		}
		item, end := value(d, at)
		if end < 0 {
			return -1
		}
		m[name] = item
		if len(m) < n { // the map already had the key
			return -1
		}
		if i, closed = d.next(end, '}'); closed {
			*v = m
			return i
		}
	}
}
