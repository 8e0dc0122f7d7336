package decode_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/decode"
)

// sloppyWriter writes JSON values with the faults of models.
type sloppyWriter struct {
	generator
	out strings.Builder
}

// space writes white space and comments.
func (w *sloppyWriter) space() {
	w.out.WriteString(w.pick([]string{"", "", " ", "\n", "/* a, 'b: */ ", "\n// it's [a\n", " # {b\n"}))
}

// name writes a name, without quotes if that is possible.
func (w *sloppyWriter) name(name string) {
	if (name == "a" || name == "b" || name == "c") && w.IntN(2) == 0 {
		w.out.WriteString(name)
		return
	}
	w.str(name)
}

// str writes a string with one of the quotes.
func (w *sloppyWriter) str(s string) {
	text, _ := json.Marshal(s)
	if w.IntN(2) == 0 {
		inner := strings.ReplaceAll(string(text[1:len(text)-1]), "'", `\'`)
		if w.IntN(2) == 0 {
			inner = strings.ReplaceAll(inner, `\"`, `"`)
		}
		text = []byte("'" + inner + "'")
	}
	w.out.Write(text)
}

// list writes the parts of an object or array, which may end with a comma.
func (w *sloppyWriter) list(brackets string, n int, part func(n int)) {
	w.out.WriteByte(brackets[0])
	for i := range n {
		w.space()
		part(i)
		w.space()
		if i < n-1 || w.IntN(3) == 0 {
			w.out.WriteByte(',')
		}
	}
	w.space()
	w.out.WriteByte(brackets[1])
}

// value writes a value.
func (w *sloppyWriter) value(v any) {
	switch v := v.(type) {
	case map[string]any:
		var names []string
		for name := range v {
			names = append(names, name)
		}
		w.list("{}", len(names), func(n int) {
			w.name(names[n])
			w.space()
			w.out.WriteByte(':')
			w.space()
			w.value(v[names[n]])
		})
	case []any:
		w.list("[]", len(v), func(n int) { w.value(v[n]) })
	case string:
		w.str(v)
	case json.Number:
		w.out.WriteString(v.String())
	case nil:
		w.out.WriteString(w.pick([]string{"null", "None"}))
	case bool:
		w.out.WriteString(map[bool][]string{true: {"true", "True"}, false: {"false", "False"}}[v][w.IntN(2)])
	}
}

// parseJSON parses a text and keeps the texts of numbers.
func parseJSON(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestRandomSyntaxFaults writes random values with faults. A text that is repaired has
// the same value, also if it was cut off: then only values at its end are missing.
func TestRandomSyntaxFaults(t *testing.T) {
	repaired, cutOff := 0, 0
	for seed := range uint64(racetest.Fewer(3000, 10)) {
		w := sloppyWriter{generator: newRandom(seed)}
		value := parseJSON(t, w.members(4, func() string { return w.generator.value(3) }))
		fenced := w.IntN(3) == 0
		if fenced {
			w.out.WriteString("```json\n")
		}
		w.value(value)
		if fenced {
			w.out.WriteString("\n```")
		}
		text := w.out.String()
		got, _, problems := decodeBySchema(anyObject, text, decode.Options{})
		if problems == nil {
			repaired++
			if diff := cmp.Diff(value, parseJSON(t, got)); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", text, diff)
			}
		}
		for n := range len(text) {
			part, _, problems := decodeBySchema(anyObject, text[:n], decode.Options{})
			if problems == nil && strings.TrimSpace(text[:n]) != "" {
				cutOff++
				if v := parseJSON(t, part); !isBeginning(v, value) {
					t.Fatalf("%s is read as %s", text[:n], part)
				}
			}
		}
	}
	if minimum := racetest.Fewer(1500, 10); repaired < minimum || cutOff < minimum {
		t.Errorf("%d texts are repaired, %d that are cut off", repaired, cutOff)
	}
}

// isBeginning reports whether a value is another one without its last members and
// items, at the end of each level.
func isBeginning(part, all any) bool {
	switch part := part.(type) {
	case map[string]any:
		all, ok := all.(map[string]any)
		for name, v := range part {
			other, exists := all[name]
			ok = ok && exists && isBeginning(v, other)
		}
		return ok
	case []any:
		all, ok := all.([]any)
		for n, v := range part {
			ok = ok && n < len(all) && isBeginning(v, all[n])
		}
		return ok
	}
	return cmp.Equal(part, all)
}
