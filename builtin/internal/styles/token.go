package styles

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// lexer reads the tokens of CSS.
type lexer struct {
	tokens *css.Lexer
	offset int // of the byte after the last token
}

func newLexer(text string) *lexer {
	return &lexer{tokens: css.NewLexer(parse.NewInputString(text))}
}

// next returns the next token as it is written. The kind is css.ErrorToken at the
// end of the text.
func (l *lexer) next() (css.TokenType, string) {
	kind, raw := l.tokens.Next()
	l.offset += len(raw)
	return kind, string(raw)
}

func isBlank(kind css.TokenType) bool {
	return kind == css.WhitespaceToken || kind == css.CommentToken
}

// token is a token of a value. Its text has no escapes and no capital letters,
// and that of a function has no parenthesis.
type token struct {
	kind css.TokenType
	text string
}

// tokens returns the tokens of a declaration without white space and comments. It
// stops after more than maxTokens.
func tokens(value string) (list []token) {
	for lex := newLexer(value); ; {
		switch kind, raw := lex.next(); {
		case kind == css.ErrorToken, len(list) > maxTokens:
			return list
		case !isBlank(kind):
			list = append(list, token{kind, name(strings.TrimSuffix(raw, "("))})
		}
	}
}

// name returns a name of CSS without escapes and in lower case.
func name(written string) string { return strings.ToLower(unescape(written)) }

// unescape replaces escapes such as "\69 " and "\:" by the characters that they
// mean (CSS Syntax, section 4.3.7).
func unescape(written string) string {
	if !strings.Contains(written, `\`) {
		return written
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(written, `\`)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		r, length := escapedRune(after)
		b.WriteRune(r)
		written = after[length:]
	}
}

// escapedRune returns the character of the escape that begins text, after its
// backslash, and the number of its bytes.
func escapedRune(text string) (r rune, length int) {
	digits := 0
	for digits < min(len(text), 6) && isHex(text[digits]) {
		digits++
	}
	if digits == 0 {
		r, length = utf8.DecodeRuneInString(text)
		return r, length
	}
	code, _ := strconv.ParseUint(text[:digits], 16, 32) // six digits always fit
	length = digits
	switch {
	case strings.HasPrefix(text[length:], "\r\n"):
		length += 2
	case length < len(text) && strings.ContainsRune(" \t\r\n\f", rune(text[length])):
		length++
	}
	if code == 0 || !utf8.ValidRune(rune(code)) {
		return utf8.RuneError, length
	}
	return rune(code), length
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// brackets are the closing brackets that are expected, the innermost last.
type brackets []css.TokenType

// closingBrackets has the closing bracket of each opening token.
var closingBrackets = map[css.TokenType]css.TokenType{
	css.FunctionToken:        css.RightParenthesisToken,
	css.LeftParenthesisToken: css.RightParenthesisToken,
	css.LeftBracketToken:     css.RightBracketToken,
	css.LeftBraceToken:       css.RightBraceToken,
}

// add reads the next token, and reports whether it is inside brackets or a
// bracket itself. A brace counts only inside other brackets.
func (b *brackets) add(kind css.TokenType) bool {
	inside := len(*b) > 0
	if end, opens := closingBrackets[kind]; opens && (inside || kind != css.LeftBraceToken) {
		*b = append(*b, end)
		return true
	}
	if inside && (*b)[len(*b)-1] == kind {
		*b = (*b)[:len(*b)-1]
	}
	return inside
}
