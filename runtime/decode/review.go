package decode

import (
	"strconv"

	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// reviewer reviews one text: it finds all problems and makes the repairs. It stops
// at the first syntax error.
type reviewer struct {
	in          D      // reads the text; only its fields text and depth are used
	repair      bool   // repairs are made
	out         []byte // the repaired text so far
	path        path
	edits       edits  // the repairs of the syntax of the text
	cutOff      *fault // closing brackets were missing at the end; nil otherwise
	base        int    // the index of the string whose JSON text is reviewed; negative if none
	variantNote string // names the variant of the current object: ` for kind "circle"`
	exhausted   bool   // the budget is used up, and a problem says so
	size        int    // the length of the text of the call
	budget      budget // the work that schemas may still do; zero before the first schema
	parsed      map[*Type]*limits
	listed      []string // the lists of valid names that a problem has
	report
}

// review reviews the text and sets the report. It reports whether there are no
// problems: the text is then the repaired text.
func (d *D) review(t *Type) bool {
	r := reviewer{in: D{text: d.text}, repair: !d.noRepair, base: -1, size: len(d.text)}
	fault := r.repairSyntax(findFault(d.text, 0))
	end := r.value(space(r.in.text, 0), t)
	if fault == nil && r.total > 0 {
		fault = r.cutOff
	}
	switch {
	case fault != nil:
		r.add(fault.problem(d.text))
	case end < 0:
		r.problem(0, arguments.CodeDepth, "have at most 64 levels of objects and arrays after repairs", "")
	}
	found := r.report
	d.report = &found
	if r.total > 0 {
		return false
	}
	d.text, d.depth = string(r.out), 0
	return true
}

// repairSyntax replaces the text by JSON if it has a fault that can be repaired. It
// returns the fault otherwise.
func (r *reviewer) repairSyntax(f *fault) *fault {
	if f == nil || f.code != arguments.CodeSyntax || !r.repair {
		return f
	}
	x := relax(r.in.text, "", 0)
	if x == nil {
		return f
	}
	if x.closers != nil {
		r.cutOff = &fault{arguments.CodeSyntax, len(x.text), strconv.Quote(string(x.closers))}
	}
	r.in.text, r.edits, r.repairs = string(x.out), x.edits, x.repairs
	r.in.defaultText(space(r.in.text, 0))
	r.json = r.in.text
	return nil
}

// value reviews the value at i and appends it, with repairs, to the output. It
// returns the index after the value, or a negative number at a syntax error.
func (r *reviewer) value(i int, t *Type) int {
	t = t.resolve()
	if t.Rules == nil || t.Rules.Schema == nil || t.Kind == KindJSON {
		return r.valueOfKind(i, t)
	}
	before, repairs, from := r.total, len(r.repairs), len(r.out)
	end := r.valueOfKind(i, t)
	if end >= 0 {
		r.checkSchema(i, t, reviewOutcome{problems: r.total > before, repairs: len(r.repairs) > repairs, from: from})
	}
	return end
}

// valueOfKind reviews the value at i by the kind of the type, without its schema.
func (r *reviewer) valueOfKind(i int, t *Type) int {
	switch t.Kind {
	case KindAny:
		return r.any(i)
	case KindStruct, KindMap, KindSlice, KindUnion:
		return r.container(i, t)
	case KindJSON:
		return r.schemaValue(i, t)
	case KindBool:
		return r.boolean(i, t)
	case KindInt, KindUint, KindFloat, KindNumber, KindInteger:
		return r.number(i, t)
	}
	return r.str(i, t)
}

// mismatch reports a value of the wrong JSON type.
func (r *reviewer) mismatch(i int, t *Type) int {
	end := r.copyValue(i)
	if end >= 0 {
		r.reportUnexpected(i, arguments.CodeType, r.in.text[i:end], t)
	}
	return end
}

// extent returns the index after the value at i, or a negative number.
func (r *reviewer) extent(i int) int {
	x := syntax{text: r.in.text, depth: r.in.depth}
	return x.value(i)
}

// copyValue appends the value at i to the output without changes.
func (r *reviewer) copyValue(i int) int {
	end := r.extent(i)
	if end >= 0 {
		r.out = append(r.out, r.in.text[i:end]...)
	}
	return end
}

// container reviews an object or array, and values that a repair can turn into one.
func (r *reviewer) container(i int, t *Type) int {
	c := peek(r.in.text, i)
	switch {
	case c == t.opener() && t.Kind == KindStruct:
		return r.object(i, t)
	case c == t.opener() && t.Kind == KindUnion:
		return r.union(i, t)
	case c == t.opener() && t.Kind == KindMap:
		return r.mapObject(i, t)
	case c == '[' && t.Kind == KindMap && (t.Lists || r.repair && r.areEntries(i)):
		return r.entries(i, t)
	case c == t.opener():
		return r.array(i, t)
	case r.repair && r.holdsContainer(i, t):
		return r.innerText(i, t)
	case r.repair && t.Kind == KindSlice && t.item(0).resolve().Kind != KindSlice && r.fitsItem(i, t.item(0).resolve()):
		return r.wrapItem(i, t)
	case r.repair:
		return r.malformedText(i, t)
	}
	return r.mismatch(i, t)
}

// opener returns the first byte of a container.
func (t *Type) opener() byte {
	if t.Kind == KindSlice {
		return '['
	}
	return '{'
}

// any reviews a value of any type. Duplicate names are its only problems.
func (r *reviewer) any(i int) int {
	switch peek(r.in.text, i) {
	case '{':
		return r.mapObject(i, &anyMap)
	case '[':
		return r.array(i, &anySlice)
	}
	return r.copyValue(i)
}

var (
	anyType  = Type{Kind: KindAny}
	anyMap   = Type{Kind: KindMap, Elem: &anyType}
	anySlice = Type{Kind: KindSlice, Elem: &anyType}
)

// reportUnexpected adds the problem that the value at i is not one that t describes.
func (r *reviewer) reportUnexpected(i int, code arguments.Code, got string, t *Type) {
	if r.isFull() {
		r.total++
		return
	}
	r.problem(i, code, "be "+t.name(), got)
}

// problem adds a problem of the value at i. The phrase want follows "must".
func (r *reviewer) problem(i int, code arguments.Code, want, got string) {
	if r.isFull() {
		r.total++ // hostile text has millions of them: do not write their messages
		return
	}
	message := "must " + want
	if got != "" {
		got = wording.Excerpt(got)
		message += ", got " + got
	}
	r.explain(i, arguments.Problem{Code: code, Want: want, Got: got, Message: message})
}

// explain adds the problem p of the value at i and sets its position.
func (r *reviewer) explain(i int, p arguments.Problem) {
	if !r.isFull() {
		p.Path, p.Pointer, p.Offset = r.path.String(), r.path.pointer(), r.offset(i)
	}
	r.add(p)
}

// isFull reports whether further problems are only counted.
func (r *report) isFull() bool { return len(r.problems) == maxProblems }

// add counts a problem, and stores it unless the report is full.
func (r *report) add(p arguments.Problem) {
	r.total++
	if !r.isFull() {
		r.problems = append(r.problems, p)
	}
}

// offset returns the index of the value at i in the text of the call.
func (r *reviewer) offset(i int) int {
	if r.base >= 0 {
		return r.base
	}
	return r.edits.original(i)
}

// enter appends a step to the current path.
func (r *reviewer) enter(name *string, index int) {
	r.path = append(r.path, pathStep{name, index})
}

// leave removes the last step of the current path.
func (r *reviewer) leave() { r.path = r.path[:len(r.path)-1] }
