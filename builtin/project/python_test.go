package project_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
)

func TestPytest(t *testing.T) {
	requireProgram(t, "/usr/bin/python3", "-m", "pytest", "--version")
	w := newTestProject(t, "python")
	r := w.report("run_tests", args{})
	w.wantFindings("pytest", r,
		wantFinding{"tests/test_shop.py", 8, "tests/test_shop.py::test_rounded[half - up]", "", "assert 100 == 200"},
		wantFinding{"tests/test_shop.py", 22, "tests/test_shop.py::TestStock::test_take", "", "OSError: prices.csv is missing"})
	if r.Kind != project.Python || r.Passed || r.ExitCode != 1 || r.Counts != testCounts(1, 2, 1) {
		t.Errorf("%+v", r)
	}
	for _, c := range []struct {
		given args
		want  project.Counts
	}{
		{args{"target": "test_rounded"}, testCounts(1, 1, 0)},
		{args{"target": "tests/test_shop.py::test_rounded[down]"}, testCounts(1, 0, 0)},
		{args{"dir": "tests", "target": "test_shop.py::TestStock"}, testCounts(0, 1, 1)},
		{args{"dir": "tests"}, testCounts(1, 2, 1)},
	} {
		if r = w.report("run_tests", c.given); r.Counts != c.want || r.Passed != (c.want.Failed == 0) {
			t.Errorf("%v: %+v", c.given, r)
		}
	}
	w.replace("shop.py", "cents // 100", "(cents + 50) // 100")
	w.replace("tests/test_shop.py", `raise OSError("prices.csv is missing")`, "return 1")
	if r = w.report("run_tests", args{}); !r.Passed || r.Counts != testCounts(3, 0, 1) {
		t.Errorf("the fixed project: %+v", r)
	}
	w.write("tests/test_broken.py", "import nowhere\n")
	r = w.report("run_tests", args{})
	w.wantFindings("an import that fails", r, wantFinding{"tests/test_broken.py", 1, "tests/test_broken.py", "", "No module named 'nowhere'"})
	w.write("tests/conftest.py", "import elsewhere\n")
	r = w.report("run_tests", args{})
	w.wantFindings("conftest.py that fails", r, wantFinding{"tests/conftest.py", 1, "conftest.py", "", "No module named 'elsewhere'"})
	if r.ExitCode != 4 || r.Passed {
		t.Errorf("%+v", r)
	}
}

// Without pytest and linters, the modules unittest and compileall run.
func TestPythonWithoutPytest(t *testing.T) {
	requireProgram(t, "/usr/bin/python3", "--version")
	python := fakeProgram(t, "python3", `if [ "$2" = pytest ]; then echo "/usr/bin/python3: No module named pytest" >&2; exit 1; fi
exec /usr/bin/python3 "$@"`)
	w := newTestProject(t, "unittest", python)
	r := w.report("run_tests", args{})
	w.wantFindings("unittest", r, wantFinding{"test_unit.py", 13, "test_unit.Rounding.test_half", "", "100 != 200 : half goes up"})
	if r.Command != "python3 -m unittest" || r.Passed || r.Counts != testCounts(1, 1, 1) {
		t.Errorf("%+v", r)
	}
	for _, target := range []string{"test_unit.py::Rounding::test_down", "test_down", "test_unit.Rounding.test_down"} {
		if r = w.report("run_tests", args{"target": target}); !r.Passed || r.Counts != testCounts(1, 0, 0) {
			t.Errorf("%s: %+v", target, r)
		}
	}
	wantText(t, "a target without tests", w.call("run_tests", args{"target": "test_other"}), "python3 -m pytest is not installed; with the next program, no test matched")
	w.replace("test_unit.py", "cents // 100", "(cents + 50) // 100")
	if r = w.report("run_tests", args{}); !r.Passed || r.Counts != testCounts(2, 0, 1) {
		t.Errorf("the fixed project: %+v", r)
	}
	if r = w.report("lint", args{}); !r.Passed {
		t.Errorf("%+v", r)
	}
	w.write("broken.py", "x = (\n")
	r = w.report("lint", args{})
	w.wantFindings("compileall", r, wantFinding{"broken.py", 1, "", "SyntaxError", "was never closed"})
	if r.Passed || r.ExitCode == 0 {
		t.Errorf("%+v", r)
	}
	w.wantFailure("no type checker", w.call("typecheck", args{}), runtime.NotAvailable, "", project.ReasonMissing, "install mypy or pyright")
	w.write("test_unit.py", "")
	w.write("broken.py", "")
	w.wantFailure("no tests at all", w.call("run_tests", args{}), runtime.NotAvailable, "", project.ReasonMissing, "pytest is not installed", "found no tests")
}

// The interpreter of a virtual environment is used, and configured linters
// replace the default linters.
func TestPythonPrograms(t *testing.T) {
	w := newTestProject(t, "python", fakeProgram(t, "flake8", `echo "./shop.py:2:1: E111 indentation $*"; exit 1`), fakeProgram(t, "ruff", `echo "shop.py:1:5: F401 [*] unused $*"; exit 1`))
	w.write(".venv/pyvenv.cfg", "home = /usr/bin\n")
	w.write(".venv/bin/python", "#!/bin/sh\nif [ \"$2\" = mypy ]; then echo \"shop.py:1:5: error: Missing return type  [no-untyped-def]\"; echo \"shop.py:1:5: note: Use -> None\"; exit 1; fi\necho \"$0: No module named $2\" >&2; exit 1\n")
	if err := os.Chmod(filepath.Join(w.dir, ".venv/bin/python"), 0o755); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	r := w.report("typecheck", args{})
	w.wantFindings("mypy", r, wantFinding{"shop.py", 1, "", "no-untyped-def", "Missing return type"}, wantFinding{"shop.py", 1, "", "", "Use -> None"})
	if r.Command != "env .venv/bin/python -m mypy --show-column-numbers ." || r.Counts.Errors != 1 {
		t.Errorf("%+v", r)
	}
	r = w.report("lint", args{"target": "shop.py"})
	w.wantFindings("ruff", r, wantFinding{"shop.py", 1, "", "F401", "unused check --output-format=concise shop.py"})
	w.write(".flake8", "[flake8]\n")
	w.wantFindings("flake8, configured", w.report("lint", args{}), wantFinding{"shop.py", 2, "", "E111", "indentation ."})
	w.wantFailure("a file that does not exist", w.call("lint", args{"target": "nowhere.py"}), runtime.ExecutionFailed, "target", "")
}
