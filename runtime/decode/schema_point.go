package decode

import (
	"strconv"
	"strings"
)

// pointOf adds shift to the exponent of a JSON number. When the sum has more
// than exactDigits digits, they are returned with hugePoint or its negative.
func pointOf(exponent string, shift int64) (point int64, huge string) {
	digits := strings.TrimLeft(exponent, "+-")
	negative := strings.HasPrefix(exponent, "-")
	digits = strings.TrimLeft(digits, "0")
	if negative {
		shift = -shift
	}
	if len(digits) > exactDigits {
		digits = addDigits(digits, shift)
	} else if n, _ := strconv.ParseInt("0"+digits, 10, 64); n+shift < exactPower {
		return signed(n+shift, negative), ""
	} else {
		digits = strconv.FormatInt(n+shift, 10)
	}
	if len(digits) > exactDigits {
		return signed(hugePoint, negative), digits
	}
	n, _ := strconv.ParseInt(digits, 10, 64)
	return signed(n, negative), ""
}

func signed(n int64, negative bool) int64 {
	if negative {
		return -n
	}
	return n
}

// addDigits adds n, which is below exactPower, to a decimal number with more
// than exactDigits digits. It is linear in their number; math/big is not.
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

// carry adds one to the last digit, or takes it away; digits that are full
// wrap and pass it on.
func carry(digits []byte, full, wrapped byte, one int8) {
	n := len(digits) - 1
	for ; digits[n] == full; n-- {
		digits[n] = wrapped
	}
	digits[n] += byte(one)
}
