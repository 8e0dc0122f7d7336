// Package cut shortens a text to a number of code points and adds a notice that
// says so. A JSON text stays valid JSON where the limit allows it, and a fence
// around an untrusted text stays complete.
//
// All lengths are in Unicode code points. All texts must be valid UTF-8. The
// package is safe for concurrent use.
package cut

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
)

// Fence is put around an untrusted text. A cut never removes a part of it: the
// text inside is cut.
type Fence interface {
	// Chars returns the number of code points that the fence adds.
	Chars() int
	// Enclose returns the text inside the fence.
	Enclose(text string) string
}

// Input is a text to cut.
type Input struct {
	// Text is the full text, without its fence.
	Text string
	// Chars is the length of Text.
	Chars int
	// Limit is the maximum length of the short text, with its notice and fence.
	Limit int
	// JSON means that the result must be valid JSON, if possible.
	JSON bool
	// Fence is put around the short text; nil means none.
	Fence Fence
	// Handle is the handle of the full text in the spill store; empty if the
	// full text is not kept. The notice shows it.
	Handle string
	// ReadTool is the name of the tool that reads a text by its handle. It is not
	// used if Handle is empty.
	ReadTool string
}

// Cut returns the beginning of the text, inside its fence and followed by the
// notice, and how many code points of Text it keeps. The result is never longer
// than Limit. If the limit is too small for the notice, the result is the
// beginning alone; if it is too small for the fence, the result is empty. JSON
// that cannot stay valid within the limit is cut like any other text.
func (in Input) Cut() (short string, kept int) {
	limit := in.Limit
	if in.Fence != nil {
		limit -= in.Fence.Chars()
	}
	if limit < 0 {
		return "", 0
	}
	notice := in.notice(limit)
	if in.JSON {
		if short, kept, ok := cutJSON(in.Text, notice, limit); ok {
			return in.enclose(short), kept
		}
	}
	kept = limit - utf8.RuneCountInString(notice) - len("\n")
	if kept < 0 {
		return in.enclose(in.Text[:measure.Offset(in.Text, limit)]), limit
	}
	return in.enclose(in.Text[:measure.Offset(in.Text, kept)]) + "\n" + notice, kept
}

// notice returns the notice with the handle if it is shorter than the limit, and
// otherwise the notice without the handle.
func (in Input) notice(limit int) string {
	if in.Handle != "" {
		long := noticeText(in.Chars, "; to read on, call "+in.ReadTool+" with handle "+in.Handle)
		if utf8.RuneCountInString(long) < limit {
			return long
		}
	}
	return noticeText(in.Chars, "")
}

// noticeText says that a text was cut. The total is the length of the full text.
func noticeText(total int, hint string) string {
	return "[truncated — " + strconv.Itoa(total) + " chars total" + hint + "]"
}

// enclose returns the text inside the fence, if there is one.
func (in Input) enclose(text string) string {
	if in.Fence == nil {
		return text
	}
	return in.Fence.Enclose(text)
}
