package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// Review runs the slow pass alone and returns what it finds.
func Review(text string, t *Type, o Options) (problems []arguments.Problem, repairs []arguments.Repair) {
	r := reviewer{in: D{text: text}, repair: !o.NoRepair, base: -1}
	if fault := findFault(text, 0); fault != nil {
		r.add(fault.problem(text))
		return r.problems, nil
	}
	r.value(space(text, 0), t)
	return r.problems, r.repairs
}

// Text returns the text that was read last: after repairs, the corrected one.
func (d *D) Text() string { return d.text }

// SpanEnd is where the object or array at i ends, if that is noted.
func SpanEnd(text string, i int) (end int, ok bool) { return newSpans(text).end(i) }
