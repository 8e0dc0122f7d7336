package decode

import (
	"strconv"
	"strings"
)

// addToExponent adds shift to the exponent of a JSON number. If the sum has more
// than exactDigits digits, point is hugePoint or its negative, and sumDigits has the
// digits of the sum.
func addToExponent(exponent string, shift int64) (point int64, sumDigits string) {
	digits := strings.TrimLeft(exponent, "+-")
	negative := strings.HasPrefix(exponent, "-")
	digits = strings.TrimLeft(digits, "0")
	if negative {
		shift = -shift
	}
	if len(digits) > exactDigits {
		digits = addDigits(digits, shift)
	} else if n, _ := strconv.ParseInt("0"+digits, 10, 64); n+shift < exactPower {
		return withSign(n+shift, negative), ""
	} else {
		digits = strconv.FormatInt(n+shift, 10)
	}
	if len(digits) > exactDigits {
		return withSign(hugePoint, negative), digits
	}
	n, _ := strconv.ParseInt(digits, 10, 64)
	return withSign(n, negative), ""
}

// withSign returns the number or its negative.
func withSign(n int64, negative bool) int64 {
	if negative {
		return -n
	}
	return n
}

// addDigits adds n, which is less than exactPower, to a decimal number with more
// than exactDigits digits. Its time is linear in the number of digits, unlike
// that of math/big.
func addDigits(digits string, n int64) string {
	head, tail := []byte(digits[:len(digits)-exactDigits]), digits[len(digits)-exactDigits:]
	low, _ := strconv.ParseInt(tail, 10, 64)
	low += n
	switch {
	case low < 0:
		low += exactPower
		carry(head, '0', '9', -1)
	case low >= exactPower:
		low -= exactPower
		head = append([]byte{'0'}, head...)
		carry(head, '9', '0', 1)
	}
	end := strconv.FormatInt(exactPower+low, 10)[1:]
	return strings.TrimLeft(string(head)+end, "0")
}

// carry adds one, which is 1 or -1, to the last digit. A digit that equals full
// becomes wrapped, and the carry continues at the digit before it.
func carry(digits []byte, full, wrapped byte, one int8) {
	n := len(digits) - 1
	for ; digits[n] == full; n-- {
		digits[n] = wrapped
	}
	digits[n] += byte(one)
}
