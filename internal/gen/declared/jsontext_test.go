package declared

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/describe"
)

// jsonSeeds has JSON texts of every kind.
var jsonSeeds = []string{
	`null`, ` true `, `-1.5e+3`, `""`, `"a\n\u00e9\ud83d\ude00\/\\\""`, `"\ud83d"`, `[]`, `[1, [2], {"a": []}]`,
	`{"a" : 1, "b":{"c":"d"} , "a":2}`, `{"😀":"é"}`, "\t[\n1\r,2]", `"\ud83dx\u0041\uDE00\ud83d"`,
}

// FuzzJSONText compares the values that parseJSON returns with those of
// encoding/json, and checks the offsets of all parts of a text.
func FuzzJSONText(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if !json.Valid([]byte(source)) {
			t.Skip()
		}
		v, err := parseJSON(source)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.at.value; got != strings.TrimSpace(source) {
			t.Errorf("the text is %q, want %q", got, source)
		}
		checkPart(t, source, v)
	})
}

// checkPart checks the value and the offsets of a part of a text, and of all
// parts in it.
func checkPart(t *testing.T, source string, v *jsonValue) {
	t.Helper()
	if got := source[v.at.start():v.at.end()]; got != v.at.value {
		t.Fatalf("the text %q has the position of %q", v.at.value, got)
	}
	if v.kind == "string" {
		var want string
		if err := json.Unmarshal([]byte(v.at.value), &want); err != nil {
			t.Fatal(err)
		}
		if strings.ToValidUTF8(v.decoded.value, "\ufffd") != strings.ToValidUTF8(want, "\ufffd") && strings.ToValidUTF8(source, "") == source {
			t.Errorf("%s is read as %q, want %q", v.at.value, v.decoded.value, want)
		}
		if len(v.decoded.at) != len(v.decoded.value)+1 {
			t.Errorf("%q has %d positions", v.decoded.value, len(v.decoded.at))
		}
	}
	for _, m := range v.members {
		checkPart(t, source, m.value)
	}
	for _, item := range v.items {
		checkPart(t, source, item)
	}
}

func TestEqualValues(t *testing.T) {
	tests := []struct {
		reason, a, b string
		equal        bool
	}{
		{"forms of a number", `1.0`, `1e0`, true},
		{"zeros", `0`, `-0.0`, true},
		{"numbers beyond float64", `9007199254740993`, `9007199254740992`, false},
		{"escapes", `"\u0041"`, `"A"`, true},
		{"order of members", `{"a":1,"b":[2]}`, `{"b":[2.0],"a":1}`, true},
		{"order of items", `[1,2]`, `[2,1]`, false},
		{"a string and what it says", `"1"`, `1`, false},
		{"a string that looks like members", `{"a":"1,\"b\":2"}`, `{"a":"1","b":2}`, false},
		{"null and false", `null`, `false`, false},
	}
	for _, test := range tests {
		if got := describe.AreEqual(test.a, test.b); got != test.equal {
			t.Errorf("%s: %s and %s are equal: %v", test.reason, test.a, test.b, got)
		}
	}
}
