package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// budget is the remaining work that a check may take. It is exhausted if steps
// is negative.
type budget struct {
	steps    int // the number of bytes that may be read
	matching int // for patterns: the number of bytes times the number of instructions
}

// maxSteps and maxMatching limit the time for any schema, such as that of a
// hostile server, to a few seconds.
const (
	maxSteps    = 1 << 27
	maxMatching = 1 << 27
)

// budgetFor implements [Declaration]. The steps allow reading a text of that
// length once for each level of nesting, with a minimum for short texts. A
// schema of a large document has more steps, up to maxSteps.
func (s *Schema) budgetFor(length int) budget {
	steps := arguments.MaxDepth * (length + 4096)
	return budget{max(steps, min(steps*(1+int(s.size)/4), maxSteps)), maxMatching}
}

// forReview returns the budget of a review, which checks values several times:
// at each level of nesting and after repairs.
func (b budget) forReview() budget { return budget{4 * b.steps, 2 * b.matching} }

// spend subtracts n bytes that were read, and a constant for the call.
func (b *budget) spend(n int) { b.steps -= n + 4 }

// expensiveCheck is a [Check] that reads a text more than once.
type expensiveCheck interface {
	Check

	// work returns the work for a text of that length, in the unit of
	// budget.matching.
	work(length int) int

	// matches reports what Check reports, without the expectation.
	matches(text string) bool
}

// matchSteps is the number of steps for the shortest match.
const matchSteps = 64

// check applies a check to a text, or refuses the text if the budget is
// exhausted. want is empty for an expensive check unless inWords is set.
func (b *budget) check(check Check, text string, inWords bool) (want string, ok bool) {
	b.spend(len(text))
	w, isWeighted := check.(expensiveCheck)
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
