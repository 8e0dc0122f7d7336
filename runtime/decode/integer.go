package decode

import (
	"math"
	"math/bits"
	"strings"
)

// Signed is the constraint of the signed integer kinds.
type Signed interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64
}

// Unsigned is the constraint of the unsigned integer kinds.
type Unsigned interface {
	~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Int reads an integer and refuses one that T cannot hold. 1.0 and 1e2 are integers.
func Int[T Signed](d *D, i int, v *T) int {
	n, i := d.int64(i)
	*v = T(n)
	if int64(T(n)) != n {
		return -1
	}
	return i
}

// Uint reads an integer and refuses one that T cannot hold. -0 is 0.
func Uint[T Unsigned](d *D, i int, v *T) int {
	negative, n, i := d.magnitude(i)
	*v = T(n)
	if negative && n != 0 || uint64(T(n)) != n {
		return -1
	}
	return i
}

// int64 reads an integer of 64 bits.
func (d *D) int64(i int) (int64, int) {
	// The most frequent case needs no call: one to seven digits, and no sign.
	if s := d.text; i >= 0 && len(s)-i > 8 {
		w := load(s, i) - ones*'0'
		if count := countDigits(w); count > 0 && count < 8 {
			if c := s[i+count]; (s[i] != '0' || count == 1) && c != '.' && c|0x20 != 'e' {
				return int64(eightDigits(w << (64 - 8*count))), i + count
			}
		}
	}
	negative, n, i := d.magnitude(i)
	switch {
	case !negative && n <= math.MaxInt64:
		return int64(n), i
	case negative && n <= 1<<63:
		return -int64(n), i // 1<<63 wraps to the minimum
	}
	return 0, -1
}

// shortDigits is the number of digits that always fit into 64 bits.
const shortDigits = 19

// magnitude reads an integer and returns its sign and its absolute value.
func (d *D) magnitude(i int) (negative bool, n uint64, end int) {
	s := d.text
	if peek(s, i) == '-' {
		negative = true
		i++
	}
	start := i
	n, i = readDigits(s, i, 0)
	if c := peek(s, i); c == '.' || c|0x20 == 'e' || i-start > shortDigits {
		n, end = longMagnitude(s, start)
		return negative, n, end
	}
	if i == start || s[start] == '0' && i > start+1 {
		return false, 0, -1
	}
	return negative, n, i
}

// longMagnitude does the same as magnitude, without the sign, for integers with
// a fraction, an exponent or more than shortDigits digits.
func longMagnitude(s string, i int) (n uint64, end int) {
	end = number(s, i)
	if end < 0 || s[i] == '-' {
		return 0, -1
	}
	n, err := integer(s[i:end])
	if err != nil {
		return 0, -1
	}
	return n, end
}

// integerError is the reason why a number is not an integer of 64 bits.
type integerError string

func (e integerError) Error() string { return string(e) }

const (
	errFraction = integerError("not an integer")
	errOverflow = integerError("more than 64 bits")
)

// integer returns the exact value of a JSON number without a sign. Its time and
// memory do not depend on the value of the exponent.
func integer(s string) (uint64, error) {
	mantissa, scale := s, 0
	if e := strings.IndexAny(s, "eE"); e >= 0 {
		mantissa, scale = s[:e], exponent(s[e+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	fraction = strings.TrimRight(fraction, "0")
	if fraction == "" {
		zeros := len(whole)
		whole = strings.TrimRight(whole, "0")
		scale += zeros - len(whole)
		if whole == "" {
			return 0, nil
		}
	}
	// The last digit of whole and fraction is not zero. Its unit is 10^scale.
	if scale -= len(fraction); scale < 0 {
		return 0, errFraction
	}
	n, ok := appendDigits(0, whole)
	if ok {
		n, ok = appendDigits(n, fraction)
	}
	for ; ok && scale > 0; scale-- { // at most 20 times, because n is not zero
		n, ok = appendDigits(n, "0")
	}
	if !ok {
		return 0, errOverflow
	}
	return n, nil
}

// appendDigits appends decimal digits to those of n, and reports whether the
// result fits into 64 bits.
func appendDigits(n uint64, digits string) (uint64, bool) {
	for _, c := range []byte(digits) {
		high, low := bits.Mul64(n, 10)
		sum, carry := bits.Add64(low, uint64(c-'0'), 0)
		if high+carry != 0 {
			return 0, false
		}
		n = sum
	}
	return n, true
}

// farExponent is an exponent that the digits of a text of less than 1 GiB cannot
// compensate. It fits into an int of 32 bits.
const farExponent = 1 << 30

// exponent returns the value of the sign and the digits of an exponent. Values
// whose distance from zero is more than farExponent become about that.
func exponent(s string) int {
	n := 0
	for _, c := range []byte(strings.TrimLeft(s, "+-")) {
		n = min(n, farExponent/10)*10 + int(c-'0')
	}
	if s[0] == '-' {
		return -n
	}
	return n
}
