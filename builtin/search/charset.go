package search

import "strings"

// charSet is a set of bytes with one bit per byte.
type charSet [4]uint64

// add adds a byte to the set.
func (s *charSet) add(c byte) { s[c/64] |= 1 << (c % 64) }

// has reports whether the set contains a byte.
func (s *charSet) has(c byte) bool { return s[c/64]&(1<<(c%64)) != 0 }

// parse parses the bracket expression at the beginning of the text and returns
// its length. It returns 0 if the bracket is not closed or a class is unknown.
func (s *charSet) parse(text string) int {
	i := 1
	negated := i < len(text) && (text[i] == '!' || text[i] == '^')
	if negated {
		i++
	}
	for first := true; i < len(text); first = false {
		if text[i] == ']' && !first {
			if negated {
				*s = charSet{^s[0], ^s[1], ^s[2], ^s[3]}
			}
			return i + 1
		}
		next := s.parseClass(text, i)
		if next == i {
			next = s.parseRange(text, i)
		}
		if next < 0 {
			return 0
		}
		i = next
	}
	return 0
}

// parseClass parses a class such as [:alpha:] at index i and returns the index
// after it. It returns i if there is no class, and -1 if the class is unknown.
func (s *charSet) parseClass(text string, i int) int {
	rest, ok := strings.CutPrefix(text[i:], "[:")
	end := strings.IndexByte(rest, ']')
	if !ok || end < 1 || rest[end-1] != ':' {
		return i
	}
	members, known := classes[rest[:end-1]]
	if !known {
		return -1
	}
	for c := range 256 {
		if members(byte(c)) {
			s.add(byte(c))
		}
	}
	return i + len("[:") + end + 1
}

// parseRange parses a character or a range such as a-z at index i, and returns
// the index after it, or -1 at the end of the text.
func (s *charSet) parseRange(text string, i int) int {
	low, i := parseChar(text, i)
	high := low
	if i >= 0 && i+1 < len(text) && text[i] == '-' && text[i+1] != ']' {
		high, i = parseChar(text, i+1)
	}
	s.add(low) // git also matches the first character of an empty range such as z-a
	for c := int(low); c <= int(high); c++ {
		s.add(byte(c))
	}
	return i
}

// parseChar returns the character at index i, which can be escaped by a
// backslash, and the index after it, or -1 at the end of the text.
func parseChar(text string, i int) (byte, int) {
	if text[i] == '\\' {
		i++
	}
	if i >= len(text) {
		return 0, -1
	}
	return text[i], i + 1
}

// classes has the POSIX character classes for ASCII.
var classes = map[string]func(c byte) bool{
	"alnum":  func(c byte) bool { return isLetter(c) || isDigit(c) },
	"alpha":  isLetter,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7f },
	"digit":  isDigit,
	"graph":  func(c byte) bool { return c > ' ' && c < 0x7f },
	"lower":  func(c byte) bool { return 'a' <= c && c <= 'z' },
	"print":  func(c byte) bool { return c >= ' ' && c < 0x7f },
	"punct":  func(c byte) bool { return c > ' ' && c < 0x7f && !isLetter(c) && !isDigit(c) },
	"space":  func(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' },
	"upper":  func(c byte) bool { return 'A' <= c && c <= 'Z' },
	"xdigit": func(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' },
}

// isLetter reports whether c is an ASCII letter.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// isDigit reports whether c is an ASCII digit.
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
