package emit_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// hasOwnForms has the tools whose arguments have types of testdata with their
// own form. Only generated decoders can call the methods of these types.
var hasOwnForms = map[string]bool{"forms.texts": true, "forms.keys": true, "forms.mixed": true, "forms.schemas": true}

// isCallOnly reports whether a text is allowed in a call but not in an example:
// null for all arguments or, in a strict dialect, for an omitted property.
func isCallOnly(tool, text string) bool {
	return text == "null" || strings.HasPrefix(tool, "strict.") && strings.Contains(text, ":null")
}

// samplePeriod is the distance between the variants that are tried. Not all are
// tried, because each of them needs a compiled schema.
const samplePeriod = 30

// CheckExample accepts the same texts as the generated decoder without repairs:
// valid texts, and variants of them.
func TestExamplesAgreeWithDecoders(t *testing.T) {
	tools := make(map[string]*model.Tool)
	for name, p := range testdataModels(t) {
		for _, tool := range p.Tools {
			tools[name+"."+tool.Name] = tool
		}
	}
	var requests []request
	for _, v := range valid {
		requests = append(requests, request{Tool: v.tool, Text: v.text})
		for n, text := range variants(t, v.text) {
			if n%samplePeriod == 0 && !hasOwnForms[v.tool] && !isCallOnly(v.tool, text) {
				requests = append(requests, request{Tool: v.tool, Text: text})
			}
		}
	}
	refused := 0
	for i, got := range runRequests(t, requests) {
		r := requests[i]
		problems, err := schema.CheckExample(tools[r.Tool], r.Text)
		if err != nil {
			t.Fatal(err)
		}
		if called := got.OK && got.Repairs == 0; called != (len(problems) == 0) {
			t.Errorf("%s: as a call %v with %d repairs %q, as an example %q: %s", r.Tool, got.OK, got.Repairs, got.Problems, problems, r.Text)
		}
		refused += min(1, len(problems))
	}
	if refused < 20 || refused > len(requests)-20 {
		t.Errorf("%d of %d examples refused: the variants are not a good test", refused, len(requests))
	}
}
