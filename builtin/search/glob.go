package search

import "strings"

// glob is a pattern for one part of a path, as .gitignore files have them. It
// works on bytes, as git does.
type glob struct {
	kind   globKind
	text   string // of those kinds that have a fixed text
	tokens []token
}

type globKind uint8

const (
	anyTokens globKind = iota
	exactly
	endsIn   // a star, then the text
	anyParts // two stars
)

// token is one element of a glob.
type token struct {
	kind tokenKind
	char byte
	set  *charSet
}

type tokenKind uint8

const (
	oneChar tokenKind = iota
	anyChar
	anyChars
	oneOf
)

// charSet is a set of bytes, one bit each: rules may have many of them.
type charSet [4]uint64

func (s *charSet) add(c byte)      { s[c/64] |= 1 << (c % 64) }
func (s *charSet) has(c byte) bool { return s[c/64]&(1<<(c%64)) != 0 }

// parseGlobs reads a pattern with slashes. It fails for one that git lets match
// nothing: an open bracket, an unknown class, a backslash at its end.
func parseGlobs(text string) (parts []glob, ok bool) {
	var tokens []token
	for i := 0; i < len(text); i++ {
		escaped := text[i] == '\\'
		if escaped {
			i++
		}
		if i == len(text) {
			return nil, false
		}
		t := token{char: text[i]}
		switch {
		case t.char == '/':
			parts, tokens = append(parts, newGlob(tokens)), nil
			continue
		case escaped:
		case t.char == '?':
			t.kind = anyChar
		case t.char == '*':
			t.kind = anyChars
		case t.char == '[':
			t.kind, t.set = oneOf, &charSet{}
			length := t.set.parse(text[i:])
			if length == 0 {
				return nil, false
			}
			i += length - 1
		}
		tokens = append(tokens, t)
	}
	return append(parts, newGlob(tokens)), true
}

// newGlob finds the kind of a pattern: most are names and endings.
func newGlob(tokens []token) glob {
	stars := 0
	for stars < len(tokens) && tokens[stars].kind == anyChars {
		stars++
	}
	text := make([]byte, 0, len(tokens))
	for _, t := range tokens[stars:] {
		if t.kind != oneChar {
			return glob{tokens: tokens}
		}
		text = append(text, t.char)
	}
	switch {
	case stars >= 2 && len(text) == 0:
		return glob{kind: anyParts}
	case stars > 0:
		return glob{kind: endsIn, text: string(text)}
	}
	return glob{kind: exactly, text: string(text)}
}

// matches reports whether the pattern matches a name as a whole.
func (g *glob) matches(name string) bool {
	switch g.kind {
	case exactly:
		return name == g.text
	case endsIn:
		return strings.HasSuffix(name, g.text)
	case anyParts:
		return true
	}
	t, i := 0, 0
	star, from := -1, 0 // the last star, and where what follows it was tried
	for i < len(name) {
		switch {
		case t < len(g.tokens) && g.tokens[t].kind == anyChars:
			star, from = t, i
			t++
		case t < len(g.tokens) && g.tokens[t].matches(name[i]):
			t++
			i++
		case star >= 0:
			from++
			t, i = star+1, from
		default:
			return false
		}
	}
	for t < len(g.tokens) && g.tokens[t].kind == anyChars {
		t++
	}
	return t == len(g.tokens)
}

func (t *token) matches(c byte) bool {
	switch t.kind {
	case anyChar:
		return true
	case oneOf:
		return t.set.has(c)
	}
	return t.char == c
}

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
