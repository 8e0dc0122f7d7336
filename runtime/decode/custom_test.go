package decode_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// alwaysFails returns its text as an error.
type alwaysFails struct{}

func (alwaysFails) UnmarshalJSON(text []byte) error { return errors.New(string(text)) }

// The text of an author's error becomes a phrase that follows "must".
func TestMessagesOfCustomErrors(t *testing.T) {
	check := decode.JSONOf[alwaysFails, *alwaysFails]{}
	for text, want := range map[string]string{
		"must be a date": "be a date",
		"odd":            "be valid (odd)",
		"mustard":        "be valid (mustard)",
		"":               "be valid ()",
	} {
		if got, ok := check.Check(text); ok || got != want {
			t.Errorf("%q becomes %q, %v; want %q", text, got, ok, want)
		}
	}
}

// The method of big.Int reads digits only, but 7e0 is the same JSON number as 7.
func TestSpellingsOfBigIntegers(t *testing.T) {
	for text, want := range map[string]string{
		"7e0": "7", "-1.20e1": "-12", "0e5": "0", "-0.0": "0", "12.0": "12", "1E+2": "100", "0.5e1": "5",
		"123456789012345678901234567890e3": "123456789012345678901234567890000", "1e65535": "1" + strings.Repeat("0", 65535),
	} {
		got := acceptBig(t, `{"big":`+text+`}`)
		if got.String() != want {
			t.Errorf("%s is read as %.40s", text, got)
		}
	}
	for _, text := range []string{"7.5", "1e-1", "1e65536", "1e999999999999999999999", "1e-999999999999999999999", `"7e0"`} {
		problems(t, `{"big":`+text+`}`, decode.Options{NoRepair: true}, decodeForms)
	}
}

func acceptBig(t *testing.T, text string) *big.Int {
	t.Helper()
	var d decode.D
	d.Reset([]byte(text), decode.Options{NoRepair: true})
	v, ok := decodeForms(&d).(*formsArgs)
	if !ok {
		t.Fatalf("%s: %v", text, d.Err("forms"))
	}
	return v.Big
}

// Equal items are reported together with the other problems of their array.
func TestEqualItemsAndOtherProblems(t *testing.T) {
	for text, want := range map[string]string{
		`{"tags":["a",5,"a"]}`:           "tags[1] type, tags[2] unique_items",
		`{"points":[1,"x",1.0,true]}`:    "points[1] type, points[3] type, points[2] unique_items",
		`{"points":[1,"1"]}`:             "points[1] type",
		`{"points":[5,{"a":1},{"a":1}]}`: "points[1] type, points[2] type, points[2] unique_items",
	} {
		var got []string
		for _, p := range problems(t, text, decode.Options{NoRepair: true}, decodeForms).Problems {
			got = append(got, p.Path+" "+string(p.Code))
		}
		if found := strings.Join(got, ", "); found != want {
			t.Errorf("%s: got %s, want %s", text, found, want)
		}
	}
}
