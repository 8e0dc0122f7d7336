package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// rangeRules are what a [Range] demands, in the order of bounds.
var rangeRules = [...]struct {
	code  arguments.Code
	words string
	holds func(v, bound decimal) bool
}{
	{arguments.CodeMinimum, "be at least ", func(v, bound decimal) bool { return v.compare(bound) >= 0 }},
	{arguments.CodeMinimum, "be greater than ", func(v, bound decimal) bool { return v.compare(bound) > 0 }},
	{arguments.CodeMaximum, "be at most ", func(v, bound decimal) bool { return v.compare(bound) <= 0 }},
	{arguments.CodeMaximum, "be less than ", func(v, bound decimal) bool { return v.compare(bound) < 0 }},
	{arguments.CodeMultiple, "be a multiple of ", decimal.multipleOf},
}

// bounds are the texts of the bounds, in the order of rangeRules.
func (r *Range) bounds() [len(rangeRules)]string {
	return [...]string{r.Min, r.Above, r.Max, r.Below, r.Step}
}

// missed returns the number of the first rule, from the given one on, that a
// number misses, exactly compared; or a negative number.
func (r *Range) missed(v decimal, from int) int {
	for n, bound := range r.bounds() {
		if n >= from && bound != "" && !rangeRules[n].holds(v, parseDecimal(bound)) {
			return n
		}
	}
	return -1
}
