package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/ansi"
	"github.com/toolgen/toolgen/internal/untrusted"
)

// hasHidden reports whether the text has a byte with which a hidden character or a control sequence begins.
func hasHidden(text string) bool {
	for _, c := range []byte{escape, 0xC2, 0xCD, 0xE2, 0xEF, 0xF3} {
		if strings.IndexByte(text, c) >= 0 {
			return true
		}
	}
	return false
}

// escape is the character ESC, with which the control sequences of terminals begin.
const escape = 0x1b

// hiddenEnd returns the index after the control sequence or the character without a visible form at i, or i if there
// is none. Programs that print in color write such sequences, and texts that wrap have such characters.
func hiddenEnd(text string, i int) int {
	if end := ansi.SequenceEnd(text, i); end > i {
		return end
	}
	if r, size := utf8.DecodeRuneInString(text[i:]); r == escape || r >= utf8.RuneSelf && untrusted.IsHidden(r) {
		return i + size
	}
	return i
}

// overstruckEnd returns the index after a character and the backspace that removes it, or i if there are none.
func overstruckEnd(text string, i int) int {
	_, size := utf8.DecodeRuneInString(text[i:])
	if end := i + size; end < len(text) && text[end] == '\b' {
		return end + 1
	}
	return i
}

// allBytes has every byte.
var allBytes = func() (all [256]bool) {
	for c := range all {
		all[c] = true
	}
	return all
}()
