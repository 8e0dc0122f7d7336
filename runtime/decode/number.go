package decode

// Number reads a number of any size and stores its text: json.Number.
func Number[T ~string](d *D, i int, v *T) int {
	end := number(d.text, i)
	if end < 0 {
		return -1
	}
	*v = T(d.text[i:end])
	return end
}

// number returns the index after the number at i, or a negative number.
func number(s string, i int) int {
	if peek(s, i) == '-' {
		i++
	}
	first := i
	i = digits(s, i)
	if i == first || s[first] == '0' && i > first+1 {
		return -1
	}
	if peek(s, i) == '.' {
		fraction := i + 1
		if i = digits(s, fraction); i == fraction {
			return -1
		}
	}
	if c := peek(s, i); c == 'e' || c == 'E' {
		i++
		if c := peek(s, i); c == '+' || c == '-' {
			i++
		}
		exponent := i
		if i = digits(s, exponent); i == exponent {
			return -1
		}
	}
	return i
}

// digits returns the index after the decimal digits at i.
func digits(s string, i int) int {
	for uint(i) < uint(len(s)) && s[i]-'0' <= 9 {
		i++
	}
	return i
}
