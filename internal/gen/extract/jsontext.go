package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// jsonValue is a JSON text whose parts remember where they stand.
type jsonValue struct {
	// at is the value as written.
	at text
	// kind is one of the names of JSON types.
	kind string
	// members are those of an object, in their order, and items those of an
	// array.
	members []jsonMember
	items   []*jsonValue
	// decoded is a string without quotes and escapes.
	decoded text
}

type jsonMember struct {
	name  text
	value *jsonValue
}

// member is the value with that name, or nil.
func (v *jsonValue) member(name string) *jsonValue {
	i := slices.IndexFunc(v.members, func(m jsonMember) bool { return m.name.value == name })
	if i < 0 {
		return nil
	}
	return v.members[i].value
}

// parseJSON reads a text that is valid JSON.
func parseJSON(t text) (*jsonValue, error) {
	p := jsonParser{source: t, decoder: json.NewDecoder(strings.NewReader(t.value))}
	p.decoder.UseNumber()
	return p.value()
}

type jsonParser struct {
	source  text
	decoder *json.Decoder
}

// token reads the next token and where it stands: the decoder tells only where
// the last one ended.
func (p *jsonParser) token() (json.Token, text, error) {
	start := int(p.decoder.InputOffset())
	start += len(p.source.value[start:]) - len(strings.TrimLeft(p.source.value[start:], " \t\r\n,:"))
	read, err := p.decoder.Token()
	if err != nil {
		return nil, text{}, err
	}
	return read, p.source.slice(start, int(p.decoder.InputOffset())), nil
}

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
	v.at = p.source.slice(p.offset(v.at), p.offset(end)+1)
	return nil
}

// offset is where a part begins in the source. Every byte has a place of its
// own there.
func (p *jsonParser) offset(part text) int { return int(part.Pos() - p.source.Pos()) }

// decodeString reads a JSON string, quotes included.
func decodeString(t text) text {
	raw := t.slice(1, len(t.value)-1)
	var decoded []byte
	var at []token.Pos
	for i := 0; i < len(raw.value); {
		n := escapeLength(raw.value[i:])
		piece := raw.value[i : i+n]
		if n > 1 {
			piece, _ = unquoteJSON(`"` + piece + `"`) // valid: the decoder has read it
		}
		for range len(piece) {
			at = append(at, raw.at[i])
		}
		decoded = append(decoded, piece...)
		i += n
	}
	return text{string(decoded), append(at, raw.End())}
}

// escapeLength is the number of bytes that stand for the next part of a string:
// one, or those of an escape. Two escapes of surrogates are one.
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

// canonical is a text that equal JSON values have in common, and no others.
func (v *jsonValue) canonical() string {
	switch v.kind {
	case "number":
		return rational(v.at.value).RatString()
	case "string":
		return jsonString(v.decoded.value)
	case "array":
		texts := make([]string, len(v.items))
		for i, item := range v.items {
			texts[i] = item.canonical()
		}
		return "[" + strings.Join(texts, ",") + "]"
	case "object":
		texts := make([]string, len(v.members))
		for i, m := range v.members {
			texts[i] = jsonString(m.name.value) + ":" + m.value.canonical()
		}
		slices.Sort(texts)
		return "{" + strings.Join(texts, ",") + "}"
	}
	return v.at.value
}

// equals reports whether a text that is valid JSON is the same value.
func (v *jsonValue) equals(written string) bool {
	other, err := parseJSON(sourceText(written, v.at.Pos()))
	return err == nil && other.canonical() == v.canonical()
}

// compact is the value as written, without white space.
func (v *jsonValue) compact() string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(v.at.value)); err != nil {
		return v.at.value // not reached: it has been read
	}
	return b.String()
}

// checkTexts reports what no value may have: a name twice in an object, or a
// number that is too long to be looked at.
func (v *jsonValue) checkTexts() (at text, err error) {
	if v.kind == "number" && !jsonNumber.MatchString(v.at.value) {
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
