package reducers

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
)

// CutLongLines returns a pass that cuts lines of more than limit code points in
// the middle: the beginning, a mark with the number of code points that were left
// out, and the end are kept, in at most limit code points. Notices of cut texts
// in the middle are kept in addition. The minimum limit is 100.
func CutLongLines(limit int) Pass {
	limit = max(limit, 100)
	return func(text string) string {
		return applyUntilStable(text, func(text string) string {
			return eachLine(text, func(line string) string { return cutLine(line, limit) })
		})
	}
}

// eachLine applies f to every line of the text, without its line feed.
func eachLine(text string, f func(string) string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		body, hasLineFeed := strings.CutSuffix(line, "\n")
		out.WriteString(f(body))
		if hasLineFeed {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// maxMark is the maximum length of the mark of a cut, in code points.
const maxMark = 40

// cutLine cuts a line of more than limit code points in the middle. Three quarters
// of the rest are from its beginning.
func cutLine(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	total := utf8.RuneCountInString(line)
	if total <= limit {
		return line
	}
	kept := limit - maxMark
	return cutOut(line, offsetAfter(line, kept*3/4), offsetBefore(line, kept/4))
}

// cutBytes does the same as cutLine, with a limit in bytes, which must be
// greater than maxMark.
func cutBytes(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	kept := limit - maxMark
	head, tail := kept*3/4, len(line)-kept/4
	for head > 0 && !utf8.RuneStart(line[head]) {
		head--
	}
	for tail < len(line) && !utf8.RuneStart(line[tail]) {
		tail++
	}
	return cutOut(line, head, tail)
}

// cutOut replaces the text between two offsets by a mark and the notices in that
// text.
func cutOut(line string, head, tail int) string {
	middle := line[head:tail]
	notices := extractNotices(middle)
	mark := cut.Mark(cut.Count(utf8.RuneCountInString(middle)-utf8.RuneCountInString(notices), "char"), "")
	return line[:head] + mark + notices + line[tail:]
}

// lineCut has the lengths of a line that was cut, in bytes: after the cut, and
// before.
type lineCut struct{ cut, full int }

// maxBytesOfEach returns the maximum length of each of the lines, in bytes, with
// which all lines together have at most unused bytes more than after their cuts.
func maxBytesOfEach(all []lineCut, unused int) int {
	limit := 0
	for _, one := range all {
		limit = max(limit, one.cut+unused)
	}
	return sort.Search(limit, func(n int) bool {
		grown := 0
		for _, one := range all {
			grown += max(0, min(n+1, one.full)-one.cut)
		}
		return grown > unused
	})
}

// offsetAfter returns the offset after the first n code points.
func offsetAfter(s string, n int) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}

// offsetBefore returns the offset before the last n code points.
func offsetBefore(s string, n int) int {
	at := len(s)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return at
}

// extractNotices returns the notices in a part of a line.
func extractNotices(s string) string {
	var notices strings.Builder
	for {
		start, end, ok := cut.FindNotice(s)
		if !ok {
			return notices.String()
		}
		notices.WriteString(s[start:end])
		s = s[end:]
	}
}
