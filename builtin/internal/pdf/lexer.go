package pdf

import (
	"bytes"
	"strconv"
	"strings"
)

// lexer reads values from data.
type lexer struct {
	reader *reader
	data   []byte
	at     int
	refs   bool // "1 0 R" is a reference; it is not in pages and fonts
}

// atEnd is the value after the last one.
const atEnd = keyword("")

// isSpace and isDelimiter report the classes of bytes of ISO 32000-2, section 7.2.3.
func isSpace(c byte) bool     { return strings.IndexByte("\x00\t\n\f\r ", c) >= 0 }
func isDelimiter(c byte) bool { return strings.IndexByte("()<>[]{}/%", c) >= 0 }

// skipSpace skips white space and comments.
func (l *lexer) skipSpace() {
	for l.at < len(l.data) {
		switch c := l.data[l.at]; {
		case isSpace(c):
			l.at++
		case c == '%':
			end := bytes.IndexAny(l.data[l.at:], "\r\n")
			if end < 0 {
				end = len(l.data) - l.at
			}
			l.at += end
		default:
			return
		}
	}
}

// value reads the next value. Brackets that close nothing are keywords.
func (l *lexer) value(depth int) any {
	l.skipSpace()
	if l.at >= len(l.data) || depth > maxDepth {
		l.at = len(l.data)
		return atEnd
	}
	l.reader.spend(&l.reader.left.values, 1)
	c := l.data[l.at]
	rest := l.data[l.at:]
	switch {
	case c == '/':
		l.at++
		return name(unescapeName(l.word()))
	case c == '(':
		return l.literal()
	case bytes.HasPrefix(rest, []byte("<<")):
		l.at += 2
		return l.dict(depth)
	case c == '<':
		return l.hex()
	case c == '[':
		l.at++
		values, _ := l.until("]", depth)
		return values
	case bytes.HasPrefix(rest, []byte(">>")):
		l.at += 2
		return keyword(">>")
	case isDelimiter(c):
		l.at++
		return keyword(c)
	}
	return l.number()
}

// word reads the bytes up to a space or delimiter.
func (l *lexer) word() string {
	start := l.at
	for l.at < len(l.data) && !isSpace(l.data[l.at]) && !isDelimiter(l.data[l.at]) {
		l.at++
	}
	return string(l.data[start:l.at])
}

// number reads a number, a reference, a boolean or a keyword.
func (l *lexer) number() any {
	word := l.word()
	switch word {
	case "true", "false":
		return word == "true"
	case "null":
		return nil
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil || word[0] > '9' { // "Inf" and "NaN"
		return keyword(word)
	}
	if end := l.referenceEnd(); l.refs && end > 0 && f >= 0 && f < 1e9 {
		l.at = end
		return ref(f)
	}
	return f
}

// referenceEnd returns the end of " 0 R" after a number; 0 if something else follows.
func (l *lexer) referenceEnd() int {
	at, fields := l.at, 0
	for range 32 {
		for at < len(l.data) && isSpace(l.data[at]) {
			at++
		}
		start := at
		for at < len(l.data) && l.data[at] >= '0' && l.data[at] <= '9' {
			at++
		}
		if fields == 0 && at > start {
			fields++
			continue
		}
		if fields == 1 && at == start && at < len(l.data) && l.data[at] == 'R' && (at+1 == len(l.data) || isSpace(l.data[at+1]) || isDelimiter(l.data[at+1])) {
			return at + 1
		}
		return 0
	}
	return 0
}

// until reads values up to a keyword. It ends early at the end of an object.
func (l *lexer) until(end keyword, depth int) (values []any, complete bool) {
	for {
		v := l.value(depth + 1)
		switch k, _ := v.(keyword); {
		case k == end:
			return values, true
		case v == atEnd || k == "endobj" || k == "stream":
			return values, false
		}
		values = append(values, v)
	}
}

// dict reads a dictionary after its "<<".
func (l *lexer) dict(depth int) dict {
	values, _ := l.until(">>", depth)
	d := dict{}
	for i := 0; i+1 < len(values); i += 2 {
		if key, ok := values[i].(name); ok {
			d[string(key)] = values[i+1]
		}
	}
	return d
}

// hex reads "<48656C>".
func (l *lexer) hex() text {
	end := bytes.IndexByte(l.data[l.at:], '>')
	if end < 0 {
		end = len(l.data) - l.at
	}
	digits := l.data[l.at+1 : l.at+end]
	l.at = min(l.at+end+1, len(l.data))
	return text(unhex(digits))
}

// unhex decodes hexadecimal digits, and skips other bytes.
func unhex(digits []byte) []byte {
	var out []byte
	half := -1
	for _, c := range digits {
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		switch {
		case d < 0:
		case half < 0:
			half = d
		default:
			out, half = append(out, byte(half<<4|d)), -1
		}
	}
	if half >= 0 {
		out = append(out, byte(half<<4))
	}
	return out
}

// unescapeName replaces "#20" by its byte.
func unescapeName(s string) string {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '#' {
			if b, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				s = s[:i] + string([]byte{byte(b)}) + s[i+3:]
			}
		}
	}
	return s
}

// escapes are the bytes after a backslash in a string.
var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}

// literal reads "(text)".
func (l *lexer) literal() text {
	var out []byte
	level := 0
	for l.at < len(l.data) {
		c := l.data[l.at]
		l.at++
		switch c {
		case '\\':
			out = l.escape(out)
			continue
		case '(':
			if level++; level == 1 {
				continue
			}
		case ')':
			if level--; level == 0 {
				return text(out)
			}
		}
		out = append(out, c)
	}
	return text(out)
}

// escape appends what follows a backslash.
func (l *lexer) escape(out []byte) []byte {
	if l.at >= len(l.data) {
		return out
	}
	c := l.data[l.at]
	if c >= '0' && c <= '7' {
		code := 0
		for n := 0; n < 3 && l.at < len(l.data) && l.data[l.at] >= '0' && l.data[l.at] <= '7'; n++ {
			code = code<<3 | int(l.data[l.at]-'0')
			l.at++
		}
		return append(out, byte(code))
	}
	l.at++
	switch {
	case c == '\r':
		if l.at < len(l.data) && l.data[l.at] == '\n' {
			l.at++
		}
		return out
	case c == '\n':
		return out
	case escapes[c] != 0:
		c = escapes[c]
	}
	return append(out, c)
}
