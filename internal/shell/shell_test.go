package shell_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/shell"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		line   string
		want   string
		reason string
	}{
		{`a "b c" 'd "e' f\ g`, `[["a" "b c" "d \"e" "f g"]]`, "quotes and escapes"},
		{"a 2>&1 >b <c d", `[["a" "d"]]`, "redirections and their targets are dropped"},
		{"a2>b", `[["a2"]]`, "a word that ends in a digit is not a file descriptor"},
		{"a &>b c", `[["a" "c"]]`, "&> redirects two streams"},
		{"a|b;c&&d||e\nf", `[["a"] ["b"] ["c"] ["d"] ["e"] ["f"]]`, "operators end commands"},
		{"a \\\n b", `[["a" "b"]]`, "an escaped line feed does not end a line"},
		{`a "$(b "c" ; d)"`, `[["a" "$(b c ; d)"]]`, "quotes in a quoted substitution are dropped"},
		{"a ''", `[["a" ""]]`, "an empty word is a word"},
		{"if true; then a; fi", `[["true"] ["a"]]`, "reserved words are dropped"},
		{"a#b # c\nd", `[["a#b"] ["d"]]`, "a number sign within a word begins no comment"},
		{"a $(b c", `[["a" "$(b c"]]`, "a substitution that is not closed"},
		{"a 'b", `[["a" "b"]]`, "a quote that is not closed"},
	}
	for _, tt := range tests {
		if got := fmt.Sprintf("%q", shell.Split(tt.line)); got != tt.want {
			t.Errorf("%q: %s, want %s: %s", tt.line, got, tt.want, tt.reason)
		}
	}
}

func TestUnwrap(t *testing.T) {
	tests := []struct {
		words     string
		want      string
		isWrapped bool
		reason    string
	}{
		{"A=1 B=2 go test", "go test", false, "assignments are removed"},
		{"", "", false, "no words"},
		{"A=1", "", false, "only an assignment"},
		{"/usr/bin/env -u X A=1 go test", "go test", true, "options with values and assignments"},
		{"sudo nice go test", "nice go test", true, "one wrapper is removed"},
		{"timeout -k 3 60 go test", "go test", true, "the duration is not in the command"},
		{"timeout 60", "", true, "a wrapper without a command"},
		{"nohup -- -x", "-x", true, "-- ends the options"},
		{"env --split-string=go test ./...", "go test ./...", true, "a command line in an option"},
		{"env -S go test", "go test", true, "a command line after an option"},
		{`C:\bin\env.exe go`, "go", true, "a path of Windows"},
	}
	for _, tt := range tests {
		command, wrapper := shell.Unwrap(strings.Fields(tt.words))
		if got := strings.Join(command, " "); got != tt.want || (wrapper != nil) != tt.isWrapped {
			t.Errorf("%q: %q, %v, want %q, %t: %s", tt.words, got, wrapper, tt.want, tt.isWrapped, tt.reason)
		}
	}
}

func TestScript(t *testing.T) {
	tests := []struct {
		args   []string
		want   string
		ok     bool
		reason string
	}{
		{[]string{"-c", "ls -l"}, "ls -l", true, "-c"},
		{[]string{"-ec", "ls", "x"}, "ls", true, "a group of options"},
		{[]string{"-o", "pipefail", "-c", "ls"}, "ls", true, "an option with a value before -c"},
		{[]string{"-c", "-e", "--", "ls"}, "ls", true, "options after -c"},
		{[]string{"-c"}, "", true, "no word after -c"},
		{[]string{"run.sh", "-c"}, "", false, "-c after a file is an argument of the script"},
		{[]string{"--", "-c", "ls"}, "", false, "-c after -- is a file"},
		{[]string{"", "-c"}, "", false, "an empty file name"},
	}
	for _, tt := range tests {
		if got, ok := shell.Script(tt.args); got != tt.want || ok != tt.ok {
			t.Errorf("%q: %q, %t, want %q, %t: %s", tt.args, got, ok, tt.want, tt.ok, tt.reason)
		}
	}
}

func TestQuotedWordsAreSplitIntoTheSameWords(t *testing.T) {
	words := []string{"a", "", "b c", "it's", `"`, `\`, "$(x)", "\n", "#"}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = shell.Quote(word)
	}
	line := strings.Join(quoted, " ")
	if got := shell.Split(line); len(got) != 1 || !slices.Equal(got[0], words) {
		t.Errorf("%s was split into %q, want %q", line, got, words)
	}
}
