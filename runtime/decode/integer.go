package decode

import (
	"math"
	"math/bits"
	"strings"
)

// Signed are the signed integer kinds.
type Signed interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64
}

// Unsigned are the unsigned integer kinds.
type Unsigned interface {
	~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Int reads an integer that T holds. 1.0 and 1e2 are integers.
func Int[T Signed](d *D, i int, v *T) int {
	n, i := d.int64(i)
	*v = T(n)
	if int64(T(n)) != n {
		return -1
	}
	return i
}

// Uint reads an integer that T holds.
func Uint[T Unsigned](d *D, i int, v *T) int {
	negative, n, i := d.magnitude(i)
	*v = T(n)
	if negative && n != 0 || uint64(T(n)) != n {
		return -1
	}
	return i
}

func (d *D) int64(i int) (int64, int) {
	negative, n, i := d.magnitude(i)
	switch {
	case !negative && n <= math.MaxInt64:
		return int64(n), i
	case negative && n <= 1<<63:
		return -int64(n), i // 1<<63 wraps to the least integer
	}
	return 0, -1
}

// shortDigits is how many digits 64 bits always hold.
const shortDigits = 19

// magnitude reads an integer as its sign and its distance from zero.
func (d *D) magnitude(i int) (negative bool, n uint64, end int) {
	s := d.text
	if peek(s, i) == '-' {
		negative = true
		i++
	}
	start := i
	for uint(i) < uint(len(s)) && s[i]-'0' <= 9 {
		n = n*10 + uint64(s[i]-'0')
		i++
	}
	if c := peek(s, i); c == '.' || c|0x20 == 'e' || i-start > shortDigits {
		n, end = longMagnitude(s, start)
		return negative, n, end
	}
	if i == start || s[start] == '0' && i > start+1 {
		return false, 0, -1
	}
	return negative, n, i
}

// longMagnitude is magnitude for what the loop over digits cannot do.
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

// integerError says why a number is not an integer of 64 bits.
type integerError string

func (e integerError) Error() string { return string(e) }

const (
	errFraction = integerError("not an integer")
	errOverflow = integerError("more than 64 bits")
)

// integer returns the exact value of a JSON number without a sign. Time and
// memory do not depend on the size of the exponent.
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
	// The last digit of the two is not zero, and is worth 10^scale.
	if scale -= len(fraction); scale < 0 {
		return 0, errFraction
	}
	n, ok := appendDigits(0, whole)
	if ok {
		n, ok = appendDigits(n, fraction)
	}
	for ; ok && scale > 0; scale-- { // at most 20 times: n is not zero
		n, ok = appendDigits(n, "0")
	}
	if !ok {
		return 0, errOverflow
	}
	return n, nil
}

// appendDigits writes decimal digits behind n, and reports whether 64 bits
// hold the result.
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

// farExponent is beyond what the digits of a text of less than 1 GiB can make
// up for. An int of 32 bits holds it.
const farExponent = 1 << 30

// exponent returns the value of an exponent's sign and digits, or one about
// farExponent from zero when it is further away.
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
