// Package ansi removes the control sequences of terminals from text.
package ansi

import (
	"strings"
	"unicode/utf8"
)

// Control characters of terminals; see ECMA-48.
const (
	escape    = 0x1b
	bell      = 0x07
	backspace = 0x08
)

// Strip removes escape sequences, bells and characters before backspaces in one
// pass. It removes all escape characters, so that the rest of the text cannot form
// a new sequence. The text of an incomplete sequence is kept.
func Strip(text string) string {
	if !strings.ContainsAny(text, "\x1b\x07\x08") && !strings.Contains(text, "\xC2") {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		switch b, end := text[i], SequenceEnd(text, i); {
		case end > i:
			i = end
		case b == escape, b == bell:
			i++
		case strings.HasPrefix(text[i:], "\u009b"):
			i += len("\u009b")
		case b == backspace:
			i, out = i+1, dropLast(out)
		default:
			i, out = i+1, append(out, b)
		}
	}
	return string(out)
}

// dropLast removes the last character of the current line, which a backspace
// removes.
func dropLast(out []byte) []byte {
	_, size := utf8.DecodeLastRune(out)
	if end := len(out) - size; size > 0 && out[end] != '\n' {
		return out[:end]
	}
	return out
}
