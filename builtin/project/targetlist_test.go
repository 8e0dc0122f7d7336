package project_test

import (
	"strings"
	"testing"
)

// TestTargetLists checks targets with several packages, files or names, separated by "|", spaces or commas.
func TestTargetLists(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	w.write("one/one_test.go", "package one\nimport \"testing\"\nfunc TestOne(t *testing.T) { t.Fatal(\"one failed\") }\n")
	w.write("two/two_test.go", "package two\nimport \"testing\"\nfunc TestTwo(t *testing.T) { t.Fatal(\"two failed\") }\n")
	w.write("space/space_test.go", "package space\nimport \"testing\"\nfunc TestSpace(t *testing.T) { t.Run(\"half up\", func(*testing.T) {}) }\n")
	w.write("a,b/ab_test.go", "package ab\nimport \"testing\"\nfunc TestAB(*testing.T) {}\n")
	w.write("up/up.go", "package up\n")
	w.write("three d/three.go", "package three\n")
	for _, test := range []struct {
		tool, target string
		want         []string // commands or texts of the result
	}{
		{"run_tests", "./one|./two", []string{"one failed", "two failed"}},
		{"run_tests", "one/one_test.go | two", []string{"one failed", "two failed"}},
		{"run_tests", "TestOne|TestTwo", []string{"one failed", "two failed"}},
		{"run_tests", "TestOne\nTestTwo\n", []string{"one failed", "two failed"}},
		{"run_tests", "one/one_test.go\r\n\r\n  two", []string{"one failed", "two failed"}},
		{"lint", "one\n-exec=sh", []string{"begins with a hyphen"}},
		{"typecheck", "one|two", []string{"./one/... ./two/..."}},
		{"typecheck", "./one/... ./two/...", []string{"/dev/null -vet=off ./one/... ./two/... (in .)", "typecheck passed"}},
		{"lint", "one  two", []string{"go vet ./one/... ./two/... (in .)", "lint passed"}},
		{"run_tests", "./one/... ./two/...", []string{"one failed", "two failed"}},
		{"run_tests", "one two/two_test.go", []string{"one failed", "two failed"}},
		{"run_tests", "example.com/shop/one example.com/shop/two", []string{"one failed", "two failed"}},
		{"run_tests", "./one/...,./two/...", []string{"one failed", "two failed"}},
		{"run_tests", "one, two", []string{"one failed", "two failed"}},
		{"lint", "./a,b", []string{"go vet ./a,b/... (in .)"}},
		{"run_tests", "TestOne TestTwo", []string{"one failed", "two failed"}},
		{"run_tests", "TestSpace/half up", []string{"1 passed"}},
		{"run_tests", "./one ./three d/... two", []string{`./one/... "./three d/..." ./two/... (in .)`, "one failed", "two failed"}},
		{"lint", "one three d", []string{`go vet ./one/... "./three d/..." (in .)`}},
		{"run_tests", "./one TestTwo", []string{"has names of tests and other names"}},
		{"lint", "one two nothing/x", []string{"nothing/x"}},
		{"run_tests", "./one ../two", []string{"is outside of dir"}},
		{"run_tests", "./one -exec=sh", []string{"begins with a hyphen"}},
		{"typecheck", "one /two", []string{"is an absolute path"}},
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
