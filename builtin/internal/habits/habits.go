// Package habits translates the arguments that models write from the habits of other
// programs, such as {"view_range": [1, 5]} for read_file, to those of the built-in
// tools. It has no state.
package habits

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// Rewrite returns the arguments of a tool that a model meant. tool is the name of a
// built-in tool, schema the JSON Schema of its arguments, and args a JSON object that
// the tool refuses. The result is empty if there is no translation. It may still be
// refused.
func Rewrite(tool, schema, args string) string {
	var s objectSchema
	o, ok := parseObject([]byte(args))
	if !ok || json.Unmarshal([]byte(schema), &s) != nil {
		return ""
	}
	if o, ok = s.translate(tool, o); !ok {
		return ""
	}
	return string(encode(o))
}

// objectSchema is what the translation needs of the schema of an object.
type objectSchema struct {
	Properties map[string]propertySchema `json:"properties"`
}

// propertySchema is the part of the schema of an argument.
type propertySchema struct {
	Type  string        `json:"type"`
	Enum  []string      `json:"enum"`
	Items *objectSchema `json:"items"`
}

// translate returns the object with the names, values and forms of the schema. ok is
// false if a habit cannot be translated.
func (s *objectSchema) translate(tool string, o object) (_ object, ok bool) {
	for i := range o {
		if _, isKnown := s.Properties[o[i].name]; !isKnown {
			if name := snakeCase(o[i].name); !o.has(name) {
				o[i].name = name
			}
		}
	}
	for i := range table {
		if h := &table[i]; slices.Contains(strings.Fields(h.tools), tool) && !h.apply(&o) {
			return nil, false
		}
	}
	for _, name := range strings.Fields(remarks) {
		if _, isKnown := s.Properties[name]; !isKnown {
			o.take(name)
		}
	}
	for i := range o {
		if o[i].value, ok = s.value(tool, &o[i]); !ok {
			return nil, false
		}
	}
	return o, true
}

// value returns the translated value of a member.
func (s *objectSchema) value(tool string, m *member) (_ json.RawMessage, ok bool) {
	p := s.Properties[m.name]
	if len(p.Enum) > 0 {
		return encode(enumValue(tool, m.name, m.value, p.Enum)), true
	}
	if n, isNumber := numberOf(m.value); p.Type == "integer" && isNumber {
		return encode(n), true
	}
	if p.Items == nil || len(p.Items.Properties) == 0 {
		return m.value, true
	}
	items := itemsOf(m.value)
	if items == nil && len(m.value) > 0 && m.value[0] == '{' {
		items = []json.RawMessage{m.value}
	}
	for i, item := range items {
		if inner, isObject := parseObject(item); isObject {
			if inner, ok = p.Items.translate(tool, inner); !ok {
				return nil, false
			}
			items[i] = encode(inner)
		}
	}
	if items == nil {
		return m.value, true
	}
	return encode(items), true
}

// enumValue returns the value of an enum that a word means, or the given value.
func enumValue(tool, argument string, value json.RawMessage, enum []string) any {
	text, ok := textOf(value)
	if !ok || slices.Contains(enum, text) {
		return value
	}
	word := snakeCase(strings.TrimSpace(text))
	if slices.Contains(enum, word) {
		return word
	}
	for i := range words {
		if w := &words[i]; w.argument == argument && slices.Contains(strings.Fields(w.tools), tool) && slices.Contains(strings.Fields(w.words), word) {
			return w.value
		}
	}
	return value
}

// snakeCase returns a name such as "-maxResults" or "In Progress" in the form
// "max_results", "in_progress".
func snakeCase(name string) string {
	name = strings.TrimLeft(name, "-")
	var b strings.Builder
	previous := ' '
	for _, r := range name {
		switch {
		case r == '-' || unicode.IsSpace(r):
			b.WriteByte('_')
		case unicode.IsUpper(r):
			if unicode.IsLower(previous) || unicode.IsDigit(previous) {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(r)
		}
		previous = r
	}
	return b.String()
}
