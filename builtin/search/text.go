package search

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// maxLineBytes is the maximum length of the part of a line that is shown.
const maxLineBytes = 240

// excerptLeadBytes is the length of the part of a long line that is shown
// before the match.
const excerptLeadBytes = 60

// shortener returns text[start:end] without secrets, as runtime.Call.Excerpt
// does.
type shortener func(text string, start, end int) string

// leadWindow and trailWindow are the lengths of the text before and after the
// shown part of a line in which the rest of a secret is recognized.
const leadWindow, trailWindow = 4 << 10, 512

// excerpt returns the line block[from:to] as it is shown. Of a long line, it
// returns the part around the offset at in the line, with an ellipsis for each
// missing part.
func (shorten shortener) excerpt(block []byte, from, to, at int) string {
	to = from + len(trimCR(block[from:to]))
	start, end := from, to
	if to-from > maxLineBytes {
		start = max(from, min(from+at-excerptLeadBytes, to-maxLineBytes))
		end = start + maxLineBytes
	}
	if start > from {
		start = end - len(texts.TrimPartialStart(string(block[start:end])))
	}
	if end < to {
		end = start + len(texts.TrimPartialEnd(block[start:end]))
	}
	first := max(0, start-leadWindow)
	window := block[first:min(len(block), end+trailWindow)]
	// The text is copied only after it is shortened, because the window is much longer.
	text := strings.Clone(shorten(unsafe.String(unsafe.SliceData(window), len(window)), start-first, end-first))
	text = replaceUnprintable(text)
	if start > from {
		text = "…" + text
	}
	if end < to {
		text += "…"
	}
	return text
}

// countChars returns the total length of lines in code points.
func countChars(lines []string) (n int) {
	for _, line := range lines {
		n += utf8.RuneCountInString(line)
	}
	return n
}

const (
	// maxSummaryChars is the maximum length of the summary and the fence in a
	// result, in code points, without the source in the fence.
	maxSummaryChars = 2000
	// maxSourceChars is the maximum length of the directory that the fence
	// names, and maxEscapeChars the maximum length of one escaped character in
	// it.
	maxSourceChars, maxEscapeChars = 256, 6
	// minResultChars is the minimum length of the matches or entries, even if
	// the budget is smaller. The runtime then cuts the result.
	minResultChars = 400
)

// resultLimit returns the maximum length of the matches or entries in a
// result, in code points, so that the runtime does not cut the result and the
// summary at its end.
func resultLimit(budget int, dir string) int {
	return max(minResultChars, budget-maxSummaryChars-maxEscapeChars*min(utf8.RuneCountInString(dir), maxSourceChars))
}

// replaceUnprintable returns a text with U+FFFD instead of invalid UTF-8,
// control characters and line ends. It keeps tabs.
func replaceUnprintable(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		plain = text[i] >= ' ' && text[i] < 0x7f || text[i] == '\t'
	}
	if plain {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r != '\t' && (unicode.IsControl(r) || r == '\u2028' || r == '\u2029') {
			return utf8.RuneError
		}
		return r
	}, text)
}

// displayName returns a path as it is shown. It is quoted if it could be read
// as several lines, as another path, or as a path with a line number.
func displayName(name string) string {
	if names.Display(name) != name || strings.ContainsAny(name, `"\`) || strings.HasPrefix(name, " ") || strings.HasSuffix(name, " ") || name == "--" {
		return strconv.Quote(name)
	}
	for rest := name; ; {
		i := strings.IndexByte(rest, ':')
		if i < 0 {
			return name
		}
		if rest = rest[i+1:]; rest != "" && isDigit(rest[0]) {
			return strconv.Quote(name)
		}
	}
}
