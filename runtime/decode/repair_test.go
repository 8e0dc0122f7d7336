package decode_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

func TestRepairs(t *testing.T) {
	type repairs = []arguments.Repair
	tests := []struct {
		reason  string
		text    string
		correct string // the text that gives the same value without repairs
		want    repairs
	}{
		{
			"null for an optional argument", `{"text":null,"int8":1,"bool":null}`, `{"int8":1}`,
			repairs{{Path: "text", Kind: arguments.RepairNull, From: "null"}, {Path: "bool", Kind: arguments.RepairNull, From: "null"}},
		},
		{
			"null alone", `{"tree":null}`, `{}`,
			repairs{{Path: "tree", Kind: arguments.RepairNull, From: "null"}},
		},
		{
			"numbers in strings", `{"int8":"5","uint64":"18446744073709551615","float64":" -1.5e3 ","number":"1.0"}`,
			`{"int8":5,"uint64":18446744073709551615,"float64":-1.5e3,"number":1.0}`,
			repairs{
				{Path: "int8", Kind: arguments.RepairNumber, From: `"5"`, To: "5"},
				{Path: "uint64", Kind: arguments.RepairNumber, From: `"18446744073709551615"`, To: "18446744073709551615"},
				{Path: "float64", Kind: arguments.RepairNumber, From: `" -1.5e3 "`, To: "-1.5e3"},
				{Path: "number", Kind: arguments.RepairNumber, From: `"1.0"`, To: "1.0"},
			},
		},
		{
			"booleans in strings", `{"bool":"true","bools":["false","True"]}`, `{"bool":true,"bools":[false,true]}`,
			repairs{
				{Path: "bool", Kind: arguments.RepairBool, From: `"true"`, To: "true"},
				{Path: "bools[0]", Kind: arguments.RepairBool, From: `"false"`, To: "false"},
				{Path: "bools[1]", Kind: arguments.RepairBool, From: `"True"`, To: "true"},
			},
		},
		{
			"an array in a string", `{"ints":" [1, 2] "}`, `{"ints":[1,2]}`,
			repairs{{Path: "ints", Kind: arguments.RepairJSON, From: `" [1, 2] "`, To: "[1,2]"}},
		},
		{
			"an object in a string, with a repair inside", `{"tree":"{\"value\":\"1\",\"children\":\"[{\\\"value\\\":2}]\"}"}`,
			`{"tree":{"value":1,"children":[{"value":2}]}}`,
			repairs{
				{Path: "tree", Kind: arguments.RepairJSON, From: `"{\"value\":\"1\",\"children\":\"[{\\\"value\\\":2}]\"}"`, To: `{"value":1,"children":[{"value":2}]}`},
				{Path: "tree.value", Kind: arguments.RepairNumber, From: `"1"`, To: "1"},
				{Path: "tree.children", Kind: arguments.RepairJSON, From: `"[{\"value\":2}]"`, To: `[{"value":2}]`},
			},
		},
		{
			"all arguments in a string", `"{\"int8\":1}"`, `{"int8":1}`,
			repairs{{Path: "", Kind: arguments.RepairJSON, From: `"{\"int8\":1}"`, To: `{"int8":1}`}},
		},
		{
			"a map in a string", `{"by_id":"{\"1\":\"a\"}"}`, `{"by_id":{"1":"a"}}`,
			repairs{{Path: "by_id", Kind: arguments.RepairJSON, From: `"{\"1\":\"a\"}"`, To: `{"1":"a"}`}},
		},
		{
			"one value for an array", `{"ints":5,"bools":"false","by_name":{"a":"b"}}`, `{"ints":[5],"bools":[false],"by_name":{"a":["b"]}}`,
			repairs{
				{Path: "ints", Kind: arguments.RepairWrap, From: "5", To: "[5]"},
				{Path: "bools", Kind: arguments.RepairWrap, From: `"false"`, To: "[false]"},
				{Path: "bools[0]", Kind: arguments.RepairBool, From: `"false"`, To: "false"},
				{Path: "by_name.a", Kind: arguments.RepairWrap, From: `"b"`, To: `["b"]`},
			},
		},
		{
			"one object for an array, in a string", `{"tree":{"value":1,"children":"{\"value\":2}"}}`, `{"tree":{"value":1,"children":[{"value":2}]}}`,
			repairs{
				{Path: "tree.children", Kind: arguments.RepairWrap, From: `"{\"value\":2}"`, To: `[{"value":2}]`},
				{Path: "tree.children[0]", Kind: arguments.RepairJSON, From: `"{\"value\":2}"`, To: `{"value":2}`},
			},
		},
		{
			"a string that begins like an array but is none", `{"by_name":{"a":"[x"}}`, `{"by_name":{"a":["[x"]}}`,
			repairs{{Path: "by_name.a", Kind: arguments.RepairWrap, From: `"[x"`, To: `["[x"]`}},
		},
		{
			"excerpts are cut", `{"by_name":{"a":"` + strings.Repeat("é", 100) + `"}}`, `{"by_name":{"a":["` + strings.Repeat("é", 100) + `"]}}`,
			repairs{{Path: "by_name.a", Kind: arguments.RepairWrap, From: `"` + strings.Repeat("é", 59) + "…", To: `["` + strings.Repeat("é", 58) + "…"}},
		},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			got, made := repair(t, test.text, decodeKinds)
			if diff := cmp.Diff(test.want, made); diff != "" {
				t.Errorf("repairs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(accept(t, test.correct, decodeKinds), got, equalKinds); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
			problems(t, test.text, decode.Options{NoRepair: true}, decodeKinds)
		})
	}
}

func TestRepairsOfNames(t *testing.T) {
	const text = `{"q":"x","mode":"LINES","limit":1}`
	got, made := repair(t, text, decodeGrep)
	want := []arguments.Repair{
		{Path: "pattern", Kind: arguments.RepairAlias, From: "q", To: "pattern"},
		{Path: "mode", Kind: arguments.RepairEnumCase, From: `"LINES"`, To: `"lines"`},
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("repairs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&grepArgs{Pattern: "x", Mode: modeLines, Limit: 1, Context: 2}, got); diff != "" {
		t.Errorf("value (-want +got):\n%s", diff)
	}
	e := problems(t, text, decode.Options{NoRepair: true}, decodeGrep)
	if e.Total != 3 {
		t.Errorf("without repairs: %v", e)
	}
}

// Models that are not sure of a name write an argument under several names.
func TestEqualValuesOfAliases(t *testing.T) {
	regex := arguments.Repair{Path: "pattern", Kind: arguments.RepairAlias, From: "regex", To: "pattern"}
	q := arguments.Repair{Path: "pattern", Kind: arguments.RepairAlias, From: "q", To: "pattern"}
	for _, test := range []struct {
		reason, text string
		want         []arguments.Repair
	}{
		{"the name first", `{"pattern":"x","q" : "x" ,"mode":"lines","limit":1}`, []arguments.Repair{q}},
		{"the name last", `{"q":"x","mode":"lines","limit":1,"pattern":"x"}`, []arguments.Repair{q}},
		{"only aliases", `{"q":"x","regex":"x","mode":"lines","limit":1}`, []arguments.Repair{q, regex}},
	} {
		got, made := repair(t, test.text, decodeGrep)
		if diff := cmp.Diff(test.want, made); diff != "" {
			t.Errorf("%s: repairs (-want +got):\n%s", test.reason, diff)
		}
		if diff := cmp.Diff(&grepArgs{Pattern: "x", Mode: modeLines, Limit: 1, Context: 2}, got); diff != "" {
			t.Errorf("%s: value (-want +got):\n%s", test.reason, diff)
		}
	}
}

// The checks of an enum check the repaired value, not the original text.
func TestRepairedEnumIsChecked(t *testing.T) {
	values := []string{"low", "high"}
	described := decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
		{Key: `"level":`, Type: &decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Enum: values, Checks: []decode.Check{&lowercase}}}},
	}}
	read := func(d *decode.D) any {
		return decode.Arguments(d, &described, func(d *decode.D, i int, v *struct{ Level string }) int {
			property, i, seen := d.Object(i, &described)
			for ; property >= 0; property, i, _ = d.Property(i, property, seen, &described) {
				i = decode.Enum(d, i, &v.Level, values)
				i = decode.Satisfies(i, v.Level, &lowercase)
			}
			return i
		})
	}
	got, _ := repair(t, `{"level":"LOW"}`, read)
	if level := got.(*struct{ Level string }).Level; level != "low" {
		t.Errorf("got %q, want low", level)
	}
}

var lowercase = decode.Pattern{Expr: "^[a-z]+$"}

// repair decodes a text that must be accepted with repairs.
func repair(t *testing.T, text string, read func(*decode.D) any) (any, []arguments.Repair) {
	t.Helper()
	var d decode.D
	v, _ := readBytes(&d, text, decode.Options{}, read)
	if v == nil {
		t.Fatalf("refused %s: %v", text, d.Err("tool"))
	}
	if len(d.Repairs()) == 0 {
		t.Fatalf("accepted %s without repairs", text)
	}
	return v, d.Repairs()
}

// A value is refused if a repair would lose or guess information.
func TestWithoutRepair(t *testing.T) {
	tests := []struct {
		reason, text, path string
		code               arguments.Code
	}{
		{"a number for a string", `{"text":5}`, "text", arguments.CodeType},
		{"a boolean for a string", `{"text":true}`, "text", arguments.CodeType},
		{"yes for a boolean", `{"bool":"yes"}`, "bool", arguments.CodeType},
		{"1 for a boolean", `{"bool":1}`, "bool", arguments.CodeType},
		{"an empty string for a number", `{"int8":""}`, "int8", arguments.CodeType},
		{"a hexadecimal number in a string", `{"int8":"0x10"}`, "int8", arguments.CodeType},
		{"infinity in a string", `{"float64":"Infinity"}`, "float64", arguments.CodeType},
		{"a fraction for an integer", `{"int8":"5.5"}`, "int8", arguments.CodeType},
		{"null for an array item", `{"ints":[1,null]}`, "ints[1]", arguments.CodeType},
		{"an object in a string, not an array", `{"pair":"{}"}`, "pair", arguments.CodeType},
		{"a single value of the wrong type", `{"ints":{"a":1}}`, "ints", arguments.CodeType},
		{"a single value for an array of arrays", `{"rows":"a"}`, "rows", arguments.CodeType},
		{"a string twice encoded", `{"tree":"\"{\\\"value\\\":1}\""}`, "tree", arguments.CodeType},
		{"malformed JSON in a string", `{"tree":"{\"value\":1"}`, "tree", arguments.CodeType},
		{"an array with one item for an integer", `{"int8":[5]}`, "int8", arguments.CodeType},
		{"a repaired number out of range", `{"int8":"500"}`, "int8", arguments.CodeRange},
		{"a single value for too long an array", `{"pair":5}`, "pair", arguments.CodeMinItems},
		{"a duplicate of what was null", `{"text":null,"text":"a"}`, "text", arguments.CodeDuplicate},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			e := problems(t, test.text, decode.Options{}, decodeKinds)
			if p := e.Problems[0]; p.Path != test.path || p.Code != test.code {
				t.Errorf("%s: got %s %s of %v", test.text, p.Path, p.Code, e)
			}
		})
	}
}

// A repaired text must not have more levels than other texts.
func TestRepairsAtMaxDepth(t *testing.T) {
	const levels = 31 // {"tree":{"value":1,"children":[{ and so on
	tree := strings.Repeat(`{"value":1,"children":[`, levels) + `{"value":1,"children":%}` + strings.Repeat(`]}`, levels)
	for _, inner := range []string{`{"value":2}`, `"[{\"value\":2}]"`} {
		e := problems(t, `{"tree":`+strings.ReplaceAll(tree, "%", inner)+`}`, decode.Options{}, decodeKinds)
		if e.Total != 1 {
			t.Errorf("%s: %v", inner, e)
		}
	}
}

func TestManyRepairs(t *testing.T) {
	many := func(n int) string { return `{"ints":[` + strings.Repeat(`"1",`, n-1) + `"1"]}` }
	_, made := repair(t, many(10_000), decodeKinds)
	if len(made) != 10_000 {
		t.Errorf("%d repairs recorded", len(made))
	}
	if e := problems(t, many(10_001), decode.Options{}, decodeKinds); e.Problems[0].Code != arguments.CodeRepairs {
		t.Errorf("got %v", e)
	}
}
