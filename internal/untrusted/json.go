package untrusted

import (
	"bytes"
	"encoding/json"
	"strings"
)

// NeutralizeJSON neutralizes every string of a JSON text, names of members too.
// The text must be valid; one that is not is returned as it is. What holds
// nothing to neutralize keeps its bytes.
func NeutralizeJSON(text []byte) []byte {
	var out []byte
	done := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		end := stringEnd(text, i)
		if clean, changed := neutralLiteral(text[i:end]); changed {
			out = append(append(out, text[done:i]...), clean...)
			done = end
		}
		i = end - 1
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// stringEnd is the index behind the string literal at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// neutralLiteral is the literal of the neutralized string, if that differs.
func neutralLiteral(literal []byte) (clean []byte, changed bool) {
	var text string
	if json.Unmarshal(literal, &text) != nil {
		return nil, false
	}
	neutral := Neutralize(text)
	if neutral == text {
		return nil, false
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(neutral) != nil {
		return nil, false
	}
	return []byte(strings.TrimSuffix(b.String(), "\n")), true
}
