package decode

// Number reads a number of any size and stores its text: json.Number.
func Number[T ~string](d *D, i int, v *T) int {
	end := number(d.text, i)
	if end < 0 {
		return -1
	}
	s := d.text[i:end]
	if d.lent {
		s = d.keepPart(s, i)
	}
	*v = T(s)
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

// readDigits appends the decimal digits at i to those of n, and returns the result and
// the index after the digits. The result for more than shortDigits digits has no meaning.
func readDigits(s string, i int, n uint64) (uint64, int) {
	for i+8 <= len(s) {
		w := load(s, i) - ones*'0'
		if count := countDigits(w); count < 8 {
			return n*powers[count] + eightDigits(w<<(64-8*count)), i + count
		}
		n = n*powers[8] + eightDigits(w)
		i += 8
	}
	for uint(i) < uint(len(s)) && s[i]-'0' <= 9 {
		n = n*10 + uint64(s[i]-'0')
		i++
	}
	return n, i
}

// countDigits returns the number of bytes of w, from the lowest on, that are digits. w is a text of eight bytes from each of
// which '0' was subtracted.
func countDigits(w uint64) int { return first((w | (w + ones*(0x7f-9))) & highs) }

// powers are the powers of ten that 64 bits hold.
var powers = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// eightDigits returns the number with the decimal digits that are the bytes of w,
// the first digit in the lowest byte. It multiplies neighbours, first of one, then
// of two, then of four digits.
func eightDigits(w uint64) uint64 {
	w = w*10 + w>>8
	const pairs = 0x000000ff_000000ff
	return ((w&pairs)*(100+1_000_000<<32) + (w>>16&pairs)*(1+10_000<<32)) >> 32
}
