package decode

// Bool reads true or false.
func Bool[T ~bool](d *D, i int, v *T) int {
	s := d.text
	if uint(i) >= uint(len(s)) {
		return -1
	}
	switch {
	case s[i] == 't' && len(s)-i >= 4 && s[i:i+4] == "true":
		*v = true
		return i + 4
	case s[i] == 'f' && len(s)-i >= 5 && s[i:i+5] == "false":
		*v = false
		return i + 5
	}
	return -1
}
