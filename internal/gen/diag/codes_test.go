package diag_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

var codeForm = regexp.MustCompile(`^TG1[0-8][0-9]{2}$`)

func TestExplanations(t *testing.T) {
	titles := map[string]diag.Code{}
	last := diag.Code("")
	for _, e := range diag.Explanations() {
		if !codeForm.MatchString(string(e.Code)) {
			t.Errorf("%s: not of the form TG10xx to TG18xx", e.Code)
		}
		if e.Code <= last {
			t.Errorf("%s is after %s: codes must be unique and in order", e.Code, last)
		}
		last = e.Code
		if other, taken := titles[e.Title]; taken {
			t.Errorf("%s and %s have the same title", other, e.Code)
		}
		titles[e.Title] = e.Code
		checkTexts(t, e)
	}
}

func checkTexts(t *testing.T, e diag.Explanation) {
	t.Helper()
	if e.Title == "" || strings.ContainsAny(e.Title, "\n") || strings.HasSuffix(e.Title, ".") || len(e.Title) > 72 {
		t.Errorf("%s: the title %q is not one short line without a full stop", e.Code, e.Title)
	}
	for name, text := range map[string]string{"text": e.Text, "fix": e.Fix} {
		if !strings.HasSuffix(text, ".") || text != strings.TrimSpace(text) {
			t.Errorf("%s: the %s is not complete sentences: %q", e.Code, name, text)
		}
	}
}

func TestExplain(t *testing.T) {
	e, ok := diag.Explain(diag.UnknownDirective)
	if !ok || e.Code != "TG1001" || e.Title != "Unknown directive" {
		t.Errorf("Explain(UnknownDirective) = %+v, %v", e, ok)
	}
	if e, ok := diag.Explain("TG9999"); ok {
		t.Errorf("Explain of an unknown code = %+v; want false", e)
	}
}

func TestExplanationsIsACopy(t *testing.T) {
	diag.Explanations()[0].Title = "changed"
	if e := diag.Explanations()[0]; e.Title == "changed" {
		t.Error("a change of the result of Explanations changes the table")
	}
}
