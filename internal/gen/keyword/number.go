package keyword

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// jsonNumber matches JSON numbers with a short exponent, so that no tag and no
// schema can contain a number that exhausts memory.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$`)

// IsNumber reports whether a text is a JSON number whose exponent has at most
// three digits.
func IsNumber(text string) bool { return isSmallCount(text) || jsonNumber.MatchString(text) }

// isSmallCount reports whether a text is a JSON number of few digits without a sign, a fraction and an
// exponent.
func isSmallCount(text string) bool {
	if len(text) == 0 || len(text) > 9 || text[0] == '0' && len(text) > 1 {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || '9' < text[i] {
			return false
		}
	}
	return true
}

// Rational returns the exact value of a number for which [IsNumber] holds.
func Rational(text string) *big.Rat {
	value, _ := new(big.Rat).SetString(text)
	return value
}

// NumberFor checks a number against its Go type and returns its JSON text: for
// integers, without a fraction or an exponent.
func NumberFor(t *model.Type, written string) (string, error) {
	if !IsNumber(written) {
		return "", fmt.Errorf("%q is not a JSON number", written)
	}
	switch t.Kind {
	case model.KindNumber:
		return written, nil
	case model.KindFloat:
		if _, err := strconv.ParseFloat(written, t.Bits); err != nil {
			return "", fmt.Errorf("%s is out of the range of %s", written, t.Go)
		}
		return written, nil
	}
	if t.Bits == 64 && isSmallCount(written) {
		return written, nil
	}
	value := Rational(written)
	if !value.IsInt() {
		return "", fmt.Errorf("%s is not an integer, but %s is an integer type", written, t.Go)
	}
	low, high := integerRange(t)
	if value.Num().Cmp(low) < 0 || value.Num().Cmp(high) > 0 {
		return "", fmt.Errorf("%s is out of the range of %s, %v to %v", written, t.Go, low, high)
	}
	return value.Num().String(), nil
}

// Round returns a number as a value of the Go type. A number that the type
// represents exactly is returned unchanged. A floating-point type may round it:
// the result is then the shortest text of the rounded value.
func Round(t *model.Type, written string) string {
	if t.Kind != model.KindFloat {
		return written
	}
	if t.Bits == 64 && isSmallCount(written) {
		return written
	}
	value, err := strconv.ParseFloat(written, t.Bits)
	if err != nil {
		return written
	}
	shortest := strconv.FormatFloat(value, 'g', -1, t.Bits)
	if Rational(shortest).Cmp(Rational(written)) == 0 {
		return written
	}
	return shortest
}

// integerRange returns the smallest and the largest value of a Go integer
// type.
func integerRange(t *model.Type) (low, high *big.Int) {
	one := big.NewInt(1)
	if t.Kind == model.KindUint {
		high = new(big.Int).Lsh(one, uint(t.Bits))
		return new(big.Int), high.Sub(high, one)
	}
	high = new(big.Int).Lsh(one, uint(t.Bits-1))
	low = new(big.Int).Neg(high)
	return low, high.Sub(high, one)
}

// significantDigits returns the number of digits without leading and trailing
// zeros.
func significantDigits(written string) int {
	mantissa, _, _ := strings.Cut(strings.ToLower(written), "e")
	return len(strings.Trim(strings.ReplaceAll(mantissa, ".", ""), "0"))
}
