package decode

import (
	"sort"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// pass returns the index behind the value at i, or a negative number when it
// does not end. It looks at no more than brackets and quotes: all else is
// checked when the value is read.
func (d *D) scan(i int) int {
	s := d.text
	if d.spans != nil && d.spans.text == s { // mostly the same memory
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

// Unions inside of unions, each with its discriminator at the end, would make
// every level pass over all that is inside of it. When a text was passed over
// that often, it is worth to note where its objects and arrays end.
const maxScans = 4

// spans tells where the objects and arrays of a text end, but for the
// shortest.
type spans struct {
	text string
	all  []span // by start
}

type span struct{ start, end int }

// shortSpan is how long an object or array is that is not worth to note.
const shortSpan = 64

// newSpans notes what stands at most one level deeper than a text may be.
func newSpans(s string) *spans {
	var open [arguments.MaxDepth + 1]int // indexes in all
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

// closed notes the end of the span n. A short one has none inside of it that
// were kept, and is dropped.
func closeSpan(all []span, n, end int) []span {
	if end-all[n].start < shortSpan {
		return all[:n]
	}
	all[n].end = end
	return all
}

// end returns the index behind the object or array that starts at i, if that
// is noted.
func (x *spans) end(i int) (end int, ok bool) {
	n := sort.Search(len(x.all), func(n int) bool { return x.all[n].start >= i })
	if n == len(x.all) || x.all[n].start != i || x.all[n].end == 0 {
		return 0, false
	}
	return x.all[n].end, true
}

// pass is the method without memory.
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

// nextDelimiter returns the index of the first byte behind i that [pass] looks at,
// or that separates members.
func nextDelimiter(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '{', '}', '[', ']', '"', ',':
			return i
		}
	}
	return i
}
