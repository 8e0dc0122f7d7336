package decode

// The functions of this file read a value and refuse one that is less than a
// minimum or greater than a maximum. They are not inlined, because generated
// decoders call them for most properties, and a call is less code than a call and
// two comparisons.

// StringWithin reads a string of minLength to maxLength code points.
//
//go:noinline
func StringWithin(d *D, i int, v *string, minLength, maxLength int) int {
	s, end := d.str(i)
	if d.lent {
		s = d.keep(s, i, end)
	}
	*v = s
	if tooShort(s, minLength) || tooLong(s, maxLength) {
		return -1
	}
	return end
}

// IntWithin reads an integer from minimum to maximum.
//
//go:noinline
func IntWithin[T Signed](d *D, i int, v *T, minimum, maximum T) int {
	n, i := d.int64(i)
	*v = T(n)
	if n < int64(minimum) || n > int64(maximum) {
		return -1
	}
	return i
}

// UintWithin reads an integer from minimum to maximum.
//
//go:noinline
func UintWithin[T Unsigned](d *D, i int, v *T, minimum, maximum T) int {
	i = Uint(d, i, v)
	if *v < minimum || *v > maximum {
		return -1
	}
	return i
}

// FloatWithin reads a number from minimum to maximum. It compares the number after
// it was rounded to T.
//
//go:noinline
func FloatWithin[T Floating](d *D, i int, v *T, minimum, maximum T) int {
	i = Float(d, i, v)
	if *v < minimum || *v > maximum {
		return -1
	}
	return i
}

// AtLeast refuses a number that was just read and is less than minimum. It takes a
// pointer, so that its first argument can be the call that reads the number.
func AtLeast[T Real](i int, v *T, minimum T) int { return Minimum(i, *v, minimum) }

// AtMost refuses a number that was just read and is greater than maximum.
func AtMost[T Real](i int, v *T, maximum T) int { return Maximum(i, *v, maximum) }
