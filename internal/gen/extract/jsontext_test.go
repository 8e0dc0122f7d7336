package extract

import (
	"encoding/json"
	"go/token"
	"reflect"
	"strings"
	"testing"
)

// jsonSeeds are texts of every kind.
var jsonSeeds = []string{
	`null`, ` true `, `-1.5e+3`, `""`, `"a\n\u00e9\ud83d\ude00\/\\\""`, `"\ud83d"`, `[]`, `[1, [2], {"a": []}]`,
	`{"a" : 1, "b":{"c":"d"} , "a":2}`, `{"😀":"é"}`, "\t[\n1\r,2]", `"\ud83dx\u0041\uDE00\ud83d"`,
}

// FuzzJSONText compares with encoding/json: the values, and that each part
// stands where it says.
func FuzzJSONText(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if !json.Valid([]byte(source)) {
			t.Skip()
		}
		const start = 100
		v, err := parseJSON(sourceText(source, start))
		if err != nil {
			t.Fatal(err)
		}
		if got := v.at.value; got != strings.TrimSpace(source) {
			t.Errorf("the text is %q, want %q", got, source)
		}
		checkPart(t, source, start, v)
	})
}

// checkPart checks a value and what it consists of.
func checkPart(t *testing.T, source string, start token.Pos, v *jsonValue) {
	t.Helper()
	if got := source[v.at.Pos()-start : v.at.End()-start]; got != v.at.value {
		t.Fatalf("%q stands at %q", v.at.value, got)
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
			t.Errorf("%q has %d places", v.decoded.value, len(v.decoded.at))
		}
	}
	for _, m := range v.members {
		checkPart(t, source, start, m.value)
	}
	for _, item := range v.items {
		checkPart(t, source, start, item)
	}
}

func TestCanonical(t *testing.T) {
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
		a, err := parseJSON(sourceText(test.a, 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := a.equals(test.b); got != test.equal {
			t.Errorf("%s: %s and %s are equal: %v", test.reason, test.a, test.b, got)
		}
	}
}

// TestFormats has values of every format, and near misses.
func TestFormats(t *testing.T) {
	tests := map[string]struct{ valid, invalid []string }{
		"date-time": {[]string{"2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123456789-07:00"}, []string{"2026-01-02", "2026-13-02T03:04:05Z", "2026-01-02T03:04:05"}},
		"date":      {[]string{"2024-02-29"}, []string{"2025-02-29", "2025-2-1", ""}},
		"time":      {[]string{"03:04:05Z", "23:59:59.5+01:00"}, []string{"03:04:05", "24:00:00Z", "3:04"}},
		"duration":  {[]string{"P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "P2W"}, []string{"P", "PT", "P1DT", "1m30s", "P1H"}},
		"email":     {[]string{"a@example.com"}, []string{"a", "A <a@example.com>", "a@", "@b"}},
		"hostname":  {[]string{"example.com", "a", "1-2.x"}, []string{"", "-a", "a..b", "a_b", strings.Repeat("a", 64), strings.Repeat("a.", 130) + "a"}},
		"ipv4":      {[]string{"192.0.2.1"}, []string{"192.0.2", "192.0.2.01", "::1", "192.0.2.256"}},
		"ipv6":      {[]string{"::1", "2001:db8::", "::ffff:192.0.2.1"}, []string{"192.0.2.1", "::1%eth0", ":::"}},
		"uri":       {[]string{"https://example.com/a?b#c", "urn:isbn:1"}, []string{"/a", "", "a b:c"}},
		"uuid":      {[]string{"123e4567-e89b-12d3-a456-426614174000"}, []string{"123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}"}},
	}
	if got := formatNames(); !reflect.DeepEqual(got, sortedKeys(tests)) {
		t.Errorf("formats %v", got)
	}
	for name, test := range tests {
		for _, value := range test.valid {
			if !hasFormat(name, value) {
				t.Errorf("%s: %q is refused", name, value)
			}
		}
		for _, value := range test.invalid {
			if hasFormat(name, value) {
				t.Errorf("%s: %q is accepted", name, value)
			}
		}
	}
}
