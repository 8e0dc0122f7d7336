package project_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
)

// wantText checks that the text of a result has these parts.
func wantText(t *testing.T, why string, r runtime.Result, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if text := r.Value + r.Error; !strings.Contains(text, part) {
			t.Errorf("%s: no %q in\n%s", why, part, text)
		}
	}
}

// wantNoTestMatched checks that a call with a target fails because no test ran.
func (w *testProject) wantNoTestMatched(why string, given args) {
	w.Helper()
	result := w.call("run_tests", given)
	r := w.decodeReport(result)
	if !result.OK || r.Passed || len(r.Findings) != 1 || r.Findings[0].Test != "" || r.Findings[0].File != "" || r.Counts.Errors != 1 {
		w.Errorf("%s: %+v\n%+v", why, r, result.Error)
		return
	}
	if message := r.Findings[0].Message; !strings.Contains(message, "no test matched") || !strings.Contains(message, "leave target out") {
		w.Errorf("%s: %s", why, message)
	}
	if !strings.HasPrefix(result.Value, "run_tests failed: ") || !strings.Contains(result.Value, "\nerror: ") || !strings.Contains(result.Value, "no test matched") {
		w.Errorf("%s: %s", why, result.Value)
	}
}

// messages returns the messages of all findings.
func messages(r project.Report) (all []string) {
	for _, f := range r.Findings {
		all = append(all, f.Message)
	}
	return all
}

// wantFailure checks that a result is this failure, and that its error has these
// parts.
func (w *testProject) wantFailure(why string, r runtime.Result, code runtime.Code, field, reason string, parts ...string) {
	w.Helper()
	if r.OK || r.Code != code || r.Field != field || r.Reason != reason {
		w.Errorf("%s: ok=%v %q field=%q reason=%q: %s%s", why, r.OK, r.Code, r.Field, r.Reason, r.Error, r.Value)
	}
	for _, part := range parts {
		if !strings.Contains(r.Error, part) {
			w.Errorf("%s: the error %q has no %q", why, r.Error, part)
		}
	}
	if strings.Contains(r.Error, w.dir) {
		w.Errorf("%s: the error has the path of the host: %q", why, r.Error)
	}
}

// wantFinding has the expected fields of a finding, and a part of its message.
type wantFinding struct {
	file    string
	line    int
	test    string
	rule    string
	message string
}

// wantFindings checks that a report has these findings, in any order, and no
// others.
func (w *testProject) wantFindings(why string, r project.Report, want ...wantFinding) {
	w.Helper()
	left := append([]project.Finding{}, r.Findings...)
	for _, f := range want {
		found := false
		for i, got := range left {
			if got.File == f.file && got.Line == f.line && got.Test == f.test && got.Rule == f.rule && strings.Contains(got.Message, f.message) {
				left, found = append(left[:i], left[i+1:]...), true
				break
			}
		}
		if !found {
			w.Errorf("%s: no %+v", why, f)
		}
	}
	if len(left) > 0 || w.Failed() {
		w.Errorf("%s: other findings are %+v\nin %+v", why, left, r)
	}
}

// testCounts returns counts of tests.
func testCounts(passed, failed, skipped int) project.Counts {
	return project.Counts{Passed: passed, Failed: failed, Skipped: skipped}
}
