package decode_test

import (
	"strings"
	"testing"
)

// schemaCases has schemas with a value. The independent validator must have the
// same result, unless alone is set.
var schemaCases = []struct {
	reason, schema, value string
	want                  bool
	alone                 bool // the validator has another result, because its numbers are not exact
}{
	{reason: "no keywords", schema: `{}`, value: `null`, want: true},
	{reason: "everything is refused", schema: `false`, value: `null`},
	{reason: "one type", schema: `{"type":"string"}`, value: `"a"`, want: true},
	{reason: "another type", schema: `{"type":"string"}`, value: `1`},
	{reason: "one of two types", schema: `{"type":["string","null"]}`, value: `null`, want: true},
	{reason: "none of two types", schema: `{"type":["string","null"]}`, value: `false`},
	{reason: "booleans are not integers", schema: `{"type":"integer"}`, value: `true`},
	{reason: "a whole number with a fraction of zero", schema: `{"type":"integer"}`, value: `1.0`, want: true},
	{reason: "a whole number with an exponent", schema: `{"type":"integer"}`, value: `12.5e1`, want: true},
	{reason: "a fraction", schema: `{"type":"integer"}`, value: `12.5`},
	{reason: "a fraction by its exponent", schema: `{"type":"integer"}`, value: `1e-1`},
	{reason: "zero is an integer with any exponent", schema: `{"type":"integer"}`, value: `-0.0e-99`, want: true},
	{reason: "an integer is a number", schema: `{"type":"number"}`, value: `7`, want: true},
	{reason: "beyond 64 bits", schema: `{"type":"integer"}`, value: `123456789012345678901234567890`, want: true},

	{reason: "one of an enum", schema: `{"enum":["a",1,null]}`, value: `1`, want: true},
	{reason: "none of an enum", schema: `{"enum":["a",1,null]}`, value: `"1"`},
	{reason: "equal numbers are written in many ways", schema: `{"enum":[100]}`, value: `1.00e2`, want: true},
	{reason: "equal strings are written in many ways", schema: `{"enum":["a/\n"]}`, value: `"\u0061\/\u000a"`, want: true},
	{reason: "minus zero is zero", schema: `{"const":0}`, value: `-0.0`, want: true},
	{reason: "false is not zero", schema: `{"const":0}`, value: `false`},
	{reason: "members may have any order", schema: `{"const":{"a":1,"b":[2]}}`, value: `{"b":[2.0],"a":1}`, want: true},
	{reason: "the order of items is significant", schema: `{"const":[1,2]}`, value: `[2,1]`},
	{reason: "a member more", schema: `{"const":{"a":1}}`, value: `{"a":1,"b":1}`},
	{reason: "a member less", schema: `{"const":{"a":1,"b":1}}`, value: `{"a":1}`},
	{reason: "a longer array", schema: `{"const":[1]}`, value: `[1,1]`},
	{reason: "a shorter array", schema: `{"const":[1,1]}`, value: `[1]`},
	{reason: "empty containers differ", schema: `{"const":{}}`, value: `[]`},
	{reason: "enum and const have nothing in common", schema: `{"enum":[1,2],"const":3}`, value: `3`},
	{reason: "enum and const have one in common", schema: `{"enum":[1,2],"const":2.0}`, value: `2`, want: true},

	{reason: "the minimum itself", schema: `{"minimum":1.5}`, value: `1.50`, want: true},
	{reason: "below the minimum", schema: `{"minimum":1.5}`, value: `1.49999999999999999999999999`},
	{reason: "a negative minimum", schema: `{"minimum":-2}`, value: `-2.0000000000000000001`},
	{reason: "a minimum is about numbers", schema: `{"minimum":5}`, value: `"1"`, want: true},
	{reason: "the maximum itself", schema: `{"maximum":9007199254740993}`, value: `9007199254740993`, want: true},
	{reason: "above it by what a float rounds away", schema: `{"maximum":9007199254740992}`, value: `9007199254740993`},
	{reason: "the exclusive minimum itself", schema: `{"exclusiveMinimum":0}`, value: `0e5`},
	{reason: "just above it", schema: `{"exclusiveMinimum":0}`, value: `1e-300`, want: true},
	{reason: "the exclusive maximum itself", schema: `{"exclusiveMaximum":1e2}`, value: `100`},
	{reason: "just below it", schema: `{"exclusiveMaximum":1e2}`, value: `99.999`, want: true},
	{reason: "far below zero", schema: `{"maximum":-1e20}`, value: `-1e21`, want: true},
	{reason: "an exponent that no machine holds", schema: `{"maximum":1e20}`, value: `1e99999999999999999999`, alone: true},
	{reason: "and a negative one", schema: `{"minimum":1e-20}`, value: `1e-99999999999999999999`, alone: true},

	{reason: "a multiple", schema: `{"multipleOf":0.01}`, value: `19.99`, want: true},
	{reason: "no multiple", schema: `{"multipleOf":0.01}`, value: `19.995`},
	{reason: "a multiple of a large step", schema: `{"multipleOf":1e3}`, value: `-5000.0`, want: true},
	{reason: "zero is a multiple of all", schema: `{"multipleOf":7}`, value: `0.00`, want: true},
	{reason: "a multiple by its exponent", schema: `{"multipleOf":64}`, value: `1e6`, want: true},
	{reason: "a long multiple", schema: `{"multipleOf":9999999999999999999}`, value: `99999999999999999990000000000000000000`, want: true},
	{reason: "a long number that is none", schema: `{"multipleOf":9999999999999999999}`, value: `99999999999999999990000000000000000001`},
	{reason: "ten to a huge power and a step of twos and fives", schema: `{"multipleOf":1024}`, value: `1e99999999999999999999`, want: true, alone: true},
	{reason: "ten to a huge power and a step of threes", schema: `{"multipleOf":3}`, value: `1e99999999999999999999`, alone: true},

	{reason: "code points are counted, not bytes", schema: `{"maxLength":2}`, value: `"é😀"`, want: true},
	{reason: "nor UTF-16 units", schema: `{"minLength":2}`, value: `"\ud83d\ude00"`},
	{reason: "too long", schema: `{"maxLength":2}`, value: `"abc"`},
	{reason: "an array is no string", schema: `{"maxLength":0}`, value: `["a"]`, want: true},
	{reason: "a pattern matches anywhere", schema: `{"pattern":"b+"}`, value: `"abbc"`, want: true},
	{reason: "a pattern with anchors", schema: `{"pattern":"^b+$"}`, value: `"abbc"`},
	{reason: "the text after the escapes is matched", schema: `{"pattern":"^\\n$"}`, value: `"\u000a"`, want: true},

	{reason: "a property of the wrong type", schema: `{"properties":{"a":{"type":"string"}}}`, value: `{"a":1}`},
	{reason: "a property is found after its escapes", schema: `{"properties":{"a":{"type":"string"}}}`, value: `{"\u0061":1}`},
	{reason: "other members are free", schema: `{"properties":{"a":{"type":"string"}}}`, value: `{"b":1}`, want: true},
	{reason: "a property that must not be there", schema: `{"properties":{"a":false}}`, value: `{"a":1}`},
	{reason: "required", schema: `{"required":["a","b"]}`, value: `{"b":null,"a":null}`, want: true},
	{reason: "missing", schema: `{"required":["a","b"]}`, value: `{"b":1}`},
	{reason: "an empty object that lacks all", schema: `{"required":["a"]}`, value: `{ }`},
	{reason: "required of objects only", schema: `{"required":["a"]}`, value: `[]`, want: true},
	{reason: "more required names than fit in it", schema: `{"required":["0","1","2","3","4","5","6","7","8","9","a","b","c","d","e","f","g"]}`,
		value: `{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"a":0,"b":0,"c":0,"d":0,"e":0,"f":0}`},
	{reason: "closed", schema: `{"properties":{"a":true},"additionalProperties":false}`, value: `{"a":1,"b":1}`},
	{reason: "closed, with nothing more", schema: `{"properties":{"a":true},"additionalProperties":false}`, value: `{"a":1}`, want: true},
	{reason: "additional ones of a type", schema: `{"properties":{"a":true},"additionalProperties":{"type":"null"}}`, value: `{"a":1,"b":null,"c":1}`},
	{reason: "a name that is too long", schema: `{"propertyNames":{"maxLength":1}}`, value: `{"a":1,"bb":1}`},
	{reason: "names of an enum", schema: `{"propertyNames":{"enum":["a","b"]}}`, value: `{"a":1,"\u0062":1}`, want: true},
	{reason: "too few members", schema: `{"minProperties":2}`, value: `{"a":1}`},
	{reason: "too many members", schema: `{"maxProperties":1}`, value: `{"a":1,"b":1}`},
	{reason: "as many as allowed", schema: `{"minProperties":1,"maxProperties":1}`, value: `{"a":{"b":1,"c":2}}`, want: true},

	{reason: "items of a type", schema: `{"items":{"type":"integer"}}`, value: `[1, 2 ,3.0]`, want: true},
	{reason: "an item of another", schema: `{"items":{"type":"integer"}}`, value: `[1,"2"]`},
	{reason: "no items at all", schema: `{"items":false}`, value: `[ ]`, want: true},
	{reason: "items where none may be", schema: `{"items":false}`, value: `[null]`},
	{reason: "too few items", schema: `{"minItems":1}`, value: `[]`},
	{reason: "too many items", schema: `{"maxItems":2}`, value: `[[1,2,3],[],4]`},
	{reason: "distinct items", schema: `{"uniqueItems":true}`, value: `[1,"1",[1],{"a":1},true,null,{"a":2},[],{}]`, want: true},
	{reason: "equal numbers", schema: `{"uniqueItems":true}`, value: `[1,2,1.0]`},
	{reason: "equal strings", schema: `{"uniqueItems":true}`, value: `["a","\u0061"]`},
	{reason: "equal objects", schema: `{"uniqueItems":true}`, value: `[{"a":1,"b":{"c":[2]}},{"b":{"c":[2e0]},"a":1}]`},
	{reason: "objects whose values are swapped", schema: `{"uniqueItems":true}`, value: `[{"a":1,"b":2},{"a":2,"b":1}]`, want: true},
	{reason: "arrays in another order", schema: `{"uniqueItems":true}`, value: `[[1,2],[2,1]]`, want: true},
	{reason: "nested arrays", schema: `{"uniqueItems":true}`, value: `[[[1]],[1],1,[[[1]]]]`, want: true},
	{reason: "zero and false", schema: `{"uniqueItems":true}`, value: `[0,false,"",null,[],{}]`, want: true},
	{reason: "uniqueItems that demands nothing", schema: `{"uniqueItems":false}`, value: `[1,1]`, want: true},

	{reason: "all of them", schema: `{"allOf":[{"minimum":1},{"maximum":3}]}`, value: `2`, want: true},
	{reason: "not all of them", schema: `{"allOf":[{"minimum":1},{"maximum":3}]}`, value: `4`},
	{reason: "the second of any", schema: `{"anyOf":[{"type":"string"},{"minimum":3}]}`, value: `3`, want: true},
	{reason: "none of any", schema: `{"anyOf":[{"type":"string"},{"minimum":3}]}`, value: `2`},
	{reason: "exactly one", schema: `{"oneOf":[{"minimum":3},{"maximum":1}]}`, value: `0`, want: true},
	{reason: "two of one", schema: `{"oneOf":[{"minimum":3},{"maximum":5},{"const":4}]}`, value: `4`},
	{reason: "none of one", schema: `{"oneOf":[{"minimum":3},{"maximum":1}]}`, value: `2`},
	{reason: "not what is excluded", schema: `{"not":{"type":"string"}}`, value: `2`, want: true},
	{reason: "what is excluded", schema: `{"not":{"type":"string"}}`, value: `"a"`},
	{reason: "not of not", schema: `{"not":{"not":{"type":"string"}}}`, value: `"a"`, want: true},
	{reason: "keywords next to alternatives are checked", schema: `{"type":"integer","anyOf":[{"minimum":3},{"type":"number"}]}`, value: `1.5`},
	{reason: "alternatives of objects", schema: `{"items":{"oneOf":[{"properties":{"k":{"const":"a"}},"required":["k","x"]},{"properties":{"k":{"const":"b"}},"required":["k"]}]}}`,
		value: `[{"k":"b"},{"x":1,"k":"a"}]`, want: true},
	{reason: "an alternative that lacks a member", schema: `{"items":{"oneOf":[{"properties":{"k":{"const":"a"}},"required":["k","x"]},{"properties":{"k":{"const":"b"}},"required":["k"]}]}}`,
		value: `[{"k":"b"},{"k":"a"}]`},
}

func TestSchemaCases(t *testing.T) {
	for _, test := range schemaCases {
		t.Run(test.reason, func(t *testing.T) {
			checkSchema(t, mustConvert(t, test.schema), test.schema, test.value, test.want)
			if !test.alone && oracleAccepts(t, oracle(t, test.schema), test.value) != test.want {
				t.Errorf("the independent validator disagrees about %s and %s", test.schema, test.value)
			}
		})
	}
}

// A text that is not JSON is refused by every schema, also if the invalid part
// is not relevant for the schema.
func TestSchemaMalformed(t *testing.T) {
	for _, schema := range []string{`{}`, `{"items":{"type":"string"}}`, `{"not":{"type":"string"}}`, `{"properties":{"a":{"type":"string"}}}`, `{"anyOf":[{},{"type":"null"}]}`} {
		s := mustConvert(t, schema)
		for _, text := range []string{``, `{`, `[`, `[1`, `{"a":1,"a":2}`, `{"b":{"a":1,"a":2}}`, `[1,]`, `"a`, "\"\xff\"", `"\ud800"`, `01`, `[01]`, `{"a" 1}`, `nul`, strings.Repeat("[", 65) + strings.Repeat("]", 65)} {
			if s.Accepts(text) {
				t.Errorf("%s accepts %q", schema, text)
			}
		}
	}
}
