package decode_test

import "testing"

// keywordCases has cases for keywords that only schemas at run time have, and
// for keywords that a description combines.
var keywordCases = []struct {
	reason, schema, value string
	want                  bool
}{
	{"items of a tuple", `{"prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"null"}}`, `["a",1,null]`, true},
	{"an item of a tuple at another place", `{"prefixItems":[{"type":"string"},{"type":"integer"}]}`, `[1,"a"]`, false},
	{"an item after a tuple", `{"prefixItems":[{"type":"string"}],"items":{"type":"null"}}`, `["a",1]`, false},
	{"a shorter tuple", `{"prefixItems":[{"type":"string"},{"type":"integer"}]}`, `["a"]`, true},
	{"a closed tuple", `{"prefixItems":[true],"items":false}`, `[1,2]`, false},
	{"one item of a kind", `{"contains":{"type":"string"}}`, `[1,"a"]`, true},
	{"no item of a kind", `{"contains":{"type":"string"}}`, `[1,2]`, false},
	{"none is enough", `{"contains":{"type":"string"},"minContains":0}`, `[1]`, true},
	{"none is enough, but not three", `{"contains":{"type":"string"},"minContains":0,"maxContains":2}`, `["a","b","c"]`, false},
	{"too few of a kind", `{"contains":{"minimum":5},"minContains":2}`, `[6,1]`, false},
	{"counts without a kind", `{"minContains":3}`, `[]`, true},

	{"a name that matches", `{"patternProperties":{"^x-":{"type":"string"}}}`, `{"x-a":1}`, false},
	{"a name that matches and a property", `{"properties":{"x-a":{"type":"integer"}},"patternProperties":{"^x-":{"minimum":5}}}`, `{"x-a":4}`, false},
	{"a name that matches is not additional", `{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}`, `{"x-a":"b"}`, true},
	{"a name that matches nothing is additional", `{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":{"type":"null"}}`, `{"y":1}`, false},
	{"a property is not additional", `{"properties":{"y":true},"patternProperties":{"^x-":true},"additionalProperties":false}`, `{"y":1,"x-":2}`, true},
	{"two patterns match", `{"patternProperties":{"a":{"minimum":1},"b":{"maximum":2}}}`, `{"ab":3}`, false},

	{"a dependent name", `{"dependentRequired":{"a":["b","c"]}}`, `{"a":1,"b":2}`, false},
	{"all dependent names", `{"dependentRequired":{"a":["b"]}}`, `{"b":2,"a":1}`, true},
	{"nothing depends on it", `{"dependentRequired":{"a":["b"]}}`, `{"c":1}`, true},
	{"a dependent schema", `{"dependentSchemas":{"a":{"minProperties":2}}}`, `{"a":1}`, false},
	{"both kinds of dependencies", `{"dependencies":{"a":["b"],"b":{"properties":{"a":{"type":"string"}}}}}`, `{"a":1,"b":1}`, false},

	{"what follows from a condition", `{"if":{"type":"integer"},"then":{"minimum":5},"else":{"minLength":2}}`, `4`, false},
	{"what follows otherwise", `{"if":{"type":"integer"},"then":{"minimum":5},"else":{"minLength":2}}`, `"a"`, false},
	{"a condition without a consequence", `{"if":{"type":"integer"},"else":{"minLength":2}}`, `1`, true},
	{"a consequence without a condition", `{"then":false,"else":false}`, `1`, true},
	{"a condition on a property", `{"properties":{"kind":{"enum":["a","b"]}},"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"required":["x"]}}`, `{"kind":"a"}`, false},

	{"a definition", `{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"}}}`, `{"a":1}`, false},
	{"a definition and more", `{"properties":{"a":{"$ref":"#/$defs/a","minLength":2}},"$defs":{"a":{"type":"string"}}}`, `{"a":"b"}`, false},
	{"a definition of a definition", `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"type":"string"}}}`, `1`, false},
	{"a tree", `{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#"}}},"additionalProperties":false}`, `{"children":[{"children":[{"child":1}]}]}`, false},
	{"an anchor", `{"items":{"$ref":"#item"},"$defs":{"i":{"$anchor":"item","type":"null"}}}`, `[1]`, false},
	{"a place that is no definition", `{"properties":{"a":{"type":"null"},"b":{"$ref":"#/properties/a"}}}`, `{"b":1}`, false},
	{"names in references are escaped", `{"items":{"$ref":"#/$defs/a~1b%25"},"$defs":{"a/b%":{"type":"null"}}}`, `[1]`, false},
	{"what no other keyword evaluates", `{"properties":{"a":true},"patternProperties":{"^x":true},"unevaluatedProperties":false}`, `{"a":1,"b":2}`, false},
	{"items that no other keyword evaluates", `{"prefixItems":[true],"unevaluatedItems":{"type":"null"}}`, `[1,2]`, false},

	{"all of several objects", `{"allOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"a":{"minimum":2},"b":{"type":"string"}}}],"type":"object"}`, `{"a":1}`, false},
	{"properties of one and names of another", `{"type":"object","allOf":[{"properties":{"a":true}},{"properties":{"b":true},"additionalProperties":{"type":"null"}}]}`, `{"a":1}`, false},
	{"two steps", `{"type":"number","allOf":[{"multipleOf":2},{"multipleOf":3}]}`, `8`, false},
	{"the tighter of two bounds", `{"type":"number","minimum":1,"allOf":[{"minimum":3,"exclusiveMaximum":9},{"exclusiveMaximum":8}]}`, `8.5`, false},
	{"the values of two lists", `{"enum":["a","b"],"allOf":[{"enum":["b","c"]}]}`, `"a"`, false},
	{"constants with descriptions", `{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}`, `"b"`, true},
	{"a constant that is there twice", `{"type":"string","oneOf":[{"const":"a"},{"enum":["a","b"]}]}`, `"a"`, false},
	{"constants of several types", `{"anyOf":[{"const":1},{"const":"1"},{"const":2},{"const":"2"}]}`, `"3"`, false},
	{"integers of a list with fractions", `{"anyOf":[{"type":"integer","enum":[1.5,2]},{"const":3},{"type":"string"}]}`, `1.5`, false},
	{"an integer among other types", `{"type":["integer","string","null"],"minimum":3}`, `1.5`, false},
	{"a bound of one type among several", `{"type":["integer","string","null"],"minimum":3}`, `2`, false},
	{"null of several types", `{"type":["integer","null"],"minimum":3}`, `null`, true},
	{"a boolean constant", `{"type":"boolean","const":true}`, `false`, false},

	{"the variant of a union", unionSchema, `{"kind":"a","id":1,"x":2}`, true},
	{"a variant with the property of another", unionSchema, `{"kind":"a","id":1,"y":2}`, false},
	{"what all variants share", unionSchema, `{"kind":"b","y":2}`, false},
	{"what all variants share must be right", unionSchema, `{"kind":"b","id":"c"}`, false},
	{"no variant", unionSchema, `{"kind":"c","id":1}`, false},
	{"alternatives that are no union", `{"type":"object","properties":{"a":{"type":"integer"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"c":1}`, false},
	{"an optional union", `{"properties":{"u":{"anyOf":[` + unionSchema + `,{"type":"null"}]}}}`, `{"u":{"kind":"b","id":1,"y":"z"}}`, false},
}

// unionSchema accepts one of several objects that have a property in common.
const unionSchema = `{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"oneOf":[` +
	`{"properties":{"kind":{"const":"a"},"id":true,"x":{"type":"integer"}},"required":["kind"],"additionalProperties":false},` +
	`{"properties":{"kind":{"const":"b"},"y":{"type":"integer"}},"required":["kind"]}]}`

func TestSchemaKeywords(t *testing.T) {
	for _, test := range keywordCases {
		t.Run(test.reason, func(t *testing.T) {
			checkSchema(t, mustConvert(t, test.schema), test.schema, test.value, test.want)
			if oracleAccepts(t, oracle(t, test.schema), test.value) != test.want {
				t.Errorf("the independent validator disagrees about %s and %s", test.schema, test.value)
			}
		})
	}
}
