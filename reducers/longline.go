package reducers

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// CutLongLines cuts lines of more than limit code points inside: the beginning,
// how much was left out, and the end stay, in at most limit code points and the
// notices of cut texts among what is left out. A limit below 100 is taken for
// 100.
func CutLongLines(limit int) Pass {
	limit = max(limit, 100)
	return func(text string) string {
		return settle(text, func(text string) string {
			return eachLine(text, func(line string) string { return cutLine(line, limit) })
		})
	}
}

// eachLine applies f to every line of the text.
func eachLine(text string, f func(string) string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		body, feed := strings.CutSuffix(line, "\n")
		out.WriteString(f(body))
		if feed {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// markRoom is the room for the mark of a cut, in code points.
const markRoom = 40

// cutLine cuts a line of more than limit code points inside, and keeps three
// quarters of what stays from its beginning.
func cutLine(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	total := utf8.RuneCountInString(line)
	if total <= limit {
		return line
	}
	room := limit - markRoom
	head, tail := forward(line, room*3/4), backward(line, room/4)
	middle := line[head:tail]
	found := noticesIn(middle)
	mark := fmt.Sprintf("%s%d chars%s", gapStart, utf8.RuneCountInString(middle)-utf8.RuneCountInString(found), gapEnd)
	return line[:head] + mark + found + line[tail:]
}

// forward is the offset behind the first n code points.
func forward(s string, n int) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}

// backward is the offset before the last n code points.
func backward(s string, n int) int {
	at := len(s)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return at
}

// longestNotice bounds a notice within a line, in bytes.
const longestNotice = 600

// noticesIn returns the notices in a piece of a line, each up to its bracket.
func noticesIn(s string) string {
	var found strings.Builder
	for {
		start := strings.Index(s, noticeStart)
		if start < 0 {
			return found.String()
		}
		s = s[start:]
		end := strings.IndexByte(s[:min(len(s), longestNotice)], ']') + 1
		if end == 0 {
			end = len(noticeStart)
		}
		found.WriteString(s[:end])
		s = s[end:]
	}
}
