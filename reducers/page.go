package reducers

import (
	"math"
	"strings"
	"unicode/utf8"
)

// page is a text in lines, each with a class that says what becomes of it.
// The lines are held as offsets of four bytes, so that a text of nothing but
// line feeds does not grow sixteenfold.
type page struct {
	text  string
	ends  []int32
	class []class
	// large says that the text is over the limit: what is harmless in a short
	// text is left out then.
	large bool
}

// newPage splits the text. ok is false when it is too long for the offsets.
func newPage(text string, limit int) (p *page, ok bool) {
	if len(text) >= math.MaxInt32 {
		return nil, false
	}
	lines := strings.Count(text, "\n") + 1
	p = &page{text: text, ends: make([]int32, 0, lines), large: len(text) > limit}
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

// len is the number of lines. What follows the last line feed is a line only
// if it is not empty.
func (p *page) len() int { return len(p.ends) }

// line is a line without its line feed; a carriage return before that is part
// of it.
func (p *page) line(i int) string {
	start := int32(0)
	if i > 0 {
		start = p.ends[i-1] + 1
	}
	return p.text[start:p.ends[i]]
}

// trimmed is the line without the white space around it.
func (p *page) trimmed(i int) string { return strings.TrimSpace(p.line(i)) }

// mark gives a line its class. The first one wins.
func (p *page) mark(i int, c class) {
	if p.class[i] == plain {
		p.class[i] = c
	}
}

// markAll gives the lines from a up to b their class.
func (p *page) markAll(a, b int, c class) {
	for i := a; i < min(b, p.len()); i++ {
		p.mark(i, c)
	}
}

// protect keeps what no reducer may lose: notices, our own marks, and the
// lines that say how a program ended.
func (p *page) protect() {
	for i := range p.len() {
		if line := p.line(i); ourMark(line) || isNotice(line) || isExit(line) {
			p.class[i] = keep
		}
	}
}

// forget makes every line that would be left out an ordinary one.
func (p *page) forget() {
	for i, c := range p.class {
		if c > keep {
			p.class[i] = plain
		}
	}
}

// size is the length in bytes of the lines that these classes leave, without a
// line feed that the text does not end with.
func (p *page) size(dropped func(class) bool) (bytes int) {
	for i := range p.len() {
		if !dropped(p.class[i]) {
			bytes += len(p.line(i)) + 1
		}
	}
	if bytes > 0 && !strings.HasSuffix(p.text, "\n") {
		bytes--
	}
	return bytes
}

// runes is the length of a line in code points, its line feed included.
func (p *page) runes(i int) int { return utf8.RuneCountInString(p.line(i)) + 1 }

// find is the index of the first line from a on, but before b, that is such a
// line; b when there is none.
func (p *page) find(a, b int, is func(string) bool) int {
	for i := a; i < b; i++ {
		if is(p.line(i)) {
			return i
		}
	}
	return b
}
