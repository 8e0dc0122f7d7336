package decode

import (
	"math"
	"math/bits"
	"strconv"
)

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

// float64At reads the number at i. A number with at most 19 digits and without an
// exponent, as nearly all numbers are, needs one division.
func float64At(s string, i int) (float64, int) {
	start := i
	if peek(s, i) == '-' {
		i++
	}
	n, end := readDigits(s, i, 0)
	count, places := end-i, 0
	if count == 0 || s[i] == '0' && count > 1 {
		return 0, -1
	}
	if peek(s, end) == '.' {
		fraction := end + 1
		n, end = readDigits(s, fraction, n)
		if places = end - fraction; places == 0 {
			return 0, -1
		}
	}
	if peek(s, end)|0x20 == 'e' || count+places > shortDigits {
		return longFloat64(s, start)
	}
	f := quotient(n, places)
	if s[start] == '-' {
		f = -f
	}
	return f, end
}

// quotient divides n by 10^places and rounds the result once. There are at most
// shortDigits places.
func quotient(n uint64, places int) float64 {
	power := powers[places]
	if n < 1<<53 {
		return float64(n) / float64(power) // a float holds both exactly
	}
	// Both numbers are shifted so that their highest bit is set. Their quotient,
	// times 2^63, then has 63 or 64 bits, of which 53 are needed. A remainder sets
	// the lowest bit, so that the conversion does not take the number for one in
	// the middle of two floats.
	up, down := bits.LeadingZeros64(n), bits.LeadingZeros64(power)
	n <<= up
	q, rest := bits.Div64(n>>1, n<<63, power<<down)
	if rest != 0 {
		q |= 1
	}
	return float64(q) * powerOfTwo(down-up-63)
}

// powerOfTwo returns 2^exponent. The exponent is one of a normal float.
func powerOfTwo(exponent int) float64 {
	const bias, mantissa = 1023, 52
	return math.Float64frombits(uint64(bias+exponent) << mantissa)
}

// longFloat64 reads the number at i, of any length and form.
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
