package decode

// Slice reads an array of least to most items ([Unbounded] when there is no
// maximum), each with the function. The result is never nil.
func Slice[S ~[]T, T any](d *D, i int, v *S, least, most int, item func(d *D, i int, v *T) int) int {
	i, closed := d.open(i, '[', ']')
	if closed {
		*v = S{}
		return Minimum(i, 0, least)
	}
	start := i
	items := make(S, 0, min(most, initialItems))
	for n := 0; ; n++ {
		if n == most {
			return -1
		}
		if n == cap(items) {
			items = append(make(S, 0, min(most, d.capacity(n, start, i))), items...)
		}
		items = items[:n+1]
		if i = item(d, i, &items[n]); i < 0 {
			return i
		}
		if i, closed = d.next(i, ']'); closed {
			*v = items
			return Minimum(i, n+1, least)
		}
	}
}

// A slice has room for smallSlice items at first. When that is full, the rest
// is guessed once from the bytes left, but not beyond firstGuess: text that
// is cheap to write must not reserve memory that is not.
const (
	initialItems    = 4
	maxGuessedItems = 64
)

// capacity guesses the items of an array of which n stand from start to i.
func (d *D) capacity(n, start, i int) int {
	rest := (len(d.text) - i) * n / (i - start)
	return max(2*n, min(n+rest+1, maxGuessedItems))
}

// Array reads an array of exactly as many items as v has.
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

// Pointer reads what v points to.
func Pointer[T any](d *D, i int, v **T, target func(d *D, i int, v *T) int) int {
	*v = new(T)
	return target(d, i, *v)
}

// BoolPointer reads a boolean and points to it. The first booleans of one call
// share their room.
func BoolPointer(d *D, i int, v **bool) int {
	if len(d.flags) == 0 {
		d.flags = make([]bool, 1)
	}
	*v, d.flags = &d.flags[0], d.flags[1:]
	return Bool(d, i, *v)
}

// Strings reads an array of least to most strings. The strings of one call
// share their room.
func Strings[S ~[]string](d *D, i int, v *S, least, most int) int {
	i, closed := d.open(i, '[', ']')
	if closed {
		*v = S{}
		return Minimum(i, 0, least)
	}
	from := len(d.slab)
	for n := 0; n < most; n++ {
		var s string
		if s, i = d.str(i); i < 0 {
			return i
		}
		if len(d.slab) == cap(d.slab) {
			from = d.grow(from)
		}
		d.slab = append(d.slab, s)
		if i, closed = d.next(i, ']'); closed {
			*v = d.slab[from:len(d.slab):len(d.slab)]
			return Minimum(i, n+1, least)
		}
	}
	return -1
}

// A new slab has room for twice the strings of the last, within these bounds,
// and for twice the unfinished run.
const (
	minSlab = 8
	maxSlab = 64
)

// grow begins a new slab with the unfinished run that begins at from, and
// returns where the run begins now. Finished runs stay where they are.
func (d *D) grow(from int) int {
	run := d.slab[from:]
	room := min(max(2*cap(d.slab), minSlab), maxSlab)
	d.slab = append(make([]string, 0, room+2*len(run)), run...)
	return 0
}
