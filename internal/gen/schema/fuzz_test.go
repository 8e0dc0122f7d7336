package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/schema"
)

// Encode keeps texts and does not escape them for HTML.
func FuzzEncode(f *testing.F) {
	for _, seed := range []string{"", "<b>&</b>", `\u003c`, `\\u003c`, "\"\n\t\u2028", "é😀"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		properties := jsonschema.NewProperties()
		properties.Set(text, &jsonschema.Schema{Pattern: text})
		encoded, err := schema.Encode(&jsonschema.Schema{Description: text, Properties: properties})
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(text) {
			return
		}
		var read struct {
			Description string
			Properties  map[string]struct{ Pattern string }
		}
		if err := json.Unmarshal(encoded, &read); err != nil {
			t.Fatalf("%v: %s", err, encoded)
		}
		if read.Description != text || read.Properties[text].Pattern != text {
			t.Errorf("%q became %s", text, encoded)
		}
		for _, c := range "<>&" {
			if got, want := strings.Count(string(encoded), string(c)), 3*strings.Count(text, string(c)); got != want {
				t.Errorf("%q occurs %d times instead of %d in %s", c, got, want, encoded)
			}
		}
	})
}
