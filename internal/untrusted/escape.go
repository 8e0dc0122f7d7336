package untrusted

import "strings"

// escapes finds terminal escape sequences (ECMA-48, and OSC as xterm has it).
// It remembers that a terminator is missing, so that many sequences without one
// cost one search.
type escapes struct {
	text         string
	unterminated bool
}

// end returns the index behind the sequence that begins at i, with ESC or with
// one of the C1 controls that stand for ESC and a letter; i itself when there
// is none.
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

// introducer returns the letter behind ESC and the index behind that.
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

// control is the end of a control sequence: parameters, intermediates, and a
// final byte. One that is cut off or broken is no sequence.
func (e *escapes) control(start, i int) int {
	i = e.skip(i, 0x30, 0x3F)
	i = e.skip(i, 0x20, 0x2F)
	if i < len(e.text) && e.text[i] >= 0x40 && e.text[i] <= 0x7E {
		return i + 1
	}
	return start
}

// short is the end of a sequence of intermediates and one final byte, such as
// ESC ( B. ESC and a letter of a longer sequence is none.
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

func (e *escapes) skip(i int, least, most byte) int {
	for i < len(e.text) && e.text[i] >= least && e.text[i] <= most {
		i++
	}
	return i
}

// terminators end a string: BEL, ESC \ and U+009C.
var terminators = []string{"\a", "\x1b\\", "\u009c"}

// command is the end of a command with a text, such as a title or a link.
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
