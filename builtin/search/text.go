package search

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// maxText is how much of a line is shown, in bytes.
const maxText = 240

// leadIn is how much of a long line is shown before the match.
const leadIn = 60

// excerpt is a line as it is shown: without its end, only the part around
// what is at that place if it is long, and one line whatever it holds.
func excerpt(line []byte, at int) string {
	from, to := 0, len(line)
	if len(line) > maxText {
		from = max(0, min(at-leadIn, len(line)-maxText))
		to = from + maxText
	}
	text := string(line[from:to])
	if from > 0 {
		text = texts.TrimPartialStart(text)
	}
	if to < len(line) {
		text = texts.TrimPartialEnd(text)
	}
	text = printable(text)
	if from > 0 {
		text = "…" + text
	}
	if to < len(line) {
		text += "…"
	}
	return text
}

// lengths is how many code points lines have together.
func lengths(lines []string) (n int) {
	for _, line := range lines {
		n += utf8.RuneCountInString(line)
	}
	return n
}

const (
	// apart is how many code points a result has at most beside what was found:
	// its summary, and the fence, without the source that the fence names.
	apart = 2000
	// longestSource is how much of the directory a fence names, and escaped how
	// long a character of it can become there.
	longestSource, escaped = 256, 6
	// minRoom is how much is shown however small the budget; the runtime then
	// cuts it.
	minRoom = 400
)

// room is how long what was found may be, in code points, so that the runtime
// need not cut the result and the summary at its end stays.
func room(budget int, dir string) int {
	return max(minRoom, budget-apart-escaped*min(utf8.RuneCountInString(dir), longestSource))
}

// printable is a text with U+FFFD for what is not UTF-8, and for control
// characters and line ends other than the tabulator.
func printable(text string) string {
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

// shown is a path as it is shown: quoted where it could be taken for something
// else, such as several lines, or a path with a line number.
func shown(name string) string {
	if names.Shown(name) != name || strings.ContainsAny(name, `"\`) || strings.HasPrefix(name, " ") || strings.HasSuffix(name, " ") || name == "--" {
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
