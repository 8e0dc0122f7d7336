package runtime

import (
	"encoding/json"
	"slices"
)

// mapStrings is a JSON text with change applied to each of its strings, names
// of members too, and to the text of each number, which becomes a string when
// it changes. What does not change keeps its bytes. A text that is no JSON is
// nil: nothing can be said of what is in it.
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

// literalEnd is the index behind the string at i.
func literalEnd(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// numberEnd is the index behind the number at i.
func numberEnd(text []byte, i int) int {
	n := slices.IndexFunc(text[i:], func(c byte) bool {
		return (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E'
	})
	if n < 0 {
		return len(text)
	}
	return i + n
}

// changedLiteral is the literal of the changed text, if it changed.
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
