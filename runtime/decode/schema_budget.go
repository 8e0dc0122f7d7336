package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// budget is how much work a check may still take. It is used up when steps are
// negative.
type budget struct {
	steps    int // bytes that may be looked at
	matching int // bytes times instructions of patterns
}

// maxSteps and maxMatching take a few seconds at most, whatever the schema of a
// hostile server.
const (
	maxSteps    = 1 << 27
	maxMatching = 1 << 27
)

// budgetFor implements [Declaration]. A value of that length may take as many
// steps as it takes to read each level of a nested value again, and enough for
// any short one; more for a schema of a large document, up to a bound.
func (s *Schema) budgetFor(length int) budget {
	steps := arguments.MaxDepth * (length + 4096)
	return budget{max(steps, min(steps*(1+int(s.size)/4), maxSteps)), maxMatching}
}

// forReview returns the budget of a review, which checks values again at each
// level of a nested value, and after repairs.
func (b budget) forReview() budget { return budget{4 * b.steps, 2 * b.matching} }

// spend counts bytes that were looked at, and a few for the call.
func (b *budget) spend(n int) { b.steps -= n + 4 }

// weighted is a [Check] that looks at a text more than once.
type weighted interface {
	Check

	// work returns how much a text of that length takes, in the unit of
	// matching.
	work(length int) int

	// matches is Check without words.
	matches(text string) bool
}

// matchSteps is how many steps the shortest match takes.
const matchSteps = 64

// check applies a check to a text, unless that takes too much work. It says
// what was expected only when that is wanted.
func (b *budget) check(check Check, text string, inWords bool) (want string, ok bool) {
	b.spend(len(text))
	w, isWeighted := check.(weighted)
	if isWeighted {
		b.spend(matchSteps)
		if b.matching -= w.work(len(text)); b.matching < 0 {
			b.steps = -1
		}
	}
	switch {
	case b.steps < 0:
		return "be shorter", false
	case isWeighted && !inWords:
		return "", w.matches(text)
	}
	return check.Check(text)
}
