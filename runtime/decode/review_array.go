package decode

import (
	"strconv"
)

// array reviews the array at i, which t describes.
func (r *reviewer) array(i int, t *Type) int {
	start := i
	i, closed := r.in.open(i, '[', ']')
	r.out = append(r.out, '[')
	n, from, before := 0, len(r.out)-1, r.total
	var starts []int // the indexes of the items, if they must be unique
	for ; !closed; n++ {
		if t.Unique {
			starts = append(starts, i)
		}
		if i = r.item(i, n, t); i < 0 {
			return i
		}
		if i, closed = r.in.next(i, ']'); !closed {
			r.out = append(r.out, ',')
		}
	}
	r.out = append(r.out, ']')
	if i >= 0 {
		hasProblems := r.total > before
		r.items(start, n, t)
		switch {
		case t.Unique && hasProblems: // the output is incomplete
			r.unique(r.in.text, start, starts)
		case t.Unique:
			r.unique(string(r.out[from:]), 0, starts)
		}
	}
	return i
}

// unique reports equal items in the array at i of a text: the output, because repairs
// can make items equal, or the text that is reviewed.
func (r *reviewer) unique(text string, i int, starts []int) {
	if _, again, found := duplicateItems(text, i); found {
		raw := text[again.at:valueEnd(text, again.at)]
		r.reportDuplicate(item{again.n, starts[again.n]}, raw)
	}
}

// item reviews item n, which is at i.
func (r *reviewer) item(i, n int, t *Type) int {
	r.enter(nil, n)
	i = r.value(i, t.item(n))
	r.leave()
	return i
}

// items checks the number of items.
func (r *reviewer) items(i, n int, t *Type) {
	if t.Limits == "" {
		return
	}
	bounds := r.limits(t).counts
	if n < bounds.Min {
		r.problem(i, itemRule.few, itemRule.wantMin(bounds.Min), strconv.Itoa(n))
	}
	if n > bounds.Max {
		r.problem(i, itemRule.many, itemRule.wantMax(bounds.Max), strconv.Itoa(n))
	}
}
