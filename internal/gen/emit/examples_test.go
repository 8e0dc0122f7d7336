package emit_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// ownTexts are the tools whose arguments have types of testdata that read
// themselves: what they refuse, only generated decoders know.
var ownTexts = map[string]bool{"forms.texts": true, "forms.keys": true, "forms.mixed": true, "forms.schemas": true}

// onlyInCalls says that a text has null for what is left out, which strict
// dialects write, or for all arguments: a call may have that, an example not.
func onlyInCalls(tool, text string) bool {
	return text == "null" || strings.HasPrefix(tool, "strict.") && strings.Contains(text, ":null")
}

// every is which part of the texts is tried, since each compiles a schema.
const every = 30

// Examples are judged as generated decoders judge calls that they do not
// repair: valid texts, and what becomes of them when one value is another.
func TestExamplesAreJudgedAsCalls(t *testing.T) {
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
			if n%every == 0 && !ownTexts[v.tool] && !onlyInCalls(v.tool, text) {
				requests = append(requests, request{Tool: v.tool, Text: text})
			}
		}
	}
	refused := 0
	for i, got := range ask(t, requests) {
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
		t.Errorf("%d of %d examples refused: the variants do not tell right from wrong", refused, len(requests))
	}
}
