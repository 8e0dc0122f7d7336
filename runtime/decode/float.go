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

// float64At reads the number at i. A number with at most 19 digits and a small
// exponent, as nearly all numbers are, needs one division or multiplication.
func float64At(s string, i int) (float64, int) {
	start := i
	if peek(s, i) == '-' {
		i++
	}
	if f, end := shortFloat(s, i); end > 0 {
		if s[start] == '-' {
			f = -f
		}
		return f, end
	}
	n, whole, places, end := readDecimal(s, i)
	if whole == 0 || places < 0 || s[i] == '0' && whole > 1 {
		return 0, -1
	}
	if whole+places > shortDigits {
		return longFloat64(s, start)
	}
	scale := -places
	if peek(s, end)|0x20 == 'e' {
		scale, end = readExponent(s, end+1, scale)
	}
	f, ok := scaled(n, scale)
	if !ok {
		return longFloat64(s, start)
	}
	if s[start] == '-' {
		f = -f
	}
	return f, end
}

// shortFloat reads the most frequent numbers: at most seven digits, with or without a point and an exponent, and no sign.
// The end is zero for other numbers and for those at the end of the text.
func shortFloat(s string, i int) (f float64, end int) {
	if i < 0 || len(s)-i <= 8 {
		return 0, 0
	}
	text := load(s, i)
	w := text - ones*'0'
	whole := countDigits(w)
	if whole == 0 || whole == 8 || whole > 1 && s[i] == '0' {
		return 0, 0
	}
	count, end := whole, i+whole
	if s[end] == '.' {
		before := uint64(1)<<(8*whole) - 1
		w = (text&before | text>>8&^before) - ones*'0'>>8 // without the point
		if count = countDigits(w); count == whole || count == 8 {
			return 0, 0
		}
		end = i + count + 1
	}
	f, scale := float64(int64(eightDigits(w<<(64-8*count)))), whole-count
	if s[end]|0x20 == 'e' {
		scale, end = readExponent(s, end+1, scale)
	}
	switch {
	case scale == 0:
		return f, end
	case scale < 0 && scale >= -maxExact:
		return f / exactPowers[-scale], end
	case scale > 0 && scale <= maxExact:
		return f * exactPowers[scale], end
	}
	return 0, 0
}

// readDecimal reads digits, and a point with digits if there is one. It returns the number with these digits and without
// the point, the number of digits before and after the point, and the index after them. If no digit follows the point,
// places is negative.
func readDecimal(s string, i int) (n uint64, whole, places, end int) {
	if i >= 0 && len(s)-i > 8 {
		text := load(s, i)
		w := text - ones*'0'
		if whole = countDigits(w); whole < 8 && s[i+whole] != '.' {
			return eightDigits(w << (64 - 8*whole)), whole, 0, i + whole
		}
		if whole < 8 {
			// The digits of these eight bytes are converted at once, without the point.
			before := uint64(1)<<(8*whole) - 1
			w = (text&before | text>>8&^before) - ones*'0'>>8
			if count := countDigits(w); count < 8 { // the highest byte is zero, which is a digit
				n, end = eightDigits(w<<(64-8*count)), i+count+len(".")
			} else {
				n, end = readDigits(s, i+8, eightDigits(w<<8))
			}
			return n, whole, placesUntil(end, i+whole), end
		}
	}
	n, end = readDigits(s, i, 0)
	whole = end - i
	if peek(s, end) != '.' {
		return n, whole, 0, end
	}
	n, end = readDigits(s, end+1, n)
	return n, whole, placesUntil(end, i+whole), end
}

// placesUntil returns the number of digits between the point and end, or a negative number if there are none.
func placesUntil(end, point int) int {
	if end == point+1 {
		return -1
	}
	return end - point - 1
}

// readExponent reads the sign and the digits of an exponent and adds it to scale. The
// result is farExponent if it has no digits or too many.
func readExponent(s string, i, scale int) (sum, end int) {
	negative := peek(s, i) == '-'
	if negative || peek(s, i) == '+' {
		i++
	}
	n := 0
	for end = i; end < i+3 && uint(end) < uint(len(s)) && s[end]-'0' <= 9; end++ {
		n = n*10 + int(s[end]-'0')
	}
	switch {
	case end == i || peek(s, end)-'0' <= 9:
		return farExponent, end
	case negative:
		return scale - n, end
	}
	return scale + n, end
}

// maxExact is the largest power of ten that a float holds exactly.
const maxExact = 22

// exactPowers are the powers of ten that a float holds exactly.
var exactPowers = [maxExact + 1]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// scaled returns n times 10^scale, rounded once. It reports false for numbers for
// which it cannot do that.
func scaled(n uint64, scale int) (f float64, ok bool) {
	exact := n < 1<<53 // a float holds n exactly
	switch {
	case exact && scale <= 0 && scale >= -maxExact:
		return float64(int64(n)) / exactPowers[-scale], true
	case exact && scale > 0 && scale <= maxExact:
		return float64(int64(n)) * exactPowers[scale], true
	case n != 0 && scale >= minPower && scale <= maxPower:
		return product(n, scale)
	}
	return 0, false
}

// product returns n times 10^scale, rounded once. It reports false in the rare cases in which 128 bits of the power do not
// suffice. This is the algorithm of Eisel and Lemire, which [strconv.ParseFloat] uses, too:
// https://nigeltao.github.io/blog/2020/eisel-lemire.html
func product(n uint64, scale int) (f float64, ok bool) {
	const ignored = 1<<9 - 1 // 64 bits of a product are 54 or 55 that matter, and 9 or more
	power := &mantissas[scale-minPower]
	up := bits.LeadingZeros64(n)
	n <<= up
	high, low := bits.Mul64(n, power[0])
	if high&ignored == ignored && low+n < n { // the rest of the power may change the bits that matter
		next, rest := bits.Mul64(n, power[1])
		var carry uint64
		low, carry = bits.Add64(low, next, 0)
		high += carry
		if high&ignored == ignored && low+1 == 0 && rest+n < n {
			return 0, false
		}
	}
	shift := high>>63 + 9
	mantissa := high >> shift // 53 bits, and one for rounding
	if low == 0 && high&ignored == 0 && mantissa&3 == 1 {
		return 0, false // perhaps in the middle of two floats
	}
	const log2of10 = 217706 // times 2^16
	exponent := (log2of10*scale)>>16 + 64 - up - (10 - int(shift))
	return float64(mantissa+mantissa&1) / 2 * powerOfTwo(exponent-52), true
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
