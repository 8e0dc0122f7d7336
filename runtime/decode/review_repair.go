package decode

import (
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// maxRepairs is the maximum number of repairs of one call. Each repair is recorded,
// and a hostile text must not fill the memory with records.
const maxRepairs = 10_000

// addRepair records a repair of the value at the current path and returns its number,
// or a negative number if there are too many repairs.
func (r *reviewer) addRepair(kind arguments.RepairKind, from, to string) int {
	if !r.mayRepair(1) {
		return -1
	}
	r.repairs = append(r.repairs, arguments.Repair{Path: r.path.String(), Kind: kind, From: wording.Excerpt(from), To: wording.Excerpt(to)})
	return len(r.repairs) - 1
}

// mayRepair reports whether n more repairs may be recorded. It adds a problem
// otherwise.
func (r *reviewer) mayRepair(n int) bool {
	if len(r.repairs)+n <= maxRepairs {
		return true
	}
	r.problem(0, arguments.CodeRepairs, "need at most "+wording.Count(maxRepairs, "repair"), "")
	return false
}

// holdsContainer reports whether the value at i is a string with the JSON text of a
// container of the kind that t describes.
func (r *reviewer) holdsContainer(i int, t *Type) bool {
	if peek(r.in.text, i) != '"' {
		return false
	}
	text, end := r.in.str(i)
	if end < 0 {
		return false
	}
	c := peek(text, space(text, 0))
	return (c == t.opener() || c == '[' && t.Lists) && findFault(text, r.in.depth) == nil
}

// innerText replaces the string at i by the JSON text in it, which it reviews.
func (r *reviewer) innerText(i int, t *Type) int {
	text, end := r.in.str(i)
	return r.replaceByInner(i, end, text, nil, t)
}

// malformedText does the same as innerText for a string with a text that is JSON
// after repairs of its syntax. It reports other values as a mismatch.
func (r *reviewer) malformedText(i int, t *Type) int {
	if peek(r.in.text, i) != '"' {
		return r.mismatch(i, t)
	}
	text, end := r.in.str(i)
	if end < 0 {
		return end
	}
	x := relax(text, r.path.String(), r.in.depth)
	if x == nil || x.out[space(string(x.out), 0)] != t.opener() {
		return r.mismatch(i, t)
	}
	return r.replaceByInner(i, end, string(x.out), x.repairs, t)
}

// replaceByInner replaces the string from i to end by the JSON text inside of it, to
// which the repairs were made.
func (r *reviewer) replaceByInner(i, end int, text string, repairs []arguments.Repair, t *Type) int {
	outer, base := r.in.text, r.base
	n, from := r.addRepair(arguments.RepairJSON, "", ""), len(r.out)
	if r.mayRepair(len(repairs)) {
		r.repairs = append(r.repairs, repairs...)
	}
	r.in.text, r.base = text, r.offset(i)
	inner := r.value(space(text, 0), t)
	r.in.text, r.base = outer, base
	if inner < 0 {
		return inner
	}
	r.completeRepair(n, outer[i:end], from)
	return end
}

// wrapItem replaces the value at i by an array with the value as its only item.
func (r *reviewer) wrapItem(i int, t *Type) int {
	if r.in.depth == arguments.MaxDepth {
		return r.mismatch(i, t)
	}
	n, from := r.addRepair(arguments.RepairWrap, "", ""), len(r.out)
	r.in.depth++
	r.out = append(r.out, '[')
	end := r.item(i, 0, t)
	if end < 0 {
		return end
	}
	r.out = append(r.out, ']')
	r.in.depth--
	r.items(i, 1, t)
	r.completeRepair(n, r.in.text[i:end], from)
	return end
}

// completeRepair sets the texts of the repair n: raw was replaced by the output from
// the index from on.
func (r *reviewer) completeRepair(n int, raw string, from int) {
	if n >= 0 {
		r.repairs[n].From = wording.Excerpt(raw)
		r.repairs[n].To = wording.Excerpt(string(r.out[from:min(len(r.out), from+4*wording.MaxExcerpt+4)]))
	}
}

// fitsItem reports whether the value at i can be an item that t describes.
func (r *reviewer) fitsItem(i int, t *Type) bool {
	c := peek(r.in.text, i)
	var text string
	if c == '"' {
		text, _ = r.in.str(i)
	}
	switch t.Kind {
	case KindAny:
		return c != 'n'
	case KindJSON:
		end := r.extent(i)
		return end >= 0 && r.accepts(t, r.in.text[i:end], r.in.depth+1)
	case KindStruct, KindMap, KindUnion:
		return c == '{' || c == '"' && r.holdsContainer(i, t)
	case KindBool:
		_, ok := booleanInText(text)
		return c == 't' || c == 'f' || ok
	case KindInt, KindUint, KindFloat, KindNumber, KindInteger:
		_, ok := numberInText(text)
		return c == '-' || c-'0' <= 9 || ok
	}
	return c == '"'
}
