package decode

import (
	"github.com/toolgen/toolgen/runtime/arguments"

	"github.com/toolgen/toolgen/internal/wording"
)

// reviewer is the slow pass over one text. The text has no fault up to where
// the pass comes.
type reviewer struct {
	in          D      // reads the text; only text and depth count
	repair      bool   // make repairs
	out         []byte // the corrected text so far
	path        path
	base        int    // where the string with the inner text begins; negative outside
	variantNote string // the variant of the object that is read: ` for kind "circle"`
	exhausted   bool   // the budget is used up, and that was reported
	size        int    // the length of the whole text
	budget      budget // what schemas may still take; zero before the first
	parsed      map[*Type]*limits
	report
}

// review runs the slow pass. It reports whether it corrected the text, so
// that reading it again may succeed; otherwise there are problems.
func (d *D) review(t *Type) bool {
	r := reviewer{in: D{text: d.text}, repair: !d.noRepair, base: -1, size: len(d.text)}
	fault := findFault(d.text, 0)
	end := r.value(space(d.text, 0), t)
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

// value reviews the value at i and writes it, corrected, to the output. It
// returns the index behind it, or a negative number when the text cannot be
// read on.
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

// described reviews the value at i as far as the kind of the type goes.
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
		r.unexpected(i, arguments.CodeType, r.in.text[i:end], t)
	}
	return end
}

// extent returns the index behind the value at i, or a negative number.
func (r *reviewer) extent(i int) int {
	x := syntax{text: r.in.text, depth: r.in.depth}
	return x.value(i)
}

// copyValue writes the value at i as it is.
func (r *reviewer) copyValue(i int) int {
	end := r.extent(i)
	if end >= 0 {
		r.out = append(r.out, r.in.text[i:end]...)
	}
	return end
}

// container reviews an object or array, and what can be repaired to one.
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

// any reviews a value of any type, which can only have duplicate names.
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

// other adds the problem that the value at i is not what t describes.
func (r *reviewer) unexpected(i int, code arguments.Code, got string, t *Type) {
	if r.isFull() {
		r.total++
		return
	}
	r.problem(i, code, "be "+t.name(), got)
}

// problem adds a problem of the value at i: it must do what want says.
func (r *reviewer) problem(i int, code arguments.Code, want, got string) {
	if r.isFull() {
		r.total++ // hostile text has millions of them: no words for those
		return
	}
	message := "must " + want
	if got != "" {
		got = wording.Excerpt(got)
		message += ", got " + got
	}
	r.explain(i, arguments.Problem{Code: code, Want: want, Got: got, Message: message})
}

// explain adds a problem of the value at i, at the current path.
func (r *reviewer) explain(i int, p arguments.Problem) {
	if !r.isFull() {
		p.Path, p.Pointer, p.Offset = r.path.String(), r.path.pointer(), r.offset(i)
	}
	r.add(p)
}

// full reports whether further problems are only counted.
func (r *report) isFull() bool { return len(r.problems) == maxProblems }

// keep counts a problem, and stores the first ones.
func (r *report) add(p arguments.Problem) {
	r.total++
	if !r.isFull() {
		r.problems = append(r.problems, p)
	}
}

// offset returns where the value at i begins in the text of the call.
func (r *reviewer) offset(i int) int {
	if r.base >= 0 {
		return r.base
	}
	return i
}

func (r *reviewer) enter(name *string, index int) {
	r.path = append(r.path, pathStep{name, index})
}

func (r *reviewer) leave() { r.path = r.path[:len(r.path)-1] }
