package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// speakers begin a turn in a conversation that is written as plain text, if an empty line is before them.
var speakers = []string{"Human:", "Assistant:"}

// turnEnd returns the index after the speaker at i, or i if no turn begins there.
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

// endsBreak are the last bytes of line breaks in UTF-8. Few other characters end with these bytes.
var endsBreak = [256]bool{'\n': true, '\r': true, 0xA8: true, 0xA9: true}

// spell returns the index after the word at start, or start if it is not there. The word can be in ASCII or
// in full-width forms. Case matters.
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

// afterEmptyLine reports whether the text ends with an empty line, or consists of one line break: the fence
// puts a line break before the text.
func afterEmptyLine(text string) bool {
	line, ok := cutBreak(text)
	if !ok {
		return false
	}
	line = strings.TrimRightFunc(line, isBlank)
	_, ok = cutBreak(line)
	return ok || line == ""
}

// isBlank reports whether a rune is white space other than a line break.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) && r != '\n' && r != '\r' && r != '\u2028' && r != '\u2029'
}

// cutBreak returns the text without the line break at its end.
func cutBreak(text string) (before string, found bool) {
	for _, end := range []string{"\r\n", "\n", "\r", "\u2028", "\u2029"} {
		if before, found = strings.CutSuffix(text, end); found {
			return before, true
		}
	}
	return text, false
}
