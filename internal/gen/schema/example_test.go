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
		{Name: "days", Type: number, Constraints: model.Constraints{Keywords: model.Keywords{"maximum": "14"}}},
		{Name: "since", Type: &model.Type{Kind: model.KindTime}},
	}}}
	for _, test := range []struct {
		reason, example string
		want            []string
	}{
		{"a valid call", `{"city": "Lisbon", "days": 3}`, nil},
		{"every problem, with its path", `{"city": 5, "days": 15}`, []string{"city: must be a string, got 5", "days: must be at most 14, got 15"}},
		{"a missing and an unknown argument", `{"town": "Lisbon"}`, []string{"town: unknown argument; valid arguments: city, days, since", "city: required but missing, must be a string"}},
		{"formats count", `{"city": "", "since": "yesterday"}`, []string{`since: must be a date and time such as "2006-01-02T15:04:05Z", got "yesterday"`}},
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

// An example must satisfy every keyword and the other requirements of the
// decoder.
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
			`int64: must be an integer between -9223372036854775808 and 9223372036854775807, got 9223372036854775808`,
			`uint64: must be an integer between 0 and 18446744073709551615, got 18446744073709551616`,
			`wait: must be a duration such as "1m30s", got "soon"`,
		}},
		{"forms", "UseForms", `{` + forms + `,"bytes":"AAEC","addr":"10.0.0.1","money":[1,"EUR"],"loose":2,"raw":[["a"],"b"]}`, nil},
		{"broken forms", "UseForms", `{` + forms + `,"bytes":"?","addr":"::1","money":[1],"loose":true,"raw":["b","b"]}`, []string{
			`bytes: must be a string of base64 with padding, got "?"`, `addr: must be an IPv4 address such as "192.0.2.1", got "::1"`,
			`money: must have at least 2 items, got 1`, `loose: no alternative matches: must be a string, got true; must be a number, got true`,
			`raw[1]: must differ from the items before it, got "b"`,
		}},
		{"constraints", "UseConstrained", `{` + rest + `,"above":-127,"around":5,"words":["a","b"]}`, nil},
		{"broken constraints", "UseConstrained", `{` + rest + `,"above":-128,"around":7,"words":["a","a"],"forest":[[],[],[],[]]}`, []string{
			`above: must be greater than -128, got -128`, `around: must be a multiple of 5, got 7`,
			`words[1]: must differ from the items before it, got "a"`, `forest: must have at most 3 items, got 4`,
		}},
		{"unions", "UseUnions", `{"shape":{"kind":"circle","radius":1},"shapes":[],"expr":{"op":"sum","terms":[{"op":"constant","value":1}]}}`, nil},
		{"only the variant that is meant", "UseUnions", `{"shape":{"kind":"circle"},"shapes":[],"expr":{"op":"sum","terms":[{"op":"constant","value":"1"}]}}`, []string{
			`shape.radius: required for kind "circle" but missing, must be a number`, `expr.terms[0].value: must be an integer, got "1"`,
		}},
		{"no variant is meant", "UseUnions", `{"shape":{"kind":"oval"},"shapes":[],"expr":{"op":"constant","value":1}}`, []string{
			`shape.kind: no variant matches: must be one of "circle", "box"; the discriminator says "oval"`,
		}},
		{"constants as keys", "UseEnums", `{"kind":"task","level":1,"kinds":[],"tagged":"red","sizes":[],"named":["a"],"by_kind":{"other":""}}`, []string{
			`by_kind.other: must have one of "task", "fact", "a<b" as its name`,
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

// An example that the decoder refuses is invalid, even if no schema can express
// the reason.
func TestCheckExampleByTheDecoder(t *testing.T) {
	text := &model.Type{Kind: model.KindString}
	named := func(kind model.Kind, pkg, name string) *model.Type {
		return &model.Type{Kind: kind, Go: model.GoType{{Path: pkg, Name: name}}}
	}
	narrow := &model.Type{Kind: model.KindUint, Bits: 8}
	address := named(model.KindText, "net/netip", "Addr")
	tool := &model.Tool{Name: "tool", Arguments: &model.Type{Kind: model.KindStruct, Fields: []*model.Field{
		{Name: "text", Type: text, Aliases: []string{"words"}},
		{Name: "at", Type: &model.Type{Kind: model.KindTime}},
		{Name: "stamp", Type: text, Constraints: model.Constraints{Keywords: model.Keywords{"format": `"date-time"`}}},
		{Name: "address", Type: address},
		{Name: "by_number", Type: &model.Type{Kind: model.KindMap, Key: narrow, Elem: text}},
		{Name: "by_address", Type: &model.Type{Kind: model.KindMap, Key: address, Elem: text}},
		{Name: "share", Type: &model.Type{Kind: model.KindFloat, Bits: 32}},
		{Name: "tenth", Type: &model.Type{Kind: model.KindFloat, Bits: 32}, Constraints: model.Constraints{Keywords: model.Keywords{"maximum": "0.1"}}},
		{Name: "whole", Type: &model.Type{Kind: model.KindJSON, Go: named(0, "math/big", "Int").Go, Schema: &model.Schema{
			Text: `{"type":"integer"}`, Node: &model.SchemaNode{Types: []string{"integer"}}}}},
	}}}
	for _, test := range []struct{ reason, example, want string }{
		{"everything right", `{"text":"\ud83d\ude00","at":"2026-11-21T00:00:00Z","address":"::1","by_number":{"255":""},"by_address":{"::1":""},"share":1e38,"whole":12}`, ""},
		{"half a character", `{"text":"\ud800"}`, "malformed JSON at line 1, column 10: expected both halves of a surrogate pair"},
		{"a leap second", `{"at":"2016-12-31T23:59:60Z"}`, "at: must be a date and time"},
		{"small letters in a time", `{"at":"2016-12-31t23:59:59z"}`, "at: must be a date and time"},
		{"a leap second in a text, which is one of the format", `{"stamp":"2016-12-31T23:59:60Z"}`, ""},
		{"no time in a text", `{"stamp":"2016-12-31"}`, "stamp: must be a date and time"},
		{"no address", `{"address":"nope"}`, `address: must be an IP address`},
		{"a key that is too large", `{"by_number":{"300":""}}`, "by_number.300: must have an integer between 0 and 255"},
		{"a key that is no address", `{"by_address":{"nope":""}}`, "by_address.nope: must have"},
		{"a number that is too large", `{"share":1e39}`, "share: must be"},
		{"another form of an integer", `{"whole":1e2}`, ""},
		{"a number that satisfies its bound only after rounding", `{"tenth":0.10000000149}`, "tenth: must be at most 0.1, got 0.10000000149; the schema has exact bounds"},
		{"what only a repair takes", `{"words":"a"}`, "words: unknown argument"},
	} {
		got, err := schema.CheckExample(tool, test.example)
		if err != nil {
			t.Fatal(err)
		}
		if joined := strings.Join(got, "\n"); (test.want == "") != (joined == "") || !strings.HasPrefix(joined, test.want) {
			t.Errorf("%s: %s: got %q, want %q", test.reason, test.example, got, test.want)
		}
	}
}
