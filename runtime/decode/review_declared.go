package decode

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// schemaValue reviews the value at i of a type that a schema declares.
func (r *reviewer) schemaValue(i int, t *Type) int {
	before, from := r.total, len(r.out)
	end := r.extent(i)
	if end < 0 {
		return end
	}
	if kind, to, ok := r.repairDeclared(i, r.in.text[i:end], t); ok {
		r.addRepair(kind, r.in.text[i:end], to)
		r.out = append(r.out, to...)
	} else if choice := t.choiceFor(r.in.text[i:end]); choice != nil {
		r.value(i, choice)
	} else {
		r.any(i)
		if s := t.rules().Schema; s != nil {
			s.review(r, i)
		}
	}
	for _, check := range t.rules().Checks {
		if r.total > before { // call the author's method only for values that the schema accepts
			break
		}
		if want, ok := check.Check(string(r.out[from:])); !ok {
			r.problem(i, arguments.CodeFormat, want, r.in.text[i:end])
		}
	}
	return end
}

// choiceFor returns the choice of t that describes a value. It returns nil if t has
// no choices, or if none describes the value.
func (t *Type) choiceFor(text string) *Type {
	class := classOf(text, 0)
	choice := t.ofClass(class)
	if choice == t || choice != nil && choice.Kind == KindInteger && !isIntegral(text) {
		return nil
	}
	return choice
}

// ofClass returns the type that describes values of one class of [classOf], or nil
// if t does not describe them.
func (t *Type) ofClass(class byte) *Type {
	t = t.resolve()
	c := t.parsed().Choices
	if c == nil {
		return t
	}
	switch class {
	case 't', 'f':
		return c.Boolean
	case '0':
		return c.Number
	case '"':
		return c.String
	case '[':
		return c.Array
	case '{':
		return c.Object
	}
	return nil
}

// reviewOutcome is the outcome of the review of a value: whether it has problems
// and repairs, and the index of its text in the output.
type reviewOutcome struct {
	problems, repairs bool
	from              int
}

// checkSchema reviews the value at i by the schema that its type has in addition.
// It reviews the output if the value was repaired. It does nothing if the value has
// problems and repairs, because its output is incomplete then, or if the report is
// full.
func (r *reviewer) checkSchema(i int, t *Type, found reviewOutcome) {
	if r.isFull() || found.problems && found.repairs {
		return
	}
	s := t.Rules.Schema
	if !found.repairs && s.satisfiedBy(r.in.text, i, r.budgetFor(s)) {
		return
	}
	inner := reviewer{in: r.in, path: r.path, base: r.base, size: r.size, budget: r.budget, exhausted: r.exhausted}
	if found.repairs {
		inner.in.text, inner.base, i = string(r.out[found.from:]), r.offset(i), 0
	}
	s.review(&inner, i)
	r.budget, r.exhausted = inner.budget, inner.exhausted
	r.merge(&inner.report)
}

// merge adds the problems of more, except those that the report has.
func (r *report) merge(more *report) {
	for _, p := range more.problems {
		known := func(other arguments.Problem) bool { return other.Pointer == p.Pointer && other.Code == p.Code }
		if !slices.ContainsFunc(r.problems, known) {
			r.add(p)
		}
	}
}

// budgetFor returns the work that schemas may still do.
func (r *reviewer) budgetFor(s Declaration) *budget {
	if r.budget == (budget{}) {
		r.budget = s.budgetFor(max(len(r.in.text), r.size)).forReview()
	}
	return &r.budget
}

// checkBudget adds one problem if the budget is used up.
func (r *reviewer) checkBudget(i int) {
	if r.budget.steps < 0 && !r.exhausted {
		r.exhausted = true
		r.reportTooLarge(i)
	}
}

// accepts reports whether the schema of the type accepts a text that is inside of
// depth objects and arrays.
func (r *reviewer) accepts(t *Type, text string, depth int) bool {
	s := t.rules().Schema
	return s == nil || s.acceptsText(text, depth, r.budgetFor(s))
}

// repairDeclared returns the first repair after which the schema accepts the value
// at i. It returns false if the schema accepts the value without a repair, or if no
// repair is possible.
func (r *reviewer) repairDeclared(i int, raw string, t *Type) (kind arguments.RepairKind, to string, ok bool) {
	depth := r.in.depth
	s := t.rules().Schema
	if !r.repair || raw == "null" || s == nil || r.accepts(t, raw, depth) {
		return "", "", false
	}
	types := s.types()
	if types == allTypes { // the schema would accept values that it does not describe
		return "", "", false
	}
	if raw[0] == '"' {
		text, _ := r.in.str(i)
		if to, ok := valueInText(text, depth); ok && r.accepts(t, to, depth) {
			return repairKindOf(to), to, true
		}
	}
	to = "[" + raw + "]"
	return arguments.RepairWrap, to, types&classTypes(classOf(raw, 0)) == 0 && r.accepts(t, to, depth)
}

// valueInText returns the text without white space around it, if it is the JSON
// text of a container, a number or a boolean.
func valueInText(text string, depth int) (string, bool) {
	text = strings.Trim(text, " \t\r\n")
	if text == "" || text[0] == '"' || text[0] == 'n' || findFault(text, depth) != nil {
		return "", false
	}
	return text, true
}

// repairKindOf returns the kind of the repair that replaces a string by the value in
// it.
func repairKindOf(value string) arguments.RepairKind {
	switch value[0] {
	case '{', '[':
		return arguments.RepairJSON
	case 't', 'f':
		return arguments.RepairBool
	}
	return arguments.RepairNumber
}
