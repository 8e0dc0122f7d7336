package decode

import (
	"errors"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// number reviews a number that t describes.
func (r *reviewer) number(i int, t *Type) int {
	s := r.in.text
	switch c := peek(s, i); {
	case c == '-' || c-'0' <= 9:
		end := number(s, i)
		if end < 0 {
			return end
		}
		r.checkNumber(i, s[i:end], s[i:end], t)
		r.out = append(r.out, s[i:end]...)
		return end
	case c == '"' && r.repair:
		text, end := r.in.str(i)
		if text, ok := numberInText(text); end >= 0 && ok {
			r.addRepair(arguments.RepairNumber, s[i:end], text)
			r.checkNumber(i, s[i:end], text, t)
			r.out = append(r.out, text...)
			return end
		}
	}
	return r.mismatch(i, t)
}

// numberInText returns the text without white space around it, if it is a JSON
// number.
func numberInText(text string) (string, bool) {
	text = strings.TrimSpace(text)
	return text, text != "" && number(text, 0) == len(text)
}

// checkNumber reports the problems of a number; raw is its text before repairs.
func (r *reviewer) checkNumber(i int, raw, text string, t *Type) {
	switch t.Kind {
	case KindFloat:
		f, err := strconv.ParseFloat(text, t.bits())
		if err != nil {
			r.problem(i, arguments.CodeRange, "be "+t.widthName(), raw)
			return
		}
		text = shortest(f, t.bits())
	case KindInteger:
		if !isIntegral(text) {
			r.reportUnexpected(i, arguments.CodeType, raw, t)
			return
		}
	case KindInt, KindUint:
		n, err := parseInteger(text)
		if errors.Is(err, errFraction) {
			r.reportUnexpected(i, arguments.CodeType, raw, t)
			return
		}
		if err != nil || !t.holds(n) {
			r.problem(i, arguments.CodeRange, "be "+t.widthName(), raw)
			return
		}
	}
	if enum := t.rules().Enum; enum != nil && !isListed(text, enum) {
		r.reportUnexpected(i, arguments.CodeEnum, raw, t)
	}
	r.checkLimits(i, raw, text, t)
}

// checkLimits reports each bound that a number exceeds, after its type rounded it.
func (r *reviewer) checkLimits(i int, raw, text string, t *Type) {
	if t.Limits == "" && t.rules().Range == nil {
		return
	}
	l := r.limits(t)
	v := parseDecimal(text)
	for n := l.numbers.firstViolation(v, 0); n >= 0; n = l.numbers.firstViolation(v, n+1) {
		r.problem(i, rangeRules[n].code, l.shown.want(n), raw)
	}
}

// integer64 is an integer whose absolute value fits into 64 bits.
type integer64 struct {
	negative  bool
	magnitude uint64
}

// parseInteger returns the exact value of a JSON number.
func parseInteger(text string) (integer64, error) {
	digits := strings.TrimPrefix(text, "-")
	n, err := integer(digits)
	return integer64{len(digits) < len(text) && n != 0, n}, err
}

// bits returns the width of a number in bits.
func (t *Type) bits() int {
	if t.Bits == 0 {
		return 64
	}
	return int(t.Bits)
}

// holds reports whether n fits into the width of an integer type.
func (t *Type) holds(n integer64) bool {
	bits := t.bits()
	if t.Kind == KindUint {
		return !n.negative && n.magnitude>>(bits-1)>>1 == 0
	}
	half := uint64(1) << (bits - 1)
	return n.magnitude < half || n.negative && n.magnitude == half
}
