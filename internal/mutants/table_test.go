package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMutantsApply checks that every mutant changes exactly one location of the
// present source, and that the changed file parses. A failure names the locations
// that the row in the table probably means.
func TestMutantsApply(t *testing.T) {
	names := map[string]bool{}
	for _, m := range mutants {
		if names[m.name] {
			t.Errorf("two mutants have the name %s", m.name)
		}
		names[m.name] = true
		file, content, err := m.apply("../..")
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), file, content, 0); err != nil {
			t.Errorf("%s: the changed source is not Go: %v", m.name, err)
		}
	}
}

var testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// TestMutantsNameTests checks that the test of every mutant exists. Subtests are
// known only when the test runs.
func TestMutantsNameTests(t *testing.T) {
	declared := map[string]map[string]bool{}
	for _, m := range mutants {
		dir, test := m.testDir()
		if declared[dir] == nil {
			declared[dir] = testFunctions(t, dir)
		}
		function, _, _ := strings.Cut(test, "/")
		for name := range strings.SplitSeq(function, "|") {
			if !declared[dir][name] {
				t.Errorf("%s: package %s has no test %s; update its row in internal/mutants/table.go", m.name, dir, name)
			}
		}
	}
}

// testFunctions returns the names of the tests of a package.
func testFunctions(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range testFunction.FindAllStringSubmatch(string(text), -1) {
			names[match[1]] = true
		}
	}
	return names
}

func TestUnknownNames(t *testing.T) {
	if got := unknownNames([]string{"nothing", mutants[0].name}); len(got) != 1 || got[0] != "nothing" {
		t.Errorf("unknown names %q, want nothing", got)
	}
}
