package decode

import (
	"strconv"
	"strings"
)

// limits are the parsed bounds of a type: its Limits and its Range.
type limits struct {
	lengths Bounds // of a string, in code points
	counts  Bounds // of an array's items
	shown   Range  // of a number, as they are written
	numbers Range  // of a number, rounded to its width
}

// limits returns the bounds of a type. It parses them once.
func (r *reviewer) limits(t *Type) *limits {
	l := r.parsed[t]
	if l == nil {
		l = parseLimits(t)
		if r.parsed == nil {
			r.parsed = make(map[*Type]*limits)
		}
		r.parsed[t] = l
	}
	return l
}

// parseLimits parses the limits of a type, which are a list of KEYWORD=BOUND
// separated by commas.
func parseLimits(t *Type) *limits {
	l := &limits{lengths: Bounds{Max: Unbounded}, counts: Bounds{Max: Unbounded}}
	for part := range strings.SplitSeq(t.Limits, ",") {
		keyword, bound, _ := strings.Cut(part, "=")
		if l.shown.set(keyword, bound) {
			continue
		}
		if n, err := strconv.Atoi(bound); err == nil && !lengthRule.set(&l.lengths, keyword, n) {
			itemRule.set(&l.counts, keyword, n)
		}
	}
	if r := t.rules().Range; r != nil {
		l.shown = *r
	}
	l.numbers = l.shown
	if t.Kind == KindFloat {
		l.numbers.round(t.bits())
	}
	return l
}

// round rounds the bounds to floats of that width, like generated code. The step
// remains exact.
func (r *Range) round(bits int) {
	for _, bound := range [...]*string{&r.Min, &r.Max, &r.ExclusiveMin, &r.ExclusiveMax} {
		if f, err := strconv.ParseFloat(*bound, bits); err == nil {
			*bound = shortest(f, bits)
		}
	}
}
