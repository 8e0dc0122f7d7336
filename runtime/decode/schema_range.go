package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// rangeRules are the keywords that bound a number, in the order in which they
// are checked: what each says, and where a [Range] has it.
var rangeRules = [...]struct {
	keyword string
	code    arguments.Code
	words   string // before the bound, to stand after "must"
	bound   func(r *Range) *string
	holds   func(v, bound decimal) bool
}{
	{"minimum", arguments.CodeMinimum, "be at least ", func(r *Range) *string { return &r.Min }, func(v, bound decimal) bool { return v.compare(bound) >= 0 }},
	{"exclusiveMinimum", arguments.CodeMinimum, "be greater than ", func(r *Range) *string { return &r.ExclusiveMin }, func(v, bound decimal) bool { return v.compare(bound) > 0 }},
	{"maximum", arguments.CodeMaximum, "be at most ", func(r *Range) *string { return &r.Max }, func(v, bound decimal) bool { return v.compare(bound) <= 0 }},
	{"exclusiveMaximum", arguments.CodeMaximum, "be less than ", func(r *Range) *string { return &r.ExclusiveMax }, func(v, bound decimal) bool { return v.compare(bound) < 0 }},
	{"multipleOf", arguments.CodeMultiple, "be a multiple of ", func(r *Range) *string { return &r.Step }, decimal.isDivisibleBy},
}

// set sets the bound that a keyword is about. It reports false for other
// keywords.
func (r *Range) set(keyword, bound string) bool {
	for n := range rangeRules {
		if rangeRules[n].keyword == keyword {
			*rangeRules[n].bound(r) = bound
			return true
		}
	}
	return false
}

// missed returns the number of the first rule, from the given one on, that a
// number does not satisfy, exactly compared; or a negative number.
func (r *Range) missed(v decimal, from int) int {
	for n := from; n < len(rangeRules); n++ {
		if bound := *rangeRules[n].bound(r); bound != "" && !rangeRules[n].holds(v, parseDecimal(bound)) {
			return n
		}
	}
	return -1
}

// want says what the rule with that number demands.
func (r *Range) want(n int) string { return rangeRules[n].words + *rangeRules[n].bound(r) }
