package keyword

import (
	"cmp"
	"math/big"
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Contradiction returns a keyword and the reason if no value satisfies the
// keywords: two keywords contradict each other, or a keyword contradicts the
// type. Otherwise it returns empty strings.
func Contradiction(t *model.Type, values model.Keywords) (keyword, reason string) {
	if len(values) == 0 {
		return "", "" // integer types have values
	}
	for _, pair := range []Pair{Length, Items, Properties} {
		if values.Has(pair.Min) && values.Has(pair.Max) && Count(values[pair.Min]) > Count(values[pair.Max]) {
			return pair.Max, noValue(pair.Min + " is greater than " + pair.Max)
		}
	}
	if isPlainRange(t, values) {
		return "", ""
	}
	return contradictoryRange(t, values)
}

// isPlainRange reports whether the bounds of numbers do not contradict each other and the type,
// without big numbers: there are none, or only inclusive ones that are small integers. Small
// integers are values of all numeric types, except for negative and narrow ones.
func isPlainRange(t *model.Type, values model.Keywords) bool {
	if values.Has(exclusive.Min) || values.Has(exclusive.Max) || values.Has(step) {
		return false
	}
	low, high := int64(0), int64(maxPlain)
	for _, bound := range []struct {
		name  string
		value *int64
	}{{Range.Min, &low}, {Range.Max, &high}} {
		written := values[bound.name]
		if written == "" {
			continue
		}
		n, err := strconv.ParseUint(written, 10, 63)
		if err != nil || n > maxPlain || t.Bits != 64 && t.Bits != 0 {
			return false
		}
		*bound.value = int64(n)
	}
	return low <= high
}

// maxPlain is the maximum of the bounds in isPlainRange. Each integer up to it is a float64.
const maxPlain = 1 << 50

func noValue(reason string) string { return reason + ", so that no value is valid" }

// end is the minimum or the maximum of a range.
type end struct {
	keyword string
	value   *big.Rat // nil if the range has no such end
	open    bool     // the value itself is not in the range
}

// contradictoryRange does the same as Contradiction for the bounds of numbers. It
// rounds bounds to the type. An integer type also has its own bounds, and all of
// its values are multiples of 1.
func contradictoryRange(t *model.Type, values model.Keywords) (keyword, reason string) {
	bound := func(name string, open bool) end { return end{name, boundOf(t, values[name]), open} }
	low := tighter(1, bound(Range.Min, false), bound(exclusive.Min, true))
	high := tighter(-1, bound(Range.Max, false), bound(exclusive.Max, true))
	if low.value != nil && high.value != nil {
		switch order := low.value.Cmp(high.value); {
		case order > 0:
			return high.keyword, noValue(low.keyword + " is greater than " + high.keyword)
		case order == 0 && (low.open || high.open):
			return high.keyword, noValue(low.keyword + " and " + high.keyword + " leave nothing between them")
		}
	}
	divisor, keyword := boundOf(&model.Type{Kind: model.KindNumber}, values[step]), step
	if t.Kind == model.KindInt || t.Kind == model.KindUint {
		first, last := integerRange(t)
		low = tighter(1, low, end{value: new(big.Rat).SetInt(first)})
		high = tighter(-1, high, end{value: new(big.Rat).SetInt(last)})
		if divisor == nil {
			divisor, keyword = big.NewRat(1, 1), cmp.Or(high.keyword, low.keyword)
		}
	}
	if divisor == nil || divisor.Sign() <= 0 || low.value == nil || high.value == nil || hasMultiple(low, high, divisor) {
		return "", ""
	}
	if !values.Has(step) {
		return keyword, noValue("there is no integer within the bounds")
	}
	return keyword, noValue("no multiple of " + values[step] + " is within the bounds")
}

// tighter returns the end that allows fewer values: the greater one if sign is 1,
// the lesser one if sign is -1.
func tighter(sign int, a, b end) end {
	switch {
	case a.value == nil:
		return b
	case b.value == nil:
		return a
	}
	if order := sign * b.value.Cmp(a.value); order > 0 || order == 0 && b.open {
		return b
	}
	return a
}

// hasMultiple reports whether a multiple of the divisor is in the range.
func hasMultiple(low, high end, divisor *big.Rat) bool {
	quotient := new(big.Rat).Quo(low.value, divisor)
	whole := new(big.Int).Div(quotient.Num(), quotient.Denom()) // rounded down
	multiple := new(big.Rat).Mul(new(big.Rat).SetInt(whole), divisor)
	for order := multiple.Cmp(low.value); order < 0 || order == 0 && low.open; order = multiple.Cmp(low.value) {
		multiple.Add(multiple, divisor)
	}
	order := multiple.Cmp(high.value)
	return order < 0 || order == 0 && !high.open
}

// boundOf returns a bound as a value of the type; nil if there is none.
func boundOf(t *model.Type, written string) *big.Rat {
	if written == "" {
		return nil
	}
	return Rational(Round(t, written))
}
