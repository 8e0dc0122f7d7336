package decode_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSchemaMessages checks the messages about values that a schema refuses.
func TestSchemaMessages(t *testing.T) {
	const shape = `{"anyOf":[{"properties":{"kind":{"const":"circle"},"radius":{"exclusiveMinimum":0}},"required":["kind","radius"]},{"properties":{"kind":{"const":"point"}},"required":["kind"]}]}`
	tests := []struct {
		reason, schema, value string
		want                  []string
	}{
		{"a type", `{"type":"string"}`, `5`, []string{`must be a string, got 5`}},
		{"two types", `{"type":["integer","null"]}`, `"x"`, []string{`must be null or an integer, got "x"`}},
		{"an enum rather than its type", `{"type":"string","enum":["a","b"]}`, `5`, []string{`must be one of "a", "b", got 5`}},
		{"a constant", `{"properties":{"a":{"const":{"b":[1]}}}}`, `{"a":2}`, []string{`a: must be {"b":[1]}, got 2`}},
		{"every bound that is violated", `{"minimum":5,"maximum":10,"multipleOf":3}`, `20`, []string{`must be at most 10, got 20`, `must be a multiple of 3, got 20`}},
		{"exclusive bounds", `{"items":{"exclusiveMinimum":0,"exclusiveMaximum":1}}`, `[0,1]`, []string{`[0]: must be greater than 0, got 0`, `[1]: must be less than 1, got 1`}},
		{"lengths", `{"items":{"minLength":2,"maxLength":3}}`, `["a","abcd"]`, []string{
			`[0]: must be at least 2 characters long, got 1: "a"`, `[1]: must be at most 3 characters long, got 4: "abcd"`}},
		{"a pattern and a length", `{"maxLength":1,"pattern":"^x"}`, `"ab"`, []string{`must be at most 1 character long, got 2: "ab"`, `must match the pattern "^x", got "ab"`}},
		{"several problems of an object", `{"properties":{"limit":{"maximum":10},"query":{"type":"string"}},"required":["query","kind"],"additionalProperties":false}`,
			`{"limit":12,"qurey":"x"}`, []string{
				`limit: must be at most 10, got 12`, `qurey: unknown argument (did you mean "query"?); valid arguments: limit, query`,
				`query: required but missing, must be a string`, `kind: required but missing`}},
		{"a closed object without properties", `{"additionalProperties":false}`, `{"a":1}`, []string{`a: unknown argument; no arguments are valid here`}},
		{"additional members", `{"additionalProperties":{"type":"integer"}}`, `{"a":1,"b c":"x"}`, []string{`["b c"]: must be an integer, got "x"`}},
		{"a property that is forbidden", `{"properties":{"a":false}}`, `{"a":1}`, []string{`a: must be left out, got 1`}},
		{"names", `{"propertyNames":{"maxLength":2}}`, `{"abc":1}`, []string{`abc: the name must be at most 2 characters long, got 3: "abc"`}},
		{"numbers of members", `{"items":{"minProperties":1,"maxProperties":1}}`, `[{},{"a":1,"b":2}]`, []string{`[0]: must have at least 1 member, got 0`, `[1]: must have at most 1 member, got 2`}},
		{"numbers of items", `{"items":{"minItems":1,"maxItems":1}}`, `[[],[1,2]]`, []string{`[0]: must have at least 1 item, got 0`, `[1]: must have at most 1 item, got 2`}},
		{"items that are not unique", `{"properties":{"tags":{"uniqueItems":true}}}`, `{"tags":["a","b","a"]}`, []string{`tags[2]: must differ from the items before it, got "a"`}},
		{"a deeply nested value", `{"items":{"properties":{"a":{"items":{"type":"null"}}}}}`, `[{},{"a":[null,0]}]`, []string{`[1].a[1]: must be null, got 0`}},
		{"problems of a value and of its allOf are reported", `{"minimum":5,"allOf":[{"multipleOf":2}]}`, `3`, []string{`must be at least 5, got 3`, `must be a multiple of 2, got 3`}},
		{"the problems of all parts are reported", `{"allOf":[{"minimum":5},{"multipleOf":2}]}`, `3`, []string{`must be at least 5, got 3`, `must be a multiple of 2, got 3`}},
		{"no alternative", `{"anyOf":[{"type":"string"},{"type":"array","maxItems":2}]}`, `5`, []string{`no alternative matches: must be a string, got 5; must be an array, got 5`}},
		{"all problems with the only alternative of that type are reported", `{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"minimum":1},"b":{"maxLength":1}}}]}`,
			`{"a":0,"b":"xy"}`, []string{`a: must be at least 1, got 0`, `b: must be at most 1 character long, got 2: "xy"`}},
		{"alternatives with paths", `{"properties":{"shape":` + shape + `}}`, `{"shape":{"kind":"circle","radius":0}}`,
			[]string{`shape: no alternative matches: radius: must be greater than 0, got 0; kind: must be "point", got "circle"`}},
		{"alternatives inside of alternatives have no reasons", `{"anyOf":[` + shape + `,{"required":["x"]}]}`, `{}`, []string{`no alternative matches: no alternative matches, got {}; x: required but missing`}},
		{"many alternatives", `{"oneOf":[{"const":1},{"const":2},{"const":3},{"const":4},{"const":5},{"const":6},{"const":7}]}`, `8`,
			[]string{`no alternative matches: must be 1, got 8; must be 2, got 8; must be 3, got 8; must be 4, got 8; must be 5, got 8; and 2 more`}},
		{"two of one", `{"oneOf":[{"minimum":9},{"minimum":1},{"maximum":5}]}`, `3`, []string{`must match exactly one alternative, not both number 2 and number 3, got 3`}},
		{"an excluded type", `{"not":{"type":"string"}}`, `"a"`, []string{`must not be a string, got "a"`}},
		{"excluded values", `{"not":{"enum":[1,2]}}`, `2`, []string{`must not be one of 1, 2, got 2`}},
		{"something excluded", `{"not":{"required":["a"]}}`, `{"a":1}`, []string{`must not match the schema that excludes it, got {"a":1}`}},
		{"an empty list of values", `{"enum":[1],"const":2}`, `2`, []string{`must be left out, got 2`}},
		{"ten problems are enough", `{"items":false}`, `[1,2,3,4,5,6,7,8,9,10,11,12]`, strings.Split(strings.TrimSuffix(strings.Repeat("must be left out|", 10), "|"), "|")},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var got []string
			for _, p := range mustConvert(t, test.schema).Problems(test.value) {
				text := p.String()
				if strings.HasPrefix(test.reason, "ten") {
					text = p.Message[:len("must be left out")]
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
