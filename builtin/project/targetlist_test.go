package project_test

import (
	"strings"
	"testing"
)

// TestTargetLists checks targets with several packages, files or names, separated by "|".
func TestTargetLists(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	w.write("one/one_test.go", "package one\nimport \"testing\"\nfunc TestOne(t *testing.T) { t.Fatal(\"one failed\") }\n")
	w.write("two/two_test.go", "package two\nimport \"testing\"\nfunc TestTwo(t *testing.T) { t.Fatal(\"two failed\") }\n")
	for _, test := range []struct {
		tool, target string
		want         []string // commands or texts of the result
	}{
		{"run_tests", "./one|./two", []string{"one failed", "two failed"}},
		{"run_tests", "one/one_test.go | two", []string{"one failed", "two failed"}},
		{"run_tests", "TestOne|TestTwo", []string{"one failed", "two failed"}},
		{"typecheck", "one|two", []string{"./one/... ./two/..."}},
		{"run_tests", "./one|TestTwo", []string{"has names of tests and other names"}},
		{"run_tests", "./one|../two", []string{"is outside of dir"}},
		{"run_tests", "./one| -exec=sh", []string{"begins with a hyphen"}},
		{"lint", "one|@two", []string{"begins with @"}},
		{"lint", "one|/etc", []string{"is an absolute path"}},
		{"lint", "one|two|three/", []string{"three/ does not exist"}},
	} {
		r := w.call(test.tool, args{"target": test.target})
		text := r.Value + r.Error
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s %s: %s, want %q", test.tool, test.target, text, want)
			}
		}
	}
}
