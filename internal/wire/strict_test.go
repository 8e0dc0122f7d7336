package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/wire"
)

// TestStrict reads texts that no value is written as. The error names the member, and the target is not changed.
func TestStrict(t *testing.T) {
	with := func(old, new string) string {
		if !strings.Contains(least, old) {
			t.Fatalf("the form has no %s", old)
		}
		return strings.Replace(least, old, new, 1)
	}
	for _, test := range []struct {
		reason, text string
		want         wire.Error
	}{
		{"nothing", "", wire.Error{Problem: wire.ProblemSyntax}},
		{"cut off", least[:len(least)-1], wire.Error{Problem: wire.ProblemSyntax}},
		{"data after the value", least + "{}", wire.Error{Problem: wire.ProblemSyntax}},
		{"invalid UTF-8", with(`"text":""`, "\"text\":\"\xff\""), wire.Error{Problem: wire.ProblemSyntax}},
		{"null", "null", wire.Error{Problem: wire.ProblemNull}},
		{"an array", "[" + least + "]", wire.Error{Problem: wire.ProblemValue}},
		{"another version", with(`"version":3`, `"version":4,"new":1`), wire.Error{Problem: wire.ProblemVersion, Member: "version", Found: 4, Want: 3}},
		{"a version that is a string", with(`"version":3`, `"version":"3"`), wire.Error{Problem: wire.ProblemVersion, Member: "version", Want: 3}},
		{"a version with a fraction", with(`"version":3`, `"version":3.0`), wire.Error{Problem: wire.ProblemVersion, Member: "version", Want: 3}},
		{"no version", with(`"version":3,`, ``), wire.Error{Problem: wire.ProblemMissing, Member: "version"}},
		{"two versions", with(`"version":3`, `"version":3,"version":3`), wire.Error{Problem: wire.ProblemTwice, Member: "version"}},
		{"an unknown member", with(`"flag"`, `"new":1,"flag"`), wire.Error{Problem: wire.ProblemUnknown, Member: "new"}},
		{"another case", with(`"flag"`, `"Flag"`), wire.Error{Problem: wire.ProblemUnknown, Member: "Flag"}},
		{"a member that is missing", with(`"flag":false,`, ``), wire.Error{Problem: wire.ProblemMissing, Member: "flag"}},
		{"a member given twice", with(`"flag":false`, `"flag":true,"flag":false`), wire.Error{Problem: wire.ProblemTwice, Member: "flag"}},
		{"a member given twice, once with escapes", with(`"flag":false`, `"fl\u0061g":true,"flag":false`), wire.Error{Problem: wire.ProblemTwice, Member: "flag"}},
		{"null in place of a value", with(`"count":0`, `"count":null`), wire.Error{Problem: wire.ProblemNull, Member: "count"}},
		{"null in place of an optional value", with(`"count":0`, `"count":0,"percent":null`), wire.Error{Problem: wire.ProblemNull, Member: "percent"}},
		{"null in a list", with(`"names":[]`, `"names":["a",null]`), wire.Error{Problem: wire.ProblemNull, Member: "names[1]"}},
		{"null in a map", with(`"counts":{}`, `"counts":{"a b":null}`), wire.Error{Problem: wire.ProblemNull, Member: "counts.a b"}},
		{"a name twice in a map", with(`"counts":{}`, `"counts":{"a":1,"a":1}`), wire.Error{Problem: wire.ProblemTwice, Member: "counts.a"}},
		{"a number as a string", with(`"count":0`, `"count":"0"`), wire.Error{Problem: wire.ProblemValue, Member: "count"}},
		{"a number with a fraction", with(`"count":0`, `"count":0.0`), wire.Error{Problem: wire.ProblemValue, Member: "count"}},
		{"a number that does not fit", with(`"count":0`, `"count":9223372036854775808`), wire.Error{Problem: wire.ProblemValue, Member: "count"}},
		{"a small number that does not fit", with(`"count":0`, `"count":0,"small":128`), wire.Error{Problem: wire.ProblemValue, Member: "small"}},
		{"a float that does not fit", with(`"ratio":0`, `"ratio":1e400`), wire.Error{Problem: wire.ProblemValue, Member: "ratio"}},
		{"a boolean as a number", with(`"flag":false`, `"flag":0`), wire.Error{Problem: wire.ProblemValue, Member: "flag"}},
		{"a string as a number", with(`"text":""`, `"text":0`), wire.Error{Problem: wire.ProblemValue, Member: "text"}},
		{"a surrogate alone", with(`"text":""`, `"text":"\\\ud800"`), wire.Error{Problem: wire.ProblemValue, Member: "text"}},
		{"a surrogate and a letter", with(`"text":""`, `"text":"\ud800a"`), wire.Error{Problem: wire.ProblemValue, Member: "text"}},
		{"a surrogate twice", with(`"text":""`, `"text":"\ud800\ud800"`), wire.Error{Problem: wire.ProblemValue, Member: "text"}},
		{"surrogates in the wrong order", with(`"text":""`, `"text":"\udc00\ud800"`), wire.Error{Problem: wire.ProblemValue, Member: "text"}},
		{"a surrogate alone in a name", with(`"counts":{}`, `"counts":{"\udfff":1}`), wire.Error{Problem: wire.ProblemValue, Member: "counts"}},
		{"another object as a text", with(`"text":""`, `"text":{"base32":""}`), wire.Error{Problem: wire.ProblemValue, Member: "text"}},
		{"an empty object as a text", with(`"text":""`, `"text":{}`), wire.Error{Problem: wire.ProblemValue, Member: "text"}},
		{"more than Base64 in a text", with(`"text":""`, `"text":{"base64":"","a":1}`), wire.Error{Problem: wire.ProblemValue, Member: "text"}},
		{"broken Base64 in a text", with(`"text":""`, `"text":{"base64":"_w=="}`), wire.Error{Problem: wire.ProblemValue, Member: "text.base64"}},
		{"Base64 without padding", with(`"data":""`, `"data":"AA"`), wire.Error{Problem: wire.ProblemValue, Member: "data"}},
		{"Base64 with bits left over", with(`"data":""`, `"data":"AB=="`), wire.Error{Problem: wire.ProblemValue, Member: "data"}},
		{"Base64 with a line break", with(`"data":""`, `"data":"AA\n=="`), wire.Error{Problem: wire.ProblemValue, Member: "data"}},
		{"an object as a list", with(`"names":[]`, `"names":{}`), wire.Error{Problem: wire.ProblemValue, Member: "names"}},
		{"a string as a list", with(`"names":[]`, `"names":"a"`), wire.Error{Problem: wire.ProblemValue, Member: "names"}},
		{"a list as a map", with(`"counts":{}`, `"counts":[]`), wire.Error{Problem: wire.ProblemValue, Member: "counts"}},
		{"an unknown member of a struct", with(`"point":{`, `"point":{"X":1,`), wire.Error{Problem: wire.ProblemUnknown, Member: "point.X"}},
		{"an element without its member", with(`"points":[]`, `"points":[{"label":""},{}]`), wire.Error{Problem: wire.ProblemMissing, Member: "points[1].label"}},
		{"a form inside with another version", with(`{"version":2`, `{"version":3`), wire.Error{Problem: wire.ProblemVersion, Member: "inner.version", Found: 3, Want: 2}},
		{"a time in another zone", with(`01T00:00:00Z`, `01T01:00:00+01:00`), wire.Error{Problem: wire.ProblemValue, Member: "when"}},
		{"a time with a comma", with(`00:00:00Z`, `00:00:00,5Z`), wire.Error{Problem: wire.ProblemValue, Member: "when"}},
		{"a time with zeros at the end", with(`00:00:00Z`, `00:00:00.50Z`), wire.Error{Problem: wire.ProblemValue, Member: "when"}},
		{"a time with too many digits", with(`00:00:00Z`, `00:00:00.0000000001Z`), wire.Error{Problem: wire.ProblemValue, Member: "when"}},
		{"a time as a number", with(`"when":"0001-01-01T00:00:00Z"`, `"when":0`), wire.Error{Problem: wire.ProblemValue, Member: "when"}},
		{"no time", with(`"when":"0001-01-01T00:00:00Z"`, `"when":""`), wire.Error{Problem: wire.ProblemValue, Member: "when"}},
		{"a duration as a string", with(`"took":0`, `"took":"1s"`), wire.Error{Problem: wire.ProblemValue, Member: "took"}},
	} {
		got := full()
		err := wire.Unmarshal([]byte(test.text), version, got.form()...)
		var found *wire.Error
		if !errors.As(err, &found) {
			t.Errorf("%s: the error is %v", test.reason, err)
			continue
		}
		if found.Problem != test.want.Problem || found.Member != test.want.Member || found.Found != test.want.Found || found.Want != test.want.Want {
			t.Errorf("%s: the error is %+v, want %+v", test.reason, *found, test.want)
		}
		if !strings.Contains(found.Error(), found.Member) {
			t.Errorf("%s: the text does not name the member %s: %v", test.reason, found.Member, found)
		}
		if diff := cmp.Diff(full(), got, compare); diff != "" {
			t.Errorf("%s: the target changed (-want +got):\n%s", test.reason, diff)
		}
	}
}

// TestEachMemberDamaged removes, renames and repeats each member of a form, and sets it to null and to another
// type.
func TestEachMemberDamaged(t *testing.T) {
	value := full()
	text, err := value.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	optional := map[string]bool{"kind": true, "small": true, "short": true, "percent": true, "corner": true, "raw": true}
	for name, member := range members {
		whole := append([]byte(`"`+name+`":`), member...)
		for _, c := range []struct {
			damage, new string
			allowed     bool
		}{
			{"removed", `"_":0`, false},
			{"renamed", `"_` + name + `":` + string(member), false},
			{"in another case", `"` + strings.ToUpper(name[:1]) + name[1:] + `":` + string(member), false},
			{"twice", string(whole) + "," + string(whole), false},
			{"null", `"` + name + `":null`, name == "raw"},
			{"of another type", `"` + name + `":[[]]`, name == "raw"},
		} {
			damaged := bytes.Replace(text, whole, []byte(c.new), 1)
			if err := new(all).UnmarshalJSON(damaged); (err == nil) != c.allowed {
				t.Errorf("%s is %s: the error is %v", name, c.damage, err)
			}
		}
		without := bytes.Replace(bytes.Replace(text, append([]byte(","), whole...), nil, 1), append(whole, ','), nil, 1)
		if err := new(all).UnmarshalJSON(without); (err == nil) != optional[name] {
			t.Errorf("%s is missing: the error is %v", name, err)
		}
	}
}

// TestForeignError checks that the error of a type that uses encoding/json is kept as the cause.
func TestForeignError(t *testing.T) {
	var when foreign
	err := wire.Unmarshal([]byte(`{"a":[{"version":1}]}`), 0, wire.Field{Name: "a", Value: pointer([]foreign{when})})
	var found *wire.Error
	if !errors.As(err, &found) || found.Member != "a[0]" || found.Problem != wire.ProblemValue || !errors.Is(err, errForeign) {
		t.Errorf("the error is %#v", err)
	}
}

var errForeign = errors.New("foreign")

type foreign struct{ time.Time }

func (*foreign) UnmarshalJSON([]byte) error { return errForeign }

// FuzzRead checks that a text that can be read is written as a text that reads back equal.
func FuzzRead(f *testing.F) {
	value := full()
	text, err := value.MarshalJSON()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(least))
	f.Add([]byte(strings.Replace(least, `"text":""`, ` "text" : "\ud83d\ude00\\" `, 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		var value, back all
		if err := value.UnmarshalJSON(text); err != nil {
			var found *wire.Error
			if !errors.As(err, &found) {
				t.Fatalf("the error is %#v", err)
			}
			return
		}
		if !json.Valid(text) {
			t.Fatal("a text that is no JSON was read")
		}
		first, err := value.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := back.UnmarshalJSON(first); err != nil {
			t.Fatalf("%v: %s", err, first)
		}
		second, err := back.MarshalJSON()
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%v\n%s\n%s", err, first, second)
		}
	})
}

// FuzzText checks that texts of any bytes are not changed.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "a", "\xff", "<&>\u2028", `{"base64":""}`, "\ufffd", "\xed\xa0\x80"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		outer, err := json.Marshal(struct{ V all }{all{Text: text, Names: []string{text}, Data: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		var back struct{ V all }
		if err := json.Unmarshal(outer, &back); err != nil {
			t.Fatalf("%v: %s", err, outer)
		}
		if back.V.Text != text || back.V.Names[0] != text || string(back.V.Data) != text {
			t.Errorf("%q became %q, %q, %q", text, back.V.Text, back.V.Names, back.V.Data)
		}
	})
}
