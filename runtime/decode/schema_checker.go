package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// schemaChecker checks well-formed values against schemas.
//
// A schema of generated code has no references, so that each of its parts is
// checked at most once against each value: the work is bounded by the size of
// the schema times the length of the text. In a schema that was read at run
// time, several references can have the same target; the verdicts about such
// schemas are stored, so that the same bound applies. In addition, the budget
// bounds the work for all schemas.
type schemaChecker struct {
	text string
	budget
	problems *reviewer           // receives the problems; nil if they are not needed
	findAll  bool                // continue after a problem
	isBrief  bool                // do not explain why the alternatives do not match
	verdicts map[subject]verdict // of shared schemas; nil until there is a verdict
}

// subject is a schema, and the index of a value that was checked against it.
type subject struct {
	schema *Schema
	at     int
}

// verdict is the result of checking a value against a schema.
type verdict struct {
	end      int  // the index after the value; set if ok or reported is true
	ok       bool // the value is accepted
	reported bool // the problems of the value were reported
}

// maxVerdicts returns the maximum number of verdicts that are stored for a text
// of that length. Values without a stored verdict are checked again.
func maxVerdicts(length int) int { return 4096 + length/4 }

// isDone reports whether checking stops after a problem.
func (j *schemaChecker) isDone() bool { return !j.findAll || j.steps < 0 }

// accepts reports whether a schema accepts the value at i, without reporting
// problems.
func (j *schemaChecker) accepts(i int, s *Schema) bool {
	out, all := j.problems, j.findAll
	j.problems, j.findAll = nil, false
	_, ok := j.value(i, s)
	j.problems, j.findAll = out, all
	return ok
}

// value reports whether a schema accepts the value at i. It returns the index
// after the value, unless the value is refused and isDone is true.
func (j *schemaChecker) value(i int, s *Schema) (end int, ok bool) {
	if !s.shared || !s.combined && !isContainer(j.text, i) {
		return j.check(i, s)
	}
	this := subject{s, i}
	if v, found := j.verdicts[this]; found && (v.ok || v.reported || j.problems == nil) {
		j.spend(0)
		if v.ok || v.reported {
			return v.end, v.ok
		}
		return j.skipValue(i), false
	}
	end, ok = j.check(i, s)
	if j.verdicts == nil {
		j.verdicts = make(map[subject]verdict)
	}
	if len(j.verdicts) < maxVerdicts(len(j.text)) {
		j.verdicts[this] = verdict{end, ok, j.problems != nil && j.findAll}
	}
	return end, ok
}

// isContainer reports whether an object or array begins at i.
func isContainer(s string, i int) bool {
	c := peek(s, i)
	return c == '{' || c == '['
}

// check does the same as value, without stored verdicts.
func (j *schemaChecker) check(i int, s *Schema) (end int, ok bool) {
	if j.spend(0); j.steps < 0 {
		return 0, false
	}
	class := classOf(j.text, i)
	switch {
	case s.Never:
		return j.reportMismatch(i, arguments.CodeForbidden, s)
	case !j.hasType(i, class, s.Types):
		return j.reportMismatch(i, arguments.CodeType, s)
	case s.Enum != nil && !j.isListed(i, class, s.Enum):
		return j.reportMismatch(i, arguments.CodeEnum, s)
	}
	end, ok = j.checkContent(i, class, s)
	if s.Logic != nil && (ok || !j.isDone()) {
		ok = j.checkLogic(i, s.Logic) && ok
	}
	return end, ok && j.steps >= 0
}

// checkContent checks the value at i against the keywords for its type.
func (j *schemaChecker) checkContent(i int, class byte, s *Schema) (end int, ok bool) {
	switch {
	case class == '{' && s.Object != nil:
		return j.checkObject(i, s.Object)
	case class == '[' && s.Array != nil:
		return j.checkArray(i, s.Array)
	}
	end = j.skipValue(i)
	switch {
	case class == '"' && s.Text != nil:
		return end, j.checkString(i, end, s.Text)
	case class == '0' && s.Number != nil:
		return end, j.checkNumber(i, end, s.Number)
	}
	return end, true
}

// skipValue returns the index after the value at i, and subtracts its length
// from the budget.
func (j *schemaChecker) skipValue(i int) (end int) {
	end = valueEnd(j.text, i)
	j.spend(end - i)
	return end
}

// hasType reports whether the value at i has one of the types.
func (j *schemaChecker) hasType(i int, class byte, types Types) bool {
	switch {
	case types == 0:
		return true
	case class != '0':
		return types&typeOf(class) != 0
	case types&TypeNumber != 0:
		return true
	}
	return types&TypeInteger != 0 && isIntegral(j.text[i:j.skipValue(i)])
}

// typeOf returns the type of a value other than a number by its first byte.
func typeOf(class byte) Types {
	switch class {
	case '{':
		return TypeObject
	case '[':
		return TypeArray
	case '"':
		return TypeString
	case 'n':
		return TypeNull
	}
	return TypeBoolean
}
