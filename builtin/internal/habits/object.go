package habits

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// member is one member of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// object is a JSON object with its members in their order. Values that no habit
// changes keep their text, so that the decoder still finds the problems in them.
type object []member

// parseObject returns the members of a JSON object. ok is false for another text and
// for an object with two members of one name, of which one would be lost.
func parseObject(text []byte) (o object, ok bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') || !utf8.Valid(text) {
		return nil, false
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, false
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil || o.has(name.(string)) {
			return nil, false
		}
		o = append(o, member{name.(string), value})
	}
	_, err := decoder.Token()
	return o, err == nil && !decoder.More()
}

// find returns the index of a member, or a negative number.
func (o object) find(name string) int {
	for i := range o {
		if o[i].name == name {
			return i
		}
	}
	return -1
}

// has reports whether the object has a member.
func (o object) has(name string) bool { return o.find(name) >= 0 }

// value returns the value of a member, or nil.
func (o object) value(name string) json.RawMessage {
	if i := o.find(name); i >= 0 {
		return o[i].value
	}
	return nil
}

// take removes the first member that has one of the names, which are separated by
// spaces, and returns its value; nil if there is none.
func (o *object) take(names string) json.RawMessage {
	for name := range strings.FieldsSeq(names) {
		if i := o.find(name); i >= 0 {
			value := (*o)[i].value
			*o = append((*o)[:i:i], (*o)[i+1:]...)
			return value
		}
	}
	return nil
}

// add adds a member. ok is false if the object has one of that name with another value.
func (o *object) add(name string, value any) (ok bool) {
	text := encode(value)
	if i := o.find(name); i >= 0 {
		return bytes.Equal((*o)[i].value, text)
	}
	*o = append(*o, member{name, text})
	return true
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, encode(o[i].name)...), ':')
		b = append(b, o[i].value...)
	}
	return append(b, '}'), nil
}

// encode returns a value as JSON without escapes for HTML.
func encode(value any) json.RawMessage {
	if raw, ok := value.(json.RawMessage); ok {
		return raw
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil // the values are texts, numbers and lists of them
	}
	return bytes.TrimSpace(b.Bytes())
}

// textOf returns the text of a JSON string. ok is false for other values, and for a
// string that is not valid Unicode.
func textOf(value json.RawMessage) (text string, ok bool) {
	if len(value) == 0 || value[0] != '"' || json.Unmarshal(value, &text) != nil {
		return "", false
	}
	return text, !strings.ContainsRune(text, utf8.RuneError)
}

// textsOf returns the texts of a JSON array of strings.
func textsOf(value json.RawMessage) (texts []string, ok bool) {
	for _, item := range itemsOf(value) {
		text, ok := textOf(item)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, len(texts) > 0
}

// itemsOf returns the items of a JSON array, or nil.
func itemsOf(value json.RawMessage) (items []json.RawMessage) {
	if len(value) == 0 || value[0] != '[' || json.Unmarshal(value, &items) != nil {
		return nil
	}
	return items
}

// numberOf returns an integer, also from a string such as "5" or "#5".
func numberOf(value json.RawMessage) (n int, ok bool) {
	if text, isText := textOf(value); isText {
		value = json.RawMessage(strings.TrimPrefix(strings.TrimSpace(text), "#"))
	}
	return n, len(value) > 0 && value[0] != 'n' && json.Unmarshal(value, &n) == nil
}
