package decode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// times writes a pattern so many times, with numbers in place of %d.
func times(n int, pattern, separator string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(pattern, "%d", fmt.Sprint(i)), "%n", fmt.Sprint(i+1))
	}
	return strings.Join(parts, separator)
}

// TestInputHostile reads schemas and arguments that would take minutes or
// gigabytes if anything were exponential, or quadratic in the longer of them.
func TestInputHostile(t *testing.T) {
	size := raced.Some(hostileSize, 5)
	many := func(pattern string) string { return times(size/len(pattern), pattern, ",") }
	in := func(schema, defs string) string { return `{"properties":{"v":` + schema + `},"$defs":{` + defs + `}}` }
	deep := func(before, inner, behind string, n int) string {
		return strings.Repeat(before, n) + inner + strings.Repeat(behind, n)
	}
	const two = `"a%d":{"%s":[{"$ref":"#/$defs/a%n"},{"$ref":"#/$defs/a%n"}]}`
	chain := func(keyword string) string {
		return in(`{"$ref":"#/$defs/a0"}`, times(60, strings.Replace(two, "%s", keyword, 1), ",")+`,"a60":{"type":"string","minLength":2}`)
	}
	unions := times(30, `"a%d":{"oneOf":[{"$ref":"#/$defs/a%n","properties":{"k":{"const":"a%d"}},"required":["k"]},{"$ref":"#/$defs/a%n","properties":{"k":{"const":"b%d"}},"required":["k"]}]}`, ",") + `,"a30":{"type":"object"}`
	pairs := times(60, `"a%d":{"properties":{"x":{"allOf":[{"$ref":"#/$defs/a%n"},{"$ref":"#/$defs/b%n"}]}}},"b%d":{"properties":{"x":{"allOf":[{"$ref":"#/$defs/b%n"},{"$ref":"#/$defs/a%n"},{"$ref":"#/$defs/b%d"}]}}}`, ",") + `,"a60":{},"b60":{}`
	choice := `{"anyOf":[{"properties":{"x":{"$ref":"#/$defs/c"},"k":{"maximum":1}},"required":["k"]},{"properties":{"x":{"$ref":"#/$defs/c"},"k":{"minimum":2}},"required":["k"]},{"properties":{"x":{"$ref":"#/$defs/c"},"k":{"type":"string"}},"required":["k"]}],"type":"object"}`
	heavy := strings.Repeat(`(?:[^\\n]*a[^\\n]*b)`, 90)
	tests := []struct{ reason, schema, args string }{
		{"alternatives of alternatives", chain("anyOf"), `{"v":"a"}`},
		{"one of one", chain("oneOf"), `{"v":"aaa"}`},
		{"all of all", chain("allOf"), `{"v":["a"]}`},
		{"unions of unions", in(`{"$ref":"#/$defs/a0"}`, unions), `{"v":{"k":"a0"}}`},
		{"pairs of pairs", in(`{"$ref":"#/$defs/a0"}`, pairs), `{"v":` + deep(`{"x":`, `1`, `}`, 60) + `}`},
		{"alternatives at each level, told apart at the end", in(`{"$ref":"#/$defs/c"}`, `"c":`+choice), `{"v":` + deep(`{"x":`, `{"k":"1"}`, `,"k":0}`, 60) + `}`},
		{"alternatives at each level, none right", in(`{"$ref":"#/$defs/c"}`, `"c":`+choice), `{"v":` + deep(`{"x":`, `{"k":true}`, `,"k":0}`, 60) + `}`},
		{"alternatives and long lists", in(`{"$ref":"#/$defs/c"}`, `"c":{"anyOf":[{"type":"integer"},{"items":{"$ref":"#/$defs/c"},"type":"array","minItems":2},{"items":{"$ref":"#/$defs/c"},"type":"array"}]}`), `{"v":` + deep("[", many("1"), "]", 60) + `}`},
		{"the same with an item of the wrong type", in(`{"$ref":"#/$defs/c"}`, `"c":{"anyOf":[{"type":"integer"},{"items":{"$ref":"#/$defs/c"},"type":"array","minItems":2},{"items":{"$ref":"#/$defs/c"},"type":"array"}]}`), `{"v":` + deep("[", many("1")+`,"1"`, "]", 60) + `}`},
		{"many values", in(`{"items":{"enum":[`+many(`"v%d"`)+`]}}`, ""), `{"v":[` + many(`"w%d"`) + `]}`},
		{"many values of several types", in(`{"items":{"type":["string","integer"],"enum":[`+many(`"v%d"`)+`,1]}}`, ""), `{"v":[` + many(`"w%d"`) + `]}`},
		{"many properties in many objects", in(`{"items":{"properties":{`+times(9000, `"p%d":{}`, ",")+`}}}`, ""), `{"v":[` + many(`{}`) + `]}`},
		{"many properties in a large object", in(`{"properties":{`+times(9000, `"p%d":{}`, ",")+`},"additionalProperties":false}`, ""), `{"v":{` + many(`"q%d":1`) + `}}`},
		{"500 properties in many objects", in(`{"items":{"properties":{`+times(500, `"p%d":{"default":1}`, ",")+`},"additionalProperties":false}}`, ""), `{"v":[` + many(`{"q":1}`) + `]}`},
		{"many names that are required", in(`{"items":{"required":[`+many(`"p%d"`)+`]}}`, ""), `{"v":[` + many(`{"p0":1}`) + `]}`},
		{"many patterns of names", in(`{"patternProperties":{`+times(raced.Some(2000, 20), `"^p%d":{"type":"integer"}`, ",")+`}}`, ""), `{"v":{` + many(`"p%d":"1"`) + `}}`},
		{"many dependencies", in(`{"dependentRequired":{`+times(9000, `"p%d":["q"]`, ",")+`}}`, ""), `{"v":{` + many(`"p%d":"1"`) + `}}`},
		{"a large default in small objects", in(`{"items":{"properties":{"a":{"default":"`+strings.Repeat("a", size)+`"}}}}`, ""), `{"v":[` + many(`{}`) + `]}`},
		{"a large default in small objects that must be repaired", in(`{"items":{"properties":{"a":{"default":"`+strings.Repeat("a", size)+`"},"b":{"type":"integer"}}}}`, ""), `{"v":[` + many(`{"b":"1"}`) + `]}`},
		{"a heavy pattern", in(`{"pattern":"`+heavy+`c$"}`, ""), `{"v":"` + strings.Repeat("ab", size/2) + `"}`},
		{"heavy patterns for many texts", in(`{"items":{"allOf":[`+times(20, `{"type":"string","pattern":"`+heavy+`%d$"}`, ",")+`]}}`, ""), `{"v":[` + many(`"`+strings.Repeat("ab", 50)+`"`) + `]}`},
		{"heavy patterns in alternatives", in(`{"items":{"anyOf":[`+times(20, `{"type":"string","pattern":"`+heavy+`%d$"}`, ",")+`]}}`, ""), `{"v":[` + many(`"`+strings.Repeat("ab", 50)+`"`) + `]}`},
		{"many references through a large object", in(`{"prefixItems":[`+times(4000, `{"$ref":"#/$defs/a%d"}`, ",")+`]}`, times(4000, `"a%d":{"type":"integer"}`, ",")), `{"v":[` + many(`"1"`) + `]}`},
		{"a long way of references", in(`{"$ref":"#/$defs/a0"}`, times(400, `"a%d":{"properties":{"x":{"$ref":"#/$defs/a%n"}}}`, ",")+`,"a400":{}`), `{"v":` + deep(`{"x":`, `1`, `}`, 60) + `}`},
		{"long names", deep(`{"properties":{"`+strings.Repeat("a", size/25)+`":`, `{"format":"x"}`, `}}`, 25), `{}`},
		{"lists in lists", in(deep(`{"items":`, `{"type":"integer"}`, `}`, 28), ""), `{"v":` + deep("[", many("1"), "]", 28) + `}`},
		{"single values for lists", in(`{"items":`+deep(`{"type":"object","additionalProperties":{"type":"array","items":`, `{"type":"integer"}`, `}}`, 9)+`}`, ""), `{"v":[` + many(deep(`{"a":`, `"1"`, `}`, 9)) + `]}`},
		{"unique lists in unique lists", in(deep(`{"uniqueItems":true,"items":`, `{}`, `}`, 28), ""), `{"v":` + deep("[", many("%d"), "]", 28) + `}`},
		{"JSON in strings in strings", in(deep(`{"properties":{"x":`, `{"type":"integer"}`, `}}`, 12), ""), `{"v":` + inStrings(`{"x":1}`, 12) + `}`},
		{"excluded alternatives", in(deep(`{"not":{"anyOf":[{"type":"null"},`, `{"type":"integer"}`, `]}}`, 12), ""), `{"v":[` + many("1") + `]}`},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var s *decode.InputSchema
			limited(t, 2*len(test.schema)+1<<19, func() { // patterns take megabytes, up to a bound
				s = mustParse(t, test.schema, decode.SchemaOptions{AcceptUnchecked: true})
			})
			for _, o := range []decode.Options{{}, {NoRepair: true}} {
				limited(t, 2*len(test.args)+1<<19, func() { // so do defaults
					text, _, problems := decoded(s, test.args, o)
					if (text == "") != (problems != nil) || len(text) > arguments.DefaultMaxBytes || strings.Contains(fmt.Sprint(problems), "fault of the decoder") {
						t.Errorf("%d bytes, %.500s", len(text), fmt.Sprint(problems))
					}
				})
			}
		})
	}
}

// inStrings puts a text into a string, so many times.
func inStrings(text string, n int) string {
	for range n {
		text = fmt.Sprintf("%q", text)
	}
	return text
}
