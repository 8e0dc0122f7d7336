package decode_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// subjects are the types that are fuzzed. The function expected returns the value
// that encoding/json reads from the same text, or an error.
var subjects = []struct {
	name      string
	described *decode.Type
	read      func(*decode.D) any
	expected  func(text string) (any, error)
}{
	{"clock", &clockArgsType, decodeClock, func(s string) (any, error) { return standard(s, new(clockArgs)) }},
	{"grep", &grepArgsType, decodeGrep, func(s string) (any, error) { return standard(s, &grepArgs{Context: 2}) }},
	{"plan", &planArgsType, decodePlan, func(s string) (any, error) { return standard(s, new(planArgs)) }},
	{"kinds", &kindsArgsType, decodeKinds, func(s string) (any, error) { return standard(s, new(kindsArgs)) }},
	{"forms", &formsArgsType, decodeForms, func(s string) (any, error) { return standard(s, new(formsArgs)) }},
	{"nothing", &noArgsType, decodeNothing, func(s string) (any, error) { return standard(s, new(noArgs)) }},
}

// standard reads a text with encoding/json.
func standard[T any](text string, v *T) (any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return v, d.Decode(v)
}

// FuzzTarget checks for each text: there is a value or an error, the readers and the
// review agree, the value is that which encoding/json reads, and a repaired value is
// the value of the repaired text.
func FuzzTarget(f *testing.F) {
	for _, seed := range []string{
		clockText, grepText, "", "null", "{}", "[]", `"{\"zone\":\"x\"}"`, `{"q":"x","mode":"LINES","limit":"1","include":"a","links":null}`,
		`{"int8":1e2,"uint64":18446744073709551615,"float32":0.1,"number":-0,"bool":"true","slug":"a","time":"2026-11-21T06:38:01Z"}`,
		`{"any":[{"a":null}],"raw":{"b":[1.5]},"pair":[1,2],"rows":[["a"]],"by_id":{"1":"a"},"by_count":{"2":true},"by_name":{"c":["d"]}}`,
		`{"tree":{"value":1,"children":[{"value":2,"children":[]}]},"region":"eu","duration":"1h","level":2,"int64":-9223372036854775808}`,
		`{"tree":"{\"value\":1,\"children\":\"[{\\\"value\\\":\\\"2\\\"}]\"}","ints":"[1]","bools":false}`,
		`{"data":"YQ==","octets":"AP8B","addr":"::1","addrs":["1.2.3.4"],"big":12,"free":{"id":[1,{"a":null}]},"nick":null,"level":null,"when":"2006-01-02T15:04:05Z"}`,
		`{"shape":{"radius":1,"kind":"circle"},"shapes":[{"kind":"group","parts":[{"side":1,"kind":"Square"},"{\"kind\":\"group\"}"]}],"tags":["a","b"],"points":[1,1e0]}`,
		`{"step":-5,"ratio":0.3,"part":0.1,"amount":-0.01,"price":2.50,"by_addr":{"::1":1,"0::1":2},"by_mode":{"lines":1},"labels":[{"key":"a","value":"b"}],"weights":[{"value":1,"key":"2"}]}`,
		`{"big":"12","free":true,"shape":{"kind":"circle","kind":"square"},"shapes":{"kind":5},"tags":"a","amount":"1e999999999","price":10e-1,"weights":[]}`,
		"```json\n{q: 'x', \"mode\": 'lines', /* b */ limit: 1, exact: True, include: ['a',], # c\n}\n```", `{"tree":"{'value':1,'children':[{value:2}]"`,
		`{"pair":[]}`, `{"text":"\ud83d\ude00\u0000é\\"}`, `{"limit":1,"limit":2,"x":"\x"}`, planText,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, subject := range subjects {
			checkStrict(t, text, subject.described, subject.read, subject.expected)
			checkRepaired(t, text, subject.read)
		}
	})
}

// checkStrict decodes without repairs.
func checkStrict(t *testing.T, text string, described *decode.Type, read func(*decode.D) any, expected func(string) (any, error)) {
	t.Helper()
	var d decode.D
	v, last := readBytes(&d, text, decode.Options{NoRepair: true}, read)
	checkError(t, text, &d, v)
	if v == nil {
		return
	}
	if problems, repairs := decode.Review(last, described, decode.Options{}); len(problems)+len(repairs) > 0 {
		t.Fatalf("%q is accepted, the review finds %v %v", text, problems, repairs)
	}
	if want, err := expected(last); err == nil {
		if diff := cmp.Diff(want, v, equalKinds); diff != "" {
			t.Fatalf("%q (-encoding/json +got):\n%s", text, diff)
		}
	} else if !json.Valid([]byte(last)) {
		t.Fatalf("%q is accepted and not JSON: %v", text, err)
	}
}

// checkRepaired decodes with repairs.
func checkRepaired(t *testing.T, text string, read func(*decode.D) any) {
	t.Helper()
	var d decode.D
	v, last := readBytes(&d, text, decode.Options{}, read)
	checkError(t, text, &d, v)
	if len(d.Repairs()) == 0 {
		return
	}
	var again decode.D
	again.Reset([]byte(last), decode.Options{NoRepair: true})
	if diff := cmp.Diff(v, read(&again), equalKinds); diff != "" {
		t.Fatalf("%q as repaired, %q (-repaired +strict):\n%s", text, last, diff)
	}
}

// checkError checks that there is a value, or an error with problems.
func checkError(t *testing.T, text string, d *decode.D, v any) {
	t.Helper()
	err := d.Err("tool")
	if (v == nil) == (err == nil) {
		t.Fatalf("%q: value %v, error %v", text, v, err)
	}
	if err == nil {
		return
	}
	e := err.(*arguments.Error)
	if len(e.Problems) == 0 || e.Total < len(e.Problems) || e.Total > len(e.Problems) && len(e.Problems) < 10 {
		t.Fatalf("%q: %d of %d problems", text, len(e.Problems), e.Total)
	}
	for _, p := range e.Problems {
		if p.Code == arguments.CodeUnexplained || p.Message == "" || p.Offset < 0 || p.Offset > len(text)+2 {
			t.Fatalf("%q: %+v", text, p)
		}
	}
}

// FuzzReader compares the accepted JSON with encoding/json.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		`1`, `-0`, `1.5e-7`, `"a"`, `"\u0061\n"`, `[1,[2,{}]]`, `{"a":{"b":[]},"c":null}`, `{"a":1,"a":2}`, `tru`, `01`, `"\ud800"`, "\"\xff\"", `[1,]`, ` [ ] `,
		`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10}`, `1e400`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		text := `{"any":` + string(value) + `}`
		var d decode.D
		d.Reset([]byte(text), decode.Options{NoRepair: true})
		v, ok := decodeKinds(&d).(*kindsArgs)
		if !ok {
			checkRefusal(t, text, d.Err("tool").(*arguments.Error))
			return
		}
		want, err := standard(text, new(kindsArgs))
		if err != nil {
			t.Fatalf("%q is accepted: %v", text, err)
		}
		if diff := cmp.Diff(want, v, equalKinds); diff != "" {
			t.Fatalf("%q (-encoding/json +got):\n%s", text, diff)
		}
		if end := len(text) - 1; v.Raw == nil && strings.HasPrefix(text, `{"any":`) && json.Valid(value) {
			checkRaw(t, text[len(`{"any":`):end])
		}
	})
}

// checkRefusal checks that JSON is refused only for documented reasons.
func checkRefusal(t *testing.T, text string, e *arguments.Error) {
	t.Helper()
	if !json.Valid([]byte(text)) {
		return
	}
	for _, p := range e.Problems {
		switch p.Code {
		case arguments.CodeDuplicate, arguments.CodeEncoding, arguments.CodeDepth:
			return
		}
	}
	if !bytes.Contains([]byte(text), []byte(`,`)) { // other properties may follow
		t.Fatalf("%q is refused: %v", text, e)
	}
}

// checkRaw checks that the text of a raw value is not changed.
func checkRaw(t *testing.T, value string) {
	t.Helper()
	v := accept(t, `{"raw":`+value+`}`, decodeKinds).(*kindsArgs)
	if got := strings.TrimSpace(value); string(v.Raw) != got {
		t.Fatalf("raw %q, want %q", v.Raw, got)
	}
}
