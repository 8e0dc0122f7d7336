package reducers

import "strings"

// The bytes of terminal escapes; see ECMA-48.
const (
	escape    = 0x1b
	bell      = 0x07
	backspace = 0x08
)

// StripEscapes removes the escape sequences of terminals (colors, movements of
// the cursor, titles, the addresses of hyperlinks), bells, and characters that a
// backspace removes. When a program overwrites a line with carriage returns to
// show its progress, only the last state of the line is kept.
//
// Other control characters are kept, and so are carriage returns at the ends of
// lines.
func StripEscapes(text string) string {
	return applyUntilStable(text, func(text string) string { return dropOverwritten(stripEscapes(text)) })
}

// stripEscapes removes escape sequences, bells and characters before backspaces
// in one pass. It removes all escape characters, so that the rest of the text
// cannot form a new sequence.
func stripEscapes(text string) string {
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
	end := offsetBefore(string(out[max(0, len(out)-4):]), 1)
	if end = max(0, len(out)-4) + end; end < len(out) && out[end] != '\n' {
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

// dropOverwritten keeps the last state of each line.
func dropOverwritten(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return eachLine(text, dropOverwrittenParts)
}

// dropOverwrittenParts removes the parts of a line, separated by carriage
// returns, that the next part overwrites. Parts with different beginnings are
// kept, because they do not show progress.
func dropOverwrittenParts(line string) string {
	body, end := line, ""
	if trimmed := strings.TrimRight(line, "\r"); len(trimmed) < len(line) {
		body, end = trimmed, "\r"
	}
	if !strings.Contains(body, "\r") {
		return body + end
	}
	var out strings.Builder
	for body != "" {
		part, rest, found := strings.Cut(body, "\r")
		if !found || !isOverwritten(part, rest) {
			out.WriteString(part)
			if found {
				out.WriteByte('\r')
			}
		}
		body = rest
	}
	return out.String() + end
}

// isOverwritten reports whether a part of a line is an earlier state of the next
// one: it is empty, the next one begins with it, or it has a digit and both have
// the same words before the first digit.
func isOverwritten(part, next string) bool {
	before, hasDigit := wordsBeforeDigit(part)
	after, _ := wordsBeforeDigit(next)
	if before == "" && !hasDigit {
		return true
	}
	return hasDigit && before == after || strings.HasPrefix(next, part)
}

// wordsBeforeDigit returns the text of the first part of a line before its first
// digit, and whether there is a digit.
func wordsBeforeDigit(line string) (words string, hasDigit bool) {
	i := strings.IndexAny(line, "0123456789\r")
	if i < 0 {
		return strings.TrimSpace(line), false
	}
	return strings.TrimSpace(line[:i]), line[i] != '\r'
}
