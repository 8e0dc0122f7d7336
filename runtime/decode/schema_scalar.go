package decode

import (
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// isListed reports whether the value at i, which has that class, equals one of
// the list.
func (j *schemaChecker) isListed(i int, class byte, list []string) bool {
	value := j.text[i:j.skipValue(i)]
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
		// Containers are compared only if their hashes are equal.
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

// checkNumber checks the number between i and end.
func (j *schemaChecker) checkNumber(i, end int, r *Range) bool {
	raw := j.text[i:end]
	v := parseDecimal(raw)
	n := r.firstViolation(v, 0)
	ok := n < 0
	for ; n >= 0; n = r.firstViolation(v, n+1) {
		if j.needsMessage() {
			j.problems.problem(i, rangeRules[n].code, r.want(n), raw)
		}
		if j.isDone() {
			break
		}
	}
	return ok
}

// checkString checks the string between i and end.
func (j *schemaChecker) checkString(i, end int, t *SchemaText) bool {
	raw := j.text[i:end]
	text, _ := textAt(j.text, i)
	ok := true
	if n := t.Length; n != nil && (tooShort(text, n.Min) || tooLong(text, n.Max)) {
		if j.needsMessage() {
			j.problems.reportCount(i, &lengthRule, codePoints(text), n, ": "+wording.Excerpt(raw))
		}
		ok = false
	}
	for _, check := range t.Checks {
		if !ok && j.isDone() {
			break
		}
		want, met := j.budget.check(check, text, j.problems != nil && !j.problems.isFull())
		if !met && j.needsMessage() {
			j.problems.problem(i, arguments.CodeFormat, want, raw)
		}
		ok = ok && met
	}
	return ok
}

// checkCount checks the number of items or members of the value at i.
func (j *schemaChecker) checkCount(i, n int, b *Bounds, rule *countRule) bool {
	if b == nil || b.Min <= n && n <= b.Max {
		return true
	}
	if j.needsMessage() {
		j.problems.reportCount(i, rule, n, b, "")
	}
	return false
}
