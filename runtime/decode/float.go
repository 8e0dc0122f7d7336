package decode

import "strconv"

// Floating is the constraint of the floating-point kinds.
type Floating interface{ ~float32 | ~float64 }

// Float reads a number and rounds it to the nearest T. It refuses a number that
// rounds to infinity.
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

// bitsOf returns the width of the kind in bits.
func bitsOf[T Floating]() int {
	const third = 1.0 / 3
	if T(third) != T(float32(third)) {
		return 64
	}
	return 32
}

// shortest returns the shortest JSON number that rounds to f, a float of that many
// bits.
func shortest(f float64, bits int) string {
	return strconv.FormatFloat(f, 'g', -1, bits)
}

// exactPowers are the powers of ten by which integers less than 2^53 can be
// divided with a correctly rounded result.
var exactPowers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// float64At reads the number at i. A number with up to 15 digits and without an
// exponent, as nearly all numbers are, needs one division.
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
	if peek(s, i)|0x20 == 'e' {
		if i = number(s, start); i < 0 {
			return 0, -1
		}
		return longFloat64(s, start, i)
	}
	if whole == 0 || s[first] == '0' && whole > 1 {
		return 0, -1
	}
	if whole+places >= len(exactPowers) {
		return longFloat64(s, start, i)
	}
	f := float64(n) / exactPowers[places]
	if negative {
		f = -f
	}
	return f, i
}

// longFloat64 returns the value of the JSON number from i to end, of any length and form.
func longFloat64(s string, i, end int) (float64, int) {
	f, err := strconv.ParseFloat(s[i:end], 64)
	if err != nil {
		return 0, -1
	}
	return f, end
}
