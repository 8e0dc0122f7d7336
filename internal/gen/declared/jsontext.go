package declared

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// jsonValue is a JSON value with the offsets of its parts.
type jsonValue struct {
	// at is the text of the value.
	at text
	// kind is the name of the JSON type.
	kind string
	// members are the members of an object, in their order. items are the items
	// of an array.
	members []jsonMember
	items   []*jsonValue
	// decoded is the text of a string, without quotes and escapes.
	decoded text
}

type jsonMember struct {
	name  text
	value *jsonValue
}

// member returns the value of a member, or nil.
func (v *jsonValue) member(name string) *jsonValue {
	i := slices.IndexFunc(v.members, func(m jsonMember) bool { return m.name.value == name })
	if i < 0 {
		return nil
	}
	return v.members[i].value
}

// parseJSON reads a text that is valid JSON.
func parseJSON(source string) (*jsonValue, error) {
	p := jsonParser{source: plainText(source, 0), decoder: json.NewDecoder(strings.NewReader(source))}
	p.decoder.UseNumber()
	return p.value()
}

type jsonParser struct {
	source  text
	decoder *json.Decoder
}

// token returns the next token with its text. The decoder only returns the end of
// the last token.
func (p *jsonParser) token() (json.Token, text, error) {
	start := int(p.decoder.InputOffset())
	start += len(p.source.value[start:]) - len(strings.TrimLeft(p.source.value[start:], " \t\r\n,:"))
	read, err := p.decoder.Token()
	if err != nil {
		return nil, text{}, err
	}
	return read, p.source.slice(start, int(p.decoder.InputOffset())), nil
}

// value reads one JSON value.
func (p *jsonParser) value() (*jsonValue, error) {
	read, at, err := p.token()
	if err != nil {
		return nil, err
	}
	v := &jsonValue{at: at}
	switch read := read.(type) {
	case json.Delim:
		err = p.container(v, read)
	case string:
		v.kind, v.decoded = "string", decodeString(at)
	case json.Number:
		v.kind = "number"
	case bool:
		v.kind = "boolean"
	default:
		v.kind = "null"
	}
	return v, err
}

// container reads the members of an object or the items of an array.
func (p *jsonParser) container(v *jsonValue, open json.Delim) error {
	v.kind = map[json.Delim]string{'{': "object", '[': "array"}[open]
	for p.decoder.More() {
		var m jsonMember
		if open == '{' {
			_, at, err := p.token()
			if err != nil {
				return err
			}
			m.name = decodeString(at)
		}
		value, err := p.value()
		if err != nil {
			return err
		}
		if m.value = value; open == '{' {
			v.members = append(v.members, m)
		} else {
			v.items = append(v.items, value)
		}
	}
	_, end, err := p.token()
	if err != nil {
		return err
	}
	v.at = p.source.slice(v.at.start(), end.end())
	return nil
}

// decodeString decodes a JSON string with its quotes.
func decodeString(t text) text {
	raw := t.slice(1, len(t.value)-1)
	var decoded []byte
	var at []int
	for i := 0; i < len(raw.value); {
		n := escapeLength(raw.value[i:])
		piece := raw.value[i : i+n]
		if n > 1 {
			piece = model.Unquote(`"` + piece + `"`) // valid, because the decoder has read it
		}
		for range len(piece) {
			at = append(at, raw.at[i])
		}
		decoded = append(decoded, piece...)
		i += n
	}
	return text{string(decoded), append(at, raw.end())}
}

// escapeLength returns the number of bytes for the next part of a string: one, or
// those of an escape. Two escapes of a surrogate pair are one part.
func escapeLength(s string) int {
	switch {
	case s[0] != '\\':
		return 1
	case s[1] != 'u':
		return 2
	case len(s) >= 12 && strings.ContainsAny(s[2:3], "dD") && strings.ContainsAny(s[3:4], "89abAB") && s[6:8] == `\u`:
		return 12
	}
	return 6
}

// equals reports whether two values are equal: 1 and 1.0 are equal, and objects
// with the same members in another order.
func (v *jsonValue) equals(other *jsonValue) bool {
	return describe.AreEqual(v.at.value, other.at.value)
}

// compact returns the text of the value without white space.
func (v *jsonValue) compact() string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(v.at.value)); err != nil {
		return v.at.value // not reached: the text is valid
	}
	return b.String()
}

// checkTexts returns an error for a name that is given twice in an object, and
// for a number with a long exponent.
func (v *jsonValue) checkTexts() (at text, err error) {
	if v.kind == "number" && !keyword.IsNumber(v.at.value) {
		return v.at, fmt.Errorf("%s has an exponent of more than three digits", v.at.value)
	}
	seen := make(map[string]bool)
	for _, m := range v.members {
		if seen[m.name.value] {
			return m.name, fmt.Errorf("%q is given twice", m.name.value)
		}
		seen[m.name.value] = true
		if at, err := m.value.checkTexts(); err != nil {
			return at, err
		}
	}
	for _, item := range v.items {
		if at, err := item.checkTexts(); err != nil {
			return at, err
		}
	}
	return text{}, nil
}
