package emit

import (
	"bytes"
	"go/format"
	"math"
	"strings"
	"sync"
	"unicode/utf8"
)

// layouts are the layouts of declarations that were formatted before. Generated files
// have many declarations of the same form, and gofmt takes most of the time of a file.
var layouts = layoutCache{layouts: make(map[string]layout)}

// layout is the white space before each token of a declaration and after the last one,
// each with its length before it. Gofmt chooses it by the kinds and lengths of the tokens
// and by the line breaks between them, so that it is the same for all declarations with
// the same ones.
type layout string

// layoutCache has layouts by the keys of declarations. It is safe for concurrent use.
type layoutCache struct {
	mutex   sync.RWMutex
	layouts map[string]layout
	size    int
}

// maxLayouts is the maximum size of the keys and layouts in the cache, in bytes.
const maxLayouts = 4 << 20

// get returns the layout of a declaration that can have one, or an empty text.
func (c *layoutCache) get(d *declaration) layout {
	if d.irregular {
		return ""
	}
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return c.layouts[string(d.key)]
}

// add stores a layout, unless the cache is full.
func (c *layoutCache) add(key []byte, l layout) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if size := len(key) + len(l); c.size+size <= maxLayouts {
		c.layouts[string(key)] = l
		c.size += size
	}
}

// formatted returns source as gofmt formats it. It reports false for source that gofmt
// must format as a whole, such as code that is not valid.
func (c *layoutCache) formatted(source string) (text []byte, ok bool) {
	d := declarations.Get().(*declaration)
	defer declarations.Put(d)
	text = d.text[:0]
	for rest := strings.TrimLeft(source, " \n"); rest != ""; rest = strings.TrimLeft(rest[len(d.source):], " \n") {
		if !d.read(rest) {
			return nil, false
		}
		if len(text) > 0 {
			text = append(text, '\n')
		}
		if text, ok = c.append(text, d); !ok {
			return nil, false
		}
	}
	d.text = text
	return bytes.Clone(text), true
}

// append appends a declaration as gofmt formats it.
func (c *layoutCache) append(text []byte, d *declaration) ([]byte, bool) {
	if d.isComment {
		for line := range strings.Lines(d.source) {
			text = append(append(text, strings.TrimSpace(line)...), '\n')
		}
		return text, true
	}
	if d.token(0) == "package" && len(d.tokens) == 2 {
		return append(text, "package "+d.token(1)+"\n"...), true
	}
	if l := c.get(d); l != "" {
		return d.appendWith(text, l), true
	}
	formatted, err := format.Source([]byte(clause + d.source))
	if err != nil {
		return nil, false
	}
	formatted = formatted[len(clause):]
	if l, ok := d.layoutOf(string(formatted)); ok {
		c.add(d.key, l)
	}
	return append(text, formatted...), true
}

// clause makes a file of a declaration.
const clause = "package p\n\n"

// declaration is a declaration with the comments before it, or only comments.
type declaration struct {
	source    string
	tokens    []extent // in source
	key       []byte
	text      []byte // the declarations that are formatted
	isComment bool
	irregular bool // has text that gofmt may change, or a token with a line break
}

// declarations have memory for tokens and keys.
var declarations = sync.Pool{New: func() any { return new(declaration) }}

// extent is where a token begins and ends. Unlike a text it has no pointer, which the
// garbage collector would have to follow.
type extent struct{ begin, end int32 }

// read reads the declaration at the beginning of source, up to an empty line that is not
// in brackets. It reports false if there is no end. The key and the tokens are in local
// variables, because this loop takes most of the time.
func (d *declaration) read(source string) bool {
	*d = declaration{tokens: d.tokens[:0], key: d.key[:0], text: d.text, isComment: true}
	tokens, key, end, lines, depth := d.tokens, d.key, 0, 0, 0
	for end < len(source) {
		c, begin := source[end], end
		switch classes[c] {
		case classBreak:
			lines++
			end++
			if lines > 1 && depth == 0 {
				d.source, d.tokens, d.key = source[:begin], tokens, key
				return true
			}
			continue
		case classSpace:
			end++
			continue
		}
		if lines > 0 {
			key = append(key, "\n\n"[:min(lines, 2)]...)
			lines = 0
		}
		switch classes[c] {
		case classWord:
			characters := c
			for end++; end < len(source) && classes[source[end]] == classWord; end++ {
				characters |= source[end]
			}
			key = appendWord(key, source[begin:end])
			d.irregular = d.irregular || characters >= utf8.RuneSelf
			d.isComment = false
		case classOperator:
			end++
			key = appendOperator(key, c, begin > 0 && isPunctuation(source[begin-1]))
			depth += brackets[c]
			d.isComment = false
		default:
			n := tokenLength(source[end:])
			if n == 0 {
				return false
			}
			end += n
			key = d.appendOther(key, source[begin:end], begin > 0 && isPunctuation(source[begin-1]))
		}
		if end > maxSource {
			return false
		}
		tokens = append(tokens, extent{int32(begin), int32(end)})
	}
	d.source, d.tokens, d.key = source, tokens, key
	return depth == 0
}

// maxSource is the maximum length of a declaration that has a layout.
const maxSource = math.MaxInt32

// appendWord adds what gofmt's choice depends on of a name, a keyword or a number to a key.
func appendWord(key []byte, text string) []byte {
	if c := text[0]; '0' <= c && c <= '9' || isKeyword(text) {
		return append(append(key, text...), ' ')
	}
	return appendLength(key, 'a', text)
}

// appendOperator adds a character, and whether it follows another one directly. An operator of
// several characters is several tokens.
func appendOperator(key []byte, c byte, adjacent bool) []byte {
	if adjacent {
		key = append(key, '\\')
	}
	return append(key, c)
}

// appendOther adds a literal, a comment or a division.
func (d *declaration) appendOther(key []byte, text string, adjacent bool) []byte {
	switch c := text[0]; {
	case strings.HasPrefix(text, "//"): // gofmt can change the text
		d.irregular = d.irregular || text != strings.TrimSpace(text)
		return append(append(key, text...), '\n')
	case c == '/' && len(text) == 1:
		d.isComment = false
		return appendOperator(key, c, adjacent)
	case c == '/':
		d.isComment = false
	default:
		d.isComment = false
		d.irregular = d.irregular || strings.IndexByte(text, '\n') >= 0
	}
	d.irregular = d.irregular || !isASCII(text)
	return appendLength(key, kindOf(text[0]), text)
}

// kindOf returns the kind of a literal, of a comment in a line, or of a character that Go does not have.
func kindOf(c byte) byte {
	switch c {
	case '"', '`', '\'':
		return '"'
	case '/':
		return '/'
	}
	return 'a'
}

// appendLength adds the kind and the length of a token to a key.
func appendLength(key []byte, kind byte, text string) []byte {
	if len(text) < 128 {
		return append(key, kind, byte(len(text)))
	}
	return appendInt(append(key, kind), len(text))
}

// isASCII reports whether a text has only ASCII characters.
func isASCII(text string) bool {
	all := byte(0)
	for i := range len(text) {
		all |= text[i]
	}
	return all < utf8.RuneSelf
}

// layoutOf returns the layout of the declaration, which is formatted. It reports false
// if the declaration has other tokens then.
func (d *declaration) layoutOf(formatted string) (layout, bool) {
	if d.irregular {
		return "", false
	}
	l := make([]byte, 0, 2*len(d.tokens))
	for i := range len(d.tokens) + 1 {
		text := d.token(i)
		space := len(formatted) - len(strings.TrimLeft(formatted, " \t\n"))
		if space > 255 || !strings.HasPrefix(formatted[space:], text) {
			return "", false
		}
		l = append(append(l, byte(space)), formatted[:space]...)
		formatted = formatted[space+len(text):]
	}
	return layout(l), formatted == ""
}

// appendWith appends the tokens with their white space.
func (d *declaration) appendWith(text []byte, l layout) []byte {
	for _, t := range d.tokens {
		switch n := l[0]; n {
		case 0:
		case 1:
			text = append(text, l[1])
		default:
			text = append(text, l[1:1+n]...)
		}
		l = l[1+l[0]:]
		if t.end-t.begin == 1 {
			text = append(text, d.source[t.begin])
		} else {
			text = append(text, d.source[t.begin:t.end]...)
		}
	}
	return append(text, l[1:]...)
}

// token returns a token, or an empty text after the last one.
func (d *declaration) token(i int) string {
	if i == len(d.tokens) {
		return ""
	}
	return d.source[d.tokens[i].begin:d.tokens[i].end]
}

// appendInt appends a number with its end.
func appendInt(key []byte, n int) []byte {
	for ; n >= 128; n >>= 7 {
		key = append(key, byte(n)|128)
	}
	return append(key, byte(n))
}

// isPunctuation reports whether a character is neither white space nor part of a name, a
// number or a text.
func isPunctuation(c byte) bool { return classes[c] == classOperator || c == '/' }

// isWord reports whether a character can be part of a name or a number.
func isWord(c byte) bool { return classes[c] == classWord }

// The classes of characters. The others begin texts, or are a slash or control characters.
const (
	classOther = iota
	classBreak
	classSpace
	classWord
	classOperator
)

// classes are the classes of all characters. The brackets add to the depth.
var (
	classes  = classify()
	brackets = [256]int{'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1}
)

// classify returns the classes of all characters.
func classify() (of [256]uint8) {
	for i := range of {
		switch c := byte(i); {
		case c == '\n':
			of[i] = classBreak
		case c == ' ' || c == '\t':
			of[i] = classSpace
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= utf8.RuneSelf:
			of[i] = classWord
		case c > ' ' && c != '/' && kindOf(c) != '"':
			of[i] = classOperator
		}
	}
	return of
}

// isKeyword does what token.IsKeyword does, without a map.
func isKeyword(text string) bool {
	if len(text) < len("if") || len(text) > len("fallthrough") || text[0] < 'b' || text[0] > 'v' {
		return false
	}
	switch text {
	case "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto", "if", "import",
		"interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var":
		return true
	}
	return false
}

// tokenLength returns the length of the first token, or 0 if it has no end or is a
// comment between /* and */ that is no line directive.
func tokenLength(source string) int {
	switch c := source[0]; {
	case isWord(c):
		n := 1
		for n < len(source) && isWord(source[n]) {
			n++
		}
		return n
	case c == '`':
		if n := strings.IndexByte(source[1:], c); n >= 0 {
			return n + 2
		}
		return 0
	case c == '"' || c == '\'':
		return quotedLength(source)
	case strings.HasPrefix(source, "//"):
		if n := strings.IndexByte(source, '\n'); n >= 0 {
			return n
		}
		return len(source)
	case strings.HasPrefix(source, "/*") && !strings.HasPrefix(source, "/*line "):
		return 0
	case strings.HasPrefix(source, "/*"):
		n := strings.Index(source, "*/") + len("*/")
		if strings.IndexByte(source[:n], '\n') >= 0 {
			return 0
		}
		return n // 1 if there is no end, so that gofmt reports it
	}
	return 1
}

// quotedLength returns the length of the interpreted text at the beginning, or 0 if it
// has no end.
func quotedLength(source string) int {
	for n := 1; n < len(source); n++ {
		switch source[n] {
		case '\\':
			n++
		case source[0]:
			return n + 1
		}
	}
	return 0
}
