package decode

// Enum reads a string that equals one of the values. The result is the element of
// values, so that it does not keep the text in memory.
func Enum[T ~string](d *D, i int, v *T, values []string) int {
	s, i := d.str(i)
	if i < 0 {
		return i
	}
	for _, value := range values {
		if s == value {
			*v = T(value)
			return i
		}
	}
	return -1
}

// OneOf refuses a value that is not in the list. It checks the enum of an integer.
func OneOf[T comparable](i int, v T, values []T) int {
	for _, value := range values {
		if v == value {
			return i
		}
	}
	return -1
}
