package decode

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// heard reports whether a problem is to be put into words. Beyond the first
// ones it is only counted.
func (j *judge) heard() bool {
	if j.out == nil {
		return false
	}
	if j.out.isFull() {
		j.out.total++
		return false
	}
	return true
}

// refuse tells that the value at i is not what a schema wants.
func (j *judge) refuse(i int, code arguments.Code, s *Schema) (end int, ok bool) {
	if j.heard() {
		j.out.problem(i, code, s.want(), j.text[i:valueEnd(j.text, i)])
	}
	if j.over() {
		return 0, false
	}
	return j.pass(i), false
}

// typeNames are what values of a type are called, in the order of the bits of
// Types.
var typeNames = [...]string{"null", "a boolean", "an integer", "a number", "a string", "an array", "an object"}

// want says what a schema wants a value to be, or "" when a few words cannot.
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

// String says what values of the types are: "a string or null".
func (t Types) String() string {
	var names []string
	for n, name := range typeNames {
		if t&(1<<n) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// listOf shows the first of the values.
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

// countRule are the keywords that bound a count, min and max before a common
// name, and what is said of a count that is out of bounds.
type countRule struct {
	of                string // after min and max; empty for other keywords
	few, many         arguments.Code
	verb, noun, after string
}

var (
	lengthRule = countRule{"Length", arguments.CodeMinLength, arguments.CodeMaxLength, "be", "character", " long"}
	itemRule   = countRule{"Items", arguments.CodeMinItems, arguments.CodeMaxItems, "have", "item", ""}
	memberRule = countRule{"Properties", arguments.CodeMinProperties, arguments.CodeMaxProperties, "have", "member", ""}

	containsRule = countRule{"", arguments.CodeContains, arguments.CodeContains, "contain", "item", " of the kind that the schema names"}
)

// wantMin and wantMax say what a bound demands.
func (w *countRule) wantMin(n int) string {
	return w.verb + " at least " + wording.Count(n, w.noun) + w.after
}
func (w *countRule) wantMax(n int) string {
	return w.verb + " at most " + wording.Count(n, w.noun) + w.after
}

// set sets the bound that a keyword is about. It reports false for other
// keywords.
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

// outside reports a count that is out of bounds; shown follows the count.
func (r *reviewer) outside(i int, w *countRule, n int, b *Bounds, shown string) {
	code, want := w.few, w.wantMin(b.Min)
	if n > b.Max {
		code, want = w.many, w.wantMax(b.Max)
	}
	got := strconv.Itoa(n) + shown
	r.explain(i, arguments.Problem{Code: code, Want: want, Got: got, Message: "must " + want + ", got " + got})
}

// duplicate tells that an item equals one before it.
func (r *reviewer) duplicate(again item, raw string) {
	r.enter(nil, again.n)
	r.problem(again.at, arguments.CodeUnique, "differ from the items before it", raw)
	r.leave()
}

// missing tells that a required member of the object at i is missing.
func (j *judge) missing(i int, name string, o *SchemaObject) {
	if !j.heard() {
		return
	}
	j.absent(i, name, "required but missing", o)
}

// missingWith reports that a member of the object at i is missing which
// another member requires.
func (j *judge) missingWith(i int, name, other string, o *SchemaObject) {
	if j.heard() {
		j.absent(i, name, "required together with "+strconv.Quote(wording.Clip(other))+" but missing", o)
	}
}

// absent reports a member that the object at i must have.
func (j *judge) absent(i int, name, message string, o *SchemaObject) {
	p := arguments.Problem{Code: arguments.CodeRequired, Message: message}
	s := o.property(name)
	if s == nil {
		s = o.Additional
	}
	if s != nil && !s.Never && s.want() != "" {
		p.Want = s.want()
		p.Message += ", must " + p.Want
	}
	j.out.enter(&name, 0)
	j.out.explain(i, p)
	j.out.leave()
}

// unknown tells that a closed object has no member of the name at i.
func (j *judge) unknown(i int, name string, o *SchemaObject) {
	if !j.heard() {
		return
	}
	var t Type
	for n := range o.Properties {
		if !o.Properties[n].Schema.Never {
			t.Fields = append(t.Fields, Field{Key: `"` + o.Properties[n].Name + `":`})
		}
	}
	j.out.unknownField(i, name, &t)
}

// badName tells what is wrong with the name at i.
func (j *judge) badName(i int, s *Schema) {
	if !j.heard() {
		return
	}
	p := j.first(i, s)
	p.Code, p.Message = arguments.CodeKey, "the name "+p.Message
	j.out.explain(i, p)
}

// first returns the first problem that a schema has with the value at i, in
// brief and with the path from there.
func (j *judge) first(i int, s *Schema) arguments.Problem {
	r := reviewer{in: D{text: j.text}, base: j.out.base}
	words := judge{text: j.text, budget: j.budget, out: &r, brief: true}
	words.value(i, s)
	j.budget = words.budget
	if len(r.problems) == 0 {
		return arguments.Problem{Message: "must match the schema"}
	}
	return r.problems[0]
}

// How many alternatives are told why they do not match, and the longest that
// is said of one, in code points.
const (
	maxAlternatives = 5
	maxReason       = 200
)

// alternatives tells why none of the schemas accepts the value at i.
func (j *judge) alternatives(i int, list []*Schema) {
	if !j.heard() {
		return
	}
	got := wording.Excerpt(j.text[i:valueEnd(j.text, i)])
	p := arguments.Problem{Code: arguments.CodeAlternative, Want: "match one of the alternatives", Got: got, Message: "no alternative matches"}
	if j.brief {
		p.Message += ", got " + got
		j.out.explain(i, p)
		return
	}
	var reasons []string
	for _, s := range list[:min(len(list), maxAlternatives)] {
		reasons = append(reasons, measure.Clip(j.first(i, s).String(), maxReason))
	}
	p.Message += ": " + strings.Join(reasons, "; ")
	if more := len(list) - len(reasons); more > 0 {
		p.Message += "; and " + strconv.Itoa(more) + " more"
	}
	j.out.explain(i, p)
}

// twoAlternatives tells that two schemas of which one is due accept the value
// at i.
func (j *judge) twoAlternatives(i, first, second int) {
	if j.heard() {
		want := "match exactly one alternative, not both number " + strconv.Itoa(first+1) + " and number " + strconv.Itoa(second+1)
		j.out.problem(i, arguments.CodeAlternative, want, j.text[i:valueEnd(j.text, i)])
	}
}

// tooMuch tells that checking took too many steps.
func (r *reviewer) tooMuch(i int) {
	r.problem(i, arguments.CodeTooLarge, "be shorter or simpler: checking it takes too many steps", "")
}
