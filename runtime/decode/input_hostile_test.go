package decode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// repeatNumbered repeats a pattern n times, with numbers in place of %d.
func repeatNumbered(n int, pattern, separator string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(pattern, "%d", fmt.Sprint(i)), "%n", fmt.Sprint(i+1))
	}
	return strings.Join(parts, separator)
}

// TestHostileSchemas reads schemas and arguments that would need minutes or gigabytes
// if an algorithm were exponential, or quadratic in the length of one of them.
func TestHostileSchemas(t *testing.T) {
	size := racetest.Fewer(hostileSize, 5)
	many := func(pattern string) string { return repeatNumbered(size/len(pattern), pattern, ",") }
	in := func(schema, defs string) string { return `{"properties":{"v":` + schema + `},"$defs":{` + defs + `}}` }
	deep := func(before, inner, after string, n int) string {
		return strings.Repeat(before, n) + inner + strings.Repeat(after, n)
	}
	const two = `"a%d":{"%s":[{"$ref":"#/$defs/a%n"},{"$ref":"#/$defs/a%n"}]}`
	chain := func(keyword string) string {
		return in(`{"$ref":"#/$defs/a0"}`, repeatNumbered(60, strings.Replace(two, "%s", keyword, 1), ",")+`,"a60":{"type":"string","minLength":2}`)
	}
	unions := repeatNumbered(30, `"a%d":{"oneOf":[{"$ref":"#/$defs/a%n","properties":{"k":{"const":"a%d"}},"required":["k"]},{"$ref":"#/$defs/a%n","properties":{"k":{"const":"b%d"}},"required":["k"]}]}`, ",") + `,"a30":{"type":"object"}`
	pairs := repeatNumbered(60, `"a%d":{"properties":{"x":{"allOf":[{"$ref":"#/$defs/a%n"},{"$ref":"#/$defs/b%n"}]}}},"b%d":{"properties":{"x":{"allOf":[{"$ref":"#/$defs/b%n"},{"$ref":"#/$defs/a%n"},{"$ref":"#/$defs/b%d"}]}}}`, ",") + `,"a60":{},"b60":{}`
	choice := `{"anyOf":[{"properties":{"x":{"$ref":"#/$defs/c"},"k":{"maximum":1}},"required":["k"]},{"properties":{"x":{"$ref":"#/$defs/c"},"k":{"minimum":2}},"required":["k"]},{"properties":{"x":{"$ref":"#/$defs/c"},"k":{"type":"string"}},"required":["k"]}],"type":"object"}`
	heavy := strings.Repeat(`(?:[^\\n]*a[^\\n]*b)`, 90)
	tests := []struct{ reason, schema, args string }{
		{"alternatives of alternatives", chain("anyOf"), `{"v":"a"}`},
		{"one of one", chain("oneOf"), `{"v":"aaa"}`},
		{"all of all", chain("allOf"), `{"v":["a"]}`},
		{"unions of unions", in(`{"$ref":"#/$defs/a0"}`, unions), `{"v":{"k":"a0"}}`},
		{"pairs of pairs", in(`{"$ref":"#/$defs/a0"}`, pairs), `{"v":` + deep(`{"x":`, `1`, `}`, 60) + `}`},
		{"alternatives at each level that differ at the end", in(`{"$ref":"#/$defs/c"}`, `"c":`+choice), `{"v":` + deep(`{"x":`, `{"k":"1"}`, `,"k":0}`, 60) + `}`},
		{"alternatives at each level, none of which accepts", in(`{"$ref":"#/$defs/c"}`, `"c":`+choice), `{"v":` + deep(`{"x":`, `{"k":true}`, `,"k":0}`, 60) + `}`},
		{"alternatives and long lists", in(`{"$ref":"#/$defs/c"}`, `"c":{"anyOf":[{"type":"integer"},{"items":{"$ref":"#/$defs/c"},"type":"array","minItems":2},{"items":{"$ref":"#/$defs/c"},"type":"array"}]}`), `{"v":` + deep("[", many("1"), "]", 60) + `}`},
		{"alternatives and long lists with an item of the wrong type", in(`{"$ref":"#/$defs/c"}`, `"c":{"anyOf":[{"type":"integer"},{"items":{"$ref":"#/$defs/c"},"type":"array","minItems":2},{"items":{"$ref":"#/$defs/c"},"type":"array"}]}`), `{"v":` + deep("[", many("1")+`,"1"`, "]", 60) + `}`},
		{"many values", in(`{"items":{"enum":[`+many(`"v%d"`)+`]}}`, ""), `{"v":[` + many(`"w%d"`) + `]}`},
		{"many values of several types", in(`{"items":{"type":["string","integer"],"enum":[`+many(`"v%d"`)+`,1]}}`, ""), `{"v":[` + many(`"w%d"`) + `]}`},
		{"many properties in many objects", in(`{"items":{"properties":{`+repeatNumbered(9000, `"p%d":{}`, ",")+`}}}`, ""), `{"v":[` + many(`{}`) + `]}`},
		{"many properties in a large object", in(`{"properties":{`+repeatNumbered(9000, `"p%d":{}`, ",")+`},"additionalProperties":false}`, ""), `{"v":{` + many(`"q%d":1`) + `}}`},
		{"500 properties in many objects", in(`{"items":{"properties":{`+repeatNumbered(500, `"p%d":{"default":1}`, ",")+`},"additionalProperties":false}}`, ""), `{"v":[` + many(`{"q":1}`) + `]}`},
		{"many names that are required", in(`{"items":{"required":[`+many(`"p%d"`)+`]}}`, ""), `{"v":[` + many(`{"p0":1}`) + `]}`},
		{"many patterns of names", in(`{"patternProperties":{`+repeatNumbered(racetest.Fewer(2000, 20), `"^p%d":{"type":"integer"}`, ",")+`}}`, ""), `{"v":{` + many(`"p%d":"1"`) + `}}`},
		{"many dependencies", in(`{"dependentRequired":{`+repeatNumbered(9000, `"p%d":["q"]`, ",")+`}}`, ""), `{"v":{` + many(`"p%d":"1"`) + `}}`},
		{"a large default in small objects", in(`{"items":{"properties":{"a":{"default":"`+strings.Repeat("a", size)+`"}}}}`, ""), `{"v":[` + many(`{}`) + `]}`},
		{"a large default in small objects that must be repaired", in(`{"items":{"properties":{"a":{"default":"`+strings.Repeat("a", size)+`"},"b":{"type":"integer"}}}}`, ""), `{"v":[` + many(`{"b":"1"}`) + `]}`},
		{"a heavy pattern", in(`{"pattern":"`+heavy+`c$"}`, ""), `{"v":"` + strings.Repeat("ab", size/2) + `"}`},
		{"heavy patterns for many texts", in(`{"items":{"allOf":[`+repeatNumbered(20, `{"type":"string","pattern":"`+heavy+`%d$"}`, ",")+`]}}`, ""), `{"v":[` + many(`"`+strings.Repeat("ab", 50)+`"`) + `]}`},
		{"heavy patterns in alternatives", in(`{"items":{"anyOf":[`+repeatNumbered(20, `{"type":"string","pattern":"`+heavy+`%d$"}`, ",")+`]}}`, ""), `{"v":[` + many(`"`+strings.Repeat("ab", 50)+`"`) + `]}`},
		{"many references through a large object", in(`{"prefixItems":[`+repeatNumbered(4000, `{"$ref":"#/$defs/a%d"}`, ",")+`]}`, repeatNumbered(4000, `"a%d":{"type":"integer"}`, ",")), `{"v":[` + many(`"1"`) + `]}`},
		{"a long path of references", in(`{"$ref":"#/$defs/a0"}`, repeatNumbered(400, `"a%d":{"properties":{"x":{"$ref":"#/$defs/a%n"}}}`, ",")+`,"a400":{}`), `{"v":` + deep(`{"x":`, `1`, `}`, 60) + `}`},
		{"long names", deep(`{"properties":{"`+strings.Repeat("a", size/25)+`":`, `{"format":"x"}`, `}}`, 25), `{}`},
		{"arrays in arrays", in(deep(`{"items":`, `{"type":"integer"}`, `}`, 28), ""), `{"v":` + deep("[", many("1"), "]", 28) + `}`},
		{"single values for arrays", in(`{"items":`+deep(`{"type":"object","additionalProperties":{"type":"array","items":`, `{"type":"integer"}`, `}}`, 9)+`}`, ""), `{"v":[` + many(deep(`{"a":`, `"1"`, `}`, 9)) + `]}`},
		{"unique arrays in unique arrays", in(deep(`{"uniqueItems":true,"items":`, `{}`, `}`, 28), ""), `{"v":` + deep("[", many("%d"), "]", 28) + `}`},
		{"JSON in strings in strings", in(deep(`{"properties":{"x":`, `{"type":"integer"}`, `}}`, 12), ""), `{"v":` + nestedStrings(`{"x":1}`, 12) + `}`},
		{"excluded alternatives", in(deep(`{"not":{"anyOf":[{"type":"null"},`, `{"type":"integer"}`, `]}}`, 12), ""), `{"v":[` + many("1") + `]}`},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var s *decode.InputSchema
			checkAllocations(t, 2*len(test.schema)+1<<19, func() { // patterns need megabytes, up to a limit
				s = mustParse(t, test.schema, decode.SchemaOptions{AcceptUnchecked: true})
			})
			for _, o := range []decode.Options{{}, {NoRepair: true}} {
				checkAllocations(t, 2*len(test.args)+1<<19, func() { // defaults, too
					text, _, problems := decodeBySchema(s, test.args, o)
					if (text == "") != (problems != nil) || len(text) > arguments.DefaultMaxBytes || strings.Contains(fmt.Sprint(problems), "was not found") {
						t.Errorf("%d bytes, %.500s", len(text), fmt.Sprint(problems))
					}
				})
			}
		})
	}
}

// nestedStrings puts a text into n nested strings.
func nestedStrings(text string, n int) string {
	for range n {
		text = fmt.Sprintf("%q", text)
	}
	return text
}
