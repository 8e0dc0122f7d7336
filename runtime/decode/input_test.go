package decode_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// mustParse parses the schema of the arguments of a test.
func mustParse(t testing.TB, schema string, o decode.SchemaOptions) *decode.InputSchema {
	t.Helper()
	s, err := decode.ParseSchema(schema, o)
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	return s
}

// decodeBySchema decodes arguments by a schema. It returns their JSON or the problems, and
// the repairs.
func decodeBySchema(s *decode.InputSchema, args string, o decode.Options) (text string, repairs []string, problems []string) {
	var d decode.D
	v, _ := readBytes(&d, args, o, s.Decode)
	for _, r := range d.Repairs() {
		repairs = append(repairs, r.Path+" "+string(r.Kind))
	}
	var refused *arguments.Error
	if errors.As(d.Err("t"), &refused) {
		for _, p := range refused.Problems {
			problems = append(problems, p.String())
		}
		return "", repairs, problems
	}
	return string(*v.(*json.RawMessage)), repairs, nil
}

// TestInputDecode decodes typical calls of models by typical schemas of servers.
func TestInputDecode(t *testing.T) {
	const search = `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{
		"query":{"type":"string","minLength":1,"description":"What to look for."},
		"limit":{"type":"integer","minimum":1,"maximum":100,"default":20},
		"sort":{"enum":["newest","oldest"],"default":"newest"},
		"labels":{"type":"array","items":{"type":"string"}},
		"assignee":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},
		"filter":{"allOf":[{"$ref":"#/definitions/Filter"}],"default":{"open":true}}},
		"required":["query"],"definitions":{"Filter":{"type":"object","properties":{
			"open":{"type":"boolean"},"since":{"type":"string","format":"date"},"author":{"type":["string","null"]},"page":{"type":"integer","default":1}}}}}`
	const shapes = `{"type":"object","properties":{"shapes":{"type":"array","items":{"oneOf":[
		{"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"number","exclusiveMinimum":0}},"required":["kind","radius"],"additionalProperties":false},
		{"type":"object","properties":{"kind":{"const":"path"},"points":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":{"type":"number"}},"closed":{"type":"boolean","default":false}},"required":["kind"],"additionalProperties":false}],
		"discriminator":{"propertyName":"kind"}}}},"required":["shapes"],"additionalProperties":false}`
	tests := []struct {
		reason, schema, args, want string
		repairs, problems          []string
	}{
		{reason: "defaults are filled in, where objects are", schema: search, args: `{"query":"a","filter":{}}`,
			want: `{"query":"a","filter":{"page":1},"limit":20,"sort":"newest","assignee":null}`},
		{reason: "the default of a reference", schema: search, args: ` {"limit":5,"query":"a"} `,
			want: `{"limit":5,"query":"a","sort":"newest","assignee":null,"filter":{"open":true}}`},
		{reason: "repairs inside of what other schemas say", schema: search, args: `{"query":"a","limit":"5","sort":"Newest","labels":"bug","filter":"{\"open\":\"true\",\"author\":null,\"since\":null}","assignee":"b"}`,
			want:    `{"query":"a","limit":5,"sort":"newest","labels":["bug"],"filter":{"open":true,"author":null,"page":1},"assignee":"b"}`,
			repairs: []string{"limit number_in_string", "sort enum_case", "labels single_value", "filter json_in_string", "filter.open bool_in_string", "filter.since null_dropped"}},
		{reason: "members that are not described", schema: search, args: `{"query":"a","x":{"y":[1.50]},"limit":1,"sort":"oldest","assignee":null,"filter":{"page":2}}`,
			want: `{"query":"a","x":{"y":[1.50]},"limit":1,"sort":"oldest","assignee":null,"filter":{"page":2}}`},
		{reason: "a misspelled name of an open object", schema: search, args: `{"qurey":"a","limit":500}`, problems: []string{
			`limit: must be at most 100, got 500`, `query: required but missing, must be a string; given is "qurey" (did you mean "query"?)`}},
		{reason: "problems in several places", schema: search, args: `{"query":"","filter":{"since":"1/2/2006","page":0.5},"assignee":5}`, problems: []string{
			`query: must be at least 1 character long, got 0: ""`, `filter.since: must be a date such as "2006-01-02", got "1/2/2006"`,
			`filter.page: must be an integer, got 0.5`, `assignee: no alternative matches: must be a string, got 5; must be null, got 5`}},
		{reason: "variants", schema: shapes, args: `{"shapes":[{"kind":"Circle","radius":"1.50"},{"kind":"path","points":["1",2,"3"]}]}`,
			want:    `{"shapes":[{"kind":"circle","radius":1.50},{"kind":"path","points":[1,2,3],"closed":false}]}`,
			repairs: []string{"shapes[0].kind enum_case", "shapes[0].radius number_in_string", "shapes[1].points[0] number_in_string", "shapes[1].points[2] number_in_string"}},
		{reason: "problems of variants", schema: shapes, args: `{"shapes":[{"kind":"circle","diameter":1},{"kind":"square"},{"type":"path"}],"scale":1}`, problems: []string{
			`shapes[0].diameter: unknown argument for kind "circle"; valid arguments: kind, radius`, `shapes[0].radius: required for kind "circle" but missing, must be a number`,
			`shapes[1].kind: no variant matches: must be one of "circle", "path"; the discriminator says "square"`,
			`shapes[2].kind: no variant matches: required but missing, must be one of "circle", "path"`,
			`scale: unknown argument; valid arguments: shapes`}},
		{reason: "numbers keep their text", schema: `{"type":"object","properties":{"id":{"type":"integer"},"n":{"type":"number"}}}`, args: `{"id":123456789012345678901234567890,"n":1.10e0,"x":9007199254740993}`,
			want: `{"id":123456789012345678901234567890,"n":1.10e0,"x":9007199254740993}`},
		{reason: "no arguments", schema: `{"type":"object","properties":{"a":{"default":[1]}}}`, args: ``, want: `{"a":[1]}`},
		{reason: "null for no arguments", schema: `{"type":"object","properties":{}}`, args: ` null`, want: `{}`},
		{reason: "a schema without a type", schema: `{"properties":{"a":{"type":"boolean"}}}`, args: `[1]`, problems: []string{`must be an object, got [1]`}},
		{reason: "a schema that says nothing", schema: `true`, args: `{"a":1}`, want: `{"a":1}`},
		{reason: "all arguments in a string", schema: `{"type":"object","required":["a"]}`, args: `"{\"a\":1}"`, want: `{"a":1}`, repairs: []string{" json_in_string"}},
		{reason: "a default that another keyword forbids", schema: `{"type":"object","properties":{"a":{"default":1},"b":{}},"maxProperties":1}`, args: `{"b":2}`, want: `{"b":2}`},
		{reason: "a default of null for no default", schema: `{"type":"object","properties":{"a":{"type":"string","default":null}}}`, args: `{}`, want: `{}`},
		{reason: "a name in two spellings", schema: `{"type":"object"}`, args: `{"a":1,"\u0061":2}`, problems: []string{`a: given more than once`}},
		{reason: "a name in two spellings next to a property", schema: `{"type":"object","properties":{"b":{}}}`, args: `{"a":1,"\u0061":2}`, problems: []string{`a: given more than once`}},
		{reason: "malformed text", schema: search, args: `{"query":"a",`, problems: []string{`malformed JSON at line 1, column 14: expected a name in double quotes, got the end of the text`}},
		{reason: "what only the schema says, in addition to other problems", schema: `{"type":"object","properties":{"a":{"type":"integer"},"tags":{"type":"array","contains":{"const":"x"}}},"minProperties":3,"dependentRequired":{"a":["b"]}}`,
			args: `{"a":"x","tags":[]}`, problems: []string{`a: must be an integer, got "x"`, `tags: must contain at least 1 item of the kind that the schema names, got 0`,
				`must have at least 3 members, got 2`, `b: required together with "a" but missing`}},
		{reason: "what only the schema says, after repairs", schema: `{"type":"object","properties":{"a":{"type":"integer"}},"minProperties":2}`,
			args: `{"a":"5"}`, problems: []string{`must have at least 2 members, got 1`}},
		{reason: "items that repairs make equal", schema: `{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"},"uniqueItems":true}}}`,
			args: `{"a":[5,"5"]}`, problems: []string{`a[1]: must differ from the items before it, got 5`}},
		{reason: "a list of values of several types", schema: `{"type":"object","properties":{"a":{"enum":["on","off",1,null]}}}`, args: `{"a":"ON"}`, problems: []string{`a: must be one of "on", "off", 1, null, got "ON"`}},
		{reason: "a list of values with null", schema: `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["on","off",null]}}}`, args: `{"a":"ON"}`, want: `{"a":"on"}`, repairs: []string{"a enum_case"}},
		{reason: "one of two types", schema: `{"type":"object","properties":{"a":{"type":["integer","array"],"items":{"type":"integer"}}}}`, args: `{"a":["1"]}`, want: `{"a":[1]}`, repairs: []string{"a[0] number_in_string"}},
		{reason: "neither of two types", schema: `{"type":"object","properties":{"a":{"type":["integer","boolean"]}},"required":["a"]}`, args: `{}`, problems: []string{`a: required but missing, must be a boolean or an integer`}},
		{reason: "a map", schema: `{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}}}}`, args: `{"m":[{"key":"a","value":"1"}]}`,
			want: `{"m":{"a":1}}`, repairs: []string{"m entries", "m[0].value number_in_string"}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			s := mustParse(t, test.schema, decode.SchemaOptions{})
			text, repairs, problems := decodeBySchema(s, test.args, decode.Options{})
			if diff := cmp.Diff(test.want, text) + cmp.Diff(test.repairs, repairs) + cmp.Diff(test.problems, problems); diff != "" {
				t.Error(diff)
			}
			_, repairs, problems = decodeBySchema(s, test.args, decode.Options{NoRepair: true})
			if len(repairs) > 0 || (problems == nil) != (test.problems == nil && test.repairs == nil) {
				t.Errorf("without repairs: %v %v", repairs, problems)
			}
		})
	}
}

// The value is a copy: changing it has no effect on later calls.
func TestInputDecodeCopies(t *testing.T) {
	s := mustParse(t, `{"type":"object"}`, decode.SchemaOptions{})
	args := []byte(`{"a":"b"}`)
	var d decode.D
	d.Reset(args, decode.Options{})
	first := s.Decode(&d).(*json.RawMessage)
	(*first)[2] = 'x'
	d.Reset(args, decode.Options{})
	if again := s.Decode(&d).(*json.RawMessage); string(*again) != `{"a":"b"}` || string(args) != `{"a":"b"}` {
		t.Errorf("%s, %s", *again, args)
	}
}

// With AcceptUnchecked, no value is refused that the schema accepts, at any position
// of an unchecked keyword.
func TestAcceptUnchecked(t *testing.T) {
	const look = `{"pattern":"(?=a)b"}`
	tests := []struct{ reason, schema string }{
		{"a pattern", look},
		{"a pattern that is excluded", `{"not":` + look + `}`},
		{"a pattern in the excluded", `{"not":{"items":` + look + `}}`},
		{"a pattern in one of several", `{"oneOf":[` + look + `,{"type":"string"}]}`},
		{"a pattern in one of several next to others", `{"anyOf":[true],"oneOf":[` + look + `,{"type":"string"}]}`},
		{"a pattern in a condition", `{"if":` + look + `,"then":{"type":"integer"}}`},
		{"a pattern of items that there may be few of", `{"contains":` + look + `,"maxContains":1}`},
		{"a pattern of names", `{"patternProperties":{"(?=a)b":{"type":"integer"}},"additionalProperties":false}`},
		{"a reference to it", `{"not":{"$ref":"#/$defs/a"},"$defs":{"a":` + look + `}}`},
		{"another document", `{"not":{"$ref":"https://example.com/a.json"}}`},
		{"names that are not evaluated", `{"anyOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`},
		{"a format", `{"oneOf":[{"format":"iri"},{"type":"string"}]}`},
		{"a malformed keyword", `{"not":{"minLength":-1}}`},
	}
	values := []string{`"a"`, `"b"`, `["a","b"]`, `["a"]`, `1`, `{"ab":1}`, `{"ab":"c"}`, `{"x":1}`, `null`}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if _, err := decode.ParseSchema(`{"properties":{"v":`+test.schema+`}}`, decode.SchemaOptions{}); err == nil {
				t.Error("accepted without leave")
			}
			schema := strings.ReplaceAll(test.schema, "#/$defs/", "#/properties/v/$defs/")
			s := mustParse(t, `{"properties":{"v":`+schema+`}}`, decode.SchemaOptions{AcceptUnchecked: true})
			if len(s.Unchecked) != 1 || !strings.HasPrefix(s.Unchecked[0].Pointer, "/properties/v/") {
				t.Errorf("unchecked: %v", s.Unchecked)
			}
			for _, value := range values {
				if _, _, problems := decodeBySchema(s, `{"v":`+value+`}`, decode.Options{NoRepair: true}); problems != nil {
					t.Errorf("%s is refused: %v", value, problems)
				}
			}
		})
	}
}

// The other keywords of a schema with unchecked keywords are checked.
func TestOtherKeywordsAreChecked(t *testing.T) {
	s := mustParse(t, `{"type":"object","properties":{"a":{"type":"string","pattern":"(?=a)b","minLength":2,"default":"x"},"b":{"not":{"format":"x"},"type":"integer"}},"required":["b"]}`, decode.SchemaOptions{AcceptUnchecked: true})
	_, _, problems := decodeBySchema(s, `{"a":"b"}`, decode.Options{})
	if diff := cmp.Diff([]string{`a: must be at least 2 characters long, got 1: "b"`, `b: required but missing, must be an integer`}, problems); diff != "" {
		t.Error(diff)
	}
	if text, _, _ := decodeBySchema(s, `{"b":1}`, decode.Options{}); text != `{"b":1}` {
		t.Errorf("a default that its schema refuses is filled in: %s", text)
	}
	if len(s.Unchecked) != 3 {
		t.Errorf("%v", s.Unchecked)
	}
}

// Several goroutines can use a schema.
func TestInputSchemaConcurrently(t *testing.T) {
	for _, test := range serverSchemas {
		s := mustParse(t, test.schema, decode.SchemaOptions{})
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				if text, _, problems := decodeBySchema(s, test.args, decode.Options{}); text != test.want {
					t.Errorf("%s: %s %v", test.style, text, problems)
				}
				if _, _, problems := decodeBySchema(s, `{"x":{"y":1},"path":5}`, decode.Options{}); problems == nil && test.style != "nothing" && test.style != ".NET" {
					t.Errorf("%s: accepted", test.style)
				}
			})
		}
		wait.Wait()
	}
}
