package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// Object enters the object at i, of a type with at most 64 properties.
//
// It returns the number of the first property, the index of its value and the
// set of properties seen. The number is negative when there is none: then i is
// the index behind the object, or negative as well when something is wrong.
func (d *D) Object(i int, t *Type) (property, value int, seen uint64) {
	// What nearly always follows takes no further call: the first property.
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

// Property goes on behind the value of the last property, in the same way.
func (d *D) Property(i, last int, seen uint64, t *Type) (property, value int, now uint64) {
	// Again without a call: a comma and the next property of the type, seen for
	// the first time, or the end.
	s := d.text
	if uint(i) < uint(len(s)) && s[i] == '}' {
		d.depth--
		return -1, i + 1, seen
	}
	if guess := last + 1; guess < len(t.Fields) && uint(i) < uint(len(s)) && s[i] == ',' {
		j, k, bit := space(s, i+1), t.Fields[guess].Key, uint64(1)<<uint(guess)
		if len(s)-j >= len(k) && s[j:j+len(k)] == k && seen&bit == 0 {
			return guess, space(s, j+len(k)), seen | bit
		}
	}
	i, closed := d.next(i, '}')
	if closed {
		return -1, i, seen
	}
	return d.property(i, last+1, seen, t)
}

// property reads the name at i, most likely the one guessed, and refuses it
// when it was seen before.
func (d *D) property(i, guess int, seen uint64, t *Type) (property, value int, now uint64) {
	property, value = d.key(i, guess, t)
	bit := uint64(1) << uint(property)
	if value < 0 || seen&bit != 0 {
		return -1, -1, seen
	}
	return property, value, seen | bit
}

// WideObject is Object for more than 64 properties; seen has a bit for each.
func (d *D) WideObject(i int, t *Type, seen []uint64) (property, value int) {
	i, closed := d.open(i, '{', '}')
	if closed {
		return -1, i
	}
	return d.wideProperty(i, 0, t, seen)
}

// WideProperty is Property for more than 64 properties.
func (d *D) WideProperty(i, last int, t *Type, seen []uint64) (property, value int) {
	i, closed := d.next(i, '}')
	if closed {
		return -1, i
	}
	return d.wideProperty(i, last+1, t, seen)
}

func (d *D) wideProperty(i, guess int, t *Type, seen []uint64) (property, value int) {
	property, value = d.key(i, guess, t)
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

// key finds the property whose name is at i. Models write properties in the
// order of the schema, so the guess is tried first, and then those that follow:
// what was left out is optional.
func (d *D) key(i, guess int, t *Type) (property, value int) {
	s := d.text
	c := peek(s, i+1)
	for n, fields := guess, t.Fields; n < len(fields); n++ {
		if k := fields[n].Key; k[1] == c && len(s)-i >= len(k) && s[i:i+len(k)] == k {
			return n, space(s, i+len(k))
		}
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

// name reads a member's name and the colon; value is the index behind them.
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

// open enters an object or array. It returns the index of what comes first in
// it, or true and the index behind it when it is empty. Something wrong looks
// like an empty one at a negative index.
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

// next goes on behind a member or item: to the next one, or true and the
// index behind the whole.
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
