package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// Arguments reads the whole text of d into a new T and returns the *T. It
// returns nil when there are problems; [D.Err] then has them. The type that t
// describes and read reads must be the same, a struct.
//
// Generated code has the same lines without the type parameter, which would
// cost every tool a function of its own.
func Arguments[T any](d *D, t *Type, read func(d *D, i int, v *T) int) any {
	for {
		i := d.Begin(t)
		if i < 0 {
			return nil
		}
		if v := new(T); d.AtEnd(read(d, i, v)) {
			return v
		}
	}
}

// ArgumentsWithRoom is Arguments for a T that has, at any depth, slices of
// strings or pointers to strings or booleans.
func ArgumentsWithRoom[T any](d *D, t *Type, read func(d *D, i int, v *T) int) any {
	for {
		i := d.Begin(t)
		if i < 0 {
			return nil
		}
		v := new(WithScratch[T])
		d.UseScratch(&v.Scratch)
		if d.AtEnd(read(d, i, &v.Value)) {
			return &v.Value
		}
	}
}

// Begin begins to read the text, and returns the index of its first value.
// Called again, it has the slow pass look for what was wrong: it returns an
// index again when that corrected the text, and a negative number when there
// is nothing more to try.
func (d *D) Begin(t *Type) int {
	if d.attempts > 0 || d.report != nil {
		return d.beginAgain(t)
	}
	d.attempts = 1
	i := space(d.text, 0)
	if peek(d.text, i) != '{' {
		d.defaultText(i)
		i = space(d.text, 0)
	}
	return i
}

// again prepares an attempt after the first.
func (d *D) beginAgain(t *Type) int {
	if d.isRefused() {
		return -1
	}
	d.attempts++
	if d.attempts > 2 {
		d.addUnexplained()
		return -1
	}
	if !d.review(t) {
		return -1
	}
	return space(d.text, 0)
}

// AtEnd reports whether the value that was read, and behind which i is, is
// the whole text.
func (d *D) AtEnd(i int) bool {
	return i >= 0 && space(d.text, i) == len(d.text)
}

// defaultText replaces text that holds nothing from i on, or null, by an empty
// object.
func (d *D) defaultText(i int) {
	rest := d.text[i:]
	if rest == "" || null(rest, 0) >= 0 && space(rest, 4) == len(rest) {
		d.text = "{}"
	}
}

// repaired reports whether the text is one that repairs corrected.
func (d *D) wasRepaired() bool { return d.attempts > 1 }

// explain reports what a schema finds wrong with the value at i, in which the
// description found no problem.
func (d *D) explain(s Declaration, i int) {
	r := reviewer{in: D{text: d.text}, base: -1, size: len(d.text)}
	s.review(&r, i)
	b := s.budgetFor(len(d.text))
	if r.total == 0 && !s.satisfiedBy(d.text, i, &b) && b.steps < 0 {
		r.tooMuch(i) // for a check, which may take less than a review
	}
	if d.report = &r.report; r.total == 0 {
		d.addUnexplained()
	}
}

// addUnexplained makes sure that what was refused without a reason stays refused.
func (d *D) addUnexplained() {
	if d.report == nil {
		d.report = new(report)
	}
	d.report.add(arguments.Problem{
		Code: arguments.CodeUnexplained, Message: "refused, but the reason was not found: this is a fault of the decoder",
	})
}

// Scratch is where the first strings and booleans that slices and pointers lead
// to are kept: most calls have no more.
type Scratch struct {
	strings [8]string
	flags   [8]bool
}

// WithScratch is a value with room beside it: one allocation for both.
type WithScratch[T any] struct {
	Value   T
	Scratch Scratch
}

// Use gives the room to the value that is read next.
func (d *D) UseScratch(r *Scratch) { d.slab, d.flags = r.strings[:0], r.flags[:] }
