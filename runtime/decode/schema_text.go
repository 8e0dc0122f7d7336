package decode

// The functions of this file read text that is known to be well formed, without
// checking it. For other text they return a wrong index, which is inside of the
// text or at its end.

// valueEnd returns the index after the value at i.
func valueEnd(s string, i int) int {
	for depth := 0; i < len(s); {
		switch s[i] {
		case '"':
			i = stringEnd(s, i)
		case '{', '[':
			depth++
			i++
			continue
		case '}', ']':
			depth--
			i++
		case ' ', '\n', '\t', '\r', ',', ':':
			i++
			continue
		default:
			i = scalarEnd(s, i)
		}
		if depth <= 0 {
			return i
		}
	}
	return i
}

// stringEnd returns the index after the string at i.
func stringEnd(s string, i int) int {
	for i++; i < len(s); {
		if i+8 <= len(s) {
			mask := special(load(s, i))
			if mask == 0 {
				i += 8
				continue
			}
			i += first(mask)
		}
		switch s[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
		i++
	}
	return len(s)
}

// scalarEnd returns the index after the number or literal at i.
func scalarEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case ' ', '\n', '\t', '\r', ',', ':', ']', '}':
			return i
		}
	}
	return i
}

// firstPart returns the index of the first member or item of the container at i.
// If the container is empty, it returns the index after it, and true.
func firstPart(s string, i int) (at int, closed bool) {
	i = space(s, i+1)
	if c := peek(s, i); c == '}' || c == ']' {
		return i + 1, true
	}
	return i, i >= len(s)
}

// nextPart returns the index of the member or item after the one that ends at i.
// If there is none, it returns the index after the container, and true.
func nextPart(s string, i int) (at int, closed bool) {
	i = space(s, i)
	if peek(s, i) == ',' {
		return space(s, i+1), false
	}
	return min(i+1, len(s)), true
}

// textAt returns the string at i without its escapes, and the index after it.
func textAt(s string, i int) (text string, end int) {
	d := D{text: s}
	if text, end = d.str(i); end < 0 {
		return "", len(s)
	}
	return text, end
}

// nameAt returns the name of the member at i, and the index of its value.
func nameAt(s string, i int) (name string, value int) {
	name, i = textAt(s, i)
	return name, space(s, min(space(s, i)+1, len(s)))
}

// classOf returns the class of the value at i: '0' for a number, and the first
// byte of any other value.
func classOf(s string, i int) byte {
	if c := peek(s, i); c != '-' && c-'0' > 9 {
		return c
	}
	return '0'
}
