package decode

import (
	"cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// logic checks what a combination of schemas demands of the value at i.
func (j *judge) logic(i int, l *SchemaLogic) bool {
	ok := true
	for _, s := range l.AllOf {
		if _, good := j.value(i, s); !good {
			if ok = false; j.over() {
				return false
			}
		}
	}
	if ok = j.anyOf(i, l) && ok; !ok && j.over() {
		return false
	}
	if ok = j.oneOf(i, l) && ok; !ok && j.over() {
		return false
	}
	if ok = j.not(i, l) && ok; !ok && j.over() {
		return false
	}
	return j.conditional(i, l) && ok
}

// conditional checks the value at i against what the condition chooses.
func (j *judge) conditional(i int, l *SchemaLogic) bool {
	if l.If == nil {
		return true
	}
	s := l.Else
	if j.quietly(i, l.If) {
		s = l.Then
	}
	if s == nil {
		return true
	}
	_, ok := j.value(i, s)
	return ok
}

func (j *judge) anyOf(i int, l *SchemaLogic) bool {
	for _, s := range l.AnyOf {
		if j.quietly(i, s) {
			return true
		}
	}
	if len(l.AnyOf) > 0 {
		j.noAlternative(i, l.AnyOf)
	}
	return len(l.AnyOf) == 0
}

func (j *judge) oneOf(i int, l *SchemaLogic) bool {
	found := -1
	for n, s := range l.OneOf {
		switch {
		case !j.quietly(i, s):
		case found < 0:
			found = n
		default:
			j.twoAlternatives(i, found, n)
			return false
		}
	}
	if found < 0 && len(l.OneOf) > 0 {
		j.noAlternative(i, l.OneOf)
	}
	return found >= 0 || len(l.OneOf) == 0
}

func (j *judge) not(i int, l *SchemaLogic) bool {
	if l.Not == nil || !j.quietly(i, l.Not) {
		return true
	}
	if j.heard() {
		want := cmp.Or(l.Not.want(), "match the schema that excludes it")
		j.out.problem(i, arguments.CodeForbidden, "not "+want, j.text[i:valueEnd(j.text, i)])
	}
	return false
}

// noAlternative says why none of the schemas accepts the value at i. When only
// one of them takes values of its type, the problems are those with that one.
func (j *judge) noAlternative(i int, list []*Schema) {
	if j.out == nil || j.steps < 0 {
		return
	}
	if s := j.candidate(i, list); s != nil {
		j.value(i, s)
		return
	}
	j.alternatives(i, list)
}

// candidate returns the only schema that accepts values of the type of the
// one at i, or nil.
func (j *judge) candidate(i int, list []*Schema) *Schema {
	class := classOf(j.text, i)
	var only *Schema
	for _, s := range list {
		if s.Never || !j.typed(i, class, s.Types) || !s.lists(class) {
			continue
		}
		if only != nil {
			return nil
		}
		only = s
	}
	return only
}

// lists reports whether the enum of a schema, if it has one, has a value of the
// class.
func (s *Schema) lists(class byte) bool {
	for _, text := range s.Enum {
		if classOf(text, 0) == class {
			return true
		}
	}
	return s.Enum == nil
}
