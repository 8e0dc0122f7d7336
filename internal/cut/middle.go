package cut

import (
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
)

// cutMiddle returns the beginning and the end of the text with the notice between
// them, and how many code points at the beginning it keeps. A part that is cut
// ends between lines, unless a line is long. ok is false if the limit is too
// small.
func (in Input) cutMiddle(n notices) (short string, kept int, ok bool) {
	space := in.Limit - utf8.RuneCountInString(n.after("", 0)) - len("\n\n")
	if in.Fence != nil {
		space -= 2 * in.Fence.Chars()
	}
	if space < minMiddle {
		return "", 0, false
	}
	first, last := in.parts(space)
	size, end := SizeOf(first), SizeOf(last)
	notice := n.of(n.full.Minus(size.add(end)))
	return in.around(first, notice, last), size.Chars, true
}

// around returns the beginning and the end of a text, each inside its fence, with
// the notice between them.
func (in Input) around(first, notice, last string) string {
	return in.enclose(strings.TrimSuffix(first, "\n")) + "\n" + notice + "\n" + in.enclose(last)
}

// Halves returns the beginning and the end of a text of that many code points,
// together not longer than space. They end and begin between lines, unless a line
// is long. The text is longer than space.
func Halves(text string, chars, space int) (first, last string) {
	return Input{Text: text, Chars: chars}.parts(space)
}

// parts returns the beginning and the end of the text, together not longer than
// space. If one of them is shorter than half of it, the other one is longer.
func (in Input) parts(space int) (first, last string) {
	first, last = in.Text, in.Text
	firstChars, lastChars := in.Chars, in.Chars
	if in.Gap > 0 {
		at := measure.Offset(in.Text, in.Gap)
		first, last, firstChars, lastChars = in.Text[:at], in.Text[at:], in.Gap, in.Chars-in.Gap
	}
	firstSpace := max(space/2, space-lastChars)
	lastSpace := max(space/2, space-firstChars)
	if firstChars > firstSpace {
		first = first[:measure.Offset(first, firstSpace)]
		first = first[:lineEnd(first)]
	}
	if lastChars > lastSpace {
		last = last[measure.Offset(last, lastChars-lastSpace):]
		last = last[lineStart(last):]
	}
	return first, last
}

// minMiddle is the minimum length of a text that has both its beginning and its
// end.
const minMiddle = 200

// lineEnd returns the index after the last line feed of the text, or the length
// of the text if more than a quarter of it is after that line feed.
func lineEnd(text string) int {
	if at := strings.LastIndexByte(text, '\n') + 1; at > len(text)*3/4 {
		return at
	}
	return len(text)
}

// lineStart returns the index after the first line feed of the text, or 0 if
// that line feed is not in its first quarter.
func lineStart(text string) int {
	if at := strings.IndexByte(text, '\n') + 1; at < len(text)/4 {
		return at
	}
	return 0
}
