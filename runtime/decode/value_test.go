package decode_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// equalKinds compares values of all kinds. -0 does not equal 0.
var equalKinds = cmp.Options{
	cmp.Comparer(func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }),
	cmp.Comparer(func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }),
	cmp.Comparer(func(a, b netip.Addr) bool { return a == b }),
	cmp.Comparer(func(a, b *big.Int) bool { return a.String() == b.String() }),
}

// readBytes decodes a text that is in a buffer, and then overwrites the buffer. It returns the value, which must not share
// memory with the buffer, and the text that was read last.
func readBytes(d *decode.D, text string, o decode.Options, read func(*decode.D) any) (v any, last string) {
	buffer := []byte(text)
	d.Reset(buffer, o)
	v = read(d)
	last = strings.Clone(d.Text())
	for i := range buffer {
		buffer[i] = 0xff
	}
	return v, last
}

// accept decodes a text that must be accepted without repairs, and returns the value.
func accept(t *testing.T, text string, read func(*decode.D) any) any {
	t.Helper()
	var d decode.D
	v, _ := readBytes(&d, text, decode.Options{}, read)
	if v == nil {
		t.Fatalf("refused %s: %v", text, d.Err("tool"))
	}
	if d.Err("tool") != nil || d.Repairs() != nil {
		t.Fatalf("%s: error %v, repairs %v", text, d.Err("tool"), d.Repairs())
	}
	return v
}

func TestTargets(t *testing.T) {
	t.Run("clock", func(t *testing.T) {
		want := new(clockArgs)
		if err := json.Unmarshal([]byte(clockText), want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, accept(t, clockText, decodeClock)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("grep", func(t *testing.T) {
		want := new(grepArgs)
		if err := json.Unmarshal([]byte(grepText), want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, accept(t, grepText, decodeGrep)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("plan", func(t *testing.T) {
		want := new(planArgs)
		if err := json.Unmarshal([]byte(planText), want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, accept(t, planText, decodePlan)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestValues(t *testing.T) {
	yes := true
	tests := []struct {
		reason, text string
		want         kindsArgs
	}{
		{"empty text", "", kindsArgs{}},
		{"only white space", " \r\n\t", kindsArgs{}},
		{"null", " null ", kindsArgs{}},
		{"white space at all positions", "\n{ \"int8\" : 1 ,\t\"ints\" : [ 1 , 2 ] , \"rows\" : [ ] }\r\n", kindsArgs{Int8: 1, Ints: []int{1, 2}, Rows: [][]string{}}},
		{"any order, and names with escapes", `{"uint8":2,"\u0069nt8":1}`, kindsArgs{Int8: 1, Uint8: 2}},
		{"the ends of 8 bits", `{"int8":-128,"uint8":255}`, kindsArgs{Int8: -128, Uint8: 255}},
		{"the low end of 64 bits", `{"int64":-9223372036854775808}`, kindsArgs{Int64: math.MinInt64}},
		{"the high ends of 64 bits", `{"int64":9223372036854775807,"uint64":18446744073709551615}`, kindsArgs{Int64: math.MaxInt64, Uint64: math.MaxUint64}},
		{"integers that a float64 cannot distinguish", `{"int64":9007199254740993}`, kindsArgs{Int64: 9007199254740993}},
		{"integers with a fraction of zeros", `{"int8":1.0,"int64":-20.00e0}`, kindsArgs{Int8: 1, Int64: -20}},
		{"integers with an exponent", `{"int8":1e2,"int64":-1.5E+1,"uint8":2500e-1,"uint64":0.018446744073709551615e21}`, kindsArgs{Int8: 100, Int64: -15, Uint8: 250, Uint64: 18446744073709551615}},
		{"minus zero as an integer", `{"int8":-0,"uint8":-0,"int64":-0.0e5}`, kindsArgs{}},
		{"zero with an exponent that would fill memory", `{"int64":0e99999999999999999999}`, kindsArgs{}},
		{"an integer of 400 digits", `{"int64":1` + strings.Repeat("0", 399) + `e-399}`, kindsArgs{Int64: 1}},
		{"a fraction of 400 zeros", `{"int64":7.` + strings.Repeat("0", 400) + `}`, kindsArgs{Int64: 7}},
		{"an integer enum", `{"level":-1}`, kindsArgs{Level: -1}},
		{"between negative bounds", `{"shift":-7}`, kindsArgs{Shift: -7}},
		{"minus zero as a number", `{"float64":-0}`, kindsArgs{Float64: math.Copysign(0, -1)}},
		{"the minimum and maximum float64", `{"float64":5e-324}`, kindsArgs{Float64: math.SmallestNonzeroFloat64}},
		{"a float32 is rounded once", `{"float32":7.038531e-26}`, kindsArgs{Float32: 7.038531e-26}},
		{"a float32 at its bound after rounding", `{"float32":-0.1}`, kindsArgs{Float32: -0.1}},
		{"a number of 400 digits keeps its text", `{"number":` + strings.Repeat("9", 400) + `}`, kindsArgs{Number: json.Number(strings.Repeat("9", 400))}},
		{"every escape", `{"text":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}`, kindsArgs{Text: "\"\\/\b\f\n\r\té😀"}},
		{"characters that need no escape", "{\"text\":\"\u2028\u2029\x7fé😀\"}", kindsArgs{Text: "\u2028\u2029\x7fé😀"}},
		{"NUL as an escape", `{"text":"\u0000"}`, kindsArgs{Text: "\x00"}},
		{"U+FFFD is an ordinary character", "{\"text\":\"\ufffd\\ufffd\"}", kindsArgs{Text: "\ufffd\ufffd"}},
		{"a check", `{"slug":"abc"}`, kindsArgs{Slug: "abc"}},
		{"a time", `{"time":"2026-11-21T06:38:01.5Z"}`, kindsArgs{Time: time.Date(2026, 11, 21, 6, 38, 1, 5e8, time.UTC)}},
		{"a duration", `{"duration":"1m30s"}`, kindsArgs{Duration: 90 * time.Second}},
		{"a pointer", `{"bool":true}`, kindsArgs{Bool: &yes}},
		{"anything, numbers as text", `{"any":{"a":[1e400,null,true,"x",{}]}}`, kindsArgs{Any: map[string]any{"a": []any{json.Number("1e400"), nil, true, "x", map[string]any{}}}}},
		{"null is any value", `{"any":null,"raw":null}`, kindsArgs{Raw: json.RawMessage("null")}},
		{"raw text", `{"raw":{ "a" : [1, 2.50] }}`, kindsArgs{Raw: json.RawMessage(`{ "a" : [1, 2.50] }`)}},
		{"an array of fixed length", `{"pair":[1,2]}`, kindsArgs{Pair: [2]int{1, 2}}},
		{"rows", `{"rows":[["a","b"],[],["c"]]}`, kindsArgs{Rows: [][]string{{"a", "b"}, {}, {"c"}}}},
		{"integer keys", `{"by_id":{"-32768":"a","0":"b"},"by_count":{"18446744073709551615":true}}`, kindsArgs{ByID: map[int16]string{-32768: "a", 0: "b"}, ByCount: map[uint64]bool{math.MaxUint64: true}}},
		{"named keys", `{"by_name":{"":["a"],"b":[]}}`, kindsArgs{ByName: map[name][]string{"": {"a"}, "b": {}}}},
		{"a recursive type", `{"tree":{"value":1,"children":[{"value":2},{"value":3,"children":[]}]}}`, kindsArgs{Tree: &node{1, []node{{Value: 2}, {3, []node{}}}}}},
		{"an embedded pointer", `{"region":"eu"}`, kindsArgs{Base: &Base{"eu"}}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			got := accept(t, test.text, decodeKinds)
			if diff := cmp.Diff(&test.want, got, equalKinds); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.text, diff)
			}
		})
	}
}

func TestKindProblems(t *testing.T) {
	tests := []struct {
		reason, text string
		path         string
		code         arguments.Code
	}{
		{"less than 8 bits hold", `{"int8":-129}`, "int8", arguments.CodeRange},
		{"more than 8 bits hold", `{"int8":128}`, "int8", arguments.CodeRange},
		{"a negative unsigned integer", `{"uint8":-1}`, "uint8", arguments.CodeRange},
		{"less than 64 bits hold", `{"int64":-9223372036854775809}`, "int64", arguments.CodeRange},
		{"more than 64 bits hold", `{"uint64":18446744073709551616}`, "uint64", arguments.CodeRange},
		{"far more than 64 bits hold", `{"uint64":1` + strings.Repeat("0", 400) + `}`, "uint64", arguments.CodeRange},
		{"a fraction far after the point", `{"int64":1.` + strings.Repeat("0", 400) + `1}`, "int64", arguments.CodeType},
		{"a tiny fraction", `{"int64":1e-999999999999}`, "int64", arguments.CodeType},
		{"less than a negative minimum", `{"shift":-11}`, "shift", arguments.CodeMinimum},
		{"greater than a negative maximum", `{"shift":-4}`, "shift", arguments.CodeMaximum},
		{"positive for a negative maximum", `{"shift":7}`, "shift", arguments.CodeMaximum},
		{"no integer of the enum", `{"level":0}`, "level", arguments.CodeEnum},
		{"no integer of the enum, and too wide", `{"level":300}`, "level", arguments.CodeRange},
		{"a number beyond float64", `{"float64":1e400}`, "float64", arguments.CodeRange},
		{"a number beyond float32", `{"float32":1e39}`, "float32", arguments.CodeRange},
		{"a float32 below its minimum", `{"float32":-0.2}`, "float32", arguments.CodeMinimum},
		{"a pattern", `{"slug":"ABC"}`, "slug", arguments.CodeFormat},
		{"a date without a time", `{"time":"2026-11-21"}`, "time", arguments.CodeFormat},
		{"an hour of one digit", `{"time":"2026-11-21T6:38:01Z"}`, "time", arguments.CodeFormat},
		{"a comma before a fraction", `{"time":"2026-11-21T06:38:01,5Z"}`, "time", arguments.CodeFormat},
		{"a zone out of range", `{"time":"2026-11-21T06:38:01+24:00"}`, "time", arguments.CodeFormat},
		{"a day that does not exist", `{"time":"2026-02-30T06:38:01Z"}`, "time", arguments.CodeFormat},
		{"a duration without a unit", `{"duration":"90"}`, "duration", arguments.CodeFormat},
		{"a duration in nanoseconds", `{"duration":90}`, "duration", arguments.CodeType},
		{"duplicate names in any value", `{"any":[{"a":{"b":1,"\u0062":2}}]}`, "any[0].a.b", arguments.CodeDuplicate},
		{"duplicate names in verbatim text", `{"raw":[{"a":{"b":1,"b":2}}]}`, "raw[0].a.b", arguments.CodeDuplicate},
		{"no items of an array of fixed length", `{"pair":[]}`, "pair", arguments.CodeMinItems},
		{"too few items of an array", `{"pair":[1]}`, "pair", arguments.CodeMinItems},
		{"too many items of an array", `{"pair":[1,2,3]}`, "pair", arguments.CodeMaxItems},
		{"an empty array", `{"bools":[]}`, "bools", arguments.CodeMinItems},
		{"a key that is no integer", `{"by_id":{"a":"b"}}`, "by_id.a", arguments.CodeKey},
		{"a key in another form", `{"by_id":{"01":"b"}}`, "by_id.01", arguments.CodeKey},
		{"a key with a plus sign", `{"by_id":{"+1":"b"}}`, "by_id.+1", arguments.CodeKey},
		{"a key beyond its width", `{"by_id":{"32768":"b"}}`, "by_id.32768", arguments.CodeKey},
		{"minus zero as a key", `{"by_id":{"-0":"b"}}`, "by_id.-0", arguments.CodeKey},
		{"a negative unsigned key", `{"by_count":{"-1":true}}`, "by_count.-1", arguments.CodeKey},
		{"deep in a recursive type", `{"tree":{"value":1,"children":[{"value":1,"children":[{}]}]}}`, "tree.children[0].children[0].value", arguments.CodeRequired},
		{"null as an item", `{"ints":[null]}`, "ints[0]", arguments.CodeType},
		{"null as a map value", `{"by_name":{"a":null}}`, "by_name.a", arguments.CodeType},
		{"a check of an embedded pointer's property", `{"region":"é"}`, "region", arguments.CodeMinLength},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			e := problems(t, test.text, decode.Options{}, decodeKinds)
			if p := e.Problems[0]; e.Total != 1 || p.Path != test.path || p.Code != test.code {
				t.Errorf("%s: got %s %s of %v", test.text, p.Path, p.Code, e)
			}
		})
	}
}

func TestDepth(t *testing.T) {
	tests := []struct {
		reason string
		text   func(levels int) string
	}{
		{"arrays in any value", func(n int) string {
			return `{"any":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}"
		}},
		{"objects in verbatim text", func(n int) string {
			return `{"raw":` + strings.Repeat(`{"a":`, n-1) + "1" + strings.Repeat("}", n-1) + "}"
		}},
		{"arrays in verbatim text", func(n int) string {
			return `{"raw":` + strings.Repeat("[", n-1) + "1" + strings.Repeat("]", n-1) + "}"
		}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			accept(t, test.text(arguments.MaxDepth), decodeKinds)
			for _, levels := range []int{arguments.MaxDepth + 1, 100_000} {
				e := problems(t, test.text(levels), decode.Options{}, decodeKinds)
				if e.Total != 1 || e.Problems[0].Code != arguments.CodeDepth {
					t.Errorf("%d levels: %v", levels, e)
				}
			}
		})
	}
	t.Run("a recursive type", func(t *testing.T) {
		tree := func(n int) string {
			return `{"tree":` + strings.Repeat(`{"value":1,"children":[`, n) + `{"value":1}` + strings.Repeat(`]}`, n) + `}`
		}
		accept(t, tree(31), decodeKinds)
		if e := problems(t, tree(32), decode.Options{}, decodeKinds); e.Problems[0].Code != arguments.CodeDepth {
			t.Error(e)
		}
	})
	t.Run("many open arrays", func(t *testing.T) {
		e := problems(t, `{"tree":`+strings.Repeat("[", 1<<20), decode.Options{}, decodeKinds)
		if p := e.Problems[e.Total-1]; p.Code != arguments.CodeDepth {
			t.Error(e)
		}
	})
}

func TestLongText(t *testing.T) {
	long := strings.Repeat("aé\\n", 800_000) // 4 MB
	v := accept(t, `{"text":"`+long+`"}`, decodeKinds).(*kindsArgs)
	if want := strings.ReplaceAll(long, `\n`, "\n"); v.Text != want {
		t.Error("another text")
	}
}

func TestManyItems(t *testing.T) {
	for _, n := range []int{1, 3, 4, 5, 63, 64, 65, 200, 5000} {
		want := kindsArgs{ByName: map[name][]string{}}
		for k := range n {
			want.Ints = append(want.Ints, k)
			want.Rows = append(want.Rows, []string{fmt.Sprint(k), "b"})
			want.ByName[name(fmt.Sprint(k))] = []string{fmt.Sprint(k)}
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, accept(t, string(text), decodeKinds), equalKinds, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%d items: %s", n, diff)
		}
	}
}

func TestNoArguments(t *testing.T) {
	for _, text := range []string{"", "null", "{}", " { } "} {
		if _, ok := accept(t, text, decodeNothing).(*noArgs); !ok {
			t.Errorf("%q: not a *noArgs", text)
		}
	}
	e := problems(t, `{"a":1}`, decode.Options{}, decodeNothing)
	if want := "a: unknown argument; no arguments are valid here"; e.Problems[0].String() != want {
		t.Errorf("got %v", e)
	}
}

// TestBufferIsCopied checks that values share no memory with the buffer of the caller, who can change it.
func TestBufferIsCopied(t *testing.T) {
	for _, test := range []struct{ reason, text string }{
		{"the only string", `{"text":"text"}`},
		{"a short string and one with escapes, in a long text", `{"region":"name","text":"` + strings.Repeat(`a\n`, 900) + `"}`},
		{"two short strings in a long text", `{"region":"name","text":"other"` + strings.Repeat(" ", 2000) + `}`},
		{"a long string before a short one", `{"text":"` + strings.Repeat("long ", 900) + `","region":"name"}`},
		{"an empty string", `{"text":"","region":"name"}`},
		{"numbers that keep their text", `{"number":12345,"text":"` + strings.Repeat("long ", 900) + `"}`},
		{"keys and items", `{"any":{"key":["item"]}}`},
		{"keys of another type", `{"by_name":{"key":["item"]}}`},
	} {
		var d decode.D
		d.ResetString(test.text, decode.Options{})
		want := decodeKinds(&d)
		if diff := cmp.Diff(want, accept(t, test.text, decodeKinds)); want == nil || diff != "" {
			t.Errorf("%s (-string +bytes): %v\n%s", test.reason, d.Err("tool"), diff)
		}
	}
}

// TestTextIsCopiedOnce checks that a text of bytes is copied for strings only, and once, or else only its few short
// strings, to memory that several texts share.
func TestTextIsCopiedOnce(t *testing.T) {
	for _, test := range []struct {
		reason string
		text   string
		copies float64
	}{
		{"no strings", `{"int64":12,"float64":1.5,"bool":true,"ints":[1,2]}`, 0},
		{"two short strings", `{"region":"name","text":"other"}`, 0},
		{"many strings", `{"rows":[["a","b","c"],["d","e","f"],["g","h","i"],["j","k","l"]]}`, 1},
		{"a long string", `{"region":"name","text":"` + strings.Repeat("long ", 20) + `"}`, 1},
		{"two strings in a long text", `{"region":"name","text":"other"` + strings.Repeat(" ", 2000) + `}`, 1},
	} {
		d, bytes := new(decode.D), []byte(test.text)
		copied := testing.AllocsPerRun(20, func() { d.Reset(bytes, decode.Options{}); decodeKinds(d) })
		shared := testing.AllocsPerRun(20, func() { d.ResetString(test.text, decode.Options{}); decodeKinds(d) })
		if d.Err("tool") != nil || copied-shared != test.copies {
			t.Errorf("%s: %v more allocations for bytes than for a string, want %v (%v)", test.reason, copied-shared, test.copies, d.Err("tool"))
		}
	}
}

// TestShortStringsShareMemory checks that the strings of many texts, with escapes and without, do not change when the
// caller's bytes do, and when the decoder reads the next texts.
func TestShortStringsShareMemory(t *testing.T) {
	var d decode.D
	var values []*kindsArgs
	buffer := make([]byte, 0, 200)
	texts := func(n int) (plain, escaped string) {
		return strings.Repeat("x", 1+n%67) + strconv.Itoa(n), strings.Repeat("y", n%61) + "\n" + strconv.Itoa(n)
	}
	for n := range 300 {
		plain, escaped := texts(n)
		buffer = append(buffer[:0], `{"region":"`+plain+`","text":"`+strings.ReplaceAll(escaped, "\n", `\n`)+`"}`...)
		d.Reset(buffer, decode.Options{})
		v, ok := decodeKinds(&d).(*kindsArgs)
		if !ok {
			t.Fatal(d.Err("tool"))
		}
		values = append(values, v)
		clear(buffer)
	}
	for n, v := range values {
		if plain, escaped := texts(n); v.Region != plain || v.Text != escaped {
			t.Errorf("text %d: got %q and %q, want %q and %q", n, v.Region, v.Text, plain, escaped)
		}
	}
}

// ResetString does not copy the text.
func TestStringIsNotCopied(t *testing.T) {
	var d decode.D
	if n := testing.AllocsPerRun(10, func() { d.ResetString(planText, decode.Options{}) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
	if diff := cmp.Diff(accept(t, planText, decodePlan), decodePlan(&d)); diff != "" {
		t.Error(diff)
	}
	if d.ResetString(planText, decode.Options{MaxBytes: len(planText) - 1}); decodePlan(&d) != nil {
		t.Error("text longer than the limit is accepted")
	}
}

// Appending to one slice does not change another one.
func TestSlicesDoNotShare(t *testing.T) {
	v := accept(t, `{"rows":[["a"],["b"]]}`, decodeKinds).(*kindsArgs)
	_ = append(v.Rows[0], "x")
	if v.Rows[1][0] != "b" {
		t.Errorf("got %q", v.Rows)
	}
}

func TestAllocations(t *testing.T) {
	for _, target := range targets {
		text := []byte(target.text)
		d := new(decode.D)
		got := testing.AllocsPerRun(100, func() {
			d.Reset(text, decode.Options{})
			target.decode(d)
		})
		if got > target.allocs {
			t.Errorf("%s: %v allocations, want at most %v", target.name, got, target.allocs)
		}
	}
}
