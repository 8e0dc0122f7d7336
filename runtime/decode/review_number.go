package decode

import (
	"errors"
	"strconv"
	"strings"
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
		if text, ok := numberIn(text); end >= 0 && ok {
			r.repaired(RepairNumber, s[i:end], text)
			r.checkNumber(i, s[i:end], text, t)
			r.out = append(r.out, text...)
			return end
		}
	}
	return r.mismatch(i, t)
}

// numberIn returns the JSON number that a text is, but for white space
// around it.
func numberIn(text string) (string, bool) {
	text = strings.TrimSpace(text)
	return text, text != "" && number(text, 0) == len(text)
}

// checkNumber reports what is wrong with a number; raw is how it came.
func (r *reviewer) checkNumber(i int, raw, text string, t *Type) {
	var c comparer
	switch t.Kind {
	case KindNumber:
		return
	case KindFloat:
		f, err := strconv.ParseFloat(text, t.bits())
		if err != nil {
			r.problem(i, CodeRange, "be "+t.widthName(), raw)
			return
		}
		c = float(f)
	default:
		n, err := parseWhole(text)
		if errors.Is(err, errFraction) {
			r.other(i, CodeType, raw, t)
			return
		}
		if err != nil || !t.holds(n) {
			r.problem(i, CodeRange, "be "+t.widthName(), raw)
			return
		}
		c = n
		r.checkEnum(i, raw, n, t)
	}
	if t.Range == nil {
		return
	}
	if least := t.Range.Min; least != "" && c.compare(least, t.bits()) < 0 {
		r.problem(i, CodeMinimum, "be at least "+least, raw)
	}
	if most := t.Range.Max; most != "" && c.compare(most, t.bits()) > 0 {
		r.problem(i, CodeMaximum, "be at most "+most, raw)
	}
}

func (r *reviewer) checkEnum(i int, raw string, n whole64, t *Type) {
	if t.Enum == nil {
		return
	}
	text := n.String()
	for _, value := range t.Enum {
		if value == text {
			return
		}
	}
	r.other(i, CodeEnum, raw, t)
}

// comparer is a number that is compared with a bound, a JSON number, in the
// way in which values of its kind are.
type comparer interface {
	compare(bound string, bits int) int
}

// float is rounded, and so are the bounds it is compared with.
type float float64

func (f float) compare(bound string, bits int) int {
	b, _ := strconv.ParseFloat(bound, bits)
	switch {
	case float64(f) < b:
		return -1
	case float64(f) > b:
		return 1
	}
	return 0
}

// whole64 is an integer between -1<<63 and 1<<64-1, and a little beyond.
type whole64 struct {
	negative  bool
	magnitude uint64
}

// parseWhole returns the exact value of a JSON number.
func parseWhole(text string) (whole64, error) {
	digits := strings.TrimPrefix(text, "-")
	n, err := integer(digits)
	return whole64{len(digits) < len(text) && n != 0, n}, err
}

func (n whole64) String() string {
	s := strconv.FormatUint(n.magnitude, 10)
	if n.negative {
		s = "-" + s
	}
	return s
}

func (n whole64) compare(bound string, _ int) int {
	b, _ := parseWhole(bound)
	switch {
	case n == b:
		return 0
	case n.negative != b.negative:
		if n.negative {
			return -1
		}
		return 1
	case n.magnitude < b.magnitude == n.negative:
		return 1
	}
	return -1
}

// bits returns the width of a number.
func (t *Type) bits() int {
	if t.Bits == 0 {
		return 64
	}
	return int(t.Bits)
}

// holds reports whether the width of an integer type holds n.
func (t *Type) holds(n whole64) bool {
	bits := t.bits()
	if t.Kind == KindUint {
		return !n.negative && n.magnitude>>(bits-1)>>1 == 0
	}
	half := uint64(1) << (bits - 1)
	return n.magnitude < half || n.negative && n.magnitude == half
}

// holdsKey reports whether a name is an integer that t holds, written in the
// one way in which integers are.
func (t *Type) holdsKey(name string) bool {
	n, ok := integerKey[int64](name)
	if t.Kind == KindUint {
		u, ok := integerKey[uint64](name)
		return ok && t.holds(whole64{false, u})
	}
	return ok && t.holds(whole64{n < 0, uint64(max(n, -n))})
}
