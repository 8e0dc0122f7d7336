package decode

import (
	"cmp"
	"math/bits"
	"strconv"
	"strings"
)

// decimal is the exact value of a JSON number of any size: 0.DIGITS times ten to
// the power of point. The digits are parts of the text of the number. They
// neither begin nor end with a zero, so that equal numbers have the same digits.
// The number zero has no digits.
type decimal struct {
	negative          bool
	integer, fraction string // the digits before and after the decimal point of the text
	point             int64
	longPoint         string // the digits of point if it has more than exactDigits
}

// A point has at most exactDigits digits, so that sums do not overflow. A point
// with more digits is hugePoint or its negative.
const (
	exactDigits = 18
	exactPower  = 1_000_000_000_000_000_000
	hugePoint   = 1 << 61
)

// parseDecimal returns the value of a well-formed JSON number.
func parseDecimal(text string) decimal {
	var d decimal
	mantissa, exponent := text, ""
	if n := strings.IndexAny(text, "eE"); n >= 0 {
		mantissa, exponent = text[:n], text[n+1:]
	}
	mantissa, d.negative = strings.CutPrefix(mantissa, "-")
	d.integer, d.fraction, _ = strings.Cut(mantissa, ".")
	d.integer = strings.TrimLeft(d.integer, "0")
	shift := len(d.integer)
	if shift == 0 {
		shift = -len(d.fraction)
		d.fraction = strings.TrimLeft(d.fraction, "0")
		shift += len(d.fraction)
	}
	if d.fraction = strings.TrimRight(d.fraction, "0"); d.fraction == "" {
		d.integer = strings.TrimRight(d.integer, "0")
	}
	if d.size() == 0 {
		return decimal{}
	}
	if d.point = int64(shift); exponent != "" {
		d.point, d.longPoint = addToExponent(exponent, int64(shift))
	}
	return d
}

// size returns the number of digits.
func (d decimal) size() int { return len(d.integer) + len(d.fraction) }

// sign returns -1, 0 or 1.
func (d decimal) sign() int {
	switch {
	case d.size() == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// isIntegral reports whether a well-formed number is an integer.
func isIntegral(text string) bool {
	if !strings.ContainsAny(text, ".eE") {
		return true
	}
	d := parseDecimal(text)
	return d.point >= int64(d.size())
}

// compare returns a negative number if d is less than other, zero if they are
// equal, and a positive number if d is greater.
func (d decimal) compare(other decimal) int {
	sign := d.sign()
	if sign != other.sign() {
		return cmp.Compare(sign, other.sign())
	}
	if c := d.comparePoint(other); c != 0 {
		return sign * c
	}
	return sign * compareDigits(d.integer, d.fraction, other.integer, other.fraction)
}

// comparePoint compares the positions of the decimal points.
func (d decimal) comparePoint(other decimal) int {
	if c := cmp.Compare(d.point, other.point); c != 0 {
		return c
	}
	c := cmp.Compare(len(d.longPoint), len(other.longPoint))
	if c == 0 {
		c = strings.Compare(d.longPoint, other.longPoint)
	}
	if d.point < 0 {
		return -c
	}
	return c
}

// compareDigits compares two decimal fractions. The digits of each are in two
// parts.
func compareDigits(a, moreA, b, moreB string) int {
	for {
		if a == "" {
			a, moreA = moreA, ""
		}
		if b == "" {
			b, moreB = moreB, ""
		}
		n := min(len(a), len(b))
		if n == 0 {
			return cmp.Compare(len(a), len(b))
		}
		if c := strings.Compare(a[:n], b[:n]); c != 0 {
			return c
		}
		a, b = a[n:], b[n:]
	}
}

// stepDigits is the maximum number of digits of a step.
const stepDigits = 19

// isDivisibleBy reports whether d is a multiple of step. It returns false if
// step is zero or has more than stepDigits digits.
func (d decimal) isDivisibleBy(step decimal) bool {
	divisor, err := strconv.ParseUint(step.integer+step.fraction, 10, 64)
	if err != nil || step.size() > stepDigits {
		return false
	}
	if d.size() == 0 {
		return true
	}
	// The digits are integers now: digits of d times 10^power must be a multiple
	// of the digits of step. A power that is negative is impossible, because the
	// digits do not end with a zero and are therefore not a multiple of ten. A
	// power above 64 has the same result as 64, because 10^64 has all factors of
	// two and five that a divisor of 64 bits can have.
	power := d.point - int64(d.size()) - (step.point - int64(step.size()))
	if power < 0 {
		return false
	}
	rest := remainder(remainder(0, d.integer, divisor), d.fraction, divisor)
	for range min(power, 64) {
		rest = multiplyAdd(rest, 10, 0, divisor)
	}
	return rest == 0
}

// remainder returns the remainder of a number whose decimal digits are those of
// rest, which is less than the divisor, followed by digits.
func remainder(rest uint64, digits string, divisor uint64) uint64 {
	for len(digits) > 0 {
		n := min(len(digits), exactDigits)
		var power, chunk uint64 = 1, 0
		for _, c := range []byte(digits[:n]) {
			power *= 10
			chunk = chunk*10 + uint64(c-'0')
		}
		rest = multiplyAdd(rest, power, chunk, divisor)
		digits = digits[n:]
	}
	return rest
}

// multiplyAdd returns (n*factor + more) mod divisor.
func multiplyAdd(n, factor, more, divisor uint64) uint64 {
	high, low := bits.Mul64(n, factor)
	low, carry := bits.Add64(low, more, 0)
	return bits.Rem64(high+carry, low, divisor)
}
