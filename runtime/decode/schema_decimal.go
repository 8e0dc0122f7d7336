package decode

import (
	"cmp"
	"math/bits"
	"strconv"
	"strings"
)

// decimal is the exact value of a JSON number of any size: zero, a point, the
// digits, and all that times ten to the power of point. The digits are parts
// of the number's text and neither begin nor end with a zero, so that equal
// numbers have the same digits. Zero has none.
type decimal struct {
	negative        bool
	whole, fraction string // the digits, in two parts
	point           int64
	huge            string // the digits of point when it has too many
}

// A point has at most exactDigits digits, so that sums do not overflow; hugePoint
// stands for one that has more.
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
	d.whole, d.fraction, _ = strings.Cut(mantissa, ".")
	d.whole = strings.TrimLeft(d.whole, "0")
	shift := len(d.whole)
	if shift == 0 {
		shift = -len(d.fraction)
		d.fraction = strings.TrimLeft(d.fraction, "0")
		shift += len(d.fraction)
	}
	if d.fraction = strings.TrimRight(d.fraction, "0"); d.fraction == "" {
		d.whole = strings.TrimRight(d.whole, "0")
	}
	if d.size() == 0 {
		return decimal{}
	}
	if d.point = int64(shift); exponent != "" {
		d.point, d.huge = pointOf(exponent, int64(shift))
	}
	return d
}

// size is the number of digits.
func (d decimal) size() int { return len(d.whole) + len(d.fraction) }

// sign is -1, 0 or 1.
func (d decimal) sign() int {
	switch {
	case d.size() == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// isWhole reports whether a well-formed number has no fraction.
func isWhole(text string) bool {
	if !strings.ContainsAny(text, ".eE") {
		return true
	}
	d := parseDecimal(text)
	return d.point >= int64(d.size())
}

// compare returns a negative number, zero or a positive one when d is less
// than other, equal to it or greater.
func (d decimal) compare(other decimal) int {
	sign := d.sign()
	if sign != other.sign() {
		return cmp.Compare(sign, other.sign())
	}
	if c := d.comparePoint(other); c != 0 {
		return sign * c
	}
	return sign * compareDigits(d.whole, d.fraction, other.whole, other.fraction)
}

func (d decimal) comparePoint(other decimal) int {
	if c := cmp.Compare(d.point, other.point); c != 0 {
		return c
	}
	c := cmp.Compare(len(d.huge), len(other.huge))
	if c == 0 {
		c = strings.Compare(d.huge, other.huge)
	}
	if d.point < 0 {
		return -c
	}
	return c
}

// compareDigits compares two runs of digits after a point, each in two parts.
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

// stepDigits is how many digits a step may have.
const stepDigits = 19

// isDivisibleBy reports whether d is an integer times step. Nothing is a
// multiple of zero or of a step with more than stepDigits digits.
func (d decimal) isDivisibleBy(step decimal) bool {
	divisor, err := strconv.ParseUint(step.whole+step.fraction, 10, 64)
	if err != nil || step.size() > stepDigits {
		return false
	}
	if d.size() == 0 {
		return true
	}
	// With the digits of both as integers: d times 10^power against step. What
	// does not end with a zero is no multiple of ten, so power must not be
	// negative; and beyond 64 it makes no difference, because 10^64 has every
	// factor of two and five that 64 bits can hold.
	power := d.point - int64(d.size()) - (step.point - int64(step.size()))
	if power < 0 {
		return false
	}
	rest := remainder(remainder(0, d.whole, divisor), d.fraction, divisor)
	for range min(power, 64) {
		rest = scaled(rest, 10, 0, divisor)
	}
	return rest == 0
}

// remainder appends digits to a number below the divisor and divides it.
func remainder(rest uint64, digits string, divisor uint64) uint64 {
	for len(digits) > 0 {
		n := min(len(digits), exactDigits)
		var power, chunk uint64 = 1, 0
		for _, c := range []byte(digits[:n]) {
			power *= 10
			chunk = chunk*10 + uint64(c-'0')
		}
		rest = scaled(rest, power, chunk, divisor)
		digits = digits[n:]
	}
	return rest
}

// scaled is (n*factor + more) mod divisor.
func scaled(n, factor, more, divisor uint64) uint64 {
	high, low := bits.Mul64(n, factor)
	low, carry := bits.Add64(low, more, 0)
	return bits.Rem64(high+carry, low, divisor)
}
