package diag_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

func TestSuggest(t *testing.T) {
	candidates := []string{"register", "registry", "retry", "timeout", "read-only", "max-result-chars", "fs", "any", "id"}
	tests := []struct {
		word, want string
		reason     string
	}{
		{"regster", "register", "a letter left out"},
		{"regsiter", "register", "two letters swapped count as one edit"},
		{"timeouts", "timeout", "a letter too many"},
		{"timeoud", "timeout", "a wrong letter"},
		{"Timeout", "timeout", "case is ignored"},
		{"FS", "fs", "short words match in another case"},
		{"readOnly", "read-only", "case and a hyphen"},
		{"read_only", "read-only", "an underscore for a hyphen"},
		{"maxResultChars", "max-result-chars", "camel case"},
		{"f", "", "too short for an edit"},
		{"io", "", "one edit of two characters is too many"},
		{"ani", "any", "one edit of three characters"},
		{"tomato", "", "too far away"},
		{"register", "registry", "the word itself is no suggestion"},
		{"regist", "register", "two candidates equally near: the first by the alphabet"},
		{"", "", "nothing was written"},
		{strings.Repeat("x", 1000), "", "three edits at most"},
	}
	for _, test := range tests {
		got, ok := diag.Suggest(test.word, candidates)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("%s: Suggest(%q) = %q, %v; want %q", test.reason, test.word, got, ok, test.want)
		}
		reversed := slices.Clone(candidates)
		slices.Reverse(reversed)
		if again, _ := diag.Suggest(test.word, reversed); again != got {
			t.Errorf("%s: Suggest(%q) depends on the order: %q, %q", test.reason, test.word, got, again)
		}
	}
}

func TestSuggestCountsCharacters(t *testing.T) {
	if got, ok := diag.Suggest("größte", []string{"größe"}); !ok {
		t.Errorf("one letter of six, none of them ASCII only: %q, %v", got, ok)
	}
	if got, ok := diag.Suggest("öä", []string{"öü"}); ok {
		t.Errorf("two characters in four bytes are a short word: %q", got)
	}
}

func FuzzSuggest(f *testing.F) {
	f.Add("regster", "register")
	f.Add("\xff", "ÿ")
	f.Fuzz(func(t *testing.T, word, candidate string) {
		got, ok := diag.Suggest(word, []string{candidate})
		if ok && (got != candidate || got == word) {
			t.Errorf("Suggest(%q, %q) = %q", word, candidate, got)
		}
	})
}
