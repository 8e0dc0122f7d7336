package decode_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// TestNumbersAgainstRationals compares numbers in all spellings with math/big.
func TestNumbersAgainstRationals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	digits := func(most int) string {
		b := make([]byte, 1+r.IntN(most))
		for n := range b {
			b[n] = "0001123456789999"[r.IntN(16)]
		}
		return string(b)
	}
	number := func() string {
		text := strings.TrimLeft(digits(25), "0")
		if text == "" {
			text = "0"
		}
		if r.IntN(2) == 0 {
			text = "-" + text
		}
		if r.IntN(2) == 0 {
			text += "." + digits(25)
		}
		if r.IntN(2) == 0 {
			text += fmt.Sprintf("e%+d", r.IntN(60)-30)
		}
		return text
	}
	rational := func(text string) *big.Rat {
		v, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatal(text)
		}
		return v
	}
	for range 50_000 {
		a, b := number(), number()
		if r.IntN(4) == 0 { // a number that differs in the last digit
			b = strings.Replace(a, "9", "8", 1)
		}
		x, y := rational(a), rational(b)
		if got, want := decode.CompareNumbers(a, b), x.Cmp(y); got != want {
			t.Fatalf("%s compared with %s is %d, want %d", a, b, got, want)
		}
		if got := decode.IsWhole(a); got != x.IsInt() {
			t.Fatalf("%s is whole: %v", a, got)
		}
		step := fmt.Sprintf("%de%d", 1+r.Uint64N(1<<r.IntN(63)), r.IntN(10)-5)
		multiple := new(big.Rat).Quo(x, rational(step)).IsInt()
		if got := decode.MultipleOf(a, step); got != multiple {
			t.Fatalf("%s is a multiple of %s: %v", a, step, got)
		}
		product := new(big.Rat).Mul(rational(step), rational(digits(20))).FloatString(5)
		if !decode.MultipleOf(product, step) {
			t.Fatalf("%s is no multiple of %s", product, step)
		}
	}
}

// TestHugeExponents compares numbers with exponents that no integer type can
// represent.
func TestHugeExponents(t *testing.T) {
	nines := strings.Repeat("9", 30)
	tests := []struct {
		reason, a, b string
		want         int
	}{
		{"the same in two ways", "1e1000000000000000000", "10e999999999999999999", 0},
		{"and from below", "0.1e1000000000000000000", "1e999999999999999999", 0},
		{"with a carry over all digits", "10e" + nines, "1e1" + strings.Repeat("0", 30), 0},
		{"with a borrow over all digits", "0.01e1" + strings.Repeat("0", 30), "0.1e" + nines, 0},
		{"negative, with a borrow", "100e-1" + strings.Repeat("0", 30), "10e-" + nines, 0},
		{"negative, with a carry", "0.1e-" + nines, "1e-1" + strings.Repeat("0", 30), 0},
		{"down to what an integer holds", "0.01e1000000000000000000", "0.1e999999999999999999", 0},
		{"leading zeros of an exponent", "1e000000000000000000000000000007", "1e+7", 0},
		{"one more", "1e1" + strings.Repeat("0", 30), "1e" + nines, 1},
		{"one more, negative", "1e-1" + strings.Repeat("0", 30), "1e-" + nines, -1},
		{"negative numbers turn around", "-1e1" + strings.Repeat("0", 30), "-1e" + nines, -1},
		{"equal exponents, other digits", "1.1e" + nines, "1.11e" + nines, -1},
		{"against an ordinary number", "1e-" + nines, "1e-300", -1},
		{"both signs", "-1e" + nines, "1e-" + nines, -1},
		{"zero with a huge exponent is zero", "0e" + nines, "-0e-" + nines, 0},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if got := decode.CompareNumbers(test.a, test.b); got != test.want {
				t.Errorf("%s compared with %s is %d, want %d", test.a, test.b, got, test.want)
			}
			if got := decode.CompareNumbers(test.b, test.a); got != -test.want {
				t.Errorf("%s compared with %s is %d, want %d", test.b, test.a, got, -test.want)
			}
			if got := decode.EqualValues(test.a, test.b); got != (test.want == 0) {
				t.Errorf("%s equals %s: %v", test.a, test.b, got)
			}
			var h decode.Hasher
			if got := decode.HashValue(&h, test.a) == decode.HashValue(&h, test.b); got != (test.want == 0) {
				t.Errorf("%s has the hash of %s: %v", test.a, test.b, got)
			}
		})
	}
}

// TestEqualValues compares values in both directions, and their hashes.
func TestEqualValues(t *testing.T) {
	for _, test := range []struct {
		reason, a, b string
		want         bool
	}{
		{"the same", `{"a":[1,"x",null,true]}`, ` { "a" : [ 1.0 , "\u0078" , null , true ] } `, true},
		{"another order of members", `{"a":1,"b":{"c":2,"d":3}}`, `{"b":{"d":3,"c":2},"a":1}`, true},
		{"another order of items", `[1,2]`, `[2,1]`, false},
		{"a longer array", `[1,2]`, `[1]`, false},
		{"an empty array and one that is not", `[]`, `[null]`, false},
		{"a member more", `{"a":1}`, `{"a":1,"b":1}`, false},
		{"an empty object and one that is not", `{}`, `{"":{}}`, false},
		{"another name", `{"a":1}`, `{"b":1}`, false},
		{"another value", `{"a":1}`, `{"a":2}`, false},
		{"true and false", `true`, `false`, false},
		{"a string and its number", `"1"`, `1`, false},
		{"an array and its item", `[1]`, `1`, false},
		{"a name and a value change places", `{"a":"b"}`, `{"b":"a"}`, false},
		{"brackets in another place", `[[],[[]]]`, `[[[]],[]]`, false},
		{"quotes and brackets inside strings", `["\"]","\\"]`, `["\u0022\u005d","\u005c"]`, true},
	} {
		t.Run(test.reason, func(t *testing.T) {
			if got := decode.EqualValues(test.a, test.b); got != test.want {
				t.Errorf("%s equals %s: %v", test.a, test.b, got)
			}
			if got := decode.EqualValues(test.b, test.a); got != test.want {
				t.Errorf("%s equals %s: %v", test.b, test.a, got)
			}
			var h decode.Hasher
			if got := decode.HashValue(&h, test.a) == decode.HashValue(&h, strings.TrimSpace(test.b)); got != test.want {
				t.Errorf("%s has the hash of %s: %v", test.a, test.b, got)
			}
		})
	}
}

// No number is a multiple of a step that is zero or too long. Generated code has
// no such step.
func TestSteps(t *testing.T) {
	for _, step := range []string{"0", "0.0e5", "12345678901234567891", "1234567890123456789.01"} {
		if decode.MultipleOf("12", step) {
			t.Errorf("12 is a multiple of %s", step)
		}
	}
}
