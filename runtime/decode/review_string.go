package decode

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
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
		r.reportUnexpected(i, arguments.CodeFormat, raw, t)
	case t.Kind == KindBytes && !isBase64(text):
		r.reportUnexpected(i, arguments.CodeFormat, raw, t)
	case t.Kind == KindDuration && !isDuration(text):
		r.reportUnexpected(i, arguments.CodeFormat, raw, t)
	}
	r.length(i, raw, text, t)
	for _, check := range t.rules().Checks {
		if want, ok := r.check(check, text); !ok {
			r.problem(i, arguments.CodeFormat, want, raw)
		}
	}
	r.out = append(r.out, raw...)
	return end
}

// check applies a check to a text. It subtracts the work of a check whose work
// depends on the length of the text from the budget.
func (r *reviewer) check(check Check, text string) (want string, ok bool) {
	if _, ok := check.(expensiveCheck); ok {
		if r.budget == (budget{}) {
			r.budget = new(Schema).budgetFor(r.size).forReview()
		}
		return r.budget.check(check, text, !r.isFull())
	}
	return check.Check(text)
}

// enum returns the value of the enum that equals the text, as JSON and as text. If
// none does, it repairs a text that differs only in the case of its letters from
// exactly one value, or reports a problem.
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
		r.enumProblem(i, raw, text, t)
		return raw, text
	}
	toRaw = string(appendQuoted(nil, like[0]))
	r.addRepair(arguments.RepairEnumCase, raw, toRaw)
	return toRaw, like[0]
}

// enumProblem reports a text that is no value of the enum, with the most similar value.
func (r *reviewer) enumProblem(i int, raw, text string, t *Type) {
	if r.isFull() {
		r.total++
		return
	}
	want, got := "be "+t.name(), wording.Excerpt(raw)
	message := "must " + want + ", got " + got
	if like := closestOf(text, t.rules().Enum); like != "" {
		message += ` (did you mean "` + wording.Excerpt(like) + `"?)`
	}
	r.explain(i, arguments.Problem{Code: arguments.CodeEnum, Want: want, Got: got, Message: message})
}

// length reports a text with too few or too many code points.
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

// lengthProblem adds a problem with the length of a text.
func (r *reviewer) lengthProblem(i int, code arguments.Code, want, raw, text string) {
	if r.isFull() {
		r.total++
		return
	}
	got := wording.Excerpt(raw)
	r.explain(i, arguments.Problem{
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
		if literal, ok := booleanInText(text); end >= 0 && ok {
			r.addRepair(arguments.RepairBool, r.in.text[i:end], literal)
			r.out = append(r.out, literal...)
			return end
		}
	}
	return r.mismatch(i, t)
}

// booleanInText returns the boolean in a text, whose letters may have any case.
func booleanInText(text string) (literal string, ok bool) {
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
			b = wording.AppendEscape(b, uint16(c))
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
