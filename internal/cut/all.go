package cut

import (
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
)

// CutAll cuts several texts as one: together they are never longer than Limit,
// each with its fence. The beginning of the texts stays, in their order. The
// text that is cut ends with the notice, or the last one if all of them fit;
// the texts after it are empty. in.Text is not used, in.Chars is the length of
// all texts with a line break between them, and in.JSON is about the first text.
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
	notice := in.notice(in.Limit)
	first, _ := measure.Chars(in.Text)
	left := in.Limit - in.length(first) - utf8.RuneCountInString("\n"+notice)
	if left < 0 {
		clear(texts[1:])
		texts[0], kept = in.Cut()
		return min(kept, first)
	}
	texts[0] = in.enclose(in.Text)
	s := sequence{Input: in, notice: notice, left: left, kept: first}
	for i, text := range texts[1:] {
		texts[i+1] = s.cut(text)
	}
	if !s.done {
		texts[len(texts)-1] += "\n" + notice
	}
	return s.kept
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
	notice string // the notice
	left   int    // how many code points are left for the texts, without the notice
	kept   int    // how many code points of all texts are kept so far
	done   bool   // the notice was written
}

// cut returns the next text with its fence if it fits, or as much of it as fits,
// with the notice. After that it returns empty texts.
func (s *sequence) cut(text string) string {
	if s.done {
		return ""
	}
	s.kept++ // the line break before the text
	chars, _ := measure.Chars(text)
	if length := s.length(chars); length <= s.left {
		s.left -= length
		s.kept += chars
		return s.enclose(text)
	}
	s.done = true
	fit := s.left - s.length(0)
	if fit <= 0 {
		return s.notice // without a fence: the notice is not part of the text
	}
	s.kept += fit
	return s.enclose(text[:measure.Offset(text, fit)]) + "\n" + s.notice
}
