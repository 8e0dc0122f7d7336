package decode

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// declared reviews a value of a declared schema.
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
		if r.total > before { // an author's code sees only what the schema accepts
			break
		}
		if want, ok := check.Check(string(r.out[from:])); !ok {
			r.problem(i, arguments.CodeFormat, want, r.in.text[i:end])
		}
	}
	return end
}

// choiceFor returns the type that describes a value among those of several JSON
// types, or nil.
func (t *Type) choiceFor(text string) *Type {
	class := classOf(text, 0)
	choice := t.ofClass(class)
	if choice == t || choice != nil && choice.Kind == KindInteger && !isWhole(text) {
		return nil
	}
	return choice
}

// ofClass returns the type of the values of one JSON type, as [classOf] has
// it, that t describes: nil when t does not describe them.
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

// reviewOutcome is what a review of a value found: whether there are problems and
// repairs in it, and where its text begins in the output.
type reviewOutcome struct {
	problems, repairs bool
	from              int
}

// further reviews the value at i against the schema that its type has in
// addition. When the value was repaired, that is the text that was written; but
// nothing is known of a text that has problems besides repairs, and nothing
// more is looked for when there are problems enough.
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

// merge keeps the problems that are not known yet.
func (r *report) merge(more *report) {
	for _, p := range more.problems {
		known := func(other arguments.Problem) bool { return other.Pointer == p.Pointer && other.Code == p.Code }
		if !slices.ContainsFunc(r.problems, known) {
			r.add(p)
		}
	}
}

// budgetFor returns how much work schemas may still take.
func (r *reviewer) budgetFor(s Declaration) *budget {
	if r.budget == (budget{}) {
		r.budget = s.budgetFor(max(len(r.in.text), r.size)).forReview()
	}
	return &r.budget
}

// checkBudget reports once that the budget is used up.
func (r *reviewer) checkBudget(i int) {
	if r.budget.steps < 0 && !r.exhausted {
		r.exhausted = true
		r.tooMuch(i)
	}
}

// accepts reports whether the schema of the type accepts a text inside of that
// many objects and arrays.
func (r *reviewer) accepts(t *Type, text string, depth int) bool {
	s := t.rules().Schema
	return s == nil || s.takes(text, depth, r.budgetFor(s))
}

// repairDeclared returns the first repair after which the schema accepts the
// value at i that it does not accept as it is.
func (r *reviewer) repairDeclared(i int, raw string, t *Type) (kind arguments.RepairKind, to string, ok bool) {
	depth := r.in.depth
	s := t.rules().Schema
	if !r.repair || raw == "null" || s == nil || r.accepts(t, raw, depth) {
		return "", "", false
	}
	types := s.types()
	if types == allTypes { // it would accept a value that it says nothing about
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

// valueInText returns the JSON value that a text is, but for white space around
// it: a container, a number or a boolean.
func valueInText(text string, depth int) (string, bool) {
	text = strings.Trim(text, " \t\r\n")
	if text == "" || text[0] == '"' || text[0] == 'n' || findFault(text, depth) != nil {
		return "", false
	}
	return text, true
}

// repairKindOf is the kind of repair that takes a value out of a string.
func repairKindOf(value string) arguments.RepairKind {
	switch value[0] {
	case '{', '[':
		return arguments.RepairJSON
	case 't', 'f':
		return arguments.RepairBool
	}
	return arguments.RepairNumber
}
