package schema_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

func TestCheckExample(t *testing.T) {
	text := &model.Type{Kind: model.KindString}
	number := &model.Type{Kind: model.KindInt, Bits: 64}
	tool := &model.Tool{Arguments: &model.Type{Kind: model.KindStruct, Fields: []*model.Field{
		{Name: "city", Type: text, Required: true},
		{Name: "days", Type: number, Constraints: model.Constraints{Maximum: "14"}},
		{Name: "since", Type: &model.Type{Kind: model.KindTime}},
	}}}
	for _, test := range []struct {
		reason, example string
		want            []string
	}{
		{"a valid call", `{"city": "Lisbon", "days": 3}`, nil},
		{"every problem, with its place", `{"city": 5, "days": 15}`, []string{"city: got number, want string", "days: maximum: got 15, want 14"}},
		{"a missing and an unknown argument", `{"town": "Lisbon"}`, []string{"missing property 'city'", "additional properties 'town' not allowed"}},
		{"formats count", `{"city": "", "since": "yesterday"}`, []string{`since: 'yesterday' is not valid date-time: less than 20 characters long`}},
	} {
		got, err := schema.CheckExample(tool, test.example)
		if err != nil {
			t.Fatal(err)
		}
		less := func(a, b string) bool { return a < b }
		if diff := cmp.Diff(test.want, got, cmpopts.SortSlices(less)); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.reason, test.example, diff)
		}
	}
}

// Examples are judged by every keyword, and by what the decoder demands
// beside them.
func TestCheckExampleOfEveryKind(t *testing.T) {
	const scalars = `"text":"","yes":true,"int":1,"int8":1,"int16":1,"int32":1,"uint":1,"uint8":1,"uint16":1,"uint32":1,"float32":1,"float64":1,"at":"2026-11-21T00:00:00Z"`
	const forms = `"array":[1,2,3],"grid":[[{"x":1,"y":2},{"x":1,"y":2}],[{"x":1,"y":2},{"x":1,"y":2}]],"none":[],"omit":"","number":1`
	const rest = `"name":"a","count":1,"small":1,"mail":"a@example.org","share":1`
	for _, test := range []struct {
		reason, function, example string
		want                      []string
	}{
		{"all of 64 bits", "UseScalars", `{` + scalars + `,"int64":-9223372036854775808,"uint64":18446744073709551615,"wait":"1m30s"}`, nil},
		{"beyond 64 bits, and no duration", "UseScalars", `{` + scalars + `,"int64":9223372036854775808,"uint64":18446744073709551616,"wait":"soon"}`, []string{
			`int64: maximum: got 9223372036854775808, want 9223372036854775807`,
			`uint64: maximum: got 18446744073709551616, want 18446744073709551615`,
			`wait: 'soon' is not valid duration such as 1m30s: time: invalid duration "soon"`,
		}},
		{"forms", "UseForms", `{` + forms + `,"bytes":"AAEC","addr":"10.0.0.1","money":[1,"EUR"],"loose":2,"raw":[["a"],"b"]}`, nil},
		{"broken forms", "UseForms", `{` + forms + `,"bytes":"?","addr":"::1","money":[1],"loose":true,"raw":["b","b"]}`, []string{
			`bytes: value is not 'base64' encoded: illegal base64 data at input byte 0`, `addr: '::1' is not valid ipv4: expected four decimals`,
			`money: minItems: got 1, want 2`, `loose: got boolean, want string`, `loose: got boolean, want number`, `raw: items at 0 and 1 are equal`,
		}},
		{"constraints", "UseConstrained", `{` + rest + `,"above":-127,"around":5,"words":["a","b"]}`, nil},
		{"broken constraints", "UseConstrained", `{` + rest + `,"above":-128,"around":7,"words":["a","a"],"forest":[[],[],[],[]]}`, []string{
			`above: exclusiveMinimum: got -128, want -128`, `around: multipleOf: got 7, want 5`, `words: items at 0 and 1 are equal`, `forest: maxItems: got 4, want 3`,
		}},
		{"unions", "UseUnions", `{"shape":{"kind":"circle","radius":1},"shapes":[],"expr":{"op":"sum","terms":[{"op":"constant","value":1}]}}`, nil},
		{"only the variant that is meant", "UseUnions", `{"shape":{"kind":"circle"},"shapes":[],"expr":{"op":"sum","terms":[{"op":"constant","value":"1"}]}}`, []string{
			`shape: missing property 'radius'`, `expr.terms[0].value: got string, want integer`,
		}},
		{"no variant is meant", "UseUnions", `{"shape":{"kind":"oval"},"shapes":[],"expr":{"op":"constant","value":1}}`, []string{
			`shape.kind: value must be 'box'`, `shape.kind: value must be 'circle'`, `shape: missing property 'radius'`, `shape: missing property 'side'`,
		}},
		{"constants as keys", "UseEnums", `{"kind":"task","level":1,"kinds":[],"tagged":"red","sizes":[],"named":["a"],"by_kind":{"other":""}}`, []string{
			`by_kind: the name "other": value must be one of 'task', 'fact', 'a<b'`,
		}},
		{"a name given twice", "UsePoint", `{"x":1,"y":2,"x":1}`, []string{`x is given twice`}},
		{"a number that fills the memory", "UsePoint", `{"x":1e999999999,"y":2}`, []string{`x: the number is too long for an example`}},
		{"too deep", "UsePoint", strings.Repeat("[", 100) + strings.Repeat("]", 100), []string{`it is not JSON: it is nested more than 64 levels deep`}},
		{"more than the arguments", "UsePoint", `{"x":1,"y":2} {}`, []string{`it goes on after the arguments`}},
		{"no JSON", "UsePoint", `{"x":1,`, []string{`it is not JSON: unexpected EOF`}},
	} {
		got, err := schema.CheckExample(toolOf(t, test.function), test.example)
		if err != nil {
			t.Fatal(err)
		}
		less := func(a, b string) bool { return a < b }
		if diff := cmp.Diff(test.want, got, cmpopts.SortSlices(less), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.reason, test.example, diff)
		}
	}
}
