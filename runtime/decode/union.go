package decode

// Variant returns the number of the value that the discriminator, a member of the
// object at i, has. The discriminator may be at any position in the object. The
// number is negative if there is no object, no discriminator, or another value.
// Variant does not check the object: the reader of the variant does.
func (d *D) Variant(i int, field string, values []string) int {
	at := d.discriminator(i, field)
	if at < 0 {
		return -1
	}
	value, _ := d.str(at)
	for n := range values {
		if values[n] == value {
			return n
		}
	}
	return -1
}

// discriminator returns the index of the value of the first member with that name,
// if the value is a string, or a negative number.
func (d *D) discriminator(i int, field string) int {
	at := d.find(i, field)
	if _, end := d.str(at); end < 0 {
		return -1
	}
	return at
}

// find returns the index of the value of the first member with that name in
// the object at i, or a negative number.
func (d *D) find(i int, field string) int {
	s := d.text
	if peek(s, i) != '{' {
		return -1
	}
	i = space(s, i+1)
	for {
		name, value := d.name(i)
		if value < 0 || name == field {
			return value
		}
		if i = d.scan(value); i < 0 {
			return i
		}
		if i = space(s, i); peek(s, i) != ',' {
			return -1
		}
		i = space(s, i+1)
	}
}

// Const reads a string that equals the value.
func Const(d *D, i int, value string) int {
	s, i := d.str(i)
	if i < 0 || s != value {
		return -1
	}
	return i
}
