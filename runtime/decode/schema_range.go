package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// rangeRules has the keywords that bound a number, in the order in which they
// are checked.
var rangeRules = [...]struct {
	keyword string
	code    arguments.Code
	words   string // between "must" and the bound in messages
	bound   func(r *Range) *string
	holds   func(v, bound decimal) bool
}{
	{"minimum", arguments.CodeMinimum, "be at least ", func(r *Range) *string { return &r.Min }, func(v, bound decimal) bool { return v.compare(bound) >= 0 }},
	{"exclusiveMinimum", arguments.CodeMinimum, "be greater than ", func(r *Range) *string { return &r.ExclusiveMin }, func(v, bound decimal) bool { return v.compare(bound) > 0 }},
	{"maximum", arguments.CodeMaximum, "be at most ", func(r *Range) *string { return &r.Max }, func(v, bound decimal) bool { return v.compare(bound) <= 0 }},
	{"exclusiveMaximum", arguments.CodeMaximum, "be less than ", func(r *Range) *string { return &r.ExclusiveMax }, func(v, bound decimal) bool { return v.compare(bound) < 0 }},
	{"multipleOf", arguments.CodeMultiple, "be a multiple of ", func(r *Range) *string { return &r.Step }, decimal.isDivisibleBy},
}

// set sets the bound of a keyword. It reports false for an unknown keyword.
func (r *Range) set(keyword, bound string) bool {
	for n := range rangeRules {
		if rangeRules[n].keyword == keyword {
			*rangeRules[n].bound(r) = bound
			return true
		}
	}
	return false
}

// firstViolation returns the index of the first rule, beginning at from, that the
// number violates, or a negative number. The comparison is exact.
func (r *Range) firstViolation(v decimal, from int) int {
	for n := from; n < len(rangeRules); n++ {
		if bound := *rangeRules[n].bound(r); bound != "" && !rangeRules[n].holds(v, parseDecimal(bound)) {
			return n
		}
	}
	return -1
}

// want returns what a rule requires, as a phrase after "must".
func (r *Range) want(n int) string { return rangeRules[n].words + *rangeRules[n].bound(r) }
