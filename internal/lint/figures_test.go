package lint_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/lint"
	"github.com/toolgen/toolgen/internal/tokens"
)

// tokensOf returns how many tokens a text has more than another one.
func tokensOf(text, without string) int { return tokens.Count(text) - tokens.Count(without) }

// refusedCall returns the tokens of the call with mistakes in the README, and of its
// answer.
func refusedCall(t *testing.T) int {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`(?s)tools call weather_forecast '(\{"town".*?\})'`).FindSubmatch(readme)
	answer := regexp.MustCompile("(?s)```text\n(input_invalid: .*?)```").FindSubmatch(readme)
	if call == nil || answer == nil {
		t.Fatal("the README has no call that is refused")
	}
	return tokens.Count(string(call[1])) + tokens.Count(string(answer[1]))
}

// mostRequired returns the number of required arguments of the built-in tool that has
// most of them.
func mostRequired(t *testing.T) (most int) {
	t.Helper()
	files, err := filepath.Glob("../../builtin/*/zz_toolgen.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, schema := range regexp.MustCompile(`(?m)^\t\w+Input += .*$`).FindAll(text, -1) {
			for _, list := range regexp.MustCompile(`"required":\[([^\]]+)\]`).FindAllSubmatch(schema, -1) {
				most = max(most, strings.Count(string(list[1]), ",")+1)
			}
		}
	}
	return most
}

// TestFigures measures the figures in the reasons of the rules. Each reason has one.
func TestFigures(t *testing.T) {
	description := strings.Repeat("Finds the words that were added to the dictionary of a language since a given day, newest first. ", 3)[:200]
	refused := refusedCall(t)
	snake := tokens.Count("get_weather_forecast search_notes create_pull_request list_files")
	other := tokens.Count("getWeatherForecast searchNotes createPullRequest listFiles")
	for _, test := range []struct {
		rule, figure string
		got          int
	}{
		{"tool-text", "about 7 tokens", tokensOf(`{"name":"find_word","description":"Finds a word."}`, `{"name":"find_word"}`)},
		{"argument-text", "about 14 tokens", tokensOf(`{"type":"string","description":"The form to find, such as went or gone."}`, `{"type":"string"}`)},
		{"argument-text", "about 120", refused},
		{"useless-argument-text", "about 5 tokens", tokensOf(`{"type":"string","description":"The word."}`, `{"type":"string"}`)},
		{"value-text", "about 3 tokens", tokensOf(`"b1: everyday texts; c1: demanding texts."`, `"b1; c1"`) / 2},
		{"long-text", "about 40 tokens", tokens.Count(description)},
		{"generic-name", "about 2 tokens", tokensOf(`"file_path"`, `"path"`)},
		{"text-and-tag", "about 120 tokens", refused},
		{"text-and-tag", "about 5 tokens", tokensOf(`"The count, at most 20."`, `"The count."`)},
		{"similar-tools", "about 5 tokens", tokensOf("Finds notes by their words, not by their tags.", "Finds notes by their words.")},
		{"optional-default", "about 4 tokens", tokensOf(`{"type":"integer","default":20}`, `{"type":"integer"}`)},
		{"hints", "about 8 tokens", tokensOf(`{"name":"x","annotations":{"readOnlyHint":true}}`, `{"name":"x"}`)},
		{"snake-case", "about as many tokens", snake - other},
		{"many-required", "at most 2", mostRequired(t)},
	} {
		want, err := strconv.Atoi(regexp.MustCompile(`\d+|$`).FindString(test.figure))
		if err != nil {
			want = 0
		}
		if difference := test.got - want; max(difference, -difference) > max(1, want/8) {
			t.Errorf("%s: measured %d, want %s", test.rule, test.got, test.figure)
		}
		for _, r := range lint.Rules() {
			if r.Name == test.rule && !strings.Contains(r.Reason, test.figure) {
				t.Errorf("%s: the reason does not say %q: %s", test.rule, test.figure, r.Reason)
			}
		}
	}
	for _, r := range lint.Rules() {
		if !regexp.MustCompile(`\d|about as many`).MatchString(r.Reason) {
			t.Errorf("%s: the reason has no figure: %s", r.Name, r.Reason)
		}
	}
}
