package decode

import "strings"

// Slice reads an array of minItems to maxItems items, each by the function item.
// [Unbounded] means that there is no maximum. The result is never nil.
func Slice[S ~[]T, T any](d *D, i int, v *S, minItems, maxItems int, item func(d *D, i int, v *T) int) int {
	i, closed := d.open(i, '[', ']')
	if closed {
		*v = S{}
		return Minimum(i, 0, minItems)
	}
	start, last := i, &d.lengths[d.depth%len(d.lengths)]
	items := make(S, 0, min(maxItems, d.firstCapacity(i, int(*last))))
	for n := 0; ; n++ {
		if n == maxItems {
			return -1
		}
		if n == cap(items) {
			items = append(make(S, 0, min(maxItems, d.capacity(n, start, i))), items...)
		}
		items = items[:n+1]
		if i = item(d, i, &items[n]); i < 0 {
			return i
		}
		if s := d.text; uint(i) < uint(len(s)) && s[i] == ',' { // the most frequent case needs no call
			i = space(s, i+1)
		} else if i, closed = d.next(i, ']'); closed {
			*v, *last = items, uint8(min(n+1, maxRepeated))
			return Minimum(i, n+1, minItems)
		}
	}
}

// Array reads an array of exactly len(v) items.
func Array[T any](d *D, i int, v []T, item func(d *D, i int, v *T) int) int {
	i, closed := d.open(i, '[', ']')
	n := 0
	for ; !closed; n++ {
		if n == len(v) {
			return -1
		}
		if i = item(d, i, &v[n]); i < 0 {
			return i
		}
		i, closed = d.next(i, ']')
	}
	return Minimum(i, n, len(v))
}

// Pointer allocates a T, reads it and sets v to its address.
func Pointer[T any](d *D, i int, v **T, target func(d *D, i int, v *T) int) int {
	*v = new(T)
	return target(d, i, *v)
}

// BoolPointer reads a boolean and sets v to its address.
func BoolPointer(d *D, i int, v **bool) int {
	*v = new(bool)
	return Bool(d, i, *v)
}

// Strings reads an array of minItems to maxItems strings. The slices of one call
// share allocations.
func Strings(d *D, i int, v *[]string, minItems, maxItems int) int {
	i, closed := d.open(i, '[', ']')
	if closed {
		*v = []string{}
		return Minimum(i, 0, minItems)
	}
	from := len(d.slab)
	for n := 0; n < maxItems; n++ {
		s, end := d.str(i)
		if end < 0 {
			return -1
		}
		if d.lent {
			s = d.keep(s, i, end)
		}
		if len(d.slab) == cap(d.slab) {
			from = d.grow(from, countStrings(d.text[i:]))
		}
		d.slab = append(d.slab, s)
		if i, closed = d.next(end, ']'); closed {
			*v = d.slab[from:len(d.slab):len(d.slab)]
			return Minimum(i, n+1, minItems)
		}
	}
	return -1
}

// countStrings estimates the number of items of an array of strings from the beginning
// of a text on.
func countStrings(s string) int {
	if end := strings.IndexByte(s, ']'); end >= 0 {
		s = s[:end]
	}
	return strings.Count(s, `"`) / 2
}

// maxSlab is the maximum number of strings for which a new slab has memory, in
// addition to those that are counted and to the unfinished run.
const maxSlab = 64

// grow allocates a new slab, probably for so many more strings, and copies the
// unfinished run, which begins at from, to it. It returns the new index of the run.
// Finished runs stay in the old slab.
func (d *D) grow(from, more int) int {
	run := d.slab[from:]
	more = max(1, min(more, maxGrowth*max(1, len(run))), len(run), min(2*cap(d.slab), maxSlab))
	d.slab = append(make([]string, 0, len(run)+more), run...)
	return 0
}
