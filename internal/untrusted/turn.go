package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// speakers begin a turn of a conversation that is written as plain text, when
// an empty line stands before them.
var speakers = []string{"Human:", "Assistant:"}

// turnEnd is the index behind the speaker at i, or i when none begins a turn
// there.
func turnEnd(text string, i int) int {
	if i == 0 || !endsBreak[text[i-1]] {
		return i
	}
	for _, speaker := range speakers {
		if end := spell(text, i, speaker); end > i && afterEmptyLine(text[:i]) {
			return end
		}
	}
	return i
}

// endsBreak are the last bytes of line breaks, in UTF-8, and few others.
var endsBreak = [256]bool{'\n': true, '\r': true, 0xA8: true, 0xA9: true}

// spell is the index behind the word at i, in ASCII or full-width forms but in
// its own case, or i.
func spell(text string, start int, word string) int {
	i := start
	for _, w := range word {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r != w && r != w+0xFEE0 && (w != ':' || fold(r) != ':') {
			return start
		}
		i += size
	}
	return i
}

// afterEmptyLine says that text ends with a line break before which there is an
// empty line, or nothing: the fence ends with a line break of its own.
func afterEmptyLine(text string) bool {
	line, ok := cutBreak(text)
	if !ok {
		return false
	}
	line = strings.TrimRightFunc(line, isBlank)
	_, ok = cutBreak(line)
	return ok || line == ""
}

// isBlank says that the rune is white space within a line.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) && r != '\n' && r != '\r' && r != '\u2028' && r != '\u2029'
}

// cutBreak cuts a line break off the end.
func cutBreak(text string) (before string, found bool) {
	for _, end := range []string{"\r\n", "\n", "\r", "\u2028", "\u2029"} {
		if before, found = strings.CutSuffix(text, end); found {
			return before, true
		}
	}
	return text, false
}
