package reducers

import (
	"fmt"
	"sort"
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
	return cutOut(line, forward(line, room*3/4), backward(line, room/4))
}

// cutBytes does the same with a limit in bytes, more than the room for the mark.
func cutBytes(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	room := limit - markRoom
	head, tail := room*3/4, len(line)-room/4
	for head > 0 && !utf8.RuneStart(line[head]) {
		head--
	}
	for tail < len(line) && !utf8.RuneStart(line[tail]) {
		tail++
	}
	return cutOut(line, head, tail)
}

// cutOut leaves out what is between two offsets, but for notices.
func cutOut(line string, head, tail int) string {
	middle := line[head:tail]
	found := noticesIn(middle)
	mark := fmt.Sprintf("%s%d chars%s", gapStart, utf8.RuneCountInString(middle)-utf8.RuneCountInString(found), gapEnd)
	return line[:head] + mark + found + line[tail:]
}

// cutLength is how long a line is that was cut, and how long it was, in bytes.
type cutLength struct{ short, whole int }

// shareOf is how many bytes of each of the lines may stay, where it is longer
// and was cut to less, for them to grow by that room together.
func shareOf(all []cutLength, room int) int {
	most := 0
	for _, one := range all {
		most = max(most, one.short+room)
	}
	return sort.Search(most, func(n int) bool {
		grown := 0
		for _, one := range all {
			grown += max(0, min(n+1, one.whole)-one.short)
		}
		return grown > room
	})
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
