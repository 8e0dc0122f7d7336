package decode_test

import (
	"math"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

type (
	tiny  int8
	small uint8
	part  float32
)

// reads reports whether the function reads the whole text.
func reads(text string, read func(d *decode.D) int) bool {
	var d decode.D
	d.ResetString(text, decode.Options{})
	return read(&d) == len(text)
}

func TestWithin(t *testing.T) {
	var (
		s string
		i int
		l int64
		n tiny
		u small
		f part
	)
	text := func(least, most int) func(*decode.D) int {
		return func(d *decode.D) int { return decode.StringWithin(d, 0, &s, least, most) }
	}
	integer := func(least, most int) func(*decode.D) int {
		return func(d *decode.D) int { return decode.IntWithin(d, 0, &i, least, most) }
	}
	long := func(d *decode.D) int { return decode.IntWithin(d, 0, &l, math.MinInt64, math.MaxInt64) }
	narrow := func(d *decode.D) int { return decode.IntWithin(d, 0, &n, -100, 100) }
	unsigned := func(d *decode.D) int { return decode.UintWithin(d, 0, &u, 1, 200) }
	float := func(d *decode.D) int { return decode.FloatWithin(d, 0, &f, 0.1, 0.5) }
	tests := []struct {
		reason, text string
		read         func(*decode.D) int
		want         bool
	}{
		{"shortest", `"é"`, text(1, 2), true},
		{"too short", `""`, text(1, 2), false},
		{"longest, in code points", `"日本"`, text(1, 2), true},
		{"too long", `"abc"`, text(1, 2), false},
		{"a number for a string that may be empty", `5`, text(0, 2), false},
		{"cut off", `"a`, text(0, 9), false},
		{"minimum", `-3`, integer(-3, 4), true},
		{"less than the minimum", `-4`, integer(-3, 4), false},
		{"maximum, as a fraction", `4.0`, integer(-3, 4), true},
		{"greater than the maximum", `5`, integer(-3, 4), false},
		{"no integer", `0.5`, integer(-3, 4), false},
		{"no number, and zero is allowed", `x`, integer(-3, 4), false},
		{"the minimum of 64 bits", `-9223372036854775808`, long, true},
		{"the maximum of 64 bits", `9223372036854775807`, long, true},
		{"more than 64 bits", `9223372036854775808`, long, false},
		{"within eight bits", `-100`, narrow, true},
		{"a value that wraps to an allowed value in eight bits", `260`, narrow, false},
		{"unsigned", `200`, unsigned, true},
		{"unsigned and too small", `0`, unsigned, false},
		{"unsigned and wrapped", `257`, unsigned, false},
		{"negative", `-1`, unsigned, false},
		{"a bound as 32 bits round it", `0.1`, float, true},
		{"greater than the bound", `0.50001`, float, false},
		{"no number", `"a"`, float, false},
	}
	for _, test := range tests {
		if got := reads(test.text, test.read); got != test.want {
			t.Errorf("%s: %s is read: %t, want %t", test.reason, test.text, got, test.want)
		}
	}
	if reads(`"日本"`, text(1, 2)); s != "日本" {
		t.Errorf("the text read is %q", s)
	}
	if reads(`-9223372036854775808`, long); l != math.MinInt64 {
		t.Errorf("the number read is %d", l)
	}
}

func TestDefault(t *testing.T) {
	word := func(d *decode.D, i int, v *string) int { return decode.String(d, i, v) }
	tests := []struct {
		reason, text string
		i            int
		want         int
		value        string
	}{
		{"a value", `"x"`, 2, 2, "x"},
		{"with white space", ` "x" `, 2, 2, "x"},
		{"no value", `5`, 2, -1, ""},
		{"more than a value", `"x"5`, 2, -1, "x"},
		{"a failure before the default", `"x"`, -1, -1, ""},
	}
	for _, test := range tests {
		var d decode.D
		var v string
		d.ResetString(`[]"rest"`, decode.Options{})
		if got := decode.Default(&d, test.i, &v, test.text, word); got != test.want || v != test.value {
			t.Errorf("%s: got %d and %q, want %d and %q", test.reason, got, v, test.want, test.value)
		}
		if end := decode.String(&d, 2, &v); end != len(`[]"rest"`) || v != "rest" {
			t.Errorf("%s: the text after it is read as %q", test.reason, v)
		}
	}
}
