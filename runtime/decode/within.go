package decode

// The functions of this file read a value between two bounds, both allowed.
// They are kept out of line: generated decoders call them for most of their
// properties, and a call is less code than a call and two comparisons.

// StringWithin reads a string of least to most code points.
//
//go:noinline
func StringWithin(d *D, i int, v *string, least, most int) int {
	s, i := d.str(i)
	*v = s
	if tooShort(s, least) || tooLong(s, most) {
		return -1
	}
	return i
}

// IntWithin reads an integer from least to most.
//
//go:noinline
func IntWithin[T Signed](d *D, i int, v *T, least, most T) int {
	n, i := d.int64(i)
	*v = T(n)
	if n < int64(least) || n > int64(most) {
		return -1
	}
	return i
}

// UintWithin reads an integer from least to most.
//
//go:noinline
func UintWithin[T Unsigned](d *D, i int, v *T, least, most T) int {
	i = Uint(d, i, v)
	if *v < least || *v > most {
		return -1
	}
	return i
}

// FloatWithin reads a number from least to most, compared as T holds it.
//
//go:noinline
func FloatWithin[T Floating](d *D, i int, v *T, least, most T) int {
	i = Float(d, i, v)
	if *v < least || *v > most {
		return -1
	}
	return i
}
