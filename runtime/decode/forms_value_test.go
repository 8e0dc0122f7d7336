package decode_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// TestForms checks valid and nearly valid texts. The value of a valid text is that
// which encoding/json reads.
func TestForms(t *testing.T) {
	tests := []struct {
		reason   string
		accepted []string
		refused  map[string]string // the message of the single problem by text
	}{
		{"base64", []string{`{"data":""}`, `{"data":"YQ=="}`, `{"data":"YWI="}`, `{"data":"YWJj"}`, `{"data":"YWJj\u0059QQQ"}`, `{"octets":"AP8B"}`}, map[string]string{
			`{"data":"YQ"}`:       `data: must be a string of base64 with padding, got "YQ"`,
			`{"data":"YR=="}`:     `data: must be a string of base64 with padding, got "YR=="`,
			`{"data":"YW\nJj"}`:   `data: must be a string of base64 with padding, got "YW\nJj"`,
			`{"data":"_w=="}`:     `data: must be a string of base64 with padding, got "_w=="`,
			`{"data":[1,2]}`:      `data: must be a string of base64 with padding, got [1,2]`,
			`{"octets":"YWJj\n"}`: `octets: must be a string of base64 with padding, got "YWJj\n"`,
		}},
		{"custom types of strings", []string{`{"addr":"::1"}`, `{"addrs":["1.2.3.4","::"]}`, `{"addrs":[]}`}, map[string]string{
			`{"addr":"::g"}`:        `addr: must be an IP address, got "::g"`,
			`{"addr":5}`:            `addr: must be a string, got 5`,
			`{"addrs":["::",1]}`:    `addrs[1]: must be a string, got 1`,
			`{"addrs":["x"]}`:       `addrs[0]: must be an IP address, got "x"`,
			`{"addr":"\u0000\n::"}`: `addr: must be an IP address, got "\u0000\n::"`,
		}},
		{"declared schemas", []string{`{"big":-123456789012345678901234567890}`, `{"free":5}`, `{"free":{"id":null}}`, `{"free":[true,false]}`}, map[string]string{
			`{"big":1.5}`:     `big: must be an integer, got 1.5`,
			`{"big":1e99999}`: `big: must be valid (math/big: cannot unmarshal "1e99999" into a *big.Int), got 1e99999`,
		}},
		{"unions", []string{
			`{"shape":{"kind":"circle","radius":1}}`, `{"shape":{"radius":1,"kind":"circle"}}`, `{"shape":{"note":"}\"{","side":2,"k\u0069nd":"square"}}`,
			`{"shapes":[{"kind":"group","parts":[{"side":1,"kind":"square"},{"parts":[],"kind":"group"}]}]}`, `{"shapes":[]}`,
		}, map[string]string{
			`{"shape":{"radius":1}}`:                            `shape.kind: no variant matches: required but missing, must be one of "circle", "square", "group"`,
			`{"shape":{}}`:                                      `shape.kind: no variant matches: required but missing, must be one of "circle", "square", "group"`,
			`{"shape":{"kind":"oval","radius":1}}`:              `shape.kind: no variant matches: must be one of "circle", "square", "group"; the discriminator says "oval"`,
			`{"shape":{"kind":"Circle","radius":1}}`:            `shape.kind: no variant matches: must be one of "circle", "square", "group"; the discriminator says "Circle"`,
			`{"shape":{"kind":"square","side":1,"at":{}}}`:      `shape.at.x: required but missing, must be an integer`,
			`{"shape":{"Kind":"circle","radius":1}}`:            `shape.kind: no variant matches: required but missing, must be one of "circle", "square", "group"; given is "Kind" (did you mean "kind"?)`,
			`{"shape":{"kind":7}}`:                              `shape.kind: no variant matches: must be one of "circle", "square", "group"; the discriminator says 7`,
			`{"shape":{"kind":"circle"}}`:                       `shape.radius: required for kind "circle" but missing, must be a number`,
			`{"shape":{"kind":"circle","radius":0}}`:            `shape.radius: must be greater than 0, got 0`,
			`{"shape":{"kind":"circle","radius":1,"side":2}}`:   `shape.side: unknown argument for kind "circle"; valid arguments: kind, radius`,
			`{"shape":{"side":2,"kind":"square","kind":"x"}}`:   `shape.kind: given more than once`,
			`{"shape":"circle"}`:                                `shape: must be an object, got "circle"`,
			`{"shapes":[{"kind":"group","parts":[{"a":{}}]}]}`:  `shapes[0].parts[0].kind: no variant matches: required but missing, must be one of "circle", "square", "group"`,
			`{"shape":{"kind":"group","parts":[],"x":{"y":1}}}`: `shape.x: unknown argument for kind "group"; valid arguments: kind, parts`,
		}},
		{"unique items", []string{`{"tags":["a","b","A"]}`, `{"points":[1,10,0.1]}`, `{"tags":[]}`}, map[string]string{
			`{"tags":["a","b","\u0061"]}`: `tags[2]: must differ from the items before it, got "\u0061"`,
			`{"points":[1,2,1.0]}`:        `points[2]: must differ from the items before it, got 1.0`,
			`{"points":[100,1e2]}`:        `points[1]: must differ from the items before it, got 1e2`,
			`{"points":[0,-0]}`:           `points[1]: must differ from the items before it, got -0`,
		}},
		{"bounds", []string{`{"step":-5}`, `{"ratio":0.3}`, `{"ratio":3e-1}`, `{"part":0.3}`, `{"part":-0.2}`}, map[string]string{
			`{"step":10}`:     `step: must be less than 10, got 10`,
			`{"step":-10}`:    `step: must be greater than -10, got -10`,
			`{"step":3}`:      `step: must be a multiple of 5, got 3`,
			`{"ratio":0}`:     `ratio: must be greater than 0, got 0`,
			`{"ratio":1.0}`:   `ratio: must be less than 1, got 1.0`,
			`{"ratio":0.25}`:  `ratio: must be a multiple of 0.1, got 0.25`,
			`{"part":0.4}`:    `part: must be at most 0.3, got 0.4`,
			`{"part":-0.25}`:  `part: must be a multiple of 0.1, got -0.25`,
			`{"when":"soon"}`: `when: must be a date and time such as "2006-01-02T15:04:05Z", got "soon"`,
		}},
		{"numbers of any size", []string{
			`{"amount":-1e30}`, `{"amount":999999999999999999999999999999.99}`, `{"amount":0.10}`, `{"amount":-0}`, `{"price":2.50}`, `{"price":10e-1}`,
			`{"amount":` + strings.Repeat("9", 29) + "." + strings.Repeat("0", 400) + `}`,
		}, map[string]string{
			`{"amount":1e30}`: `amount: must be less than 1e30, got 1e30`,
			`{"amount":-1000000000000000000000000000000.01}`: `amount: must be at least -1e30, got -1000000000000000000000000000000.01`,
			`{"amount":0.001}`:        `amount: must be a multiple of 0.01, got 0.001`,
			`{"amount":-1e999999999}`: `amount: must be at least -1e30, got -1e999999999`,
			`{"amount":1e-999999999}`: `amount: must be a multiple of 0.01, got 1e-999999999`,
			`{"price":2.51}`:          `price: must be one of 1, 2.5, got 2.51`,
			`{"amount":true}`:         `amount: must be a number, got true`,
		}},
		{"maps with custom keys", []string{`{"by_addr":{"::1":1,"::2":2}}`, `{"by_mode":{"lines":1,"count":2}}`, `{"weights":{"-128":1}}`, `{"labels":{"a":"b"}}`}, map[string]string{
			`{"by_addr":{"::1":1,"0::1":2}}`: `by_addr["0::1"]: given more than once: it is the same key as "::1"`,
			`{"by_addr":{"::1":1,"::1":2}}`:  `by_addr["::1"]: given more than once`,
			`{"by_addr":{"x":1}}`:            `by_addr.x: must have a name that can be an IP address`,
			`{"by_mode":{"Lines":1}}`:        `by_mode.Lines: must have one of "lines", "files_with_matches", "count" as its name`,
			`{"weights":{"128":1}}`:          `weights.128: must have an integer between -128 and 127 in decimal as its name`,
			`{"labels":{"a":1}}`:             `labels.a: must be a string, got 1`,
			`{"labels":"x"}`:                 `labels: must be an array of objects with "key" and "value", got "x"`,
		}},
		{"forms of strict dialects", []string{`{"nick":null}`, `{"level":null}`, `{"nick":null,"level":null,"step":5}`, `{"level":1}`}, map[string]string{
			`{"nick":""}`:              `nick: must be at least 1 character long, got 0: ""`,
			`{"nick":null,"nick":"a"}`: `nick: given more than once`,
			`{"step":null}`:            `step: must be an integer, got null`,
		}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			for _, text := range test.accepted {
				acceptForms(t, text)
			}
			for text, want := range test.refused {
				e := problems(t, text, decode.Options{NoRepair: true}, decodeForms)
				if e.Total != 1 || e.Problems[0].String() != want {
					t.Errorf("%s\ngot  %v\nwant %s", text, e, want)
				}
			}
		})
	}
}

// A repeated item is reported together with the other problems of its array.
func TestUniqueItemsWithOtherProblems(t *testing.T) {
	for text, want := range map[string][]string{
		`{"tags":["a","a",5]}`:       {`tags[2]: must be a string, got 5`, `tags[1]: must differ from the items before it, got "a"`},
		`{"points":["x",1,2,1.0]}`:   {`points[0]: must be a number, got "x"`, `points[3]: must differ from the items before it, got 1.0`},
		`{"points":[1,1],"step":10}`: {`points[1]: must differ from the items before it, got 1`, `step: must be less than 10, got 10`},
	} {
		var got []string
		for _, problem := range problems(t, text, decode.Options{NoRepair: true}, decodeForms).Problems {
			got = append(got, problem.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// acceptForms reads a text without repairs and compares the value with that of
// encoding/json.
func acceptForms(t *testing.T, text string) *formsArgs {
	t.Helper()
	var d decode.D
	d.Reset([]byte(text), decode.Options{NoRepair: true})
	v, ok := decodeForms(&d).(*formsArgs)
	if !ok {
		t.Fatalf("%s: %v", text, d.Err("forms"))
	}
	want, err := standard(text, new(formsArgs))
	if err != nil {
		t.Fatalf("%s: encoding/json: %v", text, err)
	}
	if diff := cmp.Diff(want, any(v), equalKinds); diff != "" {
		t.Errorf("%s (-encoding/json +got):\n%s", text, diff)
	}
	if len(d.Repairs()) > 0 {
		t.Errorf("%s: repairs %v", text, d.Repairs())
	}
	return v
}

// A map of a strict dialect can be an array of entries. That is not a repair.
func TestEntriesOfStrictDialects(t *testing.T) {
	tests := []struct{ text, want string }{
		{`{"labels":[{"key":"a","value":"b"},{"value":"d","key":"c d"}]}`, `{"labels":{"a":"b","c d":"d"}}`},
		{`{"labels":[]}`, `{"labels":{}}`},
	}
	for _, test := range tests {
		var d decode.D
		d.Reset([]byte(test.text), decode.Options{NoRepair: true})
		v := decodeForms(&d)
		if diff := cmp.Diff(any(acceptForms(t, test.want)), v, equalKinds); diff != "" || len(d.Repairs()) > 0 {
			t.Errorf("%s: %v %v %s", test.text, d.Err("forms"), d.Repairs(), diff)
		}
	}
	refused := map[string]string{
		`{"labels":[{"key":"a","value":"b"},{"key":"a","value":"c"}]}`: `labels[1].key: given more than once`,
		`{"labels":[{"key":"a"}]}`:                                     `labels[0]: must be an object with a string "key", a "value" and nothing else, got {"key":"a"}`,
		`{"labels":[{"key":"a","value":"b","more":1}]}`:                `labels[0]: must be an object with a string "key", a "value" and nothing else, got {"key":"a","value":"b","more":1}`,
		`{"labels":[{"key":"a","key":"a","value":"b"}]}`:               `labels[0]: must be an object with a string "key", a "value" and nothing else, got {"key":"a","key":"a","value":"b"}`,
		`{"labels":[{"key":1,"value":"b"}]}`:                           `labels[0]: must be an object with a string "key", a "value" and nothing else, got {"key":1,"value":"b"}`,
		`{"labels":["a"]}`:                                             `labels[0]: must be an object with a string "key", a "value" and nothing else, got "a"`,
		`{"labels":[{"key":"a","value":5}]}`:                           `labels[0].value: must be a string, got 5`,
		`{"weights":[{"key":"1","value":5}]}`:                          `weights: must be an object, got [{"key":"1","value":5}]`,
	}
	for text, want := range refused {
		e := problems(t, text, decode.Options{NoRepair: true}, decodeForms)
		if e.Total != 1 || e.Problems[0].String() != want {
			t.Errorf("%s\ngot  %v\nwant %s", text, e, want)
		}
	}
}

// A repaired value is the value of the repaired text.
func TestFormRepairs(t *testing.T) {
	type repairs = []arguments.Repair
	tests := []struct {
		reason, text, correct string
		want                  repairs
	}{
		{"an object in a string for a union", `{"shape":"{\"kind\":\"circle\",\"radius\":1}"}`, `{"shape":{"kind":"circle","radius":1}}`,
			repairs{{Path: "shape", Kind: arguments.RepairJSON, From: `"{\"kind\":\"circle\",\"radius\":1}"`, To: `{"kind":"circle","radius":1}`}}},
		{"a discriminator in another case", `{"shape":{"radius":"1","kind":"Circle"}}`, `{"shape":{"radius":1,"kind":"circle"}}`,
			repairs{{Path: "shape.radius", Kind: arguments.RepairNumber, From: `"1"`, To: `1`}, {Path: "shape.kind", Kind: arguments.RepairEnumCase, From: `"Circle"`, To: `"circle"`}}},
		{"an alias in a variant", `{"shape":{"kind":"square","length":2}}`, `{"shape":{"kind":"square","side":2}}`,
			repairs{{Path: "shape.side", Kind: arguments.RepairAlias, From: `length`, To: `side`}}},
		{"one variant for an array of variants", `{"shapes":{"kind":"group"}}`, `{"shapes":[{"kind":"group"}]}`,
			repairs{{Path: "shapes", Kind: arguments.RepairWrap, From: `{"kind":"group"}`, To: `[{"kind":"group"}]`}}},
		{"one string for an array", `{"addrs":"::1","tags":"a"}`, `{"addrs":["::1"],"tags":["a"]}`,
			repairs{{Path: "addrs", Kind: arguments.RepairWrap, From: `"::1"`, To: `["::1"]`}, {Path: "tags", Kind: arguments.RepairWrap, From: `"a"`, To: `["a"]`}}},
		{"a number in a string where it must be a multiple", `{"step":"5","amount":"0.01","price":"2.5"}`, `{"step":5,"amount":0.01,"price":2.5}`,
			repairs{{Path: "step", Kind: arguments.RepairNumber, From: `"5"`, To: `5`}, {Path: "amount", Kind: arguments.RepairNumber, From: `"0.01"`, To: `0.01`}, {Path: "price", Kind: arguments.RepairNumber, From: `"2.5"`, To: `2.5`}}},
		{"null for optional properties", `{"shape":null,"data":null,"big":null,"free":null,"nick":null}`, `{}`,
			repairs{{Path: "shape", Kind: arguments.RepairNull, From: "null"}, {Path: "data", Kind: arguments.RepairNull, From: "null"}, {Path: "big", Kind: arguments.RepairNull, From: "null"}, {Path: "free", Kind: arguments.RepairNull, From: "null"}}},
		{"a value in a string that a schema accepts", `{"big":"12","free":"{\"id\":1}"}`, `{"big":12,"free":{"id":1}}`,
			repairs{{Path: "big", Kind: arguments.RepairNumber, From: `"12"`, To: `12`}, {Path: "free", Kind: arguments.RepairJSON, From: `"{\"id\":1}"`, To: `{"id":1}`}}},
		{"a value for an array that a schema accepts", `{"free":true}`, `{"free":[true]}`, repairs{{Path: "free", Kind: arguments.RepairWrap, From: `true`, To: `[true]`}}},
		{"entries for a map", `{"weights":[{"key":"1","value":"5"}]}`, `{"weights":{"1":5}}`,
			repairs{{Path: "weights", Kind: arguments.RepairEntries, From: `[{"key":"1","value":"5"}]`, To: `{"1":5}`}, {Path: "weights[0].value", Kind: arguments.RepairNumber, From: `"5"`, To: `5`}}},
		{"entries in a string for a map", `{"labels":"[{\"key\":\"1\",\"value\":\"5\"}]"}`, `{"labels":{"1":"5"}}`,
			repairs{{Path: "labels", Kind: arguments.RepairJSON, From: `"[{\"key\":\"1\",\"value\":\"5\"}]"`, To: `{"1":"5"}`}}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			v, made := repair(t, test.text, decodeForms)
			if diff := cmp.Diff(test.want, made); diff != "" {
				t.Errorf("repairs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(any(acceptForms(t, test.correct)), v, equalKinds); diff != "" {
				t.Errorf("value (-corrected +got):\n%s", diff)
			}
		})
	}
}

// A value is refused without a repair if several repairs are possible, or if the
// repaired value is refused.
func TestFormsWithoutRepair(t *testing.T) {
	tests := []struct{ reason, text, want string }{
		{"items that a repair makes equal", `{"points":[5,"5"]}`, `points[1]: must differ from the items before it, got 5`},
		{"a repaired number out of bounds", `{"step":"10"}`, `step: must be less than 10, got "10"`},
		{"a fraction in the string", `{"big":"1.5"}`, `big: must be an integer, got "1.5"`},
		{"a custom type refuses the repaired value", `{"big":"1e99999"}`, `big: must be valid (math/big: cannot unmarshal "1e99999" into a *big.Int), got "1e99999"`},
		{"entries with a key twice", `{"weights":[{"key":"1","value":5},{"key":"1","value":6}]}`, `weights[1].key: given more than once`},
		{"an array in an array is another value", `{"free":[null]}`, `free: no alternative matches: must be an integer, got [null]; must be an object, got [null]; [0]: must be a boolean, got null; [0]: must be an array, got null`},
		{"an array of other values", `{"weights":[1]}`, `weights: must be an object, got [1]`},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			e := problems(t, test.text, decode.Options{}, decodeForms)
			if e.Total != 1 || e.Problems[0].String() != test.want {
				t.Errorf("got  %v\nwant %s", e, test.want)
			}
		})
	}
}

// Each pointer has a boolean of its own.
func TestBoolPointersDoNotShare(t *testing.T) {
	var d decode.D
	d.ResetString("["+strings.Repeat("true,false,", 9)+"true]", decode.Options{})
	var all []*bool
	if decode.Slice(&d, 0, &all, 0, decode.Unbounded, decode.BoolPointer) < 0 || len(all) != 19 {
		t.Fatal(len(all))
	}
	for n, v := range all {
		if *v != (n%2 == 0) {
			t.Errorf("%d is %v", n, *v)
		}
	}
}
