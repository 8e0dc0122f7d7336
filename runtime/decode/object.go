package decode

import (
	"github.com/toolgen/toolgen/runtime/arguments"
)

// Object begins to read the object at i, for a type with at most 64 properties.
//
// It returns the number of the first property, the index of its value, and the set
// of the properties that were read. If the object has no properties, property is
// negative and value is the index after the object. If the object is wrong, both
// are negative.
func (d *D) Object(i int, t *Type) (property, value int, seen uint64) {
	// The most frequent case needs no call: the first property of the type.
	s := d.text
	if uint(i) < uint(len(s)) && s[i] == '{' && d.depth < arguments.MaxDepth && len(t.Fields) > 0 {
		i := space(s, i+1)
		if end := keyEnd(s, i, t.Fields[0].Key); end > 0 {
			d.depth++
			return 0, space(s, end), 1
		}
		if len(t.Fields) > 1 { // the first one can be optional, or the kind of a union
			if end := keyEnd(s, i, t.Fields[1].Key); end > 0 {
				d.depth++
				return 1, space(s, end), 1 << 1
			}
		}
	}
	i, closed := d.open(i, '{', '}')
	if closed {
		return -1, i, 0
	}
	return d.property(i, 0, t)
}

// Property reads the next property. Its parameter i is the index after the value of
// the property last; its results are those of Object.
func (d *D) Property(i, last int, seen uint64, t *Type) (property, value int, now uint64) {
	// The most frequent cases need no call: the end of the object, and a comma
	// with the next or the previous property of the type, which was not read before.
	s := d.text
	if uint(i) < uint(len(s)) && s[i] == '}' {
		d.depth--
		return -1, i + 1, seen
	}
	if uint(i) < uint(len(s)) && s[i] == ',' {
		j := space(s, i+1)
		if guess := last + 1; uint(guess) < uint(len(t.Fields)) {
			if end := keyEnd(s, j, t.Fields[guess].Key); end > 0 && seen>>guess&1 == 0 {
				return guess, space(s, end), seen | 1<<guess
			}
		}
		if guess := last - 1; uint(guess) < uint(len(t.Fields)) {
			if end := keyEnd(s, j, t.Fields[guess].Key); end > 0 && seen>>guess&1 == 0 {
				return guess, space(s, end), seen | 1<<guess
			}
		}
		return d.property(j, seen, t)
	}
	i, closed := d.next(i, '}')
	if closed {
		return -1, i, seen
	}
	return d.property(i, seen, t)
}

// keyEnd returns the index after the key at i, or zero if the text has another one there. Most other keys differ in the
// last byte of the name.
func keyEnd(s string, i int, key string) int {
	const suffix = len(`x":`)
	end := i + len(key)
	if last := end - suffix; uint(last) < uint(len(s)) && s[last] == key[len(key)-suffix] && end <= len(s) && s[i:end] == key {
		return end
	}
	return 0
}

// property reads the name at i. It refuses a property that was read before.
func (d *D) property(i int, seen uint64, t *Type) (property, value int, now uint64) {
	property, value = d.key(i, t)
	bit := uint64(1) << uint(property)
	if value < 0 || seen&bit != 0 {
		return -1, -1, seen
	}
	return property, value, seen | bit
}

// WideObject is like [Object], for types with more than 64 properties. The slice
// seen has a bit for each property.
func (d *D) WideObject(i int, t *Type, seen []uint64) (property, value int) {
	i, closed := d.open(i, '{', '}')
	if closed {
		return -1, i
	}
	return d.wideProperty(i, t, seen)
}

// WideProperty is like [Property], for types with more than 64 properties.
func (d *D) WideProperty(i, last int, t *Type, seen []uint64) (property, value int) {
	i, closed := d.next(i, '}')
	if closed {
		return -1, i
	}
	return d.wideProperty(i, t, seen)
}

// wideProperty does the same as property, for types with more than 64
// properties.
func (d *D) wideProperty(i int, t *Type, seen []uint64) (property, value int) {
	property, value = d.key(i, t)
	if value < 0 {
		return -1, -1
	}
	word, bit := &seen[property/64], uint64(1)<<(property%64)
	if *word&bit != 0 {
		return -1, -1
	}
	*word |= bit
	return property, value
}

// key returns the property whose name is at i, and the index of its value.
func (d *D) key(i int, t *Type) (property, value int) {
	s := d.text
	if property, end := t.indexed(s, i); property >= 0 {
		return property, space(s, end)
	}
	for n := range t.Fields {
		if end := keyEnd(s, i, t.Fields[n].Key); end > 0 {
			return n, space(s, end)
		}
	}
	name, value := d.name(i) // with escapes, or with white space before the colon
	if value < 0 {
		return -1, -1
	}
	for n := range t.Fields {
		if t.Fields[n].name() == name {
			return n, value
		}
	}
	return -1, -1
}

// name reads the name of a member and the colon. It returns the index of the value.
func (d *D) name(i int) (name string, value int) {
	name, i = d.str(i)
	if i < 0 {
		return "", -1
	}
	return name, afterColon(d.text, i)
}

// afterColon returns the index of the value after the name that ends at i, or a negative number if there is no colon.
func afterColon(s string, i int) int {
	if i = space(s, i); peek(s, i) != ':' {
		return -1
	}
	return space(s, i+1)
}

// open begins to read an object or array. It returns the index of the first member
// or item; or true and the index after the container if it is empty; or true and a
// negative number if it is wrong.
func (d *D) open(i int, opener, closer byte) (_ int, closed bool) {
	s := d.text
	if peek(s, i) != opener || d.depth == arguments.MaxDepth {
		return -1, true
	}
	i = space(s, i+1)
	if peek(s, i) == closer {
		return i + 1, true
	}
	d.depth++
	return i, false
}

// next continues after a member or item. It returns the index of the next one; or
// true and the index after the container if there is none; or true and a negative
// number if the text is wrong.
func (d *D) next(i int, closer byte) (_ int, closed bool) {
	s := d.text
	i = space(s, i)
	switch peek(s, i) {
	case ',':
		return space(s, i+1), false
	case closer:
		d.depth--
		return i + 1, true
	}
	return -1, true
}
