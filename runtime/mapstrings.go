package runtime

import (
	"encoding/json"
	"slices"
)

// mapStrings applies change to each string of a JSON text, including the names
// of members, and to the text of each number. A changed number becomes a
// string. Unchanged literals keep their bytes. mapStrings returns nil for a
// text that is not JSON, because it cannot find the strings in it.
func mapStrings(text json.RawMessage, change func(string) string) json.RawMessage {
	if text == nil || !json.Valid(text) {
		return nil
	}
	var out []byte
	done := 0
	for i := 0; i < len(text); {
		var end int
		switch c := text[i]; {
		case c == '"':
			end = literalEnd(text, i)
		case c == '-' || '0' <= c && c <= '9':
			end = numberEnd(text, i)
		default:
			i++
			continue
		}
		if literal, changed := mapLiteral(text[i:end], change); changed {
			out = append(append(out, text[done:i]...), literal...)
			done = end
		}
		i = end
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// literalEnd returns the index after the string that begins at i.
func literalEnd(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// numberEnd returns the index after the number that begins at i.
func numberEnd(text []byte, i int) int {
	n := slices.IndexFunc(text[i:], func(c byte) bool {
		return (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E'
	})
	if n < 0 {
		return len(text)
	}
	return i + n
}

// mapLiteral applies change to a string or number, and returns the new literal
// if the text has changed.
func mapLiteral(literal []byte, change func(string) string) (_ []byte, changed bool) {
	text := string(literal)
	if literal[0] == '"' {
		if json.Unmarshal(literal, &text) != nil {
			return nil, false
		}
	}
	mapped := change(text)
	if mapped == text {
		return nil, false
	}
	encoded, err := appendJSON(nil, mapped)
	return encoded, err == nil
}
