package reducers

import "strings"

// The bytes that terminal escapes are made of; see ECMA-48.
const (
	escape    = 0x1b
	bell      = 0x07
	backspace = 0x08
)

// StripEscapes removes what only a terminal understands: colours, cursor
// movements, window titles, the addresses of hyperlinks (their text stays),
// bells, and characters struck over. Of a line that a program wrote again and
// again with carriage returns to show its progress, the last state stays.
//
// Other control characters stay, and so do carriage returns at ends of lines.
func StripEscapes(text string) string {
	return settle(text, func(text string) string { return lastStates(stripEscapes(text)) })
}

// stripEscapes removes escape sequences, bells and overstrikes in one pass. No
// escape character is left, so that pieces cannot join to a new sequence.
func stripEscapes(text string) string {
	if !strings.ContainsAny(text, "\x1b\x07\x08") && !strings.Contains(text, "\u009b") {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b == escape:
			i += sequence(text[i:])
		case strings.HasPrefix(text[i:], "\u009b"):
			i += len("\u009b") + control(text[i+len("\u009b"):])
		case b == bell:
			i++
		case b == backspace:
			i, out = i+1, struck(out)
		default:
			i, out = i+1, append(out, b)
		}
	}
	return string(out)
}

// struck removes the last character of a line, for one that is struck over.
func struck(out []byte) []byte {
	end := backward(string(out[max(0, len(out)-4):]), 1)
	if end = max(0, len(out)-4) + end; end < len(out) && out[end] != '\n' {
		return out[:end]
	}
	return out
}

// sequence is the length of the escape sequence that s begins with, at least 1.
// One that is not whole is the escape character alone.
func sequence(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		if n := control(s[2:]); n > 0 {
			return 2 + n
		}
		return 1
	case ']', 'P', 'X', '^', '_':
		if n := stringOf(s[2:]); n > 0 {
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

// control is the length of parameters and final byte of a control sequence,
// zero when it is not whole.
func control(s string) int {
	i := 0
	for i < len(s) && ' ' <= s[i] && s[i] <= '?' {
		i++
	}
	if i < len(s) && '@' <= s[i] && s[i] <= '~' {
		return i + 1
	}
	return 0
}

// stringOf is the length of a control string with its end: a bell, or ESC \.
// One that does not end on its line is empty, so that it hides nothing.
func stringOf(s string) int {
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

// lastStates leaves of each line that was written again and again the last
// state.
func lastStates(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return eachLine(text, lastState)
}

// lastState drops what a carriage return and a line of the same beginning
// overwrote. Pieces that begin in different ways stay: that is not progress.
func lastState(line string) string {
	body, end := line, ""
	if trimmed := strings.TrimRight(line, "\r"); len(trimmed) < len(line) {
		body, end = trimmed, "\r"
	}
	if !strings.Contains(body, "\r") {
		return body + end
	}
	var out strings.Builder
	for body != "" {
		piece, rest, more := strings.Cut(body, "\r")
		if !more || !overwritten(piece, rest) {
			out.WriteString(piece)
			if more {
				out.WriteByte('\r')
			}
		}
		body = rest
	}
	return out.String() + end
}

// overwritten says whether the piece is an earlier state of the next one: both
// have the same words before the first digit, and there is a digit or nothing.
func overwritten(piece, rest string) bool {
	words := func(s string) (string, bool) {
		i := strings.IndexAny(s, "0123456789\r")
		if i < 0 {
			return strings.TrimSpace(s), false
		}
		return strings.TrimSpace(s[:i]), s[i] != '\r'
	}
	before, counts := words(piece)
	after, _ := words(rest)
	if before == "" && !counts {
		return true
	}
	return counts && before == after || strings.HasPrefix(rest, piece)
}
