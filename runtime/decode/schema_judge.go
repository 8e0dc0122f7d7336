package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// judge checks one well-formed value against schemas.
//
// A schema of generated code has no references, so that each of its parts is
// checked at most once against each value: the work is bounded by the size of
// the schema times the length of the text. A schema that was read at run time
// may refer to one part from several places; the verdicts of such parts are
// kept, so that the same bound holds. Steps bound the work once more, for all
// schemas.
type judge struct {
	text string
	budget
	out      *reviewer           // takes the problems; nil when problems are not needed
	all      bool                // goes on after a problem
	brief    bool                // says of alternatives only that there is none
	verdicts map[subject]verdict // of shared schemas; nil until there is one
}

// subject is a schema and the index of a value that it was checked against.
type subject struct {
	schema *Schema
	at     int
}

// verdict is whether a schema accepts a value.
type verdict struct {
	end      int  // the index after the value; set if ok or reported is
	ok       bool // the value is accepted
	reported bool // the problems of the value were reported
}

// maxVerdicts is how many verdicts are kept for a text of that length. Further
// values are checked again.
func maxVerdicts(length int) int { return 4096 + length/4 }

// over reports whether it is of no use to go on after a problem.
func (j *judge) over() bool { return !j.all || j.steps < 0 }

// quietly reports whether a schema accepts the value at i, without the reasons
// not.
func (j *judge) quietly(i int, s *Schema) bool {
	out, all := j.out, j.all
	j.out, j.all = nil, false
	_, ok := j.value(i, s)
	j.out, j.all = out, all
	return ok
}

// value reports whether a schema accepts the value at i, and returns the index
// after it unless it is over.
func (j *judge) value(i int, s *Schema) (end int, ok bool) {
	if !s.shared || !s.combined && !isContainer(j.text, i) {
		return j.check(i, s)
	}
	this := subject{s, i}
	if v, found := j.verdicts[this]; found && (v.ok || v.reported || j.out == nil) {
		j.spend(0)
		if v.ok || v.reported {
			return v.end, v.ok
		}
		return j.pass(i), false
	}
	end, ok = j.check(i, s)
	if j.verdicts == nil {
		j.verdicts = make(map[subject]verdict)
	}
	if len(j.verdicts) < maxVerdicts(len(j.text)) {
		j.verdicts[this] = verdict{end, ok, j.out != nil && j.all}
	}
	return end, ok
}

// isContainer reports whether an object or array begins at i.
func isContainer(s string, i int) bool {
	c := peek(s, i)
	return c == '{' || c == '['
}

// check is value without the verdicts that were kept.
func (j *judge) check(i int, s *Schema) (end int, ok bool) {
	if j.spend(0); j.steps < 0 {
		return 0, false
	}
	class := classOf(j.text, i)
	switch {
	case s.Never:
		return j.refuse(i, arguments.CodeForbidden, s)
	case !j.typed(i, class, s.Types):
		return j.refuse(i, arguments.CodeType, s)
	case s.Enum != nil && !j.listed(i, class, s.Enum):
		return j.refuse(i, arguments.CodeEnum, s)
	}
	end, ok = j.content(i, class, s)
	if s.Logic != nil && (ok || !j.over()) {
		ok = j.logic(i, s.Logic) && ok
	}
	return end, ok && j.steps >= 0
}

// content checks what a schema demands of values of one type.
func (j *judge) content(i int, class byte, s *Schema) (end int, ok bool) {
	switch {
	case class == '{' && s.Object != nil:
		return j.object(i, s.Object)
	case class == '[' && s.Array != nil:
		return j.array(i, s.Array)
	}
	end = j.pass(i)
	switch {
	case class == '"' && s.Text != nil:
		return end, j.str(i, end, s.Text)
	case class == '0' && s.Number != nil:
		return end, j.number(i, end, s.Number)
	}
	return end, true
}

// pass returns the index after the value at i.
func (j *judge) pass(i int) (end int) {
	end = valueEnd(j.text, i)
	j.spend(end - i)
	return end
}

// typed reports whether the value at i has one of the types.
func (j *judge) typed(i int, class byte, types Types) bool {
	switch {
	case types == 0:
		return true
	case class != '0':
		return types&typeOf(class) != 0
	case types&TypeNumber != 0:
		return true
	}
	return types&TypeInteger != 0 && isWhole(j.text[i:j.pass(i)])
}

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
