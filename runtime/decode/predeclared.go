package decode

// The methods of this file read values of predeclared types, with the names of the
// generic functions that do the same. Compilers and editors need less time for the call
// of a method than for an instance of a function. [SetDefaultString] and the functions
// after it do what [SetDefault] does.

// String reads a string. It is not inlined, because v would escape to the heap if the compiler called [String] with it.
//
//go:noinline
func (d *D) String(i int, v *string) int {
	s, end := d.str(i)
	if d.lent {
		s = d.keep(s, i, end)
	}
	*v = s
	return end
}

// Enum reads a string that equals one of the values.
//
//go:noinline
func (d *D) Enum(i int, v *string, values []string) int { return Enum(d, i, v, values) }

// Bool reads true or false.
func (d *D) Bool(i int, v *bool) int { return Bool(d, i, v) }

// Int reads an integer and refuses one that an int cannot hold.
func (d *D) Int(i int, v *int) int {
	n, i := d.int64(i)
	*v = int(n)
	if int64(int(n)) != n {
		return -1
	}
	return i
}

// IntWithin reads an integer from minimum to maximum.
func (d *D) IntWithin(i int, v *int, minimum, maximum int) int {
	n, i := d.int64(i)
	*v = int(n)
	if n < int64(minimum) || n > int64(maximum) {
		return -1
	}
	return i
}

// Float reads a number and rounds it to the nearest float64.
func (d *D) Float(i int, v *float64) int {
	*v, i = float64At(d.text, i)
	return i
}

// FloatWithin reads a number from minimum to maximum.
func (d *D) FloatWithin(i int, v *float64, minimum, maximum float64) int {
	*v, i = float64At(d.text, i)
	if *v < minimum || *v > maximum {
		return -1
	}
	return i
}

// SetDefaultString sets *v to value if the property with the number n is not in the
// set of those that were read.
func SetDefaultString(seen uint64, n int, v *string, value string) { SetDefault(seen, n, v, value) }

// SetDefaultBool does the same for a boolean.
func SetDefaultBool(seen uint64, n int, v *bool, value bool) { SetDefault(seen, n, v, value) }

// SetDefaultInt does the same for an integer.
func SetDefaultInt(seen uint64, n int, v *int, value int) { SetDefault(seen, n, v, value) }

// SetDefaultFloat does the same for a number.
func SetDefaultFloat(seen uint64, n int, v *float64, value float64) { SetDefault(seen, n, v, value) }
