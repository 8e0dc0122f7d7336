package runtime

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
)

// The texts of a result are its main text, which is Value or Error, and the
// texts of its text parts. All of them count against the budget, each with its
// own fence. Empty texts do not count; an untrusted result without any text has
// one empty fence. A result that is too long keeps the beginning of its texts.
// The text that is cut ends with the notice, and the text parts after it are
// removed; other parts stay. The joined text of a result is all its texts with a
// line break between them. The spill store keeps it, and Truncation has its
// length.

// partSizes has the sizes of the text parts of a result.
type partSizes struct {
	chars int // the number of code points of all text parts, without fences
	count int // the number of text parts that are not empty
}

// fencedLength returns the length of a result's texts, each with the fence, if
// the main text has main code points. A nil fence has no length.
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

// joinedLength returns the length of the joined text of a result whose main
// text has main code points.
func (p partSizes) joinedLength(main int) int {
	if p.count == 0 || main > 0 {
		return main + p.chars + p.count
	}
	return p.chars + p.count - 1
}

// hasText reports whether the part counts against the budget.
func (p *Part) hasText() bool { return p.Kind == PartText && p.Text != "" }

// measureTextParts returns the sizes of the text parts.
func (r *Result) measureTextParts() (sum partSizes) {
	for i := range r.Parts {
		if part := &r.Parts[i]; part.hasText() {
			chars, _ := measure.Chars(part.Text)
			sum.chars += chars
			sum.count++
		}
	}
	return sum
}

// texts returns the texts of the result that are not empty, in order. If there
// are none, it returns the main text.
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

// joinedText returns the texts of the result with a line break between them.
func (r *Result) joinedText() string { return r.joinedWith(*r.text()) }

// joinedWith returns the texts of the result, with another main text.
func (r *Result) joinedWith(main string) string {
	if r.Parts == nil {
		return main
	}
	other := *r
	*other.text() = main
	texts := other.texts()
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = *text
	}
	return strings.Join(all, "\n")
}

// enclose puts the fence around each text of the result.
func (r *Result) enclose(fence *untrusted.Fence) {
	r.Parts = slices.Clone(r.Parts) // hooks may have kept the slice
	for _, text := range r.texts() {
		*text = fence.Enclose(*text)
	}
}

// cutTexts cuts the texts of the result to in.Limit, and returns the number of
// code points of the joined text that are kept. in.JSON applies to the main
// text.
func (r *Result) cutTexts(in cut.Input) (kept int) {
	r.Parts = slices.Clone(r.Parts) // hooks may have kept the slice
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

// truncateTexts truncates the joined text to the limit, without a notice. It
// returns the number of code points that are kept at the beginning, and at the end
// of a text with KeepEnd that is not JSON.
func (r *Result) truncateTexts(limit int, isJSON bool) (kept, keptEnd int) {
	r.Parts = slices.Clone(r.Parts)
	texts := r.texts()
	if r.KeepEnd && (!isJSON || !r.OK) && len(texts) == 1 {
		chars, _ := measure.Chars(*texts[0])
		first, last := cut.Halves(*texts[0], chars, limit)
		kept, _ = measure.Chars(first)
		keptEnd, _ = measure.Chars(last)
		if kept > 0 {
			*texts[0] = first + last
			return kept, keptEnd
		}
	}
	for i, text := range texts {
		if i > 0 {
			kept++ // the line break before the text
		}
		chars, _ := measure.Chars(*text)
		chars = max(0, min(chars, limit-kept))
		*text = (*text)[:measure.Offset(*text, chars)]
		kept += chars
	}
	r.dropEmptyTexts()
	return min(kept, limit), 0
}
