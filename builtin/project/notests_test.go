package project_test

import (
	"strings"
	"testing"
)

// A target without tests is not a success.
func TestNoTestMatchedGo(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	w.replace("bad/bad.go", `"%s"`, `"%d"`)
	w.write("empty/empty.go", "package empty\n")
	for _, target := range []string{"TestNope", "TestNope/deep", "TestAdd/nope", "empty", "./empty", "empty/empty.go"} {
		w.wantNoTestMatched(target, args{"target": target})
	}
	w.wantNoTestMatched("a directory without tests", args{"dir": "empty", "target": "TestRound"})
	if r := w.report("run_tests", args{"target": "TestNetwork"}); !r.Passed || r.Counts != testCounts(0, 0, 1) {
		t.Errorf("control, a test that skips itself: %+v", r)
	}
	result := w.call("run_tests", args{"dir": "empty"})
	if r := w.decodeReport(result); !r.Passed || r.Counts != testCounts(0, 0, 0) || len(r.Notes) != 1 {
		t.Errorf("without a target: %+v", r)
	}
	wantText(t, "without a target", result, "run_tests passed: no test ran, exit status 0", "note: no test ran: there are no tests in empty")
}

func TestNoTestMatchedPython(t *testing.T) {
	requireProgram(t, "/usr/bin/python3", "-m", "pytest", "--version")
	w := newTestProject(t, "python")
	w.write("setup.py", "")
	for _, target := range []string{"test_nope", "tests/test_shop.py::test_nope", "setup.py"} {
		w.wantNoTestMatched(target, args{"target": target})
	}
	w.write("empty/pytest.ini", "[pytest]\n")
	wantText(t, "without a target", w.call("run_tests", args{"dir": "empty"}), "no test ran, exit status 5", "note: no test ran: there are no tests in empty")
	w.write("empty/pytest.ini", "[pytest]\naddopts = --nonsense\n")
	if r := w.report("run_tests", args{"dir": "empty", "target": "test_nope"}); r.Passed || len(r.Findings) != 1 || !strings.HasPrefix(r.Findings[0].Message, "pytest could not run: exit status 4\n") {
		t.Errorf("control, a usage error: %+v", r)
	}
}

func TestNoTestMatchedUnittest(t *testing.T) {
	requireProgram(t, "/usr/bin/python3", "--version")
	w := newTestProject(t, "unittest", fakeProgram(t, "python3", `if [ "$2" = pytest ]; then echo "/usr/bin/python3: No module named pytest" >&2; exit 1; fi
exec /usr/bin/python3 "$@"`))
	for _, target := range []string{"test_nope", "setup.py"} {
		w.wantNoTestMatched(target, args{"target": target})
	}
}

func TestNoTestMatchedNode(t *testing.T) {
	requireProgram(t, "node", "--version")
	w := newTestProject(t, "node")
	w.write("package.json", "{}")
	w.wantNoTestMatched("a name", args{"target": "no such test"})
	if r := w.report("run_tests", args{"target": "goes down"}); !r.Passed || r.Counts.Passed != 1 {
		t.Errorf("control: %+v", r)
	}
}

func TestNoTestMatchedCargo(t *testing.T) {
	requireProgram(t, "cargo", "--version")
	w := newTestProject(t, "cargo")
	w.replace("src/lib.rs", "    let unused = 1;\n", "")
	w.wantNoTestMatched("a name", args{"target": "tests::nope"})
	if r := w.report("run_tests", args{"target": "tests::down"}); !r.Passed || r.Counts.Passed != 1 {
		t.Errorf("control: %+v", r)
	}
}

// A script fails without tests only when a known test runner says so: another one
// may run tests and print nothing.
func TestNoTestMatchedScripts(t *testing.T) {
	for _, c := range []struct {
		reason, output string
		exit           string
		isNoTest       bool
	}{
		{"jest, a file", "No tests found, exiting with code 1", "1", true},
		{"jest, a name", "Tests:       5 skipped, 5 total", "0", true},
		{"jest with --passWithNoTests", "No tests found, exiting with code 0", "0", true},
		{"vitest, a file", "No test files found, exiting with code 1", "1", true},
		{"vitest, a name", "      Tests  5 skipped (5)", "0", true},
		{"node", "ℹ tests 0\nℹ pass 0\nℹ fail 0", "0", true},
		{"TAP", "TAP version 13\n1..0\n# tests 0\n# pass 0\n# fail 0", "0", true},
		{"mocha", "  0 passing (1ms)", "0", true},
		{"an unknown runner that passes", "fine", "0", false},
		{"an unknown runner that fails", "boom", "7", false},
		{"a run with a passing test", "Tests:       4 skipped, 1 passed, 5 total", "0", false},
		{"a run after a compiler error", "a.ts(1,2): error TS1: no\nNo tests found, exiting with code 1", "1", false},
	} {
		w := newFakeNodeProject(t, "cat <<'EOT'\n"+c.output+"\nEOT\nexit "+c.exit+"\n")
		if c.isNoTest {
			w.wantNoTestMatched(c.reason, args{"target": "nope"})
			continue
		}
		if r := w.report("run_tests", args{"target": "nope"}); r.Passed != (c.exit == "0") || strings.Contains(strings.Join(messages(r), " "), "no test") {
			t.Errorf("%s: %+v", c.reason, r)
		}
	}
	w := newFakeNodeProject(t, "echo 'Tests:       5 skipped, 5 total'\n")
	w.write("a.test.js", "")
	if r := w.report("run_tests", args{"target": "a.test.js"}); !r.Passed || len(r.Notes) > 0 {
		t.Errorf("a file whose tests are all skipped: %+v", r)
	}
}
