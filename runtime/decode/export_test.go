package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// Review reviews a text without reading it before, and returns the result.
func Review(text string, t *Type, o Options) (problems []arguments.Problem, repairs []arguments.Repair) {
	r := reviewer{in: D{text: text}, repair: !o.NoRepair, base: -1}
	if fault := findFault(text, 0); fault != nil {
		r.add(fault.problem(text))
		return r.problems, nil
	}
	r.value(space(text, 0), t)
	return r.problems, r.repairs
}

// Text returns the text that was read last. After repairs it is the repaired text.
func (d *D) Text() string { return d.text }

// SpanEnd returns the index after the object or array at i, if it has a span.
func SpanEnd(text string, i int) (end int, ok bool) { return newSpans(text).end(i) }
