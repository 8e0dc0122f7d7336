package cut

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
)

// ReadTool is the name of the tool that returns stored texts by their handles.
const ReadTool = "read_result"

// howToRead and howToRepeat are the ends of the notice: how to get a text that
// is stored, and one that is not.
const (
	howToRead   = "call " + ReadTool + " with handle "
	howToRepeat = "not stored: call the tool again for a smaller part"
)

// HowToRead says how to get the stored text with the handle.
func HowToRead(handle string) string { return howToRead + handle }

// Mark returns the text that replaces omitted text: "[12 files omitted]". If
// how is not empty, it says how to get them: "[12 files omitted; how]".
func Mark(what, how string) string {
	if how != "" {
		how = "; " + how
	}
	return "[" + what + omitted + how + "]"
}

// omitted follows what is omitted in a mark.
const omitted = " omitted"

// IsLineMark reports whether a line is a mark that only counts lines, such as "[12 more
// lines omitted]". The notice about the same lines says all that it says.
func IsLineMark(line string) bool {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\r"), omitted+"]")
	number, _, ok := strings.Cut(line, " more line")
	return ok && strings.HasPrefix(number, "[") && strings.Trim(number, "[0123456789,") == "" && (strings.HasSuffix(line, " more line") || strings.HasSuffix(line, " more lines"))
}

// OnlyGap returns the position in bytes of a line mark in a short text that is equal to
// the full text except for the lines that the mark replaces. ok is false if the short
// text differs in another way.
func OnlyGap(full, short string) (at int, ok bool) {
	for line := range strings.Lines(short) {
		if !strings.HasPrefix(full[at:], line) {
			rest := short[at+len(line):]
			return at, at > 0 && IsLineMark(strings.TrimSuffix(line, "\n")) && rest != "" && strings.HasSuffix(full[at:], rest)
		}
		at += len(line)
	}
	return 0, false
}

// Size is the size of a text.
type Size struct {
	Chars int // code points
	Lines int // line feeds
}

// SizeOf returns the size of a text.
func SizeOf(text string) Size {
	chars, _ := measure.Chars(text)
	return Size{chars, strings.Count(text, "\n")}
}

// SizeWithoutMarks returns the size of a text without the lines that are marks, which
// a reducer puts in place of other lines.
func SizeWithoutMarks(text string) Size {
	size := SizeOf(text)
	if !strings.Contains(text, omitted) {
		return size
	}
	for line := range strings.Lines(text) {
		if IsMark(line) {
			size = size.Minus(SizeOf(line))
		}
	}
	return size
}

// add returns the sum of two sizes.
func (s Size) add(o Size) Size { return Size{s.Chars + o.Chars, s.Lines + o.Lines} }

// Minus returns the difference of two sizes, at least zero.
func (s Size) Minus(o Size) Size { return Size{max(0, s.Chars-o.Chars), max(0, s.Lines-o.Lines)} }

// Notice returns the mark of a text of that size that is omitted from a result:
// "[5,818,594 chars and 104 lines omitted; call read_result with handle r3]". An
// empty handle means that the text is not stored.
func Notice(size Size, handle string) string {
	what := Count(size.Chars, "char")
	if size.Lines > 0 {
		what += " and " + Count(size.Lines, "line")
	}
	if handle == "" {
		return Mark(what, howToRepeat)
	}
	return Mark(what, HowToRead(handle))
}

// shortNotice is the notice for a limit that is too small for the full one.
func shortNotice(size Size) string { return Mark(Count(size.Chars, "char"), "") }

// Count returns a number in groups of three digits, with a noun whose plural
// ends with "s".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Group(n) + " " + noun
}

// Group returns a number that is not negative in groups of three digits:
// 5,818,594.
func Group(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// IsMark reports whether a line is a mark, without the white space around it.
func IsMark(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") &&
		(strings.HasSuffix(line, omitted+"]") || strings.Contains(line, omitted+"; "))
}

// MinSaved is the minimum number of code points that an omission must save, so
// that the text is shorter in spite of the notice.
const MinSaved = 100

// maxNotice is the maximum length of a notice that FindNotice recognizes, in
// bytes.
const maxNotice = 200

// FindNotice returns the range of the first notice in a text; ok is false if
// there is none. A mark that is not a result of [Notice] is not a notice.
func FindNotice(text string) (start, end int, ok bool) {
	for from := 0; ; {
		at := strings.Index(text[from:], omitted+"; ")
		if at < 0 {
			return 0, 0, false
		}
		at += from
		from = at + len(omitted+"; ")
		if !strings.HasPrefix(text[from:], howToRead) && !strings.HasPrefix(text[from:], howToRepeat) {
			continue
		}
		before := text[max(0, at-maxNotice):at]
		what := before[strings.LastIndexByte(before, '[')+1:]
		length := strings.IndexByte(text[from:min(len(text), from+maxNotice)], ']')
		if length >= 0 && len(what) < len(before) && isSize(what) {
			return at - len(what) - 1, from + length + 1, true
		}
	}
}

// isSize reports whether a text begins with a number of code points.
func isSize(text string) bool {
	number, _, ok := strings.Cut(text, " char")
	return ok && number != "" && strings.Trim(number, "0123456789,") == ""
}
