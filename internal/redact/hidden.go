package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/ansi"
	"github.com/toolgen/toolgen/internal/untrusted"
)

// hasHidden reports whether the text has a backspace or a byte with which a hidden character or a control sequence begins.
// It examines a long text in parts, which stay in the cache of the processor while they are searched for each byte.
func hasHidden(text string) bool {
	for text != "" {
		part := text[:min(len(text), partSize)]
		if strings.IndexByte(part, escape) >= 0 || strings.IndexByte(part, '\b') >= 0 {
			return true
		}
		if !isASCII(part) {
			for _, c := range []byte{0xC2, 0xCD, 0xE2, 0xEF, 0xF3} {
				if strings.IndexByte(part, c) >= 0 {
					return true
				}
			}
		}
		text = text[len(part):]
	}
	return false
}

// isASCII reports whether the text has only ASCII characters.
func isASCII(text string) bool {
	for ; len(text) >= 32; text = text[32:] {
		if (load(text)|load(text[8:])|load(text[16:])|load(text[24:]))&0x8080808080808080 != 0 {
			return false
		}
	}
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
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
