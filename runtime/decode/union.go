package decode

// Variant returns the number of the variant of the object at i, which the union t describes. The discriminator may be at
// any position in the object. The number is negative if there is no such variant. Variant does not check the object, and
// not even the discriminator if the first property is one of a single variant: the reader of the variant does.
func (d *D) Variant(i int, t *Type) int {
	u := t.Rules.Union
	if n := d.soleVariant(i, u); n >= 0 {
		return n
	}
	return d.variant(i, u)
}

// maxSole is the number of properties up to which a search among those of all variants is faster than one for the
// discriminator.
const maxSole = 48

// soleVariant returns the number of the only variant that has the first property of the object at i, or a negative number.
func (d *D) soleVariant(i int, u *Union) int {
	s := d.text
	if peek(s, i) != '{' {
		return -1
	}
	i = space(s, i+1)
	end := textEnd(s, i+1) + len(`":`)
	if peek(s, i) != '"' || end > len(s) || s[end-len(`":`):end] != `":` {
		return -1
	}
	key, sole, compared := s[i:end], -1, 0
	if key[1:len(key)-len(`":`)] == u.Field {
		return -1
	}
	for n, t := range u.Types {
		t = t.resolve()
		if compared += len(t.Fields); compared > maxSole {
			return -1
		}
		if t.hasKey(key) {
			if sole >= 0 {
				return -1
			}
			sole = n
		}
	}
	return sole
}

// hasKey reports whether a field has the key.
func (t *Type) hasKey(key string) bool {
	for n := range t.Fields {
		if t.Fields[n].Key == key {
			return true
		}
	}
	return false
}

// variant returns the number of the value that the discriminator of the object at i has, or a negative number.
func (d *D) variant(i int, u *Union) int {
	i = d.find(i, u.Field)
	for n := range u.Values {
		if quotedEnd(d.text, i, u.Values[n]) > 0 {
			return n
		}
	}
	value, end := d.str(i)
	if end < 0 {
		return -1
	}
	for n := range u.Values { // with escapes
		if u.Values[n] == value {
			return n
		}
	}
	return -1
}

// find returns the index of the value of the first member with that name in
// the object at i, or a negative number. It does not check the members before it.
func (d *D) find(i int, field string) int {
	s := d.text
	if peek(s, i) != '{' {
		return -1
	}
	for i = space(s, i+1); ; i = space(s, i+1) {
		if end := quotedEnd(s, i, field); end > 0 && peek(s, end) == ':' {
			return space(s, end+1)
		}
		name, value := d.nameAt(i)
		if value < 0 || name == field {
			return value
		}
		if i = d.afterValue(value); i < 0 {
			return i
		}
		if i = space(s, i); peek(s, i) != ',' {
			return -1
		}
	}
}

// afterValue does the same as scan, faster for most strings, numbers and literals.
func (d *D) afterValue(i int) int {
	s := d.text
	switch peek(s, i) {
	case '"':
		if end := textEnd(s, i+1); peek(s, end) == '"' {
			return end + 1
		}
	case '{', '[':
	default:
		return nextDelimiter(s, i)
	}
	return d.scan(i)
}

// nameAt does the same as name, and accepts invalid UTF-8.
func (d *D) nameAt(i int) (name string, value int) {
	if s := d.text; peek(s, i) == '"' {
		if end := textEnd(s, i+1); peek(s, end) == '"' {
			return s[i+1 : end], afterColon(s, end+1)
		}
	}
	return d.name(i)
}

// quotedEnd returns the index after the string at i, or zero if it is not the value, or if it is written with escapes. It
// does not find out that a value with a quote is not a string.
func quotedEnd(s string, i int, value string) int {
	start, end := i+1, i+1+len(value)
	if uint(i) < uint(len(s)) && uint(end) < uint(len(s)) && s[i] == '"' && s[end] == '"' && s[start:end] == value {
		return end + 1
	}
	return 0
}

// Const reads a string that equals the value.
func Const(d *D, i int, value string) int {
	s, i := d.str(i)
	if i < 0 || s != value {
		return -1
	}
	return i
}
