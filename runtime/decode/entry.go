package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// Arguments reads the whole text of d into a new T and returns the *T. It returns
// nil if there are problems; [D.Err] then returns them. T is a struct that t
// describes and that read reads.
//
// Generated code calls [D.Read], because the compiler would instantiate this
// function for each tool.
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

// Read reads the whole text of d with a function that makes a value, reads it at i
// and returns a pointer to it, with the index after the text of the value. Read
// returns the pointer. It returns nil if there are problems; [D.Err] then returns
// them. t describes the value.
func (d *D) Read(t *Type, read func(d *D, i int) (v any, end int)) any {
	for i := d.Begin(t); i >= 0; i = d.Begin(t) {
		if v, end := read(d, i); d.AtEnd(end) {
			return v
		}
	}
	return nil
}

// Begin begins an attempt to read the text and returns the index of its value.
// The second call reviews the text, because the first attempt failed: it returns
// an index if the review repaired the text, and a negative number if there are
// problems. The third call, and the first one for a text that is too long, return a
// negative number.
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

// beginAgain does the same as Begin for the attempts after the first one.
func (d *D) beginAgain(t *Type) int {
	if d.isRefused() {
		return -1
	}
	d.own() // checks of the author, problems and repairs may keep parts of the text
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

// AtEnd reports whether i, the index after the value, is the end of the text but
// for white space.
func (d *D) AtEnd(i int) bool {
	return i >= 0 && space(d.text, i) == len(d.text)
}

// defaultText replaces the text by an empty object if the text from i on is empty
// or null.
func (d *D) defaultText(i int) {
	rest := d.text[i:]
	if rest == "" || null(rest, 0) >= 0 && space(rest, 4) == len(rest) {
		d.text = "{}"
	}
}

// wasRepaired reports whether a review replaced the text.
func (d *D) wasRepaired() bool { return d.attempts > 1 }

// explain adds the problems that a schema has with the value at i, if the review
// by the description of the type found none.
func (d *D) explain(s Declaration, i int) {
	r := reviewer{in: D{text: d.text}, base: -1, size: len(d.text)}
	s.review(&r, i)
	b := s.budgetFor(len(d.text))
	if r.total == 0 && !s.satisfiedBy(d.text, i, &b) && b.steps < 0 {
		r.reportTooLarge(i) // a check has a smaller budget than a review
	}
	if d.report = &r.report; r.total == 0 {
		d.addUnexplained()
	}
}

// addUnexplained adds a problem for a text that was refused without a reason: the
// description does not fit the generated function, for example because a type of
// another module changed in a way that guards cannot detect.
func (d *D) addUnexplained() {
	if d.report == nil {
		d.report = new(report)
	}
	d.report.add(arguments.Problem{
		Code: arguments.CodeUnexplained, Message: "refused for a reason that was not found: the generated code does not fit the types of the arguments, run go generate",
	})
}

// Scratch is memory for the first strings of slices. It is small, because most calls have few of them.
type Scratch struct{ strings [4]string }

// WithScratch is a value and its scratch memory, in one allocation.
type WithScratch[T any] struct {
	Value   T
	Scratch Scratch
}

// Scratch makes d use the memory for the value at i, which is read next. It returns i.
func (d *D) Scratch(i int, s *Scratch) int {
	d.slab = s.strings[:0]
	return i
}
