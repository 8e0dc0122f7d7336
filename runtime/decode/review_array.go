package decode

import "strconv"

// array reviews the array at i, which t describes.
func (r *reviewer) array(i int, t *Type) int {
	start := i
	i, closed := r.in.open(i, '[', ']')
	r.out = append(r.out, '[')
	n := 0
	for ; !closed; n++ {
		if i = r.item(i, n, t); i < 0 {
			return i
		}
		if i, closed = r.in.next(i, ']'); !closed {
			r.out = append(r.out, ',')
		}
	}
	r.out = append(r.out, ']')
	if i >= 0 {
		r.items(start, n, t)
	}
	return i
}

func (r *reviewer) item(i, n int, t *Type) int {
	r.enter(nil, n)
	i = r.value(i, t.Elem)
	r.leave()
	return i
}

// items checks the number of items.
func (r *reviewer) items(i, n int, t *Type) {
	if t.Length == nil {
		return
	}
	if n < t.Length.Min {
		r.problem(i, CodeMinItems, "have at least "+count(t.Length.Min, "item"), strconv.Itoa(n))
	}
	if n > t.Length.Max {
		r.problem(i, CodeMaxItems, "have at most "+count(t.Length.Max, "item"), strconv.Itoa(n))
	}
}
