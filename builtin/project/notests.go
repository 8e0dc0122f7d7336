package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
)

// noTestsLine matches the lines that test runners print when they ran no tests.
var noTestsLine = regexp.MustCompile(`^(?:(?:=+ )?(?:no tests ran|\d+ deselected)(?:, \d+ \w+)* in [\d.]+s\b|ERROR: not found: |Ran 0 tests in |NO TESTS RAN|No tests? (?:files )?found\b|(?:ℹ|#) tests 0$|\s*0 passing\b)`)

// targetForms say, by kind of project, what the target of run_tests can be.
var targetForms = map[Kind]string{
	Go:     `names of tests such as "TestAdd/zero|TestSub*", a file, a directory or a package pattern such as "./store/..."`,
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
		report.noSubtest = counts.Skipped == 0 && p.targetDepth() > r.found.maxDepth
		report.NoTests = report.noSubtest
	}
	if !report.NoTests {
		r.checkListedTests()
		r.noteSimilarTests()
		return
	}
	if p.target == "" {
		report.Notes = append(report.Notes, "no test ran: there are no tests in "+names.Quoted(p.dir))
		return
	}
	message := fmt.Sprintf("no test matched the target %q in %s, so none ran: a target is %s; correct the target, or leave target out to run all tests", p.target, names.Quoted(p.dir), targetForms[p.kind])
	if similar := p.similarNote(""); similar != "" {
		message = fmt.Sprintf("no test is named %s in %s, so none ran; %s", p.target, names.Quoted(p.dir), similar)
	}
	if report.noSubtest {
		test, _, _ := strings.Cut(p.target, "/")
		message = fmt.Sprintf("no test matched the target %q in %s: %s has no such subtest; correct the target, or use the target %q to run all its subtests, or leave target out to run all tests", p.target, names.Quoted(p.dir), test, test)
		report.Counts.Passed = 0 // the parents, which did not run what was asked for
	}
	if len(r.missing) > 0 {
		message = strings.Join(slices.Compact(r.missing), ", ") + "; with the next program, " + message
	}
	report.addOwnError(message)
}

// checkListedTests adds an error if some tests of a list do not exist, because the
// others do not show what was asked for.
func (r *runner) checkListedTests() {
	missing := r.project.missingTests()
	if len(missing) == 0 {
		return
	}
	r.report.addOwnError(fmt.Sprintf("no test is named %s in %s; the other tests of the target ran", strings.Join(missing, " or "), names.Quoted(r.project.dir)))
}

// addOwnError adds an error of the tool before all findings, so that the run has not passed.
func (r *Report) addOwnError(message string) {
	r.Passed = false
	r.Counts.Errors++
	r.Findings = append([]Finding{{Severity: Error, Message: message, isOwn: true}}, r.Findings...)
}

// noteSimilarTests adds a note about the tests whose names begin with the name of
// the only test that ran, because a caller may have expected them to run.
func (r *runner) noteSimilarTests() {
	counts := r.report.Counts
	if r.project.kind != Go || r.project.target == "" || counts.Passed+counts.Skipped == 0 {
		return
	}
	if note := r.project.similarNote("other "); note != "" {
		r.report.Notes = append(r.report.Notes, note)
	}
}

// targetDepth returns the number of parents of the Go test that is the target.
// When a subtest does not exist, go runs its parents and reports a success.
func (p *project) targetDepth() int {
	names := p.goTestNames()
	if _, exists := p.resolveTarget(p.target); exists || p.kind != Go || len(names) != 1 {
		return 0
	}
	return strings.Count(names[0], "/")
}

// filtersByName reports whether the target is a part of the names of tests, and
// the test runner counts all other tests as skipped.
func (p *project) filtersByName() bool {
	_, exists := p.resolveTarget(p.target)
	return (p.kind == NPM || p.kind == PNPM) && p.target != "" && !exists
}
