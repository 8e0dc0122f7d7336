package decode

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// space skips white space and removes comments. It returns the index after them, or
// a negative number if i is negative or a comment could be a part of a string.
func (x *relaxedReader) space(i int) int {
	for i >= 0 {
		start := i
		i = skipSpace(x.text, i)
		x.endLine(x.text[start:i])
		end := commentEnd(x.text, i)
		if end < 0 {
			return i
		}
		if mayEndString(x.text[i:end], x.lineQuotes) {
			return -1
		}
		x.openComment = end == len(x.text) && x.text[end-1] != '/'
		x.endLine(x.text[i:end])
		i = x.replace(i, end, "", arguments.RepairComment)
	}
	return i
}

// endLine clears the quotes of the current line if the text has a line break.
func (x *relaxedReader) endLine(text string) {
	if x.lineQuotes != "" && strings.Contains(text, "\n") {
		x.lineQuotes = ""
	}
}

// mayEndString reports whether a comment has one of the quotes at an index where a
// string could end: the comment could be a part of it, as in {"a": "x" // y"}.
func mayEndString(comment, quotes string) bool {
	for {
		n := strings.IndexAny(comment, quotes)
		if n < 0 {
			return false
		}
		comment = strings.TrimLeft(comment[n+1:], " \t\r")
		if comment == "" || strings.IndexByte("\n,:]}*", comment[0]) >= 0 {
			return true
		}
	}
}

// skipComments returns the index after the white space and the comments at i.
func skipComments(s string, i int) int {
	for {
		i = skipSpace(s, i)
		end := commentEnd(s, i)
		if end < 0 {
			return i
		}
		i = end
	}
}

// commentEnd returns the index after the comment at i, without its line break. It
// returns a negative number if there is no complete comment at i.
func commentEnd(s string, i int) int {
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			return i + n + 4
		}
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "#"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(s)
	}
	return -1
}

// fence is the line before and after code in Markdown, without the language.
const fence = "```"

// fences removes the fences around the text. It returns the index after the first.
func (x *relaxedReader) fences() int {
	start := skipSpace(x.text, 0)
	i := start
	if strings.HasPrefix(x.text[i:], fence) {
		i = nameEnd(x.text, i+len(fence))
		x.replace(start, i, "", arguments.RepairFence)
	}
	body, closed := strings.CutSuffix(strings.TrimRight(x.text, " \t\r\n"), fence)
	if !closed || len(body) < i {
		return i
	}
	x.text = body
	if i == start {
		x.repairs = append(x.repairs, arguments.Repair{Path: x.path, Kind: arguments.RepairFence, From: fence})
	}
	return i
}
