package values_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/contract/values"
)

func TestNarrowings(t *testing.T) {
	const closed = `"additionalProperties":false`
	tests := []struct{ reason, old, new, want string }{
		{"a removed property", `{"properties":{"a":{},"b":{}},` + closed + `}`, `{"properties":{"a":{}},` + closed + `}`, "b removed: "},
		{"a removed property of an open object", `{"properties":{"a":{"type":"string"}}}`, `{"properties":{}}`, ""},
		{"a required property", `{"properties":{"a":{}}}`, `{"properties":{"a":{}},"required":["a"]}`, "a required: "},
		{"a closed object", `{"type":"object"}`, `{"type":"object",` + closed + `}`, " closed: properties that are not declared"},
		{"another type", `{"properties":{"a":{"type":"string"}}}`, `{"properties":{"a":{"type":"integer"}}}`, "a type: values of the type string"},
		{"integers only", `{"type":"number"}`, `{"type":"integer"}`, " type: numbers that are not integers"},
		{"removed values", `{"enum":["a","b","c"]}`, `{"enum":["c","a"]}`, ` enum: "b"`},
		{"a list instead of a type", `{"type":"string"}`, `{"enum":["a"]}`, ` enum: strings other than "a"`},
		{"bounds", `{"type":"number","minimum":1}`, `{"type":"number","minimum":1,"exclusiveMaximum":2.5}`, " range: numbers that are not at least 1 and less than 2.5"},
		{"a multiple", `{"type":"number","multipleOf":2}`, `{"type":"number","multipleOf":4}`, " range: numbers that are not multiples of 4"},
		{"a length", `{"type":"string","minLength":1}`, `{"type":"string","minLength":1,"maxLength":5}`, " length: strings whose length is not 1 to 5"},
		{"a pattern", `{"type":"string"}`, `{"type":"string","pattern":"^a"}`, " pattern: strings that do not match `^a`"},
		{"a format", `{"type":"string"}`, `{"type":"string","format":"date"}`, " format: strings that are not in the format date"},
		{"an encoding", `{"type":"string"}`, `{"type":"string","contentEncoding":"base64"}`, " format: strings that are not in the format encoded as base64"},
		{"items", `{"type":"array","items":{"type":["string","null"]}}`, `{"type":"array","items":{"type":"string"},"maxItems":2,"uniqueItems":true}`,
			" length: arrays whose number of items is not at most 2;  unique: arrays with equal items; [] type: values of the type null"},
		{"members of a map", `{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","additionalProperties":{"type":"string","maxLength":3}}`, "{} length: strings whose length is not at most 3"},
		{"names of a map", `{"type":"object"}`, `{"type":"object","propertyNames":{"pattern":"^a"}}`, " names: some names"},
		{
			"a removed form of a union", `{"anyOf":[{"properties":{"k":{"const":"a"}},"required":["k"]},{"properties":{"k":{"const":"b"}},"required":["k"]},{"properties":{"k":{"const":"c"}},"required":["k"]}]}`,
			`{"anyOf":[{"properties":{"k":{"const":"a"}},"required":["k"]},{"properties":{"k":{"const":"b"},"n":{"type":"null"}},"required":["k"]}]}`,
			` variant: objects with k "c"; n type: values of the type boolean, number, string, array, object`,
		},
		{"a recursive type", `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"},"v":{"type":"string"}}}}}`,
			`{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"},"v":{"type":"string","maxLength":1}}}}}`,
			"n.v length: strings whose length is not at most 1; v length: strings whose length is not at most 1"},
		{"not", `{"type":"string"}`, `{"type":"string","not":{"pattern":"^a"}}`, " other: values that the keywords not or oneOf exclude"},
		{"oneOf with values in common", `{"type":"integer"}`, `{"oneOf":[{"type":"integer"},{"type":"number","minimum":3}]}`, " other: some values of the type number"},
		{"a schema that accepts nothing", `{"minLength":1}`, `false`, " type: values of the type null, boolean, number, string, array, object"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var texts []string
			var c values.Comparison
			for _, d := range c.Narrowings(parse(t, test.old), parse(t, test.new)) {
				texts = append(texts, fmt.Sprintf("%s %s: %s", d.Path, d.Kind, d.Detail))
			}
			if got := strings.Join(texts, "; "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func parse(t *testing.T, text string) *values.Schema {
	t.Helper()
	s, err := values.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSameValues has pairs of schemas in different forms that accept the same values.
func TestSameValues(t *testing.T) {
	tests := []struct{ reason, a, b string }{
		{"a range of integers and a list", `{"type":"integer","minimum":1,"maximum":3}`, `{"enum":[3,2,1.0]}`},
		{"ranges that touch", `{"type":"number","minimum":0}`, `{"anyOf":[{"type":"number","minimum":0,"maximum":5},{"type":"number","minimum":4}]}`},
		{"all properties must be present", `{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"minProperties":2}`,
			`{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"required":["a","b"]}`},
		{"a property with a list of values, and a form for each value", `{"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"]}`,
			`{"anyOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]}`},
		{"an optional property of two types, and two forms", `{"type":"object","properties":{"k":{"type":["string","null"]}}}`,
			`{"anyOf":[{"type":"object","properties":{"k":{"type":"string"}}},{"type":"object","properties":{"k":{"type":"null"}}}]}`},
		{"arrays without a possible item", `{"type":"array","items":false}`, `{"type":"array","maxItems":0}`},
		{"a type that contains itself and has no values", `{"$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"required":["n"]}},"anyOf":[{"$ref":"#/$defs/n"},{"type":"string"}]}`, `{"type":"string"}`},
		{"oneOf without common values", `{"oneOf":[{"type":"string"},{"type":"null"}]}`, `{"type":["null","string"]}`},
		{"not of a type", `{"type":["string","null"],"not":{"type":"null"}}`, `{"type":"string"}`},
		{"constants with parts", `{"const":{"a":[1,2],"b":null}}`, `{"enum":[{"b":null,"a":[1.0,2]}]}`},
		{"a constant and its schema", `{"type":"object","properties":{"a":{"const":1}},"required":["a"],"additionalProperties":false}`, `{"const":{"a":1}}`},
	}
	for _, test := range tests {
		var c values.Comparison
		a, b := parse(t, test.a), parse(t, test.b)
		if found := append(c.Narrowings(a, b), c.Narrowings(b, a)...); len(found) > 0 {
			t.Errorf("%s: %v", test.reason, found)
		}
	}
}

func TestParseRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, text := range []string{``, `1`, `{"if":{}}`, `{"minimum":"1"}`, `{"minLength":-1}`, `{"properties":[]}`, `{"enum":1}`, `{"minimum":1e999999999}`, `{} {}`, `{"anyOf":[{"patternProperties":{}}]}`} {
		if _, err := values.Parse([]byte(text)); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}
