package reducers

import (
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
)

// Limits of reduced texts.
const (
	// largeText is the length in bytes above which a text is large.
	largeText = 8 << 10
	// headLines and tailLines are the numbers of lines at the beginning and at the
	// end of a large text that are not left out as plain lines.
	headLines, tailLines = 40, 20
	// minSaved is the minimum number of code points that a gap must save.
	minSaved = 32
	// maxLine and maxKeptLine are the maximum lengths of the lines of a large text,
	// in code points: of a plain line, and of one with the class keep.
	maxLine, maxKeptLine = 500, 4000
)

// renderer writes the reduced text of a page.
type renderer struct {
	*page
	out strings.Builder
	// isLarge reports whether the classes with the condition dropIfLarge are left
	// out, cutsMiddle whether plain lines between head and tail are left out.
	isLarge, cutsMiddle bool
	// counted is the number of lines of each class that were left out and are
	// counted at the end.
	counted [len(labels)]int
	// The current gap is lines of a class that are left out: the index of the first
	// one, their number and their length.
	first, lines, codePoints int
	class                    class
	// cutLines are the lines that were cut in the middle, and maxLong is a larger
	// limit for these lines, in bytes, or zero.
	cutLines []lineCut
	maxLong  int
}

// render returns the reduced text of the page. Lines are left out by their class.
// When the rest is over the limit, plain lines are left out, except the first 40
// and the last 20, and long lines are cut in the middle; when the text is then
// under the limit, less of the long lines is cut. Nothing is left out when the
// mark or the note for it is not shorter.
func (p *page) render(limit int) string {
	r := &renderer{page: p}
	r.measure(limit)
	if !r.isWorthCounting() {
		p.unmarkCounted()
		r.measure(limit)
	}
	text := r.renderText()
	if r.cutLines != nil && len(text) < limit {
		r.maxLong = maxBytesOfEach(r.cutLines, limit-len(text))
		if longer := r.renderText(); len(longer) <= limit {
			return longer
		}
	}
	return text
}

// measure sets isLarge and cutsMiddle by the length of the lines that are kept.
func (r *renderer) measure(limit int) {
	r.isLarge = r.keptBytes(class.isAlwaysDropped) > limit
	r.cutsMiddle = r.keptBytes(r.isDropped) > limit
}

// renderText returns the text with the current limits.
func (r *renderer) renderText() string {
	r.out.Reset()
	r.counted, r.cutLines = [len(labels)]int{}, nil
	r.writeLines()
	if note := noteText(r.counted); note != "" {
		r.writeLine(note)
	}
	text := r.out.String()
	if !strings.HasSuffix(r.text, "\n") {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

// isAlwaysDropped reports whether the lines of the class are left out of texts of
// all lengths.
func (c class) isAlwaysDropped() bool { return c.isDropped(false) }

// isDropped reports whether the lines of the class are left out of this text.
func (r *renderer) isDropped(c class) bool { return c.isDropped(r.isLarge) }

// isWorthCounting reports whether the lines that are counted at the end are longer
// than the note that counts them.
func (r *renderer) isWorthCounting() bool {
	var counted [len(labels)]int
	saved := 0
	for i, c := range r.page.class {
		if c > uncounted && r.isDropped(c) && !labels[c].inPlace {
			counted[c]++
			saved += r.page.codePoints(i)
		}
	}
	return saved > utf8.RuneCountInString(noteText(counted))+1
}

// unmarkCounted removes the class of the lines that would be counted at the end.
func (p *page) unmarkCounted() {
	for i, c := range p.class {
		if c > uncounted && !labels[c].inPlace {
			p.class[i] = plain
		}
	}
}

// writeLines writes the lines that are kept, and the marks of the gaps.
func (r *renderer) writeLines() {
	total, position := r.countShown(), 0
	for i := range r.len() {
		c, line := r.page.class[i], r.line(i)
		switch {
		case c > uncounted && labels[c].inPlace && r.isDropped(c):
			r.addToGap(i, c)
			continue
		case r.isDropped(c):
			r.counted[c]++
			continue
		}
		if !isMark(line) {
			position++
		}
		if r.cutsMiddle && c == plain && position > headLines && position <= total-tailLines {
			r.addToGap(i, plain)
			continue
		}
		r.closeGap()
		r.writeLine(r.cutLong(line, c))
	}
	r.closeGap()
}

// countShown returns the number of lines that are not left out by their class,
// without marks. The head and the tail are the first and the last of them.
func (r *renderer) countShown() (n int) {
	for i := range r.len() {
		if !r.isDropped(r.page.class[i]) && !isMark(r.line(i)) {
			n++
		}
	}
	return n
}

// addToGap adds a line to the current gap. A line of another class begins a new
// gap.
func (r *renderer) addToGap(i int, c class) {
	if r.lines > 0 && c != r.class {
		r.closeGap()
	}
	if r.lines == 0 {
		r.first, r.class = i, c
	}
	r.lines++
	r.codePoints += r.page.codePoints(i)
}

// closeGap writes the mark of the current gap, or its lines when the mark does not
// save minSaved code points.
func (r *renderer) closeGap() {
	if r.lines == 0 {
		return
	}
	mark := cut.Mark(gapText(r.class, r.lines), "")
	if r.codePoints > utf8.RuneCountInString(mark)+minSaved {
		r.writeLine(mark)
	} else {
		r.writeGapLines()
	}
	r.lines, r.codePoints = 0, 0
}

// writeGapLines writes the lines of the current gap.
func (r *renderer) writeGapLines() {
	for i, left := r.first, r.lines; left > 0; i++ {
		c := r.page.class[i]
		if c == r.class {
			r.writeLine(r.cutLong(r.line(i), c))
			left--
		}
	}
}

// gapText returns the text of the mark of a gap, such as "12 more files".
func gapText(c class, n int) string {
	if c == plain {
		c = otherLines
	}
	return c.countText(n)
}

// cutLong returns the line, which is cut in the middle when it is a long line of a
// large text.
func (r *renderer) cutLong(line string, c class) string {
	if !r.cutsMiddle {
		return line
	}
	limit := maxLine
	if c == keep {
		limit = maxKeptLine
	}
	short := cutLine(line, limit)
	if len(short) == len(line) {
		return line
	}
	r.cutLines = append(r.cutLines, lineCut{len(short), len(line)})
	if r.maxLong == 0 {
		return short
	}
	longer := cutBytes(line, r.maxLong)
	if len(longer) < len(short) || utf8.RuneCountInString(longer) > utf8.RuneCountInString(line) {
		return short
	}
	return longer
}

// writeLine writes a line with a line feed.
func (r *renderer) writeLine(line string) {
	r.out.WriteString(line)
	r.out.WriteByte('\n')
}

// noteText returns the note that counts the lines of each class that were left
// out. It is empty when there are none.
func noteText(counted [len(labels)]int) string {
	var parts []string
	counted[passingOutput] += counted[passingOutputOfFailedRun]
	counted[passingOutputOfFailedRun] = 0
	for c := uncounted + 1; int(c) < len(labels); c++ {
		if counted[c] > 0 {
			parts = append(parts, c.countText(counted[c]))
		}
	}
	if parts == nil {
		return ""
	}
	return cut.Mark(strings.Join(parts, ", "), "")
}
