package untrusted

import "strings"

// escapes finds terminal escape sequences (ECMA-48, and OSC as in xterm).
type escapes struct {
	text string
	// unterminated means that no terminator follows, so that many sequences without one need only
	// one search.
	unterminated bool
}

// end returns the index after the sequence that begins at i with ESC, or with a C1 control character,
// which is equivalent to ESC and a letter. If there is none, it returns i.
func (e *escapes) end(i int) int {
	introducer, body := e.introducer(i)
	switch introducer {
	case 0:
		return i
	case '[':
		return e.control(i, body)
	case ']', 'P', 'X', '^', '_':
		return e.command(i, body)
	}
	return e.short(i)
}

// introducer returns the letter after ESC and the index after that letter.
func (e *escapes) introducer(i int) (letter byte, body int) {
	rest := e.text[i:]
	switch {
	case len(rest) >= 2 && rest[0] == 0x1B:
		return rest[1], i + 2
	case len(rest) >= 2 && rest[0] == 0xC2 && rest[1] >= 0x80 && rest[1] < 0xA0:
		return rest[1] - 0x40, i + 2 // U+009B is ESC [
	}
	return 0, i
}

// control returns the index after a control sequence: parameters, intermediates and a final byte. If the
// sequence is incomplete or not valid, it returns start.
func (e *escapes) control(start, i int) int {
	i = e.skip(i, 0x30, 0x3F)
	i = e.skip(i, 0x20, 0x2F)
	if i < len(e.text) && e.text[i] >= 0x40 && e.text[i] <= 0x7E {
		return i + 1
	}
	return start
}

// short returns the index after a sequence of intermediates and a final byte, such as ESC ( B. If there is
// none, it returns start.
func (e *escapes) short(start int) int {
	if e.text[start] != 0x1B {
		return start
	}
	i := e.skip(start+1, 0x20, 0x2F)
	if i < len(e.text) && e.text[i] >= 0x30 && e.text[i] <= 0x7E {
		return i + 1
	}
	return start
}

// skip returns the index after the bytes from i on that are between min and max.
func (e *escapes) skip(i int, min, max byte) int {
	for i < len(e.text) && e.text[i] >= min && e.text[i] <= max {
		i++
	}
	return i
}

// terminators end a command string: BEL, ESC \ and U+009C.
var terminators = []string{"\a", "\x1b\\", "\u009c"}

// command returns the index after a command with a string, such as a title or a link. If it has no
// terminator, it returns start.
func (e *escapes) command(start, i int) int {
	if e.unterminated {
		return start
	}
	for j := i; j < len(e.text); j++ {
		if c := e.text[j]; c != '\a' && c != 0x1B && c != 0xC2 {
			continue
		}
		for _, terminator := range terminators {
			if strings.HasPrefix(e.text[j:], terminator) {
				return j + len(terminator)
			}
		}
	}
	e.unterminated = true
	return start
}
