package decode

import "strconv"

// Floating are the floating point kinds.
type Floating interface{ ~float32 | ~float64 }

// Float reads a number and rounds it to the nearest T. A number that rounds
// to infinity is refused.
func Float[T Floating](d *D, i int, v *T) int {
	if bitsOf[T]() == 64 {
		f, i := float64At(d.text, i)
		*v = T(f)
		return i
	}
	end := number(d.text, i)
	if end < 0 {
		return -1
	}
	f, err := strconv.ParseFloat(d.text[i:end], 32)
	if err != nil {
		return -1
	}
	*v = T(f)
	return end
}

// bitsOf is the width of the kind.
func bitsOf[T Floating]() int {
	const third = 1.0 / 3
	if T(third) != T(float32(third)) {
		return 64
	}
	return 32
}

// shortest is the shortest JSON number that is read as f, which has bits
// bits.
func shortest(f float64, bits int) string {
	return strconv.FormatFloat(f, 'g', -1, bits)
}

// exactPowers are the powers of ten by which a division of integers below
// 2^53 is rounded correctly.
var exactPowers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// float64At reads the number at i. Up to 15 digits without an exponent, which
// is nearly every number, need one division.
func float64At(s string, i int) (float64, int) {
	start := i
	negative := peek(s, i) == '-'
	if negative {
		i++
	}
	first := i
	var n uint64
	for uint(i) < uint(len(s)) && s[i]-'0' <= 9 {
		n = n*10 + uint64(s[i]-'0')
		i++
	}
	whole, places := i-first, 0
	if peek(s, i) == '.' {
		i++
		for uint(i) < uint(len(s)) && s[i]-'0' <= 9 {
			n = n*10 + uint64(s[i]-'0')
			i++
			places++
		}
		if places == 0 {
			return 0, -1
		}
	}
	if whole+places >= len(exactPowers) || peek(s, i)|0x20 == 'e' {
		return longFloat64(s, start)
	}
	if whole == 0 || s[first] == '0' && whole > 1 {
		return 0, -1
	}
	f := float64(n) / exactPowers[places]
	if negative {
		f = -f
	}
	return f, i
}

// longFloat64 is float64At for any number.
func longFloat64(s string, i int) (float64, int) {
	end := number(s, i)
	if end < 0 {
		return 0, -1
	}
	f, err := strconv.ParseFloat(s[i:end], 64)
	if err != nil {
		return 0, -1
	}
	return f, end
}
