package decode

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// needsMessage reports whether the next problem needs a message. It counts a
// problem that needs none because there are too many.
func (j *schemaChecker) needsMessage() bool {
	if j.problems == nil {
		return false
	}
	if j.problems.isFull() {
		j.problems.total++
		return false
	}
	return true
}

// reportMismatch reports that the value at i is not what the schema requires,
// and returns the index after it unless isDone is true.
func (j *schemaChecker) reportMismatch(i int, code arguments.Code, s *Schema) (end int, ok bool) {
	if j.needsMessage() {
		j.problems.problem(i, code, s.want(), j.text[i:valueEnd(j.text, i)])
	}
	if j.isDone() {
		return 0, false
	}
	return j.skipValue(i), false
}

// typeNames are the names of the types in messages, in the order of the bits of
// Types.
var typeNames = [...]string{"null", "a boolean", "an integer", "a number", "a string", "an array", "an object"}

// want returns what a schema requires of a value, as a phrase after "must". It
// returns "" if a short phrase cannot express it.
func (s *Schema) want() string {
	switch {
	case s.Never || s.Enum != nil && len(s.Enum) == 0:
		return "be left out"
	case len(s.Enum) == 1:
		return "be " + wording.Excerpt(s.Enum[0])
	case s.Enum != nil:
		return "be one of " + listOf(s.Enum)
	case s.Types != 0:
		return "be " + s.Types.String()
	}
	return ""
}

// String returns the names of the types: "a string or null".
func (t Types) String() string {
	var names []string
	for n, name := range typeNames {
		if t&(1<<n) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// listOf returns the first values of a list, and the number of the others.
func listOf(texts []string) string {
	shown := make([]string, min(len(texts), maxNamed))
	for n := range shown {
		shown[n] = wording.Excerpt(texts[n])
	}
	list := strings.Join(shown, ", ")
	if more := len(texts) - len(shown); more > 0 {
		list += " or " + strconv.Itoa(more) + " more"
	}
	return list
}

// countRule has two keywords that bound a count, and the parts of the message
// about a count that is out of bounds.
type countRule struct {
	of                string // the keywords are "min"+of and "max"+of; empty if there are none
	few, many         arguments.Code
	verb, noun, after string
}

var (
	lengthRule = countRule{"Length", arguments.CodeMinLength, arguments.CodeMaxLength, "be", "character", " long"}
	itemRule   = countRule{"Items", arguments.CodeMinItems, arguments.CodeMaxItems, "have", "item", ""}
	memberRule = countRule{"Properties", arguments.CodeMinProperties, arguments.CodeMaxProperties, "have", "member", ""}

	containsRule = countRule{"", arguments.CodeContains, arguments.CodeContains, "contain", "item", " of the kind that the schema names"}
)

// wantMin and wantMax return what a bound requires, as a phrase after "must".
func (w *countRule) wantMin(n int) string {
	return w.verb + " at least " + wording.Count(n, w.noun) + w.after
}
func (w *countRule) wantMax(n int) string {
	return w.verb + " at most " + wording.Count(n, w.noun) + w.after
}

// set sets the bound of a keyword. It reports false for an unknown keyword.
func (w *countRule) set(b *Bounds, keyword string, n int) bool {
	switch keyword {
	case "min" + w.of:
		b.Min = n
	case "max" + w.of:
		b.Max = n
	default:
		return false
	}
	return true
}

// reportCount reports that the count n is out of bounds. shown follows the count
// in the message.
func (r *reviewer) reportCount(i int, w *countRule, n int, b *Bounds, shown string) {
	code, want := w.few, w.wantMin(b.Min)
	if n > b.Max {
		code, want = w.many, w.wantMax(b.Max)
	}
	got := strconv.Itoa(n) + shown
	r.explain(i, arguments.Problem{Code: code, Want: want, Got: got, Message: "must " + want + ", got " + got})
}

// reportDuplicate reports an item that equals an earlier one.
func (r *reviewer) reportDuplicate(again item, raw string) {
	r.enter(nil, again.n)
	r.problem(again.at, arguments.CodeUnique, "differ from the items before it", raw)
	r.leave()
}

// reportMissing reports a missing required member of the object at i.
func (j *schemaChecker) reportMissing(i int, name string, o *SchemaObject) {
	if !j.needsMessage() {
		return
	}
	j.explainMissing(i, name, "required but missing", o)
}

// reportMissingDependent reports a missing member of the object at i that the
// member other requires.
func (j *schemaChecker) reportMissingDependent(i int, name, other string, o *SchemaObject) {
	if j.needsMessage() {
		j.explainMissing(i, name, "required together with "+strconv.Quote(wording.Clip(other))+" but missing", o)
	}
}

// explainMissing adds the problem of a missing member of the object at i.
func (j *schemaChecker) explainMissing(i int, name, message string, o *SchemaObject) {
	p := arguments.Problem{Code: arguments.CodeRequired, Message: message}
	s := o.property(name)
	if s == nil {
		s = o.Additional
	}
	if s != nil && !s.Never && s.want() != "" {
		p.Want = s.want()
		p.Message += ", must " + p.Want
	}
	j.problems.enter(&name, 0)
	j.problems.explain(i, p)
	j.problems.leave()
}

// reportUnknown reports that a closed object does not allow the member with the
// name at i.
func (j *schemaChecker) reportUnknown(i int, name string, o *SchemaObject) {
	if !j.needsMessage() {
		return
	}
	var t Type
	for n := range o.Properties {
		if !o.Properties[n].Schema.Never {
			t.Fields = append(t.Fields, Field{Key: `"` + o.Properties[n].Name + `":`})
		}
	}
	j.problems.unknownField(i, name, &t)
}

// reportName reports why the schema of names refuses the name at i.
func (j *schemaChecker) reportName(i int, s *Schema) {
	if !j.needsMessage() {
		return
	}
	p := j.firstProblem(i, s)
	p.Code, p.Message = arguments.CodeKey, "the name "+p.Message
	j.problems.explain(i, p)
}

// firstProblem returns the first problem of the value at i with a schema, without
// reasons of alternatives. The path is relative to the value.
func (j *schemaChecker) firstProblem(i int, s *Schema) arguments.Problem {
	r := reviewer{in: D{text: j.text}, base: j.problems.base}
	checker := schemaChecker{text: j.text, budget: j.budget, problems: &r, isBrief: true}
	checker.value(i, s)
	j.budget = checker.budget
	if len(r.problems) == 0 {
		return arguments.Problem{Message: "must match the schema"}
	}
	return r.problems[0]
}

// The maximum number of alternatives with a reason in a message, and the maximum
// length of a reason in code points.
const (
	maxAlternatives = 5
	maxReason       = 200
)

// explainAlternatives adds a problem with the reasons why none of the schemas
// accepts the value at i.
func (j *schemaChecker) explainAlternatives(i int, list []*Schema) {
	if !j.needsMessage() {
		return
	}
	got := wording.Excerpt(j.text[i:valueEnd(j.text, i)])
	p := arguments.Problem{Code: arguments.CodeAlternative, Want: "match one of the alternatives", Got: got, Message: "no alternative matches"}
	if j.isBrief {
		p.Message += ", got " + got
		j.problems.explain(i, p)
		return
	}
	var reasons []string
	for _, s := range list[:min(len(list), maxAlternatives)] {
		reasons = append(reasons, measure.Clip(j.firstProblem(i, s).String(), maxReason))
	}
	p.Message += ": " + strings.Join(reasons, "; ")
	if more := len(list) - len(reasons); more > 0 {
		p.Message += "; and " + strconv.Itoa(more) + " more"
	}
	j.problems.explain(i, p)
}

// reportTwoAlternatives reports that two alternatives accept the value at i,
// although exactly one must.
func (j *schemaChecker) reportTwoAlternatives(i, first, second int) {
	if j.needsMessage() {
		want := "match exactly one alternative, not both number " + strconv.Itoa(first+1) + " and number " + strconv.Itoa(second+1)
		j.problems.problem(i, arguments.CodeAlternative, want, j.text[i:valueEnd(j.text, i)])
	}
}

// reportTooLarge reports that the budget for checking the value at i is
// exhausted.
func (r *reviewer) reportTooLarge(i int) {
	r.problem(i, arguments.CodeTooLarge, "be shorter or simpler: checking it takes too many steps", "")
}
