package decode

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// str reviews a string that t describes.
func (r *reviewer) str(i int, t *Type) int {
	if peek(r.in.text, i) != '"' {
		return r.mismatch(i, t)
	}
	text, end := r.in.str(i)
	if end < 0 {
		return end
	}
	raw := r.in.text[i:end]
	switch {
	case t.rules().Enum != nil:
		raw, text = r.enum(i, raw, text, t)
	case t.Kind == KindTime && !isTime(text):
		r.other(i, CodeFormat, raw, t)
	case t.Kind == KindBytes && !isBase64(text):
		r.other(i, CodeFormat, raw, t)
	case t.Kind == KindDuration && !isDuration(text):
		r.other(i, CodeFormat, raw, t)
	}
	r.length(i, raw, text, t)
	for _, check := range t.rules().Checks {
		if want, ok := r.check(check, text); !ok {
			r.problem(i, CodeFormat, want, raw)
		}
	}
	r.out = append(r.out, raw...)
	return end
}

// check applies a check to a text. One that takes more work the longer the
// text is takes it from the budget.
func (r *reviewer) check(check Check, text string) (want string, ok bool) {
	if _, ok := check.(weighted); ok {
		if r.budget == (budget{}) {
			r.budget = new(Schema).budgetFor(r.size).forReview()
		}
		return r.budget.check(check, text, !r.full())
	}
	return check.Check(text)
}

// enum returns the value of the enum that the text is, perhaps in another
// case: as JSON, and as text.
func (r *reviewer) enum(i int, raw, text string, t *Type) (toRaw, toText string) {
	var like []string
	for _, value := range t.rules().Enum {
		if value == text {
			return raw, text
		}
		if strings.EqualFold(value, text) {
			like = append(like, value)
		}
	}
	if !r.repair || len(like) != 1 {
		r.other(i, CodeEnum, raw, t)
		return raw, text
	}
	toRaw = string(appendQuoted(nil, like[0]))
	r.repaired(RepairEnumCase, raw, toRaw)
	return toRaw, like[0]
}

// length checks the number of code points.
func (r *reviewer) length(i int, raw, text string, t *Type) {
	if t.Limits == "" {
		return
	}
	bounds := r.limits(t).lengths
	if tooShort(text, bounds.Min) {
		r.lengthProblem(i, lengthRule.few, lengthRule.wantMin(bounds.Min), raw, text)
	}
	if tooLong(text, bounds.Max) {
		r.lengthProblem(i, lengthRule.many, lengthRule.wantMax(bounds.Max), raw, text)
	}
}

func (r *reviewer) lengthProblem(i int, code Code, want, raw, text string) {
	if r.full() {
		r.total++
		return
	}
	got := excerpt(raw)
	r.explain(i, Problem{
		Code: code, Want: want, Got: got,
		Message: "must " + want + ", got " + strconv.Itoa(utf8.RuneCountInString(text)) + ": " + got,
	})
}

// boolean reviews a boolean that t describes.
func (r *reviewer) boolean(i int, t *Type) int {
	switch c := peek(r.in.text, i); {
	case c == 't' || c == 'f':
		return r.copyValue(i)
	case c == '"' && r.repair:
		text, end := r.in.str(i)
		if literal, ok := booleanIn(text); end >= 0 && ok {
			r.repaired(RepairBool, r.in.text[i:end], literal)
			r.out = append(r.out, literal...)
			return end
		}
	}
	return r.mismatch(i, t)
}

// booleanIn returns the boolean that a text spells, in any case.
func booleanIn(text string) (literal string, ok bool) {
	for _, literal := range [...]string{"true", "false"} {
		if strings.EqualFold(strings.TrimSpace(text), literal) {
			return literal, true
		}
	}
	return "", false
}

// appendQuoted appends a text as a JSON string.
func appendQuoted(b []byte, text string) []byte {
	b = append(b, '"')
	for _, c := range []byte(text) {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x20:
			b = appendEscape(b, uint16(c))
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
