package ansi

import "strings"

// SequenceEnd returns the index after the control sequence (ECMA-48, and OSC as in xterm) that begins at i with ESC,
// or with a C1 control character in UTF-8, which is equivalent to ESC and a letter. It returns i if there is none, or
// an incomplete one. The time for all sequences of a text is linear in its length.
func SequenceEnd(text string, i int) int {
	kind, body := introducer(text, i)
	end := 0
	switch {
	case kind == '[':
		end = controlEnd(text, body)
	case strings.IndexByte("]PX^_", kind) >= 0 && kind != 0:
		end = stringEnd(text, body)
	case kind != 0 && text[i] == escape:
		end = shortEnd(text, i+1)
	}
	return max(i, end)
}

// introducer returns the letter after ESC and the index after that letter; 0 if there is none.
func introducer(text string, i int) (kind byte, body int) {
	switch rest := text[i:]; {
	case len(rest) < 2:
	case rest[0] == escape:
		return rest[1], i + 2
	case rest[0] == 0xC2 && rest[1] >= 0x80 && rest[1] < 0xA0:
		return rest[1] - 0x40, i + 2 // U+009B is ESC [
	}
	return 0, i
}

// controlEnd returns the index after parameters, intermediates and a final byte; 0 if a byte is missing.
func controlEnd(text string, i int) int {
	i = skip(text, i, 0x30, 0x3F)
	i = skip(text, i, 0x20, 0x2F)
	if i < len(text) && text[i] >= 0x40 && text[i] <= 0x7E {
		return i + 1
	}
	return 0
}

// shortEnd returns the index after intermediates and a final byte, such as ( B; 0 if a byte is missing.
func shortEnd(text string, i int) int {
	i = skip(text, i, 0x20, 0x2F)
	if i < len(text) && text[i] >= 0x30 && text[i] <= 0x7E {
		return i + 1
	}
	return 0
}

// skip returns the index after the bytes from i on that are between first and last.
func skip(text string, i int, first, last byte) int {
	for i < len(text) && text[i] >= first && text[i] <= last {
		i++
	}
	return i
}

// stringEnd returns the index after a string, such as a title, with its terminator: BEL, ESC \ or U+009C. It is 0 if
// the string does not end on its line, or another sequence begins before its end, so that no text after it is removed.
func stringEnd(text string, i int) int {
	for ; i < len(text); i++ {
		switch text[i] {
		case bell:
			return i + 1
		case '\n':
			return 0
		case escape, 0xC2:
			kind, body := introducer(text, i)
			if kind == '\\' {
				return body
			}
			if kind != 0 || text[i] == escape {
				return 0
			}
		}
	}
	return 0
}
