package decode

import (
	"cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// checkLogic checks the value at i against combined schemas.
func (j *schemaChecker) checkLogic(i int, l *SchemaLogic) bool {
	ok := true
	for _, s := range l.AllOf {
		if _, good := j.value(i, s); !good {
			if ok = false; j.isDone() {
				return false
			}
		}
	}
	if ok = j.checkAnyOf(i, l) && ok; !ok && j.isDone() {
		return false
	}
	if ok = j.checkOneOf(i, l) && ok; !ok && j.isDone() {
		return false
	}
	if ok = j.checkNot(i, l) && ok; !ok && j.isDone() {
		return false
	}
	return j.checkConditional(i, l) && ok
}

// checkConditional checks the value at i against Then or Else, as If selects.
func (j *schemaChecker) checkConditional(i int, l *SchemaLogic) bool {
	if l.If == nil {
		return true
	}
	s := l.Else
	if j.accepts(i, l.If) {
		s = l.Then
	}
	if s == nil {
		return true
	}
	_, ok := j.value(i, s)
	return ok
}

// checkAnyOf reports whether a schema of anyOf accepts the value at i, or the list
// is empty.
func (j *schemaChecker) checkAnyOf(i int, l *SchemaLogic) bool {
	for _, s := range l.AnyOf {
		if j.accepts(i, s) {
			return true
		}
	}
	if len(l.AnyOf) > 0 {
		j.reportNoAlternative(i, l.AnyOf)
	}
	return len(l.AnyOf) == 0
}

// checkOneOf reports whether exactly one schema of oneOf accepts the value at i, or
// the list is empty.
func (j *schemaChecker) checkOneOf(i int, l *SchemaLogic) bool {
	found := -1
	for n, s := range l.OneOf {
		switch {
		case !j.accepts(i, s):
		case found < 0:
			found = n
		default:
			j.reportTwoAlternatives(i, found, n)
			return false
		}
	}
	if found < 0 && len(l.OneOf) > 0 {
		j.reportNoAlternative(i, l.OneOf)
	}
	return found >= 0 || len(l.OneOf) == 0
}

// checkNot reports whether the schema of not, if there is one, refuses the value at
// i.
func (j *schemaChecker) checkNot(i int, l *SchemaLogic) bool {
	if l.Not == nil || !j.accepts(i, l.Not) {
		return true
	}
	if j.needsMessage() {
		want := cmp.Or(l.Not.want(), "match the schema that excludes it")
		j.problems.problem(i, arguments.CodeForbidden, "not "+want, j.text[i:valueEnd(j.text, i)])
	}
	return false
}

// reportNoAlternative reports why none of the schemas accepts the value at i. If
// only one of them accepts values of this type, it reports the problems with that
// schema.
func (j *schemaChecker) reportNoAlternative(i int, list []*Schema) {
	if j.problems == nil || j.steps < 0 {
		return
	}
	if s := j.onlyCandidate(i, list); s != nil {
		j.value(i, s)
		return
	}
	j.explainAlternatives(i, list)
}

// onlyCandidate returns the schema that accepts values of the type of the value
// at i, or nil if there is not exactly one.
func (j *schemaChecker) onlyCandidate(i int, list []*Schema) *Schema {
	class := classOf(j.text, i)
	var only *Schema
	for _, s := range list {
		if s.Never || !j.hasType(i, class, s.Types) || !s.canListClass(class) {
			continue
		}
		if only != nil {
			return nil
		}
		only = s
	}
	return only
}

// canListClass reports whether the schema has no enum, or an enum with a value of the
// class.
func (s *Schema) canListClass(class byte) bool {
	for _, text := range s.Enum {
		if classOf(text, 0) == class {
			return true
		}
	}
	return s.Enum == nil
}
