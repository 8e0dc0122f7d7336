package runtime

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The budget counts the texts of a result: its main text, Value or Error, and
// the texts of its text parts, each within its fence. Empty texts do not count;
// an untrusted result without any text has one fence around nothing. A result
// that is too long keeps the beginning of its texts. The text that is cut ends
// with the notice, and the text parts that follow it are removed; other parts
// stay. The whole text, of which Truncation gives the length and which the
// spill store keeps, is all texts with a line break between them.

// partTexts is how much text the text parts of a result have.
type partTexts struct {
	chars int // code points of all of them together, without fences
	count int // how many there are, empty ones left out
}

// length is how many code points the texts of a result take, each within the
// fence, whose main text has that many; a nil fence takes none.
func (p partTexts) length(main int, f fence) int {
	if f == nil {
		return main + p.chars
	}
	fences := p.count
	if main > 0 || fences == 0 {
		fences++
	}
	return main + p.chars + fences*f.Chars()
}

// hasText reports whether the part counts against the budget.
func (p *Part) hasText() bool { return p.Kind == PartText && p.Text != "" }

// partTexts measures the text parts.
func (r *Result) partTexts() (sum partTexts) {
	for i := range r.Parts {
		if part := &r.Parts[i]; part.hasText() {
			chars, _ := measure(part.Text)
			sum.chars += chars
			sum.count++
		}
	}
	return sum
}

// texts are the texts of the result that are not empty, in order; the main text
// if there are none.
func (r *Result) texts() []*string {
	var all []*string
	for i := range r.Parts {
		if part := &r.Parts[i]; part.hasText() {
			all = append(all, &part.Text)
		}
	}
	if main := r.text(); *main != "" || all == nil {
		all = slices.Insert(all, 0, main)
	}
	return all
}

// wholeText is all texts of the result, with a line break between them.
func (r *Result) wholeText() string {
	texts := r.texts()
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = *text
	}
	return strings.Join(all, "\n")
}

// enclose puts the fence around each text of the result.
func (r *Result) enclose(f fence) {
	r.Parts = slices.Clone(r.Parts) // observers have seen the slice
	for _, text := range r.texts() {
		*text = f.Enclose(*text)
	}
}

// cutResult shortens the texts of a result, which are longer than the limit, to
// the limit, and returns how many code points of the whole text are kept. The
// total of c is that of the whole text; its text is not used.
func (c cutting) cutResult(r *Result) (kept int) {
	r.Parts = slices.Clone(r.Parts) // observers have seen the slice
	texts := r.texts()
	first, rest := texts[0], texts[1:]
	c.text, c.asJSON = *first, c.asJSON && first == r.text()
	chars := c.total
	if len(rest) > 0 {
		chars, _ = measure(c.text)
	}
	p := partCutter{fence: c.fence, notice: c.notice(c.limit), kept: chars}
	p.left = c.limit - partTexts{}.length(chars, c.fence) - utf8.RuneCountInString("\n"+p.notice)
	if len(rest) == 0 || p.left < 0 {
		*first, kept = c.cut()
		p.kept, p.done = min(kept, chars), true
	} else {
		*first = c.enclose(c.text)
	}
	for _, text := range rest {
		*text = p.cut(*text)
	}
	r.Parts = slices.DeleteFunc(r.Parts, func(part Part) bool { return part.Kind == PartText && part.Text == "" })
	return p.kept
}

// partCutter cuts the texts that follow the first one of a result.
type partCutter struct {
	fence  fence
	notice string
	left   int  // code points that the texts may take, without those that the notice takes
	kept   int  // code points of the whole text that are kept so far
	done   bool // the notice is written
}

// cut is the next text within its fence if it fits. Otherwise it is as much of
// the text as fits, with the notice, and the texts after it are empty.
func (p *partCutter) cut(text string) string {
	if p.done {
		return ""
	}
	p.kept++ // the line break before the text
	chars, _ := measure(text)
	enclosed := cutting{fence: p.fence}
	if length := (partTexts{}).length(chars, p.fence); length <= p.left {
		p.left -= length
		p.kept += chars
		return enclosed.enclose(text)
	}
	p.done = true
	fit := p.left - (partTexts{}).length(0, p.fence)
	if fit <= 0 {
		return p.notice // these are the runtime's own words: they need no fence
	}
	p.kept += fit
	return enclosed.enclose(text[:offset(text, fit)]) + "\n" + p.notice
}
