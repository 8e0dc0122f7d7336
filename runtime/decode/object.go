package decode

import (
	"math/bits"

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
		j, k := space(s, i+1), t.Fields[0].Key
		if len(s)-j >= len(k) && s[j:j+len(k)] == k {
			d.depth++
			return 0, space(s, j+len(k)), 1
		}
	}
	i, closed := d.open(i, '{', '}')
	if closed {
		return -1, i, 0
	}
	return d.property(i, 0, 0, t)
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
			k, bit := t.Fields[guess].Key, uint64(1)<<uint(guess)
			if len(s)-j >= len(k) && s[j:j+len(k)] == k && seen&bit == 0 {
				return guess, space(s, j+len(k)), seen | bit
			}
		}
		if guess := last - 1; uint(guess) < uint(len(t.Fields)) {
			k, bit := t.Fields[guess].Key, uint64(1)<<uint(guess)
			if colon := j + len(k) - 1; peek(s, colon) == ':' && s[j:colon+1] == k && seen&bit == 0 {
				return guess, space(s, j+len(k)), seen | bit
			}
		}
		return d.property(j, last+1, seen, t)
	}
	i, closed := d.next(i, '}')
	if closed {
		return -1, i, seen
	}
	return d.property(i, last+1, seen, t)
}

// property reads the name at i, which is probably that of the property guess. It
// refuses a property that was read before.
func (d *D) property(i, guess int, seen uint64, t *Type) (property, value int, now uint64) {
	property, value = d.key(i, guess, seen, t)
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
	return d.wideProperty(i, 0, t, seen)
}

// WideProperty is like [Property], for types with more than 64 properties.
func (d *D) WideProperty(i, last int, t *Type, seen []uint64) (property, value int) {
	i, closed := d.next(i, '}')
	if closed {
		return -1, i
	}
	return d.wideProperty(i, last+1, t, seen)
}

// wideProperty does the same as property, for types with more than 64
// properties.
func (d *D) wideProperty(i, guess int, t *Type, seen []uint64) (property, value int) {
	property, value = d.key(i, guess, 0, t)
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

// key returns the property whose name is at i. Without an index, it searches for it. Models write properties in the order
// of the schema, so the search begins with the property guess, and continues with those after it, because optional
// properties may be missing. It may skip the first properties that are in the set seen.
func (d *D) key(i, guess int, seen uint64, t *Type) (property, value int) {
	if property, value = t.indexed(d.text, i); property >= 0 {
		return property, space(d.text, value)
	}
	if key := plainKey(d.text, i); key != "" {
		if property = findKey(t.Fields, guess, seen, key); property < 0 {
			return -1, -1
		}
		return property, space(d.text, i+len(key))
	}
	name, value := d.name(i)
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

// plainKey returns the name at i with its quotes and colon, as in [Field.Key], or an empty string if there is none, or if
// it has escapes or white space before the colon.
func plainKey(s string, i int) string {
	if peek(s, i) != '"' {
		return ""
	}
	end := i + 1
	for end+8 <= len(s) {
		if mask := special(load(s, end)); mask != 0 {
			end += first(mask)
			break
		}
		end += 8
	}
	for end < len(s) && s[end] != '"' && s[end] != '\\' && s[end] >= 0x20 {
		end++
	}
	if peek(s, end) != '"' || peek(s, end+1) != ':' {
		return ""
	}
	return s[i : end+2]
}

// findKey returns the index of the field with that key, or a negative number. It begins at the index guess, and skips
// fields that are in the set seen.
func findKey(fields []Field, guess int, seen uint64, key string) int {
	const few = 64 // the number of fields that are in a set
	if len(fields) > few && guess < len(fields) && fields[guess].Key == key {
		return guess
	}
	unread := ^seen & (1<<min(len(fields), few) - 1)
	after := unread >> guess << guess
	if n := searchKey(fields, after, key); n >= 0 {
		return n
	}
	if n := searchKey(fields, unread&^after, key); n >= 0 || len(fields) <= few {
		return n
	}
	for n := range fields[few:] {
		if fields[few+n].Key == key {
			return few + n
		}
	}
	return -1
}

// searchKey returns the index of the first field in the set with that key, or a negative number.
func searchKey(fields []Field, set uint64, key string) int {
	const suffix = len(`x":`)
	if len(key) < suffix {
		return -1
	}
	for last := key[len(key)-suffix]; set != 0; set &= set - 1 {
		// Most keys differ in the length or in the last byte of the name.
		n := bits.TrailingZeros64(set)
		if k := fields[n].Key; len(k) == len(key) && k[len(k)-suffix] == last && k == key {
			return n
		}
	}
	return -1
}

// name reads the name of a member and the colon. It returns the index of the value.
func (d *D) name(i int) (name string, value int) {
	name, i = d.str(i)
	if i < 0 {
		return "", -1
	}
	if i = space(d.text, i); peek(d.text, i) != ':' {
		return "", -1
	}
	return name, space(d.text, i+1)
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
