// Package ansi removes the control sequences of terminals from text.
package ansi

import (
	"strings"
	"unicode/utf8"
)

// The bytes of terminal escapes; see ECMA-48.
const (
	escape    = 0x1b
	bell      = 0x07
	backspace = 0x08
)

// Strip removes escape sequences, bells and characters before backspaces in one
// pass. It removes all escape characters, so that the rest of the text cannot form
// a new sequence. The text of an incomplete sequence is kept.
func Strip(text string) string {
	if !strings.ContainsAny(text, "\x1b\x07\x08") && !strings.Contains(text, "\u009b") {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b == escape:
			i += sequenceLength(text[i:])
		case strings.HasPrefix(text[i:], "\u009b"):
			i += len("\u009b") + controlLength(text[i+len("\u009b"):])
		case b == bell:
			i++
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

// sequenceLength returns the length of the escape sequence at the beginning of s.
// It is 1, the length of the escape character, when the sequence is incomplete.
func sequenceLength(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		if n := controlLength(s[2:]); n > 0 {
			return 2 + n
		}
		return 1
	case ']', 'P', 'X', '^', '_':
		if n := controlStringLength(s[2:]); n > 0 {
			return 2 + n
		}
		return 1
	}
	i := 1
	for i < len(s) && ' ' <= s[i] && s[i] <= '/' {
		i++
	}
	if i < len(s) && '0' <= s[i] && s[i] <= '~' {
		return i + 1
	}
	return 1
}

// controlLength returns the length of the parameters and the final byte of a
// control sequence. It is zero when the sequence is incomplete.
func controlLength(s string) int {
	i := 0
	for i < len(s) && ' ' <= s[i] && s[i] <= '?' {
		i++
	}
	if i < len(s) && '@' <= s[i] && s[i] <= '~' {
		return i + 1
	}
	return 0
}

// controlStringLength returns the length of a control string with its end: a
// bell, or ESC \. It is zero when the string does not end on its line, so that no
// text after it is removed.
func controlStringLength(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case bell:
			return i + 1
		case '\n':
			return 0
		case escape:
			if i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			}
			return 0
		}
	}
	return 0
}
