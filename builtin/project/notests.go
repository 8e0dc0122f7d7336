package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// noTestsLine matches the lines that test runners print when they ran no tests.
var noTestsLine = regexp.MustCompile(`^(?:(?:=+ )?(?:no tests ran|\d+ deselected)(?:, \d+ \w+)* in [\d.]+s\b|ERROR: not found: |Ran 0 tests in |NO TESTS RAN|No tests? (?:files )?found\b|(?:ℹ|#) tests 0$|\s*0 passing\b)`)

// targetForms say, by kind of project, what the target of run_tests can be.
var targetForms = map[Kind]string{
	Go:     `the name of a test such as "TestAdd/zero", a file, a directory or a package pattern such as "./store/..."`,
	Cargo:  `a part of a test's path such as "store::tests::adds", a file in tests/ or the directory of a package`,
	NPM:    `a file of tests, or an argument of the script "test"`,
	PNPM:   `a file of tests, or an argument of the script "test"`,
	Python: `a file, "tests/test_api.py::test_login" or the name of a test`,
}

// checkNoTests sets Report.NoTests. When a target was given and no test ran, it
// adds an error, because the target may be misspelled.
func (r *runner) checkNoTests() {
	report, p := r.report, r.project
	counts := report.Counts
	isError := func(f Finding) bool { return f.Severity == Error }
	if counts.Failed+counts.Errors > 0 || slices.ContainsFunc(report.Findings, isError) || report.Signal != "" || report.TimedOut {
		return
	}
	switch {
	case counts.Passed+counts.Skipped == 0:
		report.NoTests = r.ranNoTests
	case counts.Passed == 0:
		report.NoTests = p.filtersByName()
	default:
		report.NoTests = counts.Skipped == 0 && p.targetDepth() > r.found.maxDepth
	}
	if !report.NoTests {
		return
	}
	if p.target == "" {
		report.Notes = append(report.Notes, "no test ran: there are no tests in "+p.dir)
		return
	}
	report.Passed = false
	report.Counts.Errors++
	report.Findings = append([]Finding{{Severity: Error, Message: fmt.Sprintf(
		"no test matched the target %q in %s, so none ran: a target is %s; correct the target, or leave target out to run all tests", p.target, p.dir, targetForms[p.kind])}}, report.Findings...)
}

// targetDepth returns the number of parents of the Go test that is the target.
// When a subtest does not exist, go runs its parents and reports a success.
func (p *project) targetDepth() int {
	if _, exists := p.resolveTarget(p.target); exists || p.kind != Go || !goTestName.MatchString(p.target) {
		return 0
	}
	return strings.Count(p.target, "/")
}

// filtersByName reports whether the target is a part of the names of tests, and
// the test runner counts all other tests as skipped.
func (p *project) filtersByName() bool {
	_, exists := p.resolveTarget(p.target)
	return (p.kind == NPM || p.kind == PNPM) && p.target != "" && !exists
}
