package decode

// Default reads a default, given as JSON text, into v. It returns i, or a negative
// number if the text is not a valid value: an UnmarshalText or UnmarshalJSON
// method can refuse it, and so does an int of 32 bits that cannot hold it.
func Default[T any](d *D, i int, v *T, text string, read func(d *D, i int, v *T) int) int {
	if i < 0 {
		return i
	}
	outer, depth, lent := d.text, d.depth, d.lent
	d.text, d.depth, d.lent = text, 0, false
	end := read(d, space(text, 0), v)
	d.text, d.depth, d.lent = outer, depth, lent
	if end < 0 || space(text, end) != len(text) {
		return -1
	}
	return i
}

// SetDefault sets *v to value if the property with the number n is not in the set
// of those that were read.
func SetDefault[T any](seen uint64, n int, v *T, value T) {
	if seen&(1<<n) == 0 {
		*v = value
	}
}

// Required refuses an object without one of the required properties. It returns i,
// or a negative number if seen has not all of required.
func Required(i int, seen, required uint64) int {
	if seen&required != required {
		return -1
	}
	return i
}
