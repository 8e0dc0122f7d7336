package project_test

import (
	"slices"
	"strings"
	"testing"
)

// newChainProject returns a module with tests whose names begin with TestChain.
func newChainProject(t *testing.T) *testProject {
	t.Helper()
	requireProgram(t, "go", "version")
	w := newTestProject(t, "")
	w.write("go.mod", "module example.com/chain\n\ngo 1.26\n")
	w.write("chain.go", "package chain\n")
	w.write("chain_test.go", "package chain\n\nimport \"testing\"\n\nfunc TestChainA(t *testing.T) {}\nfunc TestChainB(t *testing.T) {}\nfunc TestMain(m *testing.M) { m.Run() }\n")
	w.write("link.go", "package chain\n")
	w.write("deep/link_test.go", "package deep\n\nimport \"testing\"\n\nfunc TestChain(t *testing.T) { t.Run(\"one\", func(*testing.T) {}) }\nfunc TestOther(t *testing.T) {}\n")
	return w
}

// A target can be a list or a pattern of names, or a file, of which the tests run.
func TestSelectGoTests(t *testing.T) {
	w := newChainProject(t)
	for _, test := range []struct {
		reason, target string
		passed         int
		note           string
	}{
		{"a list", "TestChainA|TestOther", 2, ""},
		{"a list with commas", "TestChainA, TestChainB", 2, ""},
		{"a pattern", "TestChain*", 3, ""},
		{"an expression of go test", "TestChain.*", 3, ""},
		{"a subtest and a test", "TestChain/one|TestOther", 2, ""},
		{"a file of tests", "deep/link_test.go", 2, "only the tests of deep/link_test.go run; the target ./deep runs all tests of the package"},
		{"a file and its tests", "chain.go", 2, "only the tests of chain_test.go run; the target . runs all tests of the package"},
		{"a file without tests", "link.go", 2, "all tests of the package run, because there are no tests in link_test.go"},
		{"a test and others that begin with its name", "TestChain", 1, `2 other tests begin with TestChain: TestChainA, TestChainB; the target "TestChain*" runs all of them`},
	} {
		result := w.call("run_tests", args{"target": test.target, "fresh": true})
		r := w.decodeReport(result)
		if !r.Passed || r.Counts != testCounts(test.passed, 0, 0) || test.note != "" && !strings.Contains(result.Value, "note: "+test.note) {
			t.Errorf("%s: %+v\n%s", test.reason, r.Counts, result.Value)
		}
		if test.note == "" && len(r.Notes) > 0 {
			t.Errorf("%s: notes %q", test.reason, r.Notes)
		}
	}
	result := w.call("run_tests", args{"target": "TestCha"})
	wantText(t, "the beginning of names", result, "run_tests failed: no test ran", "no test is named TestCha in ., so none ran; 3 tests begin with TestCha: TestChain, TestChainA, TestChainB")
	result = w.call("run_tests", args{"target": "TestChainA|TestLost|TestFind/one"})
	wantText(t, "a list with tests that do not exist", result, "run_tests failed: 1 passed, 0 failed, 0 skipped, 1 error", "no test is named TestLost or TestFind/one in .; the other tests of the target ran")
}

// A result that is cached says so, and fresh runs the tests.
func TestCachedGoTests(t *testing.T) {
	w := newChainProject(t)
	w.report("run_tests", args{})
	result := w.call("run_tests", args{})
	wantText(t, "cached", result, "run_tests passed: ", "note: cached: nothing changed since these tests passed, so they did not run again; fresh runs them")
	if r := w.decodeReport(result); r.Cached != 2 {
		t.Errorf("%d packages are cached", r.Cached)
	}
	w.write("deep/link.go", "package deep\n\nvar changed = 1\n")
	wantText(t, "partly cached", w.call("run_tests", args{}), "note: the results of 1 of 2 packages are cached")
	if r := w.report("run_tests", args{"fresh": true}); r.Cached != 0 || len(r.Notes) > 0 || !strings.Contains(r.Command, " -count=1 ") {
		t.Errorf("fresh: %+v", r)
	}
}

// A message that many tests have, such as that of a set-up, is in the text once.
func TestRepeatedMessage(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "")
	w.write("go.mod", "module example.com/setup\n\ngo 1.26\n")
	w.write("setup_test.go", `package setup

import "testing"

func setUp(t *testing.T) {
	t.Fatal("the database at 127.0.0.1:5432 does not answer: is it running, and is PGHOST set to its address?")
}

func TestA(t *testing.T) { setUp(t) }
func TestB(t *testing.T) { setUp(t) }
func TestC(t *testing.T) { setUp(t) }
`)
	result := w.call("run_tests", args{})
	if strings.Count(result.Value, "does not answer") != 1 || strings.Count(result.Value, "setup_test.go:6:") != 1 || strings.Count(result.Value, "the same message as TestA") != 2 {
		t.Errorf("the message is not there once:\n%s", result.Value)
	}
	if r := w.decodeReport(result); r.Counts.Failed != 3 || strings.Count(strings.Join(messages(r), "\n"), "does not answer") != 3 {
		t.Errorf("the structured content: %+v", r)
	}
}

// The other test runners get a list of names in their own form, and the file with
// the tests of a source file.
func TestSelectOtherTests(t *testing.T) {
	python := fakeProgram(t, "python3", "echo \"$*\"\nexit 0\n")
	w := newTestProject(t, "", python)
	for name, content := range map[string]string{"pytest.ini": "[pytest]\n", "shop/cart.py": "", "tests/test_cart.py": ""} {
		w.write(name, content)
	}
	for target, want := range map[string]string{
		"test_add|test_sub": `-k "test_add or test_sub"`,
		"test_add*":         "-k test_add",
		"shop/cart.py":      "tests/test_cart.py",
	} {
		if r := w.report("run_tests", args{"target": target}); !strings.HasSuffix(r.Command, " "+want) {
			t.Errorf("pytest, %s: %s", target, r.Command)
		}
	}
	requireProgram(t, "node", "--version")
	w = newTestProject(t, "")
	w.write("package.json", "{}")
	w.write("sum.js", "exports.sum = (a, b) => a + b\n")
	w.write("test/sum.test.js", "const {test} = require('node:test')\ntest('adds', () => {})\ntest('adds more', () => {})\ntest('sub', () => {})\n")
	if r := w.report("run_tests", args{"target": "sum.js"}); r.Counts.Passed != 3 || !slices.Contains(r.Notes, "the tests of sum.js are in test/sum.test.js") {
		t.Errorf("node, a file: %+v", r)
	}
	if r := w.report("run_tests", args{"target": "add*|sub"}); r.Counts.Passed != 3 || !strings.HasSuffix(r.Command, "--test-name-pattern=add.*|sub") {
		t.Errorf("node, names: %+v", r)
	}
}
