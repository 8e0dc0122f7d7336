package decode_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// ParseSchema reports what cannot be checked, with a pointer and a way to fix it.
func TestSchemaProblems(t *testing.T) {
	in := func(schema string) string { return `{"properties":{"a":` + schema + `}}` }
	const draft7 = `{"$schema":"http://json-schema.org/draft-07/schema#",`
	tests := []struct {
		reason, schema string
		want           []string // the pointer, a colon and the beginning of the message
	}{
		{"not JSON", `{"type":"object"`, []string{`: the schema is malformed JSON at line 1, column 17`}},
		{"a duplicate name", `{"type":"object","type":"string"}`, []string{`: the schema has an object with two members of one name`}},
		{"no schema", `5`, []string{`: a schema must be an object or a boolean, got 5`}},
		{"no object", `{"type":"string"}`, []string{`: the schema accepts no object`}},
		{"no object by a definition", `{"$ref":"#/$defs/a","$defs":{"a":{"type":["string","array"]}}}`, []string{`: the schema accepts no object`}},
		{"nothing", `false`, []string{`: the schema accepts no object`}},

		{"an unknown type", in(`{"type":"float"}`), []string{`/properties/a/type: type must be "null", "boolean"`}},
		{"no type", in(`{"type":[]}`), []string{`/properties/a/type: type must be`}},
		{"a bound that is no number", in(`{"minimum":"1"}`), []string{`/properties/a/minimum: minimum must be a number, got "1"`}},
		{"a negative length", in(`{"maxLength":-1}`), []string{`/properties/a/maxLength: maxLength must be an integer that is not negative, got -1`}},
		{"half a length", in(`{"minItems":1.5}`), []string{`/properties/a/minItems: minItems must be an integer`}},
		{"a step of zero", in(`{"multipleOf":0}`), []string{`/properties/a/multipleOf: multipleOf must be a number greater than 0, got 0`}},
		{"a step of too many digits", in(`{"multipleOf":0.12345678901234567891}`), []string{`/properties/a/multipleOf: a multipleOf with more than 19 digits`}},
		{"required next to the name", in(`{"type":"string","required":true}`), []string{`/properties/a/required: required must be an array of names`}},
		{"no properties", `{"properties":[]}`, []string{`/properties: properties must be an object, got []`}},
		{"no alternatives", in(`{"anyOf":[]}`), []string{`/properties/a/anyOf: anyOf must be an array of at least one schema`}},
		{"no schema inside", in(`{"items":5}`), []string{`/properties/a/items: a schema must be an object or a boolean, got 5`}},
		{"uniqueItems with a string", in(`{"uniqueItems":"yes"}`), []string{`/properties/a/uniqueItems: uniqueItems must be true or false`}},
		{"a pattern that is no string", in(`{"pattern":5}`), []string{`/properties/a/pattern: pattern must be a string`}},
		{"counts of contains", in(`{"contains":true,"minContains":"1"}`), []string{`/properties/a/minContains: minContains must be an integer`}},
		{"dependencies", in(`{"dependentRequired":{"b":"c"}}`), []string{`/properties/a/dependentRequired/b: dependentRequired must have arrays of names, got "c"`}},

		{"a pattern with a lookahead", in(`{"pattern":"^(?!x)"}`), []string{`/properties/a/pattern: the pattern "^(?!x)" cannot be checked: it has a lookahead or a lookbehind`}},
		{"a pattern of names", `{"patternProperties":{"(a)\\1":{}}}`, []string{`/patternProperties/(a)\1: the pattern "(a)\\1" cannot be checked: it has a backreference`}},
		{"a format", in(`{"format":"idn-email"}`), []string{`/properties/a/format: the format "idn-email" cannot be checked`}},
		{"an encoding", in(`{"contentEncoding":"base32"}`), []string{`/properties/a/contentEncoding: the content encoding "base32" cannot be checked`}},
		{"another document", in(`{"$ref":"https://example.com/a.json#/b"}`), []string{`/properties/a/$ref: the reference "https://example.com/a.json#/b" refers to another document`}},
		{"a file", in(`{"$ref":"a.json"}`), []string{`/properties/a/$ref: the reference "a.json" refers to another document`}},
		{"a definition that is missing", in(`{"$ref":"#/$defs/b"}`), []string{`/properties/a/$ref: the document has no schema at "#/$defs/b"`}},
		{"an item that is missing", in(`{"$ref":"#/allOf/7"}`), []string{`/properties/a/$ref: the document has no schema at "#/allOf/7"`}},
		{"an anchor that is missing", in(`{"$ref":"#b"}`), []string{`/properties/a/$ref: the document has no schema at "#b"`}},
		{"a reference that is no string", in(`{"$ref":5}`), []string{`/properties/a/$ref: $ref must be a string, got 5`}},
		{"a dynamic reference", in(`{"$dynamicRef":"#b"}`), []string{`/properties/a/$dynamicRef: references whose target depends`}},
		{"a document inside", `{"properties":{"a":{"$id":"b.json"},"c":{"$ref":"#/properties/a"}}}`, []string{`/properties/a/$id: a document inside the document`}},
		{"another draft inside", in(`{"$schema":"http://json-schema.org/draft-07/schema#"}`), []string{`/properties/a/$schema: a document inside the document`}},
		{"names that are not evaluated", `{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, []string{`/unevaluatedProperties: unevaluatedProperties cannot be checked next to keywords that combine`}},
		{"items that are not evaluated", in(`{"contains":true,"unevaluatedItems":false}`), []string{`/properties/a/unevaluatedItems: unevaluatedItems cannot be checked`}},
		{"an unknown draft", `{"$schema":"https://example.com/mine"}`, []string{`/$schema: the draft "https://example.com/mine" is not supported`}},
		{"a keyword of a later draft", draft7 + `"properties":{"a":{"prefixItems":[true]}}}`, []string{`/properties/a/prefixItems: the keyword prefixItems does not exist in draft 7: set $schema to https://json-schema.org/draft/2020-12/schema`}},
		{"a default that its schema refuses", in(`{"type":"integer","default":"5"}`), []string{`/properties/a/default: the default "5" does not satisfy the schema of the property`}},
		{"a default that a definition refuses", `{"properties":{"a":{"$ref":"#/$defs/b","default":5}},"$defs":{"b":{"type":"string"}}}`, []string{`/properties/a/default: the default 5 does not satisfy`}},

		{"a reference to itself", `{"$ref":"#"}`, []string{`/$ref: the reference refers to itself`}},
		{"a cycle of references", in(`{"$ref":"#/$defs/b"}`)[:len(in(`{"$ref":"#/$defs/b"}`))-1] + `,"$defs":{"b":{"$ref":"#/$defs/c"},"c":{"$ref":"#/$defs/b"}}}`, []string{`/$defs/b/$ref: the reference refers to itself`}},
		{"a cycle through allOf", `{"allOf":[{"$ref":"#"}]}`, []string{`: the schema refers to itself for the same value`}},
		{"a cycle through a condition of a definition", in(`{"$ref":"#/$defs/b"}`)[:len(in(`{"$ref":"#/$defs/b"}`))-1] + `,"$defs":{"b":{"if":{"not":{"$ref":"#/$defs/b"}},"then":false}}}`, []string{`/$defs/b: the schema refers to itself for the same value`}},
		{"a cycle through a dependent schema", `{"dependentSchemas":{"a":{"$ref":"#"}}}`, []string{`: the schema refers to itself for the same value`}},

		{"several problems", `{"properties":{"a":{"format":"x","pattern":"("},"b":{"$ref":"c"}}}`, []string{`/properties/a/format: `, `/properties/a/pattern: `, `/properties/b/$ref: `}},
		{"a definition without references is ignored", `{"$defs":{"a":{"pattern":"("}}}`, nil},
		{"annotations are ignored", `{"title":"T","x-a":{"type":5},"properties":{"a":{"examples":[1],"$comment":"c","deprecated":true,"nullable":true,"contentMediaType":"text/html","discriminator":{"propertyName":"x"}}}}`, nil},
		{"formats without a check", in(`{"anyOf":[{"format":"password"},{"format":"binary"},{"format":"int64"}]}`), nil},
		{"an identifier without references", in(`{"$id":"b"}`), nil},
		{"drafts", `{"$schema":"https://json-schema.org/draft/2019-09/schema","properties":{"a":{"items":[true],"additionalItems":false}}}`, nil},
		{"keywords that a draft ignores", draft7 + `"properties":{"a":{"$ref":"#/definitions/b","pattern":"("}},"definitions":{"b":{}}}`, nil},
		{"a reference to the document by its URI", `{"$id":"https://example.com/a","properties":{"a":{"$ref":"https://example.com/a#/$defs/b"},"c":{"$ref":"https://example.com/a"}},"$defs":{"b":{}}}`, nil},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			_, err := decode.ParseSchema(test.schema, decode.SchemaOptions{})
			var got []string
			var refused *arguments.SchemaError
			if errors.As(err, &refused) {
				for n, p := range refused.Problems {
					got = append(got, p.Pointer+": "+p.Message)
					if n < len(test.want) && strings.HasPrefix(got[n], test.want[n]) {
						got[n] = test.want[n]
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" || (err == nil) != (test.want == nil) {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

// The option does not accept schemas that cannot be used at all.
func TestAcceptUncheckedRefusesUnusableSchemas(t *testing.T) {
	for _, schema := range []string{``, `{`, `{"a":1,"a":2}`, `[]`, `5`, `{"type":"string"}`, `{"$ref":"#"}`, `{"anyOf":[{"$ref":"#"}]}`} {
		if _, err := decode.ParseSchema(schema, decode.SchemaOptions{AcceptUnchecked: true}); err == nil {
			t.Errorf("%s is accepted", schema)
		}
	}
}

// An error lists a limited number of problems, each on one line.
func TestSchemaErrorLength(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"properties":{"` + strings.Repeat("long\\n", 10_000) + `":{"format":"x"}`)
	for n := range 500 {
		fmt.Fprintf(&b, `,"a%d":{"pattern":"%s("}`, n, strings.Repeat("x", 100))
	}
	b.WriteString("}}")
	_, err := decode.ParseSchema(b.String(), decode.SchemaOptions{})
	var refused *arguments.SchemaError
	if !errors.As(err, &refused) || refused.Total != 501 || len(refused.Problems) != 100 {
		t.Fatalf("%v", err)
	}
	text := err.Error()
	if lines := strings.Count(text, "\n"); len(text) > 50_000 || lines != 101 || !strings.HasSuffix(text, "\n- and 401 more problems") {
		t.Errorf("%d bytes, %d lines: %s", len(text), lines, text[len(text)-100:])
	}
}
