package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// Accepts reports whether the fast pass accepts the text.
func (s *Schema) Accepts(text string) bool {
	d := D{text: text}
	i := s.accepts(&d, space(text, 0))
	return i >= 0 && space(text, i) == len(text)
}

// Problems returns the problems that the slow pass finds in a well-formed text.
func (s *Schema) Problems(text string) []arguments.Problem {
	r := reviewer{in: D{text: text}, base: -1}
	s.review(&r, space(text, 0))
	if len(r.path) > 0 {
		panic("the path is not empty at the end: " + r.path.String())
	}
	return r.problems
}

// Steps returns the number of steps of the fast pass, and the maximum number.
func (s *Schema) Steps(text string) (taken, allowed int) {
	most := s.budgetFor(len(text))
	j := schemaChecker{text: text, budget: most}
	j.value(0, s)
	return most.steps - j.steps, most.steps
}

// Functions for numbers and equality, for tests.
var (
	EqualValues    = equalValues
	CompareNumbers = func(a, b string) int { return parseDecimal(a).compare(parseDecimal(b)) }
	MultipleOf     = func(a, step string) bool { return parseDecimal(a).isDivisibleBy(parseDecimal(step)) }
	IsWhole        = isIntegral
	HashValue      = func(h *Hasher, text string) uint64 { h.text = text; v, _ := h.value(0); return v }
)

type Hasher = hasher

// ParseAny reads a schema for values of all types, with a description.
func ParseAny(text string, o SchemaOptions) (*Schema, *Type, error) {
	p, root := parseDocument(text)
	if p.refuses(o) {
		return nil, nil, p.err()
	}
	return root, newDescriber(p.defaults).describe([]*Schema{root}), nil
}

// Reviewed returns the result of the slow pass without the fast pass: the
// problems, the repairs and the repaired text.
func Reviewed(text string, t *Type, o Options) (problems []arguments.Problem, repairs []arguments.Repair, corrected string) {
	d := D{text: text, noRepair: o.NoRepair}
	d.review(t)
	return d.report.problems, d.report.repairs, d.text
}

// NewECMAPattern compiles a pattern in the syntax of ECMAScript.
func NewECMAPattern(source string) (Check, error) { return newECMAPattern(source) }
