package builtin_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/builtin/search"
)

// moneyModule is a module with tests. The tests of this file break one of its
// functions.
const moneyModule = `
-- go.mod --
module example.com/purse

go 1.26

-- purse.go --
// Package purse counts money.
package purse

import "math"

// Cents is an amount in cents.
func Cents(amount float64) int {
	return int(math.Round(amount * 100))
}

// Share divides an amount between n people.
func Share(cents, n int) (each, left int) {
	return cents / n, cents % n
}

// Largest is the largest amount, 0 of none.
func Largest(amounts ...int) int {
	largest := 0
	for _, amount := range amounts {
		if amount > largest {
			largest = amount
		}
	}
	return largest
}

-- purse_test.go --
package purse

import "testing"

func TestCents(t *testing.T) {
	if got := Cents(0.29); got != 29 {
		t.Errorf("Cents(0.29) = %d, want 29", got)
	}
}

func TestShare(t *testing.T) {
	if each, left := Share(10, 3); each != 3 || left != 1 {
		t.Errorf("Share(10, 3) = %d, %d, want 3, 1", each, left)
	}
}

func TestLargest(t *testing.T) {
	if got := Largest(3, 9, 4); got != 9 {
		t.Errorf("Largest(3, 9, 4) = %d, want 9", got)
	}
}
`

// knownFixes are the fixes that the worker knows: wrong lines with their replacements.
var knownFixes = map[string]string{
	"return int(amount * 100)":    "return int(math.Round(amount * 100))",
	"return cents / n, n % cents": "return cents / n, cents % n",
	"if amount < largest {":       "if amount > largest {",
}

// fixTests runs the tests, finds the function that the first failing test calls, and fixes it. It returns the
// tests that fail at the end, and the function that was fixed.
func fixTests(w *worker) (failing []string, fixed string) {
	report, _ := structuredContent[project.Report](w, "run_tests", arguments{})
	if report.Passed {
		return nil, ""
	}
	test, ok := strings.CutPrefix(failedTests(report)[0], "Test")
	if !ok {
		w.Fatalf("no test is named: %+v", report)
	}
	found, _ := structuredContent[search.Result](w, "search_files", arguments{"query": "func " + test + "(", "glob": "*.go"})
	if len(found.Matches) != 1 {
		w.Fatalf("func %s( was found %d times", test, len(found.Matches))
	}
	at := found.Matches[0]
	text := inside(w, w.do("read_file", arguments{"path": at.Path, "start_line": at.Line, "end_line": at.Line + 10}))
	for wrong, right := range knownFixes {
		if strings.Contains(text, wrong) {
			patched, ok := structuredContent[file.PatchResult](w, "patch_file", arguments{"path": at.Path, "old_text": wrong, "new_text": right})
			if !ok || patched.Replacements != 1 || !strings.Contains(patched.Patch, "\n+") {
				w.Fatalf("the patch: %+v", patched)
			}
			fixed = test
		}
	}
	report, _ = structuredContent[project.Report](w, "run_tests", arguments{})
	return failedTests(report), fixed
}

// failedTests returns the names of the tests that failed.
func failedTests(report project.Report) (names []string) {
	for _, finding := range report.Findings {
		names = append(names, finding.Test)
	}
	return names
}

// TestFixTests checks that the worker finds and fixes the broken function, and that a test fails if the worker
// knows no fix.
func TestFixTests(t *testing.T) {
	for _, test := range []struct {
		reason, right, wrong string
		fixed                string
		failing              int
	}{
		{"a truncated amount", "return int(math.Round(amount * 100))", "return int(amount * 100)", "Cents", 0},
		{"exchanged operands", "cents % n", "n % cents", "Share", 0},
		{"an inverted comparison", "amount > largest", "amount < largest", "Largest", 0},
		{"nothing is broken", "amount", "amount", "", 0},
		{"a fault that the worker does not know", "cents / n, cents % n", "cents, 0", "", 1},
	} {
		t.Run(test.reason, func(t *testing.T) {
			archive := strings.Replace(moneyModule, test.right, test.wrong, 1)
			if test.fixed == "Cents" { // an import that is not used would be another failure
				archive = strings.Replace(archive, "func Cents", "var _ = math.Pi\n\nfunc Cents", 1)
			}
			w := newWorker(t, archive)
			before := w.content("purse.go")
			failing, fixed := fixTests(w)
			if len(failing) != test.failing || fixed != test.fixed {
				t.Errorf("failing %v, fixed %q; want %d, %q", failing, fixed, test.failing, test.fixed)
			}
			if changed := w.content("purse.go") != before; changed != (test.fixed != "") {
				t.Errorf("the file was changed: %v", changed)
			}
			if want := min(len(test.fixed), 1); w.count("patch_file") != want {
				t.Errorf("%d patches, want %d", w.count("patch_file"), want)
			}
		})
	}
}
