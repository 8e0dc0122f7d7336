package runtime

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
)

// The budget counts the texts of a result: its main text, Value or Error, and
// the texts of its text parts, each within its fence. Empty texts do not count;
// an untrusted result without any text has one fence around nothing. A result
// that is too long keeps the beginning of its texts. The text that is cut ends
// with the notice, and the text parts that follow it are removed; other parts
// stay. The whole text, of which Truncation gives the length and which the
// spill store keeps, is all texts with a line break between them.

// partTexts is how much text the text parts of a result have.
type partSizes struct {
	chars int // code points of all of them together, without fences
	count int // how many there are, empty ones left out
}

// length is how many code points the texts of a result take, each within the
// fence, whose main text has that many; a nil fence takes none.
func (p partSizes) fencedLength(main int, fence *untrusted.Fence) int {
	if fence == nil {
		return main + p.chars
	}
	fences := p.count
	if main > 0 || fences == 0 {
		fences++
	}
	return main + p.chars + fences*fence.Chars()
}

// whole is the length of the whole text of a result whose main text has that
// many code points.
func (p partSizes) joinedLength(main int) int {
	if p.count == 0 || main > 0 {
		return main + p.chars + p.count
	}
	return p.chars + p.count - 1
}

// hasText reports whether the part counts against the budget.
func (p *Part) hasText() bool { return p.Kind == PartText && p.Text != "" }

// partTexts measures the text parts.
func (r *Result) measureParts() (sum partSizes) {
	for i := range r.Parts {
		if part := &r.Parts[i]; part.hasText() {
			chars, _ := measure.Chars(part.Text)
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
func (r *Result) joinedText() string {
	texts := r.texts()
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = *text
	}
	return strings.Join(all, "\n")
}

// enclose puts the fence around each text of the result.
func (r *Result) enclose(fence *untrusted.Fence) {
	r.Parts = slices.Clone(r.Parts) // observers have seen the slice
	for _, text := range r.texts() {
		*text = fence.Enclose(*text)
	}
}

// cutTexts cuts the texts of the result as in says, and returns how many code
// points of the whole text are kept. in.JSON is about the main text.
func (r *Result) cutTexts(in cut.Input) (kept int) {
	r.Parts = slices.Clone(r.Parts) // observers have seen the slice
	texts := r.texts()
	short := make([]string, len(texts))
	for i, text := range texts {
		short[i] = *text
	}
	in.JSON = in.JSON && texts[0] == r.text()
	kept = in.CutAll(short)
	for i, text := range texts {
		*text = short[i]
	}
	r.dropEmptyTexts()
	return kept
}

// dropEmptyTexts removes the text parts that have no text.
func (r *Result) dropEmptyTexts() {
	r.Parts = slices.DeleteFunc(r.Parts, func(part Part) bool { return part.Kind == PartText && part.Text == "" })
}

// keepBeginning shortens the whole text to the limit, without a notice, and
// returns how many code points of it are kept.
func (r *Result) truncateTexts(limit int) (kept int) {
	r.Parts = slices.Clone(r.Parts)
	for i, text := range r.texts() {
		if i > 0 {
			kept++ // the line break before the text
		}
		chars, _ := measure.Chars(*text)
		chars = max(0, min(chars, limit-kept))
		*text = (*text)[:measure.Offset(*text, chars)]
		kept += chars
	}
	r.dropEmptyTexts()
	return min(kept, limit)
}
