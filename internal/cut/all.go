package cut

import (
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
)

// CutAll cuts several texts as one: together they are never longer than Limit,
// each with its fence. The beginning of the texts stays, in their order. The
// text that is cut ends with the notice, or the last one if all of them fit;
// the texts after it are empty. in.Text is not used, in.Chars is the length of
// all texts with a line break between them, in.JSON is about the first text, and
// in.KeepEnd and in.Gap have an effect only if there is one text.
// There must be at least one text, and the texts must not be empty unless there
// is only one. CutAll changes texts, and returns how many code points of in.Chars
// are kept.
//
// A limit too small for the first text and the notice cuts the first text, as
// Cut does.
func (in Input) CutAll(texts []string) (kept int) {
	in.Text = texts[0]
	if len(texts) == 1 {
		texts[0], kept = in.Cut()
		return kept
	}
	in.KeepEnd, in.Gap = false, 0
	if in.completeAll(texts) {
		return in.Chars
	}
	first := SizeOf(in.Text)
	n := in.newNotices(in.Limit, lineFeeds(texts))
	left := in.Limit - in.length(first.Chars) - utf8.RuneCountInString("\n"+n.after("", 0))
	if left < 0 {
		in.Missing, in.Chars = n.full.Minus(first), first.Chars
		clear(texts[1:])
		texts[0], kept = in.Cut()
		return kept
	}
	texts[0] = in.enclose(in.Text)
	s := sequence{Input: in, notices: n, left: left, kept: first}
	for i, text := range texts[1:] {
		texts[i+1] = s.cut(text)
	}
	if !s.done {
		texts[len(texts)-1] += "\n" + s.notice()
	}
	return s.kept.Chars
}

// lineFeeds returns the number of line feeds in the texts with a line break
// between them.
func lineFeeds(texts []string) int {
	n := len(texts) - 1
	for _, text := range texts {
		n += strings.Count(text, "\n")
	}
	return n
}

// length returns the length of a text of that many code points with its fence.
func (in Input) length(chars int) int {
	if in.Fence == nil {
		return chars
	}
	return chars + in.Fence.Chars()
}

// sequence cuts the texts that follow the first one.
type sequence struct {
	Input
	notices notices
	left    int  // how many code points are left for the texts, without the notice
	kept    Size // of all texts that are kept so far
	done    bool // the notice was written
}

// notice returns the notice after the texts that are kept so far.
func (s *sequence) notice() string { return s.notices.of(s.notices.full.Minus(s.kept)) }

// cut returns the next text with its fence if it fits, or as much of it as fits,
// with the notice. After that it returns empty texts.
func (s *sequence) cut(text string) string {
	if s.done {
		return ""
	}
	s.kept = s.kept.add(Size{1, 1}) // the line break before the text
	size := SizeOf(text)
	if length := s.length(size.Chars); length <= s.left {
		s.left -= length
		s.kept = s.kept.add(size)
		return s.enclose(text)
	}
	s.done = true
	fit := s.left - s.length(0)
	if fit <= 0 {
		return s.notice() // without a fence: the notice is not part of the text
	}
	text = text[:measure.Offset(text, fit)]
	s.kept = s.kept.add(SizeOf(text))
	return s.enclose(text) + "\n" + s.notice()
}
