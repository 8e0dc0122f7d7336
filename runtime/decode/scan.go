package decode

import (
	"sort"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// scan returns the index after the value at i, or a negative number if the value
// does not end. It reads only brackets, braces and quotes: the reader of the value
// checks the rest.
func (d *D) scan(i int) int {
	s := d.text
	if d.spans != nil && d.spans.text == s { // mostly the same memory, so that the comparison is fast
		if end, ok := d.spans.end(i); ok {
			return end
		}
		return scanValue(s, i)
	}
	end := scanValue(s, i)
	d.scanned += max(end, i) - i
	if d.scanned > maxScans*len(s) {
		d.spans, d.scanned = newSpans(s), 0
	}
	return end
}

// maxScans is the number of times that a text is scanned before the ends of its
// objects and arrays are stored. Without that, unions inside of unions, each with
// its discriminator at the end, would be scanned once per level.
const maxScans = 4

// spans has the ends of the objects and arrays of a text, except the short ones.
type spans struct {
	text string
	all  []span // in the order of start
}

// span is the position of an object or array. Its end is zero if it does not end.
type span struct{ start, end int }

// shortSpan is the length in bytes from which an object or array has a span.
const shortSpan = 64

// newSpans returns the spans down to one level more than a text may have.
func newSpans(s string) *spans {
	var open [arguments.MaxDepth + 1]int // indexes of all
	var all []span
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{', '[':
			if depth <= arguments.MaxDepth {
				open[depth] = len(all)
				all = append(all, span{start: i})
			}
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return &spans{s, all}
			}
			if depth <= arguments.MaxDepth {
				all = closeSpan(all, open[depth], i+1)
			}
		case '"':
			if i = closingQuote(s, i+1); i < 0 {
				return &spans{s, all}
			}
		}
	}
	return &spans{s, all}
}

// closeSpan sets the end of the span n. It removes the span if it is short; no
// spans follow it then, because those inside of it are short, too.
func closeSpan(all []span, n, end int) []span {
	if end-all[n].start < shortSpan {
		return all[:n]
	}
	all[n].end = end
	return all
}

// end returns the index after the object or array that starts at i, if it has a
// span.
func (x *spans) end(i int) (end int, ok bool) {
	n := sort.Search(len(x.all), func(n int) bool { return x.all[n].start >= i })
	if n == len(x.all) || x.all[n].start != i || x.all[n].end == 0 {
		return 0, false
	}
	return x.all[n].end, true
}

// scanValue does the same as scan, without spans.
func scanValue(s string, i int) int {
	depth := 0
	for uint(i) < uint(len(s)) {
		switch s[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			if i = closingQuote(s, i+1); i < 0 {
				return -1
			}
		default:
			i = nextDelimiter(s, i)
			if depth > 0 {
				continue
			}
			return i
		}
		i++
		if depth <= 0 {
			return i
		}
	}
	return -1
}

// nextDelimiter returns the index of the first bracket, brace, quote or comma after
// i.
func nextDelimiter(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '{', '}', '[', ']', '"', ',':
			return i
		}
	}
	return i
}
