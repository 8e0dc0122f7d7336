package decode

import "strings"

// declared reviews a value of a declared schema.
func (r *reviewer) declared(i int, t *Type) int {
	before, from := r.total, len(r.out)
	end := r.extent(i)
	if end < 0 {
		return end
	}
	if kind, to, ok := r.mendDeclared(i, r.in.text[i:end], t); ok {
		r.repaired(kind, r.in.text[i:end], to)
		r.out = append(r.out, to...)
	} else if choice := t.ofClass(classOf(r.in.text, i)); choice != nil && choice != t {
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
			r.problem(i, CodeFormat, want, r.in.text[i:end])
		}
	}
	return end
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

// further reviews the value at i, in which there are no problems so far,
// against the schema that its type has in addition. When the value was
// repaired, that is the text written from there on.
func (r *reviewer) further(i int, repaired bool, from int, t *Type) {
	if !repaired {
		t.Rules.Schema.review(r, i)
		return
	}
	outer, base := r.in.text, r.base
	r.in.text, r.base = string(r.out[from:]), r.offset(i)
	t.Rules.Schema.review(r, 0)
	r.in.text, r.base = outer, base
}

// budgetFor returns how much work schemas may still take.
func (r *reviewer) budgetFor(s Declaration) *budget {
	if r.budget == (budget{}) {
		r.budget = s.budgetFor(max(len(r.in.text), r.whole)).forReview()
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

// mendDeclared returns the first repair after which the schema accepts the
// value at i that it does not accept as it is.
func (r *reviewer) mendDeclared(i int, raw string, t *Type) (kind RepairKind, to string, ok bool) {
	depth := r.in.depth
	if !r.repair || raw == "null" || r.accepts(t, raw, depth) {
		return "", "", false
	}
	if raw[0] == '"' {
		text, _ := r.in.str(i)
		if to, ok := valueIn(text, depth); ok && r.accepts(t, to, depth) {
			return innerRepair(to), to, true
		}
	}
	to = "[" + raw + "]"
	return RepairWrap, to, raw[0] != '[' && r.accepts(t, to, depth)
}

// valueIn returns the JSON value that a text is, but for white space around
// it: a container, a number or a boolean.
func valueIn(text string, depth int) (string, bool) {
	text = strings.Trim(text, " \t\r\n")
	if text == "" || text[0] == '"' || text[0] == 'n' || findFault(text, depth) != nil {
		return "", false
	}
	return text, true
}

// innerRepair is the kind of repair that takes a value out of a string.
func innerRepair(value string) RepairKind {
	switch value[0] {
	case '{', '[':
		return RepairJSON
	case 't', 'f':
		return RepairBool
	}
	return RepairNumber
}
