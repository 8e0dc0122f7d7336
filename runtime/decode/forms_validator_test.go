package decode_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// formsSchema is the schema of formsArgs. It does not check base64, the values that
// custom types accept, and equal keys.
const formsSchema = `{
	"type": "object",
	"additionalProperties": false,
	"properties": {
		"data": {"type": "string"},
		"octets": {"type": "string"},
		"addr": {"type": "string"},
		"addrs": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
		"big": {"type": "integer"},
		"free": {"anyOf": [
			{"type": "integer", "exclusiveMinimum": 0},
			{"type": "object", "required": ["id"]},
			{"type": "array", "items": {"type": "boolean"}},
			{"type": "array", "items": {"type": "array", "items": {"type": "null"}}}
		]},
		"shape": {"$ref": "#/$defs/shape"},
		"shapes": {"type": "array", "items": {"$ref": "#/$defs/shape"}},
		"tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
		"points": {"type": "array", "items": {"type": "number"}, "uniqueItems": true},
		"step": {"type": "integer", "exclusiveMinimum": -10, "exclusiveMaximum": 10, "multipleOf": 5},
		"ratio": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.1},
		"part": {"type": "number", "maximum": 0.3, "multipleOf": 0.1},
		"amount": {"type": "number", "minimum": -1e30, "exclusiveMaximum": 1e30, "multipleOf": 0.01},
		"price": {"enum": [1, 2.5]},
		"by_addr": {"type": "object", "additionalProperties": {"type": "integer"}},
		"by_mode": {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"enum": ["lines", "files_with_matches", "count"]}},
		"labels": {"anyOf": [
			{"type": "object", "additionalProperties": {"type": "string"}},
			{"type": "array", "items": {
				"type": "object", "required": ["key", "value"], "additionalProperties": false,
				"properties": {"key": {"type": "string"}, "value": {"type": "string"}}
			}}
		]},
		"weights": {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"pattern": "^(0|-?[1-9][0-9]?|1[01][0-9]|12[0-7]|-1[01][0-9]|-12[0-8])$"}},
		"nick": {"type": ["string", "null"], "minLength": 1},
		"when": {"type": "string", "format": "date-time"},
		"level": {"type": ["integer", "null"]},
		"maps": {"type": "array", "items": {"type": "object"}}
	},
	"$defs": {"shape": {"anyOf": [
		{"type": "object", "required": ["kind", "radius"], "additionalProperties": false, "properties": {
			"kind": {"const": "circle"}, "radius": {"type": "number", "exclusiveMinimum": 0}}},
		{"type": "object", "required": ["kind", "side"], "additionalProperties": false, "properties": {
			"kind": {"const": "square"}, "side": {"type": "integer"}, "note": {"type": "string"},
			"at": {"type": "object", "required": ["x"], "additionalProperties": false, "properties": {"x": {"type": "integer"}}}}},
		{"type": "object", "required": ["kind"], "additionalProperties": false, "properties": {
			"kind": {"const": "group"}, "parts": {"type": "array", "items": {"$ref": "#/$defs/shape"}}}}
	]}}
}`

// notInSchema are the properties for which the decoder may refuse values that the
// schema accepts.
var notInSchema = map[string]bool{"data": true, "octets": true, "addr": true, "addrs": true, "big": true, "by_addr": true}

// formsValidator returns the check of formsArgs by an independent validator.
func formsValidator(t *testing.T) func(text string) bool {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(formsSchema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("forms.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("forms.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) bool {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return schema.Validate(value) == nil
	}
}

// scalarTexts are values that are valid for one kind and nearly valid for others.
var scalarTexts = []string{
	"null", "true", "false", `""`, `"a"`, `"A"`, `"YQ=="`, `"YQ"`, `"::1"`, `"1.2.3.4"`, `"5"`, `"true"`, `"circle"`, `"Square"`, `"lines"`, `"LINES"`, `"2006-01-02T15:04:05Z"`, `"[1]"`, `"{\"kind\":\"group\"}"`,
	"0", "-0", "0.0", "1", "1.0", "1e0", "5", "-5", "10", "1e1", "100", "1e2", "0.1", "0.3", "0.30", "3e-1", "0.25", "2.5", "2.50", "25e-1", "-10", "-9.99", "0.01", "0.001", "1e29", "1e30", "-1e30", "-1.1e30",
	"127", "128", "9007199254740993", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.5",
}

// compositeTexts returns containers of each kind with two values.
func compositeTexts(a, b string) []string {
	return []string{
		"[]", "{}", "[" + a + "]", "[" + a + "," + b + "]", "[" + a + "," + b + "," + a + "]",
		`{"a":` + a + `}`, `{"lines":` + a + `,"count":` + b + `}`, `{"id":` + a + `}`, `{"127":` + a + `,"-1":` + b + `}`, `{"128":` + a + `}`, `{"01":` + a + `}`, `{"::1":` + a + `,"::2":` + b + `}`,
		`{"kind":"circle","radius":` + a + `}`, `{"radius":` + a + `,"kind":` + b + `}`, `{"side":` + a + `,"note":` + b + `,"kind":"square"}`, `{"kind":"group","parts":` + a + `}`,
		`{"kind":"group","parts":[{"kind":"square","side":` + a + `},{"parts":[` + b + `],"kind":"group"}]}`, `[{"kind":"circle","radius":` + a + `},{"kind":` + b + `}]`,
		`[{"key":` + a + `,"value":` + b + `}]`, `[{"value":` + a + `,"key":"x"},{"key":"y","value":` + b + `}]`,
	}
}

// TestFormsAgainstValidator checks each property with each value, alone and in
// containers: the decoder accepts what an independent validator accepts.
func TestFormsAgainstValidator(t *testing.T) {
	valid := formsValidator(t)
	random := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	check := func(name, value string) {
		text := fmt.Sprintf(`{%q:%s}`, name, value)
		var d decode.D
		d.Reset([]byte(text), decode.Options{NoRepair: true})
		ok := decodeForms(&d) != nil
		if ok {
			accepted++
		}
		if want := valid(text); ok != want && (ok || !notInSchema[name] && !isRangeError(d.Err("forms"))) {
			t.Errorf("%s: %v, the validator says %v (%v)", text, ok, want, d.Err("forms"))
		}
		checkStrict(t, text, &formsArgsType, decodeForms, func(s string) (any, error) { return standard(s, new(formsArgs)) })
		checkRepaired(t, text, decodeForms)
	}
	for n := range formsArgsType.Fields {
		name := strings.Trim(formsArgsType.Fields[n].Key, `":`)
		for _, a := range scalarTexts {
			check(name, a)
			b := scalarTexts[random.IntN(len(scalarTexts))]
			for _, value := range compositeTexts(a, b) {
				check(name, value)
			}
		}
	}
	if accepted < 900 {
		t.Errorf("only %d texts were accepted", accepted)
	}
}

// isRangeError reports whether all problems are about the width of a number, which is
// not in the schema.
func isRangeError(err error) bool {
	for _, p := range err.(*arguments.Error).Problems {
		if p.Code != arguments.CodeRange {
			return false
		}
	}
	return true
}

// TestRandomForms decodes several properties with nested values, some of them given
// twice or unknown. A refused text has problems, and a repaired value is the value of
// the repaired text.
func TestRandomForms(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var value func(depth int) string
	value = func(depth int) string {
		if depth == 0 || random.IntN(3) == 0 {
			return scalarTexts[random.IntN(len(scalarTexts))]
		}
		all := compositeTexts(value(depth-1), value(depth-1))
		text := all[random.IntN(len(all))]
		if random.IntN(6) == 0 {
			return fmt.Sprintf("%q", text) // Go and JSON quote the characters of these texts in the same way
		}
		return text
	}
	repaired := 0
	for range 8000 {
		var members []string
		for range 1 + random.IntN(4) {
			name := strings.Trim(formsArgsType.Fields[random.IntN(len(formsArgsType.Fields))].Key, `":`)
			if random.IntN(20) == 0 {
				name += "s"
			}
			members = append(members, fmt.Sprintf(`%q :%s`, name, value(3)))
		}
		text := "{" + strings.Join(members, " , ") + "}"
		checkStrict(t, text, &formsArgsType, decodeForms, func(s string) (any, error) { return standard(s, new(formsArgs)) })
		checkRepaired(t, text, decodeForms)
		var d decode.D
		d.Reset([]byte(text), decode.Options{})
		if decodeForms(&d); len(d.Repairs()) > 0 {
			repaired++
		}
	}
	if repaired < 100 {
		t.Errorf("only %d texts were repaired", repaired)
	}
}
