package project_test

import (
	"slices"
	"strings"
	"testing"
)

// twoPackageNames writes a directory with two names of packages, and one with a mistake that vet finds.
func twoPackageNames(w *testProject) {
	w.write("go.mod", "module example.com/p\n\ngo 1.26\n")
	w.write("two/a.go", "package foo\n")
	w.write("with space/a.go", "package space\n")
	w.write("two/b.go", "package foo1\n")
	w.write("good/good.go", "package good\n")
}

// Two names of packages in one directory are one error, which is in the text once. So is a package whose path is not valid.
func TestTwoPackageNames(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "")
	twoPackageNames(w)
	for _, tool := range []string{"typecheck", "lint", "run_tests"} {
		result := w.call(tool, args{})
		r := w.decodeReport(result)
		w.wantFindings(tool, r, wantFinding{"two", 0, "", "", "found packages foo (a.go) and foo1 (b.go)"},
			wantFinding{"", 0, "", "", `malformed import path "example.com/p/with space": invalid char ' '`})
		wantText(t, tool, result, tool+" failed: ", "2 errors, exit status 1", "\ntwo: error: found packages foo (a.go) and foo1 (b.go)")
		if r.Counts.Errors != 2 || strings.Count(result.Value, "malformed") != 1 || strings.Count(result.Value, "found packages") != 1 || strings.Contains(result.Value, "output:") {
			t.Errorf("%s: %s", tool, result.Value)
		}
	}
}

// A program that fails without a finding could not run: this is one error with its output. The text says of each program
// whether it passed.
func TestProgramThatCannotRun(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go", fakeProgram(t, "golangci-lint", "echo 'Error: unsupported version of the configuration' >&2; exit 3\n"))
	w.write(".golangci.yml", "version: \"9\"\n")
	result := w.call("lint", args{"target": "good"})
	wantText(t, "lint", result, "lint failed: 1 error, exit status 3\nprograms: go vet passed, golangci-lint could not run\n",
		"error: golangci-lint could not run: exit status 3\n    Error: unsupported version of the configuration")
	if r := w.decodeReport(result); r.Counts.Errors != 1 || !slices.Equal(r.Programs, []string{"go vet passed", "golangci-lint could not run"}) || strings.Count(result.Value, "unsupported") != 1 {
		t.Errorf("%+v: %s", r, result.Value)
	}
	wantText(t, "vet fails too", w.call("lint", args{}), "lint failed: 2 errors, exit status 1\nprograms: go vet failed, golangci-lint could not run\n")
	w.write("go.mod", "module example.com/shop\n\ngo 1.999\n")
	for _, tool := range []string{"typecheck", "run_tests"} {
		wantText(t, tool, w.call(tool, args{}), "1 error, exit status 1", "could not run: exit status 1\n    go: go.mod requires go >= 1.999")
	}
	w = newFakeNodeProject(t, "echo 'the style of a.js is wrong'; exit 1\n")
	wantText(t, "the output of a script has no known form", w.call("lint", args{}), "lint failed: no finding could be read from the output, exit status 1\n", "the style of a.js is wrong")
}

// The output of programs that passed has nothing to read on when it is only what they always print.
func TestNoHandleForNoise(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go", fakeProgram(t, "golangci-lint", "echo '0 issues.'\n"))
	w.write(".golangci.yml", "version: \"2\"\n")
	w.write("plain/plain.go", "package plain\n")
	for _, tool := range []string{"typecheck", "lint"} {
		if shown, stored := w.storedText(tool, args{"target": "./plain/..."}); stored != "" || strings.Contains(shown, "omitted") || strings.Contains(shown, "output") {
			t.Errorf("%s: %s", tool, shown)
		}
	}
	w = newTestProject(t, "go", fakeProgram(t, "golangci-lint", "seq 3000; echo 'a note for people'\n"))
	w.write(".golangci.yml", "version: \"2\"\n")
	shown, stored := w.storedText("lint", args{"target": "good"})
	if !strings.Contains(stored, "a note for people") || strings.Contains(stored, "output of go vet") || strings.Contains(shown, "output of go vet") {
		t.Errorf("other output can be read on, without an empty part: %.1500s", shown+stored)
	}
}
