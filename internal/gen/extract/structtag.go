package extract

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// text is a string with the position of each byte in the source.
type text struct {
	value string
	// start is the position of a text that is part of the source without changes. The
	// positions of its bytes follow.
	start token.Pos
	// at is nil for such a text. Otherwise it has the position of every byte and, last,
	// of the end. Bytes of one escape sequence have the same position.
	at []token.Pos
}

// position returns the position of a byte, or of the end.
func (t text) position(i int) token.Pos {
	if t.at == nil {
		return t.start + token.Pos(i)
	}
	return t.at[i]
}

func (t text) slice(from, to int) text {
	if t.at == nil {
		return text{value: t.value[from:to], start: t.position(from)}
	}
	return text{value: t.value[from:to], at: t.at[from : to+1]}
}

// Pos and End make a text the range of a diagnostic.
func (t text) Pos() token.Pos { return t.position(0) }
func (t text) End() token.Pos { return t.position(len(t.value)) }

// sourceText returns a text that is part of the source without changes.
func sourceText(value string, pos token.Pos) text { return text{value: value, start: pos} }

// textAt returns a text all of whose bytes have the same position.
func textAt(value string, pos token.Pos) text {
	return text{value: value, at: slices.Repeat([]token.Pos{pos}, len(value)+1)}
}

// unquote reads a Go string literal, raw or interpreted.
func (t text) unquote() (text, bool) {
	if len(t.value) < 2 {
		return text{}, false
	}
	quote, inner := t.value[0], t.slice(1, len(t.value)-1)
	switch {
	case quote == '`':
		return inner.withoutReturns(), true
	case !strings.ContainsAny(inner.value, "\\\"\n") && utf8.ValidString(inner.value):
		return inner, true
	}
	var b strings.Builder
	var at []token.Pos
	for rest := inner.value; rest != ""; {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			return text{}, false
		}
		pos := inner.position(len(inner.value) - len(rest))
		size := b.Len()
		if r < utf8.RuneSelf || multibyte {
			b.WriteRune(r)
		} else {
			b.WriteByte(byte(r)) // \xFF is a byte, not a character
		}
		for range b.Len() - size {
			at = append(at, pos)
		}
		rest = tail
	}
	return text{value: b.String(), at: append(at, inner.End())}, true
}

// withoutReturns removes carriage returns, like Go in raw literals.
func (t text) withoutReturns() text {
	if !strings.Contains(t.value, "\r") {
		return t
	}
	var b strings.Builder
	var at []token.Pos
	for i := range len(t.value) {
		if t.value[i] != '\r' {
			b.WriteByte(t.value[i])
			at = append(at, t.position(i))
		}
	}
	return text{value: b.String(), at: append(at, t.End())}
}

// tagValue is one key:"value" of a struct tag.
type tagValue struct {
	key, value text
}

// parseStructTag reads a struct tag like reflect.StructTag, and returns the part
// that does not have the right form, which reflect ignores.
func parseStructTag(tag text) (values []tagValue, broken text, ok bool) {
	values = make([]tagValue, 0, strings.Count(tag.value, `:"`))
	for {
		start := len(tag.value) - len(strings.TrimLeft(tag.value, " "))
		tag = tag.slice(start, len(tag.value))
		if tag.value == "" {
			return values, text{}, true
		}
		colon := strings.IndexFunc(tag.value, func(r rune) bool { return r <= ' ' || r == ':' || r == '"' || r == 0x7f })
		if colon <= 0 || !strings.HasPrefix(tag.value[colon:], `:"`) {
			return values, tag, false
		}
		quoted := tag.slice(colon+1, len(tag.value))
		prefix, err := strconv.QuotedPrefix(quoted.value)
		if err != nil {
			return values, tag, false
		}
		value, _ := quoted.slice(0, len(prefix)).unquote()
		values = append(values, tagValue{tag.slice(0, colon), value})
		tag = quoted.slice(len(prefix), len(quoted.value))
	}
}

// fieldTag is the tag of a struct field: its keys with their positions.
type fieldTag struct {
	// literal is the tag as written, with its quotes; empty if there is no tag.
	literal string
	values  []tagValue
	// broken is the part that does not have the right form; ok means that there
	// is no such part.
	broken text
	ok     bool
}

// tagOf reads the tag of a field. Without the syntax of the field, all positions
// are pos.
func tagOf(syntax *ast.Field, content string, pos token.Pos) (tag fieldTag) {
	if content == "" {
		return fieldTag{ok: true}
	}
	if syntax != nil && syntax.Tag != nil {
		tag.literal = syntax.Tag.Value
		if read, ok := sourceText(tag.literal, syntax.Tag.Pos()).unquote(); ok && read.value == content {
			tag.values, tag.broken, tag.ok = parseStructTag(read)
			return tag
		}
	}
	tag.literal = tagLiteral(content)
	tag.values, tag.broken, tag.ok = parseStructTag(textAt(content, pos))
	return tag
}

// badEscape matches a backslash that is not part of an escape of a Go string, and
// the character after it.
var badEscape = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*(\\[^abfnrtvxuU0-7\\"])`)

// fix returns the fix for a tag that does not have the right form.
func (t fieldTag) fix() string {
	if found := badEscape.FindStringSubmatch(t.broken.value); found != nil {
		doubled := `\` + found[1]
		if strings.HasPrefix(t.literal, `"`) {
			doubled = `\\` + doubled
		}
		return fmt.Sprintf("%s is not an escape in the value of a struct tag: write %s", found[1], doubled)
	}
	return `write key:"value", with a colon, double quotes and no spaces between`
}

// get returns the value of the first pair with that key, like reflect.
func (t fieldTag) get(key string) (text, bool) {
	for _, v := range t.values {
		if v.key.value == key {
			return v.value, true
		}
	}
	return text{}, false
}

// split cuts a text at each separator without a backslash before it, and removes
// the backslashes before the others.
func (t text) split(separator byte) []text {
	if !strings.Contains(t.value, `\`) {
		return t.splitPlain(separator)
	}
	var pieces []text
	current := text{at: []token.Pos{t.Pos()}}
	for i := range len(t.value) {
		switch {
		case t.value[i] != separator:
			current.push(t.value[i], t.position(i), t.position(i+1))
		case strings.HasSuffix(current.value, `\`):
			current.value = strings.TrimSuffix(current.value, `\`)
			current.at = current.at[:len(current.value)+1]
			current.push(separator, t.position(i-1), t.position(i+1))
		default:
			pieces = append(pieces, current)
			current = text{at: []token.Pos{t.position(i + 1)}}
		}
	}
	return append(pieces, current)
}

// splitPlain does what split does with a text without backslashes.
func (t text) splitPlain(separator byte) []text {
	pieces := make([]text, 0, strings.Count(t.value, string(separator))+1)
	for {
		i := strings.IndexByte(t.value, separator)
		if i < 0 {
			return append(pieces, t)
		}
		pieces = append(pieces, t.slice(0, i))
		t = t.slice(i+1, len(t.value))
	}
}

// push appends a byte with its position and the position of its end.
func (t *text) push(b byte, pos, end token.Pos) {
	t.value += string([]byte{b})
	t.at[len(t.at)-1] = pos
	t.at = append(t.at, end)
}
