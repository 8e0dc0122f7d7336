package differential_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// TestHostileTexts checks that texts of a few hundred kilobytes that could need much
// memory need only a small multiple of their size.
func TestHostileTexts(t *testing.T) {
	const n = 300_000
	repeated := func(before, part, after string) string {
		return before + strings.Repeat(part, n/len(part)) + after
	}
	tests := []struct{ reason, subject, text string }{
		{"items of the wrong type", "slices", repeated(`{"texts":[`, `1,`, `1]}`)},
		{"strings for numbers", "slices", repeated(`{"texts":[],"ints":[`, `"1",`, `"1"]}`)},
		{"items beyond their bounds", "bounds", repeated(`{"minimum":0,"items":[`, `7,`, `7]}`)},
		{"unknown names", "small", `{` + repeatNumbered(`"a%":1,`, n) + `"query":"a"}`},
		{"one name many times", "small", repeated(`{`, `"query":"a",`, `"query":"a"}`)},
		{"invalid keys", "integer_keys", `{"int8":{` + repeatNumbered(`"a%":"",`, n) + `"1":""}}`},
		{"equal keys with different texts", "text_keys", `{"hosts":{` + repeatNumbered(`"::%":1,`, n) + `"::":1}}`},
		{"unique items, all different", "unique", `{"texts":[` + repeatNumbered(`"%",`, n) + `""]}`},
		{"unique items with equal starts", "unique", `{"texts":[` + repeatNumbered(`"`+strings.Repeat("a", 100)+`%",`, n) + `""]}`},
		{"unique objects", "unique", `{"texts":[],"points":[` + repeatNumbered(`{"y":1,"x":%},`, n) + `{"x":0.5}]}`},
		{"unions, the discriminator last", "unions", repeated(`{"first":{"type":"stop"},"rest":[`, `{"from":1,"type":"move"},`, `{"type":"stop"}]}`)},
		{"unions in unions, the discriminator last", "formula", `{"expr":` + strings.Repeat(`{"of":`, 60) + `{"value":1,"op":"constant"}` + strings.Repeat(`,"op":"not"}`, 60) + `}`},
		{"wide objects", "bare", repeated(`{"dictionary":{"a":`, strings.Repeat(`{"":`, 50)+`{}`+strings.Repeat(`}`, 50)+`,"b":`, "")},
		{"empty lists", "bare", repeated(`{"forest":[`, `[],`, `[]]}`)},
		{"lists never closed", "bare", repeated(`{"forest":`, `[`, ``)},
		{"a number of many digits", "ints", repeated(`{"int":`, `1`, `}`)},
		{"a fraction of many digits", "multiples", repeated(`{"even":2,"tenth":0.`, `1`, `}`)},
		{"a large exponent", "number_bounds", `{"share":1e999999999,"huge":1e-999999999}`},
		{"escapes", "strings", repeated(`{"slug":"","text":"`, `\u0061`, `"}`)},
		{"escapes in a truncated text", "strings", repeated(`{"slug":"","text":"`, `\"`, ``)},
		{"a text for a pattern", "patterns", repeated(`{"anywhere":"`, `a`, `"}`)},
		{"JSON in strings in strings", "rename", `{"query":"a","files":` + inStrings(`[{"path":"a"}]`, 12) + `}`},
		{"an object in a string for each item", "slices", repeated(`{"texts":[],"points":[`, `"{\"x\":\"1\"}",`, `{"x":1}]}`)},
		{"a tree", "trees", repeated(`{"root":{"name":"a","children":[`, `{"name":"b"},`, `{"name":"b"}]}}`)},
		{"white space", "small", repeated(`{`, " \n", `"query":"a"}`)},
		{"long names", "declared", repeated(`{"options":{"`, `a`, `":1}}`)},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			findSubject(t, test.subject).checkAllocation(t, test.text, decode.Options{})
			findSubject(t, test.subject).checkAllocation(t, test.text, decode.Options{NoRepair: true})
		})
	}
}

// repeatNumbered repeats a pattern up to a length, with a hexadecimal number for %.
func repeatNumbered(pattern string, length int) string {
	var b strings.Builder
	for i := 0; b.Len() < length; i++ {
		b.WriteString(strings.Replace(pattern, "%", hex(i), 1))
	}
	return b.String()
}

func hex(i int) string {
	const digits = "0123456789abcdef"
	if i < 16 {
		return digits[i : i+1]
	}
	return hex(i/16) + digits[i%16:i%16+1]
}

// inStrings encodes a text as a JSON string that many times.
func inStrings(text string, times int) string {
	for range times {
		text = quote(text)
	}
	return text
}
