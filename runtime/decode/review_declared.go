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

// accepts reports whether the schema of the type accepts a text inside of that
// many objects and arrays.
func (t *Type) accepts(text string, depth int) bool {
	s := t.rules().Schema
	d := D{text: text, depth: depth}
	return s == nil || s.accepts(&d, 0) == len(text)
}

// mendDeclared returns the first repair after which the schema accepts the
// value at i that it does not accept as it is.
func (r *reviewer) mendDeclared(i int, raw string, t *Type) (kind RepairKind, to string, ok bool) {
	depth := r.in.depth
	if !r.repair || raw == "null" || t.accepts(raw, depth) {
		return "", "", false
	}
	if raw[0] == '"' {
		text, _ := r.in.str(i)
		if to, ok := valueIn(text, depth); ok && t.accepts(to, depth) {
			return innerRepair(to), to, true
		}
	}
	to = "[" + raw + "]"
	return RepairWrap, to, raw[0] != '[' && t.accepts(to, depth)
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
