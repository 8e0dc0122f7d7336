package decode

// Default reads a default, which is the JSON text of a value, into v. It
// returns i, or a negative number when the text is no such value: that of a
// type whose own reader refuses it, or of an int that has 32 bits.
func Default[T any](d *D, i int, v *T, text string, read func(d *D, i int, v *T) int) int {
	if i < 0 {
		return i
	}
	outer, depth := d.text, d.depth
	d.text, d.depth = text, 0
	end := read(d, space(text, 0), v)
	d.text, d.depth = outer, depth
	if end < 0 || space(text, end) != len(text) {
		return -1
	}
	return i
}
