package reducers

import (
	"math"
	"strings"
	"unicode/utf8"
)

// page is a text in lines, each with a class that says whether it is kept. The
// lines are stored as offsets of four bytes, so that a text of line feeds does
// not need sixteen times its length.
type page struct {
	text  string
	ends  []int32 // the offsets of the ends of the lines
	class []class // the classes of the lines
	// isLarge reports that the text is over the limit.
	isLarge bool
}

// newPage splits the text into lines. It reports false when the text is too long
// for the offsets.
func newPage(text string, limit int) (p *page, ok bool) {
	if len(text) >= math.MaxInt32 {
		return nil, false
	}
	lines := strings.Count(text, "\n") + 1
	p = &page{text: text, ends: make([]int32, 0, lines), isLarge: len(text) > limit}
	for i := 0; i < len(text); {
		end := strings.IndexByte(text[i:], '\n')
		if end < 0 {
			end = len(text) - i
		}
		p.ends = append(p.ends, int32(i+end))
		i += end + 1
	}
	p.class = make([]class, len(p.ends))
	return p, true
}

// len returns the number of lines. The text after the last line feed is a line
// when it is not empty.
func (p *page) len() int { return len(p.ends) }

// line returns a line without its line feed, but with a carriage return before
// that.
func (p *page) line(i int) string {
	start := int32(0)
	if i > 0 {
		start = p.ends[i-1] + 1
	}
	return p.text[start:p.ends[i]]
}

// trimmedLine returns a line without the white space around it.
func (p *page) trimmedLine(i int) string { return strings.TrimSpace(p.line(i)) }

// mark sets the class of a line that has none.
func (p *page) mark(i int, c class) {
	if p.class[i] == plain {
		p.class[i] = c
	}
}

// markRange sets the class of the lines from from to before to that have none.
func (p *page) markRange(from, to int, c class) {
	for i := from; i < min(to, p.len()); i++ {
		p.mark(i, c)
	}
}

// keepRequired marks the lines that no reducer may leave out: notices, marks of
// this package, and lines that say how a program ended.
func (p *page) keepRequired() {
	for i := range p.len() {
		if line := p.line(i); isMark(line) || isNotice(line) || isExit(line) {
			p.class[i] = keep
		}
	}
}

// unmarkDropped removes the class of the lines that would be left out.
func (p *page) unmarkDropped() {
	for i, c := range p.class {
		if c > keep {
			p.class[i] = plain
		}
	}
}

// keptBytes returns the length of the lines whose class is not left out, in
// bytes. The last line has a line feed when the text ends with one.
func (p *page) keptBytes(isDropped func(class) bool) (bytes int) {
	for i := range p.len() {
		if !isDropped(p.class[i]) {
			bytes += len(p.line(i)) + 1
		}
	}
	if bytes > 0 && !strings.HasSuffix(p.text, "\n") {
		bytes--
	}
	return bytes
}

// codePoints returns the length of a line in code points, with its line feed.
func (p *page) codePoints(i int) int { return utf8.RuneCountInString(p.line(i)) + 1 }

// find returns the index of the first line from from to before to for which
// isMatch is true, or to when there is none.
func (p *page) find(from, to int, isMatch func(line string) bool) int {
	for i := from; i < to; i++ {
		if isMatch(p.line(i)) {
			return i
		}
	}
	return to
}
