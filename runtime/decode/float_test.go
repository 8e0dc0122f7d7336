package decode

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestFloatsAndIntegers compares numbers with strconv: of each length, with the point at each position, and with values
// in the middle of two floats.
func TestFloatsAndIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 0))
	for range 100_000 {
		text := strconv.FormatUint(r.Uint64()>>r.IntN(64), 10)
		switch place := r.IntN(20); {
		case r.IntN(4) == 0:
			// The float and the one after it have the same exponent, so that their middle has one bit more.
			f := math.Float64frombits(r.Uint64()&(1<<52-1) | uint64(1023+r.IntN(70))<<52)
			middle := f + (math.Nextafter(f, math.Inf(1))-f)/2
			text = strconv.FormatFloat(middle, 'f', place, 64)
		case place < len(text):
			text = text[:len(text)-place] + "." + text[len(text)-place:]
		}
		if text[len(text)-1] == '.' {
			text = text[:len(text)-1]
		}
		if r.IntN(2) == 0 {
			text = "-" + text
		}
		if r.IntN(4) == 0 {
			text += []string{"e", "E", "e+", "e-", "E-0"}[r.IntN(5)] + strconv.Itoa(r.IntN(90))
		}
		checkNumber(t, text, r.IntN(9))
	}
}

func TestFloatMiddles(t *testing.T) {
	for _, text := range []string{
		"9007199254740993", "9007199254740992.5", "9007199254740993.001", "900719925474.0993", "0.9007199254740993", "1844674407370955161.5",
		"9999999999999999999", "0.9999999999999999999", "0.5000000000000000001", "4503599627370496.5", "4503599627370497.5", "0.0000000000000000001",
		"9007199254740993e1", "0e-50", "1e60", "1e61", "1e-80", "1e-81", "6.62607015e-34", "1.2345678901234567e-30", "9223372036854775808e-40", "9007199254740991e22", "9007199254740992e22", "1e22", "1e23", "1e-22", "1e-23", "5e-324", "0e999", "-0e-999", "1e000000000000000000001", "12.5e-0003", "1.7976931348623157e308", "4.9e-320",
	} {
		for spaces := range 9 {
			checkNumber(t, text, spaces)
		}
	}
}

// TestMantissas compares the powers of ten with exact ones.
func TestMantissas(t *testing.T) {
	for n, power := range mantissas {
		exact := new(big.Float).SetPrec(400).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n+minPower, -n-minPower))), nil))
		if n+minPower < 0 {
			exact.Quo(big.NewFloat(1), exact)
		}
		bits, _ := exact.SetMantExp(exact, 128-exact.MantExp(nil)).Int(nil)
		if want := bits.Text(16); want != fmt.Sprintf("%016x%016x", power[0], power[1]) {
			t.Errorf("1e%d: got %016x%016x, want %s", n+minPower, power[0], power[1], want)
		}
	}
}

// checkNumber reads a number that is followed by that number of bytes, because eight bytes are read at once.
func checkNumber(t *testing.T, text string, spaces int) {
	t.Helper()
	input := text + "]       "[:spaces]
	want, err := strconv.ParseFloat(text, 64)
	if got, end := float64At(input, 0); err != nil || end != len(text) || math.Float64bits(got) != math.Float64bits(want) {
		t.Fatalf("float64At(%q) = %v, %d, want %v, %d (%v)", input, got, end, want, len(text), err)
	}
	d := D{text: input}
	got, end := d.int64(0)
	if want, err := strconv.ParseInt(text, 10, 64); err == nil && (got != want || end != len(text)) {
		t.Fatalf("int64(%q) = %d, %d, want %d", input, got, end, want)
	}
}
