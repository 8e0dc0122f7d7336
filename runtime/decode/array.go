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
		if i, closed = d.next(i, ']'); closed {
			*v, *last = items, uint8(min(n+1, maxRepeated))
			return Minimum(i, n+1, minItems)
		}
	}
}

// The first capacity of a slice is at most maxGuessedItems, because a short hostile
// text must not reserve much memory. A later one is at most maxGrowth times the
// number of items that were read.
const (
	initialItems    = 4
	maxRepeated     = 16
	maxGuessedItems = 64
	guessedSize     = 8 // bytes of most numbers and of short strings
	maxGrowth       = 64
	deep            = 12
)

// firstCapacity estimates the number of items of the array whose first item is at i.
// Arrays of the same depth often have the same length, which is last, or zero for the
// first array. Lists in deep trees have few items: otherwise the text would be very
// long.
func (d *D) firstCapacity(i, last int) int {
	switch {
	case isScalar(peek(d.text, i)):
		return min(countScalars(d.text[i:min(len(d.text), i+maxGuessedItems*guessedSize)]), maxGuessedItems)
	case last > 0:
		return last
	case d.depth > deep:
		return 1
	}
	return initialItems
}

// isScalar reports whether a value that begins with that byte is a number, a boolean
// or null.
func isScalar(c byte) bool { return c != '"' && c != '{' && c != '[' }

// countScalars returns the number of items of an array of numbers, booleans and nulls
// from the beginning of a text on.
func countScalars(s string) int {
	if end := strings.IndexByte(s, ']'); end >= 0 {
		s = s[:end]
	}
	return strings.Count(s, ",") + 1
}

// capacity estimates the number of items of an array whose first n items are
// between start and i. If they have no brackets, the next closing bracket is
// probably the end of the array.
func (d *D) capacity(n, start, i int) int {
	rest, limit := len(d.text)-i, max(2*n, maxGuessedItems)
	if strings.IndexByte(d.text[start:i], ']') < 0 {
		if end := strings.IndexByte(d.text[i:], ']'); end >= 0 {
			rest, limit = end, maxGrowth*n
		}
	}
	if isScalar(peek(d.text, i)) {
		return min(n+countScalars(d.text[i:i+rest]), limit)
	}
	guess := n + rest/((i-start)/n) + 1
	return max(min(guess, limit), n+n/2+1)
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

// BoolPointer reads a boolean and sets v to its address. The first booleans of
// one call share one allocation.
func BoolPointer(d *D, i int, v **bool) int {
	if len(d.flags) == 0 {
		d.flags = make([]bool, 1)
	}
	*v, d.flags = &d.flags[0], d.flags[1:]
	return Bool(d, i, *v)
}

// Strings reads an array of minItems to maxItems strings. The slices of one call
// share allocations.
func Strings[S ~[]string](d *D, i int, v *S, minItems, maxItems int) int {
	i, closed := d.open(i, '[', ']')
	if closed {
		*v = S{}
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
