package decode

import (
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// listed reports whether the value at i, of the given class, equals one of the
// list.
func (j *judge) listed(i int, class byte, list []string) bool {
	value := j.text[i:j.pass(i)]
	var hash uint64
	h := hasher{text: value}
	container := class == '{' || class == '['
	if container {
		hash, _ = h.value(0)
	}
	for _, text := range list {
		j.spend(len(text))
		if classOf(text, 0) != class {
			continue
		}
		// A long object is not compared with each of many.
		if container {
			h.text = text
			if other, _ := h.value(0); other != hash {
				continue
			}
		}
		if equalValues(value, text) {
			return true
		}
	}
	return false
}

// number checks the number that ends before end.
func (j *judge) number(i, end int, r *Range) bool {
	raw := j.text[i:end]
	v := parseDecimal(raw)
	n := r.missed(v, 0)
	ok := n < 0
	for ; n >= 0; n = r.missed(v, n+1) {
		if j.heard() {
			j.out.problem(i, rangeRules[n].code, r.want(n), raw)
		}
		if j.over() {
			break
		}
	}
	return ok
}

// str checks the string that ends before end.
func (j *judge) str(i, end int, t *SchemaText) bool {
	raw := j.text[i:end]
	text, _ := textAt(j.text, i)
	ok := true
	if n := t.Length; n != nil && (tooShort(text, n.Min) || tooLong(text, n.Max)) {
		if j.heard() {
			j.out.outside(i, &lengthRule, codePoints(text), n, ": "+wording.Excerpt(raw))
		}
		ok = false
	}
	for _, check := range t.Checks {
		if !ok && j.over() {
			break
		}
		want, met := j.budget.check(check, text, j.out != nil && !j.out.isFull())
		if !met && j.heard() {
			j.out.problem(i, arguments.CodeFormat, want, raw)
		}
		ok = ok && met
	}
	return ok
}

// counted checks a number of items or members.
func (j *judge) counted(i, n int, b *Bounds, rule *countRule) bool {
	if b == nil || b.Min <= n && n <= b.Max {
		return true
	}
	if j.heard() {
		j.out.outside(i, rule, n, b, "")
	}
	return false
}
