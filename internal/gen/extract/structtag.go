package extract

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// text is a string that remembers where in the source each byte stands.
type text struct {
	value string
	// at has the place of every byte and, last, of the end. Bytes that one
	// escape sequence stands for share its place.
	at []token.Pos
}

func (t text) slice(from, to int) text { return text{t.value[from:to], t.at[from : to+1]} }

// Pos and End make a text the range of a diagnostic.
func (t text) Pos() token.Pos { return t.at[0] }
func (t text) End() token.Pos { return t.at[len(t.value)] }

// sourceText is a text that stands in the source as it is.
func sourceText(value string, pos token.Pos) text {
	at := make([]token.Pos, len(value)+1)
	for i := range at {
		at[i] = pos + token.Pos(i)
	}
	return text{value, at}
}

// unquote reads a Go string literal, raw or interpreted.
func (t text) unquote() (text, bool) {
	if len(t.value) < 2 {
		return text{}, false
	}
	quote, inner := t.value[0], t.slice(1, len(t.value)-1)
	if quote == '`' {
		return inner.withoutReturns(), true
	}
	var b strings.Builder
	var at []token.Pos
	for rest := inner.value; rest != ""; {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			return text{}, false
		}
		pos := inner.at[len(inner.value)-len(rest)]
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
	return text{b.String(), append(at, inner.End())}, true
}

// withoutReturns drops carriage returns, as Go does in raw literals.
func (t text) withoutReturns() text {
	var b strings.Builder
	var at []token.Pos
	for i := range len(t.value) {
		if t.value[i] != '\r' {
			b.WriteByte(t.value[i])
			at = append(at, t.at[i])
		}
	}
	return text{b.String(), append(at, t.End())}
}

// tagValue is one key:"value" of a struct tag.
type tagValue struct {
	key, value text
}

// parseStructTag reads a struct tag as reflect.StructTag does, but tells where
// it breaks the convention, which reflect passes over in silence.
func parseStructTag(tag text) (values []tagValue, broken text, ok bool) {
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

// fieldTag is the tag of a struct field: its keys, and where they stand.
type fieldTag struct {
	// Literal is the tag as written, quotes included; empty for none.
	literal string
	values  []tagValue
	// broken is what does not follow the convention; ok says that all does.
	broken text
	ok     bool
}

// tagOf reads the tag of a field. Without its syntax the content is known, but
// not the place: everything stands at pos then.
func tagOf(syntax *ast.Field, content string, pos token.Pos) fieldTag {
	if content == "" {
		return fieldTag{ok: true}
	}
	var tag fieldTag
	if syntax != nil && syntax.Tag != nil {
		tag.literal = syntax.Tag.Value
		if read, ok := sourceText(tag.literal, syntax.Tag.Pos()).unquote(); ok && read.value == content {
			tag.values, tag.broken, tag.ok = parseStructTag(read)
			return tag
		}
	}
	tag.literal = tagLiteral(content)
	nowhere := text{content, make([]token.Pos, len(content)+1)}
	for i := range nowhere.at {
		nowhere.at[i] = pos
	}
	tag.values, tag.broken, tag.ok = parseStructTag(nowhere)
	return tag
}

// badEscape is a backslash and what follows it, where that is no escape of a Go
// string.
var badEscape = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*(\\[^abfnrtvxuU0-7\\"])`)

// mend says what to do about a tag that is not of the right form.
func (t fieldTag) mend() string {
	if found := badEscape.FindStringSubmatch(t.broken.value); found != nil {
		doubled := `\` + found[1]
		if strings.HasPrefix(t.literal, `"`) {
			doubled = `\\` + doubled
		}
		return fmt.Sprintf("%s is no escape in the value of a struct tag: write %s", found[1], doubled)
	}
	return `write key:"value", with a colon, double quotes and no spaces between`
}

// get returns the value of the first pair with that key, as reflect does.
func (t fieldTag) get(key string) (text, bool) {
	for _, v := range t.values {
		if v.key.value == key {
			return v.value, true
		}
	}
	return text{}, false
}

// split cuts a text at each separator that no backslash stands before, and
// drops those backslashes.
func (t text) split(separator byte) []text {
	var pieces []text
	current := text{at: []token.Pos{t.at[0]}}
	for i := range len(t.value) {
		switch {
		case t.value[i] != separator:
			current.push(t.value[i], t.at[i], t.at[i+1])
		case strings.HasSuffix(current.value, `\`):
			current.value = strings.TrimSuffix(current.value, `\`)
			current.at = current.at[:len(current.value)+1]
			current.push(separator, t.at[i-1], t.at[i+1])
		default:
			pieces = append(pieces, current)
			current = text{at: []token.Pos{t.at[i+1]}}
		}
	}
	return append(pieces, current)
}

// push appends a byte that stands at pos and ends at end.
func (t *text) push(b byte, pos, end token.Pos) {
	t.value += string([]byte{b})
	t.at[len(t.at)-1] = pos
	t.at = append(t.at, end)
}
