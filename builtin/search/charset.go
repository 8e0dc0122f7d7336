package search

import "strings"

// charSet is a set of bytes, one bit each: rules may have many of them.
type charSet [4]uint64

func (s *charSet) add(c byte)      { s[c/64] |= 1 << (c % 64) }
func (s *charSet) has(c byte) bool { return s[c/64]&(1<<(c%64)) != 0 }

// parse reads a bracket expression, and returns its length, or 0 if it does not
// end or names an unknown class.
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
		next := s.class(text, i)
		if next == i {
			next = s.span(text, i)
		}
		if next < 0 {
			return 0
		}
		i = next
	}
	return 0
}

// class reads a class such as [:alpha:], and returns the index behind it; i
// itself where there is none, and -1 where it is unknown.
func (s *charSet) class(text string, i int) int {
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

// span reads a character or a range such as a-z, and returns the index behind
// it, or -1 where the text ends.
func (s *charSet) span(text string, i int) int {
	low, i := literal(text, i)
	high := low
	if i >= 0 && i+1 < len(text) && text[i] == '-' && text[i+1] != ']' {
		high, i = literal(text, i+1)
	}
	s.add(low) // also in a range that ends before it
	for c := int(low); c <= int(high); c++ {
		s.add(byte(c))
	}
	return i
}

// literal is the character at i, which a backslash may stand before, and the
// index behind it; -1 where the text ends.
func literal(text string, i int) (byte, int) {
	if text[i] == '\\' {
		i++
	}
	if i >= len(text) {
		return 0, -1
	}
	return text[i], i + 1
}

// classes are those of POSIX, for ASCII.
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

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
