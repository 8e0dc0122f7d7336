package decode

import "unicode/utf8"

// String reads a string.
func String[T ~string](d *D, i int, v *T) int {
	s, end := d.str(i)
	if d.lent {
		s = d.keep(s, i, end)
	}
	*v = T(s)
	return end
}

// StringPointer reads a string and sets v to its address. The strings of one call
// share allocations.
func StringPointer(d *D, i int, v **string) int {
	s, end := d.str(i)
	if end < 0 {
		return end
	}
	if d.lent {
		s = d.keep(s, i, end)
	}
	if len(d.slab) == cap(d.slab) {
		d.grow(len(d.slab), 2) // arguments with one pointer often have another one
	}
	d.slab = append(d.slab, s)
	*v = &d.slab[len(d.slab)-1]
	return end
}

// str reads the string whose opening quote is at i. The result is a part of the text
// unless it has escapes.
func (d *D) str(i int) (string, int) {
	s := d.text
	if peek(s, i) != '"' {
		return "", -1
	}
	i++
	start := i
	var high uint64 // the high bits of all bytes that were read
	for i+8 <= len(s) {
		w := load(s, i)
		if mask := special(w); mask != 0 {
			high |= w & (mask&-mask - 1) & highs
			if i += first(mask); high == 0 && s[i] == '"' {
				return s[start:i], i + 1
			}
			return d.strEnd(start, i, high)
		}
		high |= w & highs
		i += 8
	}
	for i < len(s) && s[i] != '"' && s[i] != '\\' && s[i] >= 0x20 {
		high |= uint64(s[i] & 0x80)
		i++
	}
	return d.strEnd(start, i, high)
}

// strEnd finishes str. At i is the first byte that is a quote, a backslash or a
// control character.
func (d *D) strEnd(start, i int, high uint64) (string, int) {
	s := d.text
	switch peek(s, i) {
	case '"':
		v := s[start:i]
		if high != 0 && !utf8.ValidString(v) {
			return "", -1
		}
		return v, i + 1
	case '\\':
		return d.unescape(start, i)
	}
	return "", -1
}
