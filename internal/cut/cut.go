// Package cut shortens a text to a number of code points and adds a notice that
// says so. A JSON text stays valid JSON where the limit allows it, and a fence
// around an untrusted text stays complete. The package also has the one wording
// of all marks that replace omitted text.
//
// All lengths are in Unicode code points. All texts must be valid UTF-8. The
// package is safe for concurrent use.
package cut

import (
	"strings"
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
	// Text is the text, without its fence.
	Text string
	// Chars is the length of Text.
	Chars int
	// Missing is the size of the parts of the full text that Text does not have.
	// The notice counts them.
	Missing Size
	// Gap is the position in Text at which the missing parts were, in code
	// points. Zero means the end.
	Gap int
	// Limit is the maximum length of the short text, with its notice and fence.
	Limit int
	// JSON means that the result must be valid JSON, if possible.
	JSON bool
	// KeepEnd means that the end of the text is kept, too, unless the result is
	// JSON. The notice is between the beginning and the end, each of which has
	// its own fence.
	KeepEnd bool
	// Fence is put around the short text; nil means none.
	Fence Fence
	// Handle is the handle of the full text in the spill store; empty if the
	// full text is not stored. The notice shows it.
	Handle string
}

// Cut returns the beginning of the text, inside its fence and followed by the
// notice, and how many code points at the beginning of Text it keeps. With
// KeepEnd, and with a Gap, the end of the text follows the notice. If the text
// and the notice are not longer than the limit, all of the text stays. The
// result is never longer than Limit. If the limit is too small for the notice,
// the result is the beginning alone; if it is too small for the fence, the result
// is empty. JSON that cannot stay valid within the limit is cut like any other
// text.
func (in Input) Cut() (short string, kept int) {
	limit := in.Limit
	if in.Fence != nil {
		limit -= in.Fence.Chars()
	}
	if limit < 0 {
		return "", 0
	}
	if short, kept, ok := in.complete(); ok {
		return short, kept
	}
	n := in.newNotices(limit, strings.Count(in.Text, "\n"))
	if (in.KeepEnd || in.Gap > 0) && !in.JSON {
		if short, kept, ok := in.cutMiddle(n); ok {
			return short, kept
		}
		in.dropEnd()
	}
	if in.JSON {
		after := func(index, chars int) string { return n.after(in.Text[:index], chars) }
		if short, kept, ok := cutJSON(in.Text, utf8.RuneCountInString(n.after("", 0)), limit, after); ok {
			return in.enclose(short), kept
		}
		in.JSON = false
		if short, kept, ok := in.complete(); ok {
			return short, kept
		}
	}
	kept, notice := in.cutEnd(n, limit)
	if kept < 0 {
		return in.enclose(in.Text[:measure.Offset(in.Text, limit)]), min(limit, in.Chars)
	}
	return in.enclose(in.Text[:measure.Offset(in.Text, kept)]) + "\n" + notice, kept
}

// dropEnd removes the text after the gap, which has no space.
func (in *Input) dropEnd() {
	if in.Gap > 0 && in.Gap < in.Chars {
		in.Text, in.Chars = in.Text[:measure.Offset(in.Text, in.Gap)], in.Gap
	}
}

// cutEnd returns how many code points of the text fit into the limit with the
// notice, which becomes shorter when more of the text is kept. kept is negative
// if the notice does not fit.
func (in Input) cutEnd(n notices, limit int) (kept int, notice string) {
	kept, notice = -1, n.after("", 0)
	for {
		next := min(limit-utf8.RuneCountInString(notice)-len("\n"), in.Chars)
		if next <= kept {
			return kept, notice
		}
		kept, notice = next, n.after(in.Text[:measure.Offset(in.Text, next)], next)
	}
}

// notices makes the notices of one cut.
type notices struct {
	full   Size // of the full text
	handle string
	short  bool // the limit is too small for a notice that says how to get the text
}

// newNotices returns the notices for a text with that number of line feeds, which
// does not fit into the limit with its notice.
func (in Input) newNotices(limit, lines int) notices {
	n := notices{full: in.Missing.add(Size{in.Chars, lines}), handle: in.Handle}
	n.short = 2*utf8.RuneCountInString(n.after("", 0)) > limit
	return n
}

// after returns the notice after a text of that many code points is kept.
func (n notices) after(kept string, chars int) string {
	return n.of(n.full.Minus(Size{chars, strings.Count(kept, "\n")}))
}

// of returns the notice for an omitted text of that size.
func (n notices) of(size Size) string {
	if n.short {
		return shortNotice(size)
	}
	return Notice(size, n.handle)
}

// enclose returns the text inside the fence, if there is one.
func (in Input) enclose(text string) string {
	if in.Fence == nil {
		return text
	}
	return in.Fence.Enclose(text)
}
