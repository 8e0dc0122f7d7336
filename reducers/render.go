package reducers

import (
	"strings"
	"unicode/utf8"
)

// Limits of what is left of a text.
const (
	// largeText is the length in bytes above which a text is large.
	largeText = 8 << 10
	// headLines and tailLines are what stays of the ordinary lines of a large
	// text.
	headLines, tailLines = 40, 20
	// leastSaved is how many code points a gap must save.
	leastSaved = 32
	// longLine and longKept are how many code points a line of a large text may
	// have, an ordinary one and one that is kept.
	longLine, longKept = 500, 4000
)

// renderer writes what is left of a page.
type renderer struct {
	*page
	out strings.Builder
	// middle says whether ordinary lines between head and tail are left out.
	large, middle bool
	// counted is how many lines of each class were left out, to be told at the
	// end.
	counted [len(labels)]int
	// gap is what is being left out here: lines from first on, and how many.
	first, lines, runes int
	class               class
	// long are the lines that were cut inside, and share how many bytes of each
	// may stay if that is more.
	long  []cutLength
	share int
}

// render writes what is left of the page: lines whose class says so are left
// out; if the rest is still over the limit, so are ordinary lines but the first
// 40 and the last 20, and long lines are cut inside. What would not save
// anything is not done. Where that leaves less than the limit, more stays of the
// long lines.
func (p *page) render(limit int) string {
	r := &renderer{page: p}
	r.large = p.size(class.always) > limit
	r.middle = p.size(r.drops) > limit
	if !r.worthwhile() {
		p.forgetCounted()
		r.large = p.size(class.always) > limit
		r.middle = p.size(r.drops) > limit
	}
	text := r.rendered()
	if r.long != nil && len(text) < limit {
		r.share = shareOf(r.long, limit-len(text))
		if filled := r.rendered(); len(filled) <= limit {
			return filled
		}
	}
	return text
}

// rendered is what is left of the text.
func (r *renderer) rendered() string {
	r.out.Reset()
	r.counted, r.long = [len(labels)]int{}, nil
	r.write()
	if note := r.note(); note != "" {
		r.put(note)
	}
	text := r.out.String()
	if !strings.HasSuffix(r.text, "\n") {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

// always says whether the class is left out of texts of any length.
func (c class) always() bool { return c.dropped(false) }

func (r *renderer) drops(c class) bool { return c.dropped(r.large) }

// worthwhile says whether the lines that are left out and counted at the end
// are longer than the note that counts them.
func (r *renderer) worthwhile() bool {
	var counted [len(labels)]int
	saved := 0
	for i, c := range r.page.class {
		if c > silent && r.drops(c) && !labels[c].inPlace {
			counted[c]++
			saved += r.page.runes(i)
		}
	}
	return saved > utf8.RuneCountInString(noteOf(counted))+1
}

// forgetCounted makes the lines that would be counted at the end ordinary.
func (p *page) forgetCounted() {
	for i, c := range p.class {
		if c > silent && !labels[c].inPlace {
			p.class[i] = plain
		}
	}
}

// write writes the lines that stay.
func (r *renderer) write() {
	total, at := r.ordinary(), 0
	for i := range r.len() {
		c, line := r.page.class[i], r.line(i)
		switch {
		case c > silent && labels[c].inPlace && r.drops(c):
			r.leaveOut(i, c)
			continue
		case r.drops(c):
			r.counted[c]++
			continue
		}
		if !ourMark(line) {
			at++
		}
		if r.middle && c == plain && at > headLines && at <= total-tailLines {
			r.leaveOut(i, plain)
			continue
		}
		r.closeGap()
		r.put(r.cut(line, c))
	}
	r.closeGap()
}

// ordinary is the number of lines that head and tail are counted in.
func (r *renderer) ordinary() (n int) {
	for i := range r.len() {
		if !r.drops(r.page.class[i]) && !ourMark(r.line(i)) {
			n++
		}
	}
	return n
}

// leaveOut puts the line into the gap, or begins a new one.
func (r *renderer) leaveOut(i int, c class) {
	if r.lines > 0 && c != r.class {
		r.closeGap()
	}
	if r.lines == 0 {
		r.first, r.class = i, c
	}
	r.lines++
	r.runes += r.page.runes(i)
}

// closeGap writes what the gap left out, or the lines themselves when they are
// not longer.
func (r *renderer) closeGap() {
	if r.lines == 0 {
		return
	}
	mark := gap(lineCount(r.class, r.lines))
	if r.runes > utf8.RuneCountInString(mark)+leastSaved {
		r.put(mark)
	} else {
		r.putBack()
	}
	r.lines, r.runes = 0, 0
}

// putBack writes the lines of the gap.
func (r *renderer) putBack() {
	for i, left := r.first, r.lines; left > 0; i++ {
		c := r.page.class[i]
		if c == r.class {
			r.put(r.cut(r.line(i), c))
			left--
		}
	}
}

// lineCount names the lines of a gap.
func lineCount(c class, n int) string {
	if c == plain {
		c = moreLines
	}
	return c.count(n)
}

// cut cuts a long line of a large text inside.
func (r *renderer) cut(line string, c class) string {
	if !r.middle {
		return line
	}
	most := longLine
	if c == keep {
		most = longKept
	}
	short := cutLine(line, most)
	if len(short) == len(line) {
		return line
	}
	r.long = append(r.long, cutLength{len(short), len(line)})
	if r.share == 0 {
		return short
	}
	more := cutBytes(line, r.share)
	if len(more) < len(short) || utf8.RuneCountInString(more) > utf8.RuneCountInString(line) {
		return short
	}
	return more
}

func (r *renderer) put(line string) {
	r.out.WriteString(line)
	r.out.WriteByte('\n')
}

// note counts what was left out, class by class.
func (r *renderer) note() string { return noteOf(r.counted) }

func noteOf(counted [len(labels)]int) string {
	var parts []string
	counted[quiet] += counted[hushed]
	counted[hushed] = 0
	for c := silent + 1; int(c) < len(labels); c++ {
		if counted[c] > 0 {
			parts = append(parts, c.count(counted[c]))
		}
	}
	if parts == nil {
		return ""
	}
	return noteStart + strings.Join(parts, ", ") + "]"
}
