package runtime

import (
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/measure"
)

// A result has only a part of the text of its tool if the tool or the reducer left
// something out, or if [Registry.Execute] cut the text to Options.MaxOutcomeChars. The
// result then ends with a notice that says how much is missing and how to get it.

// partialText describes the full text of such a result.
type partialText struct {
	full    string   // the text before the reducer, until it is stored
	handle  string   // the handle of the full text; empty if it is not stored
	missing cut.Size // the size of what the result does not have
	// same is how many code points at the beginning are equal in the full text
	// and in the texts of the result.
	same int
	// isCut reports that the text was cut to Options.MaxOutcomeChars. gap is the
	// position in the text at which something is missing, 0 for its end or several
	// positions, and total its length before the cut.
	isCut      bool
	gap, total int
	// isMarked reports that a mark is at the gap, which the notice replaces.
	isMarked bool
	// fullChars is the length of the full text, which may be in the store of
	// another process; 0 if it is stored by this one.
	fullChars int
}

// noticeLength returns the length of the notice of a result that has only a part of
// the text, with the line breaks and the fence that it needs.
func (e *textInfo) noticeLength(p *partialText) int {
	in := cut.Input{Missing: p.missing, Gap: p.gap, JSON: e.json, Handle: p.handle}
	if e.fence != nil {
		in.Fence = e.fence
	}
	return in.NoticeLength()
}

// isLongerWithNotice reports whether a result with the notice about the missing
// parts is at least as long as the full text.
func (e *textInfo) isLongerWithNotice(p *partialText) bool {
	return p.missing.Chars <= e.noticeLength(p)
}

// useFullText replaces the main text of the result by the full text.
func (e *textInfo) useFullText(result *Result, full string) {
	*result.text() = full
	e.chars, _ = measure.Chars(full)
	e.extras.partial = nil
}

// setUnreduced stores the text before the reducer, which left something out. It
// undoes the reduction if the text would not become shorter.
func (out *reply) setUnreduced(full string, chars int) {
	text := out.result.text()
	if chars-out.chars < cut.MinSaved {
		*text, out.chars = full, chars
		return
	}
	out.setPartial(&partialText{full: full})
}

// useFull describes the full text that the tool has given, and removes it from the
// result. The text before the reducer, which is only a part of it, is not stored.
func (out *reply) useFull() {
	full := strings.ToValidUTF8(out.result.Full, "\uFFFD")
	out.result.Full = ""
	if full == "" {
		return
	}
	if out.extras != nil {
		out.extras.partial = nil
	}
	out.produced, _ = measure.Chars(full)
	out.setUnreduced(full, out.produced)
}

// findGap finds the only gap that the reducer has left in a text that is neither JSON
// nor one of several. The text is neutralized already.
func (out *reply) findGap() {
	p := out.partial()
	if p == nil || out.result.OK && out.json || out.result.measureTextParts().count > 0 {
		return
	}
	text := *out.result.text()
	if at, ok := cut.OnlyGap(p.full, text); ok {
		p.gap, _ = measure.Chars(text[:at])
		p.isMarked = true
	}
}

// removeMark removes the mark at the gap of a result. The outcome may be from another
// process: without a mark there is no gap.
func (e *textInfo) removeMark(result *Result) {
	p := e.partial()
	if p == nil || !p.isMarked {
		return
	}
	p.isMarked = false
	text := result.text()
	at := measure.Offset(*text, p.gap)
	line, _, _ := strings.Cut((*text)[at:], "\n")
	if !cut.IsLineMark(line) || result.OK && e.json || e.partSizes().count > 0 || !strings.HasSuffix((*text)[:at], "\n") {
		p.gap = 0
		return
	}
	*text = (*text)[:at] + strings.TrimPrefix((*text)[at+len(line):], "\n")
	e.chars, _ = measure.Chars(*text)
}

// missingFrom returns the size of what is in the full text, and not in the shown one.
func (p *partialText) missingFrom(full cut.Size, shown string) cut.Size {
	if !p.isMarked {
		return full.Minus(cut.SizeWithoutMarks(shown))
	}
	line, _, _ := strings.Cut(shown[measure.Offset(shown, p.gap):], "\n")
	return full.Minus(cut.SizeOf(shown).Minus(cut.SizeOf(line + "\n")))
}

// storeFullText completes the description of the full text of a result: it
// stores the text, or checks that the store has it. It undoes the reduction if the
// text would not become shorter with the handle.
func (f *fitter) storeFullText(i int, p *partialText) {
	result, e := &f.results[i].Result, &f.calls[i].textInfo
	shown := result.joinedText()
	if p.fullChars > 0 {
		f.checkStored(p, shown)
		return
	}
	full := result.joinedWith(p.full)
	p.missing = p.missingFrom(cut.SizeOf(full), shown)
	p.handle = f.spillText(i, full, limitTo(f.turn.budget(), e.max))
	if e.isLongerWithNotice(p) {
		e.useFullText(result, p.full)
		return
	}
	p.full, p.same = "", samePrefix(full, shown)
}

// samePrefix returns how many code points at the beginning of two texts are
// equal.
func samePrefix(a, b string) (chars int) {
	for i, r := range a {
		if i >= len(b) {
			break
		}
		if other, _ := utf8.DecodeRuneInString(b[i:]); other != r {
			break
		}
		chars++
	}
	return chars
}
