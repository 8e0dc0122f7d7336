package values_test

import (
	"testing"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/contract/values"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// TestKeywords checks that the comparison knows each keyword of generated schemas: a
// new keyword that is not in keywordReaders must not let "toolgen diff" fail or
// overlook a change.
func TestKeywords(t *testing.T) {
	everything := parse(t, "{}")
	for _, k := range keyword.All {
		if k.Name == keyword.Enum {
			continue // the keyword has no value
		}
		kind := model.KindMap
		if k.Kinds != nil {
			kind = k.Kinds[0]
		}
		value, err := k.FromTag(&model.Type{Kind: kind, Bits: 64, Length: 2}, k.Sample.Given)
		if err != nil {
			t.Fatal(err)
		}
		var s jsonschema.Schema
		k.Write(&s, value)
		text, err := schema.Encode(&s)
		if err != nil {
			t.Fatal(err)
		}
		narrower, err := values.Parse(text)
		if err != nil {
			t.Errorf("%s: %v: add the keyword to keywordReaders", text, err)
		} else if new(values.Comparison).Includes(everything, narrower) {
			t.Errorf("%s: the keyword refuses nothing", text)
		}
	}
}
