package emit

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// outside is a check that is not of package decode.
type outside struct{}

func (outside) Check(string) (string, bool) { return "", true }

// TestCheckValue checks the expressions for checks, which follow from their types.
func TestCheckValue(t *testing.T) {
	for _, test := range []struct {
		check      decode.Check
		want, fail string
	}{
		{check: decode.Date{}, want: "decode.Date{}"},
		{check: decode.TextOf[text, *text]{Want: "a"}, fail: "no Go expression"}, // describe.Form has its own expression
		{check: &decode.Pattern{Expr: `^"a"$`}, want: "&contextPattern"},
		{check: outside{}, fail: "no Go expression for the check emit.outside: generated code needs an exported struct of package decode"},
		{check: decode.Check(nil), fail: "no Go expression"},
	} {
		f := newFile(&model.Package{Name: "a", Path: "example.com/a"})
		got, err := f.checkValue(test.check, "context")
		switch {
		case test.fail != "" && (err == nil || !strings.Contains(err.Error(), test.fail)):
			t.Errorf("%T: error %v, want %s", test.check, err, test.fail)
		case test.fail == "" && (err != nil || strings.ReplaceAll(got.text, " ", "") != test.want):
			t.Errorf("%T: %q, %v, want %s", test.check, got.text, err, test.want)
		}
	}
}

type text string

func (*text) UnmarshalText([]byte) error { return nil }

// TestCheckValuesReportsErrors checks that a check without an expression makes the
// generation fail.
func TestCheckValuesReportsErrors(t *testing.T) {
	f := newFile(&model.Package{Name: "a", Path: "example.com/a"})
	if f.checkValues([]decode.Check{outside{}}, "context"); len(f.errs) != 1 {
		t.Errorf("errors %v, want one", f.errs)
	}
}

// TestFormattedReportsFirstError checks that the error for invalid code has the lines
// around the first error, and not the file.
func TestFormattedReportsFirstError(t *testing.T) {
	source := "package a\n" + strings.Repeat("\nvar _ = 1\n", 50) + "var broken = decode. {}\n" + strings.Repeat("\nvar _ = 2\n", 50)
	_, err := formatSource(source)
	if err == nil || !strings.Contains(err.Error(), "   102  var broken = decode. {}\n") || strings.Count(err.Error(), "\n") > 6 {
		t.Errorf("error %v", err)
	}
}
