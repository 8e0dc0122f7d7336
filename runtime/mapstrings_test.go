package runtime

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestMapStrings(t *testing.T) {
	hide := func(text string) string { return strings.ReplaceAll(text, "s<1>2", "[X]") }
	number := func(text string) string { return strings.ReplaceAll(text, "4711", "[X]") }
	for _, c := range []struct {
		reason, text, want string
		change             func(string) string
	}{
		{"what does not change keeps its bytes", ` { "a" : [1.0, "\u00e9<b>", null, true] } `, ` { "a" : [1.0, "\u00e9<b>", null, true] } `, hide},
		{"a string", `{"a":"x s<1>2 y"}`, `{"a":"x [X] y"}`, hide},
		{"a string written with escapes", `{"a":"s\u003c1\u003e2\\\""}`, `{"a":"[X]\\\""}`, hide},
		{"a name", `{"s<1>2":1}`, `{"[X]":1}`, hide},
		{"a number", `[-4711.5e3,1]`, `["-[X].5e3",1]`, number},
		{"a number alone", `4711`, `"[X]"`, number},
		{"what is no JSON", `{"a`, ``, hide},
		{"nothing", ``, ``, hide},
	} {
		got := mapStrings(json.RawMessage(c.text), c.change)
		if string(got) != c.want || c.want != "" && !json.Valid(got) {
			t.Errorf("%s: %s became %s, want %s", c.reason, c.text, got, c.want)
		}
	}
}
