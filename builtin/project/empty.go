package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// noTests is what runners of tests print when they ran none.
var noTests = regexp.MustCompile(`^(?:(?:=+ )?(?:no tests ran|\d+ deselected)(?:, \d+ \w+)* in [\d.]+s\b|ERROR: not found: |Ran 0 tests in |NO TESTS RAN|No tests? (?:files )?found\b|(?:ℹ|#) tests 0$|\s*0 passing\b)`)

// forms say, by kind, what a target of tests can be.
var forms = map[Kind]string{
	Go:     `the name of a test such as "TestAdd/zero", a file, a directory or a package pattern such as "./store/..."`,
	Cargo:  `a part of a test's path such as "store::tests::adds", a file in tests/ or the directory of a package`,
	NPM:    `a file of tests, or what the script test takes`,
	PNPM:   `a file of tests, or what the script test takes`,
	Python: `a file, "tests/test_api.py::test_login" or the name of a test`,
}

// emptyHanded deals with a run of the tests in which none ran: where a target
// was given, it is no success, since a misspelt name would look like one.
func (r *runner) emptyHanded() {
	report, p := r.report, r.project
	counts := report.Counts
	bad := func(f Finding) bool { return f.Severity == Error }
	if counts.Failed+counts.Errors > 0 || slices.ContainsFunc(report.Findings, bad) || report.Signal != "" || report.TimedOut {
		return
	}
	switch {
	case counts.Passed+counts.Skipped == 0:
		report.NoTests = r.empty
	case counts.Passed == 0:
		report.NoTests = p.filters()
	default:
		report.NoTests = counts.Skipped == 0 && p.depth() > r.found.deepest
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
		"no test matched the target %q in %s, so none ran: a target is %s; mend its spelling, or leave target out to run all tests", p.target, p.dir, forms[p.kind])}}, report.Findings...)
}

// depth is how many tests are around the one of Go that is the target; of a
// subtest that does not exist, go runs those and calls that a success.
func (p *project) depth() int {
	if _, exists := p.named(p.target); exists || p.kind != Go || !goTestName.MatchString(p.target) {
		return 0
	}
	return strings.Count(p.target, "/")
}

// filters reports whether the target is a part of tests' names for a runner that
// counts all other tests as skipped.
func (p *project) filters() bool {
	_, exists := p.named(p.target)
	return (p.kind == NPM || p.kind == PNPM) && p.target != "" && !exists
}
