package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
)

func TestGo(t *testing.T) {
	needs(t, "go", "version")
	w := newWorld(t, "go")

	r := w.report("run_tests", args{})
	if r.Kind != project.Go || r.Passed || r.ExitCode != 1 || r.Command != "go test -json ./..." || r.Counts.Passed != 2 || r.Counts.Skipped != 1 {
		t.Errorf("%+v", r)
	}
	w.has("vet runs before the tests", r, finding{"bad/bad.go", 10, "", "", "wrong type int"})

	w.replace("bad/bad.go", `"%s"`, `"%d"`)
	r = w.report("run_tests", args{})
	w.has("tests", r,
		finding{"bad/bad_test.go", 9, "TestRound/half_up", "", "Round(150) = 100, want 200\nsecond line"},
		finding{"bad/bad_test.go", 17, "TestPanic", "", "assignment to entry in nil map"})
	if r.Counts != counts(3, 2, 1) {
		t.Errorf("%+v", r.Counts)
	}
	r = w.report("run_tests", args{"dir": "bad", "target": "TestRound/half up"})
	w.has("one test, from its directory", r, finding{"bad/bad_test.go", 9, "TestRound/half_up", "", "want 200"})
	if r.Counts != counts(0, 1, 0) || r.Root != "." || r.Command != `go test -json -run ^TestRound$/^half up$ ./...` {
		t.Errorf("%+v", r)
	}
	for _, target := range []string{"good", "./good", "good/good_test.go", "./good/...", "example.com/shop/good"} {
		if r = w.report("run_tests", args{"target": target}); !r.Passed || r.ExitCode != 0 || r.Counts != counts(2, 0, 1) || len(r.Findings) > 0 {
			t.Errorf("%s: %+v", target, r)
		}
	}

	w.replace("bad/bad.go", "n / 100 * 100", "(n + 50) / 100 * 100")
	w.replace("bad/bad_test.go", "var stock map[string]int", "stock := map[string]int{}")
	if r = w.report("run_tests", args{}); !r.Passed || r.Counts != counts(5, 0, 1) {
		t.Errorf("mended: %+v", r)
	}
}

func TestGoBuilds(t *testing.T) {
	needs(t, "go", "version")
	w := newWorld(t, "go")
	r := w.report("lint", args{})
	w.has("vet", r, finding{"bad/bad.go", 10, "", "", "wrong type int"})
	if r.Passed || r.ExitCode != 1 || r.Counts.Errors != 1 {
		t.Errorf("%+v", r)
	}
	if r = w.report("typecheck", args{}); !r.Passed || len(r.Findings) > 0 || r.Command != "go test -c -o /dev/null -vet=off ./..." {
		t.Errorf("%+v", r)
	}
	if left, err := filepath.Glob(filepath.Join(w.dir, "*.test")); err != nil || len(left) > 0 {
		t.Errorf("programs are left behind: %v %v", left, err)
	}
	w.replace("bad/bad.go", `"%s"`, `"%d"`)
	if r = w.report("lint", args{}); !r.Passed || len(r.Findings) > 0 {
		t.Errorf("mended: %+v", r)
	}

	w.put("good/broken_test.go", "package good\n\nimport \"testing\"\n\nfunc TestTypes(t *testing.T) {\n\tvar n int = \"three\"\n\tmissing(n)\n}\n")
	broken := []finding{{"good/broken_test.go", 6, "", "", "cannot use"}, {"good/broken_test.go", 7, "", "", "undefined: missing"}}
	r = w.report("typecheck", args{})
	w.has("tests are compiled too", r, broken...)
	if r.Passed || r.Counts.Errors != 2 {
		t.Errorf("%+v", r)
	}
	r = w.report("run_tests", args{"target": "./good"})
	w.has("tests that do not compile", r, broken...)
	if r.Passed || r.Counts.Errors != 2 {
		t.Errorf("%+v", r)
	}
	r = w.report("run_tests", args{"target": "example.com/nowhere"})
	if r.Passed || len(r.Findings) == 0 {
		t.Errorf("a package that does not exist: %+v", r)
	}
}

// Linters that a project configures run besides go vet.
func TestGoLinters(t *testing.T) {
	needs(t, "go", "version")
	fake := program(t, "golangci-lint", `echo "good/good.go:5:1: exported function Add is dull (revive)"; echo "func Add(a, b int) int"; echo "^"; echo "1 issues:"; exit 1`)
	w := newWorld(t, "go", fake)
	if r := w.report("lint", args{"target": "good"}); !r.Passed || strings.Contains(r.Command, "golangci") {
		t.Errorf("not configured: %+v", r)
	}
	w.put(".golangci.yml", "version: \"2\"\n")
	r := w.report("lint", args{"target": "good"})
	w.has("golangci-lint", r, finding{"good/good.go", 5, "", "revive", "exported function Add is dull"})
	if r.Passed || r.ExitCode != 1 || r.Command != "go vet ./good/...; golangci-lint run ./good/..." {
		t.Errorf("%+v", r)
	}
	w.put("staticcheck.conf", "")
	w = over(t, w.dir, program(t, "nothing", ""))
	r = w.report("lint", args{"target": "good"})
	if !r.Passed || len(r.Notes) != 2 || !strings.Contains(r.Notes[0], "golangci-lint is configured here but not installed") {
		t.Errorf("%+v", r)
	}
}

func TestNode(t *testing.T) {
	needs(t, "npm", "--version")
	w := newWorld(t, "node")
	r := w.report("lint", args{})
	w.has("the script lint", r, finding{"price.js", 1, "", "no-var", "Unexpected var"})
	if r.Kind != project.NPM || r.Passed || r.ExitCode != 1 || !strings.HasSuffix(r.Command, " run lint") {
		t.Errorf("%+v", r)
	}
	if r = w.report("lint", args{"dir": "test", "target": "price.test.js"}); !r.Passed || !strings.HasSuffix(r.Command, " run lint -- test/price.test.js") {
		t.Errorf("a file below: %+v", r)
	}
	if r = w.report("typecheck", args{}); !r.Passed {
		t.Errorf("%+v", r)
	}
	r = w.report("run_tests", args{})
	w.has("the script test", r, finding{"test/price.test.js", 7, "rounded > goes up from a half", "", "100 !== 200"})
	if r.Passed || r.Counts != counts(1, 1, 1) {
		t.Errorf("%+v", r)
	}

	// Without the script, Node's own runner does.
	w.put("package.json", `{"scripts": {"test": "echo \"Error: no test specified\" && exit 1"}}`)
	r = w.report("run_tests", args{"dir": "test"})
	w.has("node --test", r, finding{"test/price.test.js", 7, "rounded > goes up from a half", "", "100 !== 200"})
	if r.Command != "node --test --test-reporter=tap" || r.Counts != counts(1, 1, 1) {
		t.Errorf("%+v", r)
	}
	if r = w.report("run_tests", args{"target": "goes down"}); !r.Passed || r.Counts.Passed == 0 || r.Counts.Failed > 0 {
		t.Errorf("one test: %+v", r)
	}
	w.fails("no script lint", w.call("lint", args{}), runtime.NotAvailable, "", project.ReasonMissing, `add a script "lint" to package.json`)
	w.fails("no script typecheck", w.call("typecheck", args{}), runtime.NotAvailable, "", project.ReasonMissing, `add a script "typecheck"`)

	w.replace("price.js", "Math.floor", "Math.round")
	if r = w.report("run_tests", args{}); !r.Passed || r.Counts != counts(2, 0, 1) {
		t.Errorf("mended: %+v", r)
	}
	w.put("test/broken.test.js", "const = 1;\n")
	r = w.report("run_tests", args{"target": "test/broken.test.js"})
	if len(r.Findings) != 1 || r.Findings[0].File != "test/broken.test.js" || !strings.Contains(r.Findings[0].Message, "SyntaxError: Unexpected token") {
		t.Errorf("a file that cannot be read: %+v", r)
	}
}

func TestNodeWithoutTests(t *testing.T) {
	needs(t, "node", "--version")
	w := newWorld(t, "")
	w.put("package.json", "{}")
	w.fails("nothing to run", w.call("run_tests", args{}), runtime.NotAvailable, "", project.ReasonMissing, `add a script "test"`)
}

// Programs of packages in node_modules are run by node, from the package's own
// directory.
func TestNodePackages(t *testing.T) {
	needs(t, "node", "--version")
	w := newWorld(t, "")
	w.put("package.json", `{"devDependencies": {"eslint": "*", "typescript": "*", "jest": "*"}}`)
	w.put("app/a.ts", "")
	w.put("node_modules/eslint/package.json", `{"bin": {"eslint": "./bin/eslint.js"}}`)
	w.put("node_modules/eslint/bin/eslint.js", `console.log(process.cwd() + "/app/a.ts\n  3:5  warning  Missing semicolon  semi\n\n✖ 1 problem"); console.log(process.argv.slice(2).join(" "))`)
	w.put("node_modules/typescript/package.json", `{"bin": {"tsc": "./bin/tsc"}}`)
	w.put("node_modules/typescript/bin/tsc", `console.log("app/a.ts(7,18): error TS2304: Cannot find name 'missing'."); process.exit(2)`)
	w.put("node_modules/.pnpm/jest@1/package.json", `{"bin": "./jest.js"}`)
	if err := os.Symlink(".pnpm/jest@1", filepath.Join(w.dir, "node_modules/jest")); err != nil { // as pnpm does
		t.Fatal(err)
	}
	w.put("node_modules/.pnpm/jest@1/jest.js", `console.error("FAIL app/a.test.js\n  ● sums › adds\n\n    Expected: 3\n\n      at Object.toBe (app/a.test.js:5:60)\n\nTests:       1 failed, 2 passed, 3 total"); process.exit(1)`)
	if r := w.report("run_tests", args{"target": "adds (1)"}); r.Command != `node node_modules/jest/jest.js --testNamePattern=adds \(1\)` || r.Counts != counts(2, 1, 0) {
		t.Errorf("%+v", r)
	} else {
		w.has("jest", r, finding{"app/a.test.js", 5, "sums › adds", "", "Expected: 3"})
	}
	w.fails("eslint is not configured", w.call("lint", args{}), runtime.NotAvailable, "", project.ReasonMissing)
	w.put("eslint.config.js", "")
	w.put("tsconfig.json", "{}")
	r := w.report("lint", args{"dir": "app"})
	w.has("eslint", r, finding{"app/a.ts", 3, "", "semi", "Missing semicolon"})
	if !r.Passed || r.Counts.Warnings != 1 || !strings.HasSuffix(r.Output, "\napp") {
		t.Errorf("%+v", r)
	}
	r = w.report("typecheck", args{"dir": "app"})
	w.has("tsc", r, finding{"app/a.ts", 7, "", "TS2304", "Cannot find name"})
	if r.ExitCode != 2 {
		t.Errorf("%+v", r)
	}
	w.fails("tsc takes no target", w.call("typecheck", args{"target": "app/a.ts"}), runtime.InputInvalid, "target", "")

	// A package's bin may name anything.
	outside := filepath.Join(t.TempDir(), "evil.js")
	if err := os.WriteFile(outside, []byte(`console.log("pwned")`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bin := range []string{"../../app/a.ts", outside, "../../../evil.js", ""} {
		w.put("node_modules/eslint/package.json", `{"bin": "`+bin+`"}`)
		w.fails("bin "+bin, w.call("lint", args{}), runtime.NotAvailable, "", project.ReasonMissing)
	}
}

// pnpm is chosen by its lock file, also by one above, and gets its arguments as
// they are.
func TestPNPM(t *testing.T) {
	record := filepath.Join(t.TempDir(), "record")
	fake := program(t, "pnpm", `for word in "$PWD" "$@"; do echo "$word" >>`+record+`; done
echo 'TAP version 13'; echo 'not ok 1 - adds'; echo '  ---'; echo "  location: '$PWD/a.test.js:3:1'"; echo "  error: 'no'"; echo '  ...'; echo '# pass 4'; echo '# fail 1'; exit 1
`)
	w := newWorld(t, "node", fake)
	w.put("pnpm-lock.yaml", "lockfileVersion: '9.0'\n")
	w.put("packages/a/package.json", `{"scripts": {"test": "x", "type-check": "y"}}`)
	w.put("packages/a/a.test.js", "")
	for _, c := range []struct {
		tool  string
		given args
		want  string
	}{
		{"lint", args{}, w.dir + " run lint"},
		{"run_tests", args{"target": "test/price.test.js"}, w.dir + " run test test/price.test.js"},
		{"run_tests", args{"dir": "packages/a"}, filepath.Join(w.dir, "packages/a") + " run test"},
		{"typecheck", args{"dir": "packages/a"}, filepath.Join(w.dir, "packages/a") + " run type-check"},
	} {
		if err := os.RemoveAll(record); err != nil {
			t.Fatal(err)
		}
		r := w.report(c.tool, c.given)
		got, err := os.ReadFile(record)
		if err != nil || strings.Join(strings.Fields(string(got)), " ") != c.want || r.Kind != project.PNPM {
			t.Errorf("%s %v: ran %q, want %q (%v)", c.tool, c.given, got, c.want, err)
		}
		if c.tool == "run_tests" && (r.Counts != counts(4, 1, 0) || r.Passed) {
			t.Errorf("%+v", r)
		}
	}
	w.has("a package below", w.report("run_tests", args{"dir": "packages/a"}), finding{"packages/a/a.test.js", 3, "adds", "", "no"})
	if r := w.report("run_tests", args{"kind": "npm", "target": "test/nothing.js"}); r.Kind != project.NPM {
		t.Errorf("asked for npm: %+v", r)
	}
	w = over(t, w.dir, program(t, "nothing", ""))
	w.fails("pnpm is missing", w.call("lint", args{}), runtime.NotAvailable, "", project.ReasonMissing, "pnpm is not installed")
}

func TestPytest(t *testing.T) {
	needs(t, "/usr/bin/python3", "-m", "pytest", "--version")
	w := newWorld(t, "python")
	r := w.report("run_tests", args{})
	w.has("pytest", r,
		finding{"tests/test_shop.py", 8, "tests/test_shop.py::test_rounded[half - up]", "", "assert 100 == 200"},
		finding{"tests/test_shop.py", 22, "tests/test_shop.py::TestStock::test_take", "", "OSError: prices.csv is missing"})
	if r.Kind != project.Python || r.Passed || r.ExitCode != 1 || r.Counts != counts(1, 2, 1) {
		t.Errorf("%+v", r)
	}
	for _, c := range []struct {
		given args
		want  project.Counts
	}{
		{args{"target": "test_rounded"}, counts(1, 1, 0)},
		{args{"target": "tests/test_shop.py::test_rounded[down]"}, counts(1, 0, 0)},
		{args{"dir": "tests", "target": "test_shop.py::TestStock"}, counts(0, 1, 1)},
		{args{"dir": "tests"}, counts(1, 2, 1)},
	} {
		if r = w.report("run_tests", c.given); r.Counts != c.want || r.Passed != (c.want.Failed == 0) {
			t.Errorf("%v: %+v", c.given, r)
		}
	}
	w.replace("shop.py", "cents // 100", "(cents + 50) // 100")
	w.replace("tests/test_shop.py", `raise OSError("prices.csv is missing")`, "return 1")
	if r = w.report("run_tests", args{}); !r.Passed || r.Counts != counts(3, 0, 1) {
		t.Errorf("mended: %+v", r)
	}
	w.put("tests/test_broken.py", "import nowhere\n")
	r = w.report("run_tests", args{})
	w.has("an import that fails", r, finding{"tests/test_broken.py", 1, "tests/test_broken.py", "", "No module named 'nowhere'"})
	w.put("tests/conftest.py", "import elsewhere\n")
	r = w.report("run_tests", args{})
	w.has("conftest.py that fails", r, finding{"tests/conftest.py", 1, "conftest.py", "", "No module named 'elsewhere'"})
	if r.ExitCode != 4 || r.Passed {
		t.Errorf("%+v", r)
	}
}

// Without pytest, and in Python's own linting.
func TestPythonAlone(t *testing.T) {
	needs(t, "/usr/bin/python3", "--version")
	python := program(t, "python3", `if [ "$2" = pytest ]; then echo "/usr/bin/python3: No module named pytest" >&2; exit 1; fi
exec /usr/bin/python3 "$@"`)
	w := newWorld(t, "unittest", python)
	r := w.report("run_tests", args{})
	w.has("unittest", r, finding{"test_unit.py", 13, "test_unit.Rounding.test_half", "", "100 != 200 : half goes up"})
	if r.Command != "python3 -m unittest" || r.Passed || r.Counts != counts(1, 1, 1) {
		t.Errorf("%+v", r)
	}
	for _, target := range []string{"test_unit.py::Rounding::test_down", "test_down", "test_unit.Rounding.test_down"} {
		if r = w.report("run_tests", args{"target": target}); !r.Passed || r.Counts != counts(1, 0, 0) {
			t.Errorf("%s: %+v", target, r)
		}
	}
	w.replace("test_unit.py", "cents // 100", "(cents + 50) // 100")
	if r = w.report("run_tests", args{}); !r.Passed || r.Counts != counts(2, 0, 1) {
		t.Errorf("mended: %+v", r)
	}
	if r = w.report("lint", args{}); !r.Passed {
		t.Errorf("%+v", r)
	}
	w.put("broken.py", "x = (\n")
	r = w.report("lint", args{})
	w.has("compileall", r, finding{"broken.py", 1, "", "SyntaxError", "was never closed"})
	if r.Passed || r.ExitCode == 0 {
		t.Errorf("%+v", r)
	}
	w.fails("no type checker", w.call("typecheck", args{}), runtime.NotAvailable, "", project.ReasonMissing, "install mypy or pyright")
	w.put("test_unit.py", "")
	w.put("broken.py", "")
	w.fails("no tests at all", w.call("run_tests", args{}), runtime.NotAvailable, "", project.ReasonMissing, "pytest is not installed", "found no tests")
}

// A project's virtual environment comes first; linters that are configured come
// before others.
func TestPythonPrograms(t *testing.T) {
	w := newWorld(t, "python", program(t, "flake8", `echo "./shop.py:2:1: E111 indentation $*"; exit 1`), program(t, "ruff", `echo "shop.py:1:5: F401 [*] unused $*"; exit 1`))
	w.put(".venv/pyvenv.cfg", "home = /usr/bin\n")
	w.put(".venv/bin/python", "#!/bin/sh\nif [ \"$2\" = mypy ]; then echo \"shop.py:1:5: error: Missing return type  [no-untyped-def]\"; echo \"shop.py:1:5: note: Use -> None\"; exit 1; fi\necho \"$0: No module named $2\" >&2; exit 1\n")
	if err := os.Chmod(filepath.Join(w.dir, ".venv/bin/python"), 0o755); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	r := w.report("typecheck", args{})
	w.has("mypy", r, finding{"shop.py", 1, "", "no-untyped-def", "Missing return type"}, finding{"shop.py", 1, "", "", "Use -> None"})
	if r.Command != "env .venv/bin/python -m mypy --show-column-numbers ." || r.Counts.Errors != 1 {
		t.Errorf("%+v", r)
	}
	r = w.report("lint", args{"target": "shop.py"})
	w.has("ruff", r, finding{"shop.py", 1, "", "F401", "unused check --output-format=concise shop.py"})
	w.put(".flake8", "[flake8]\n")
	w.has("flake8, configured", w.report("lint", args{}), finding{"shop.py", 2, "", "E111", "indentation ."})
	w.fails("a file that does not exist", w.call("lint", args{"target": "nowhere.py"}), runtime.ExecutionFailed, "target", "")
}

func TestCargo(t *testing.T) {
	needs(t, "cargo", "--version")
	w := newWorld(t, "cargo")
	r := w.report("run_tests", args{})
	w.has("cargo test", r,
		finding{"src/lib.rs", 2, "", "unused_variables", "unused variable: `unused`"},
		finding{"src/lib.rs", 17, "tests::half_goes_up", "", "half goes up\n  left: 100\n right: 200"})
	if r.Kind != project.Cargo || r.Passed || r.ExitCode != 101 || r.Counts.Passed != 1 || r.Counts.Failed != 1 || r.Counts.Skipped != 1 || r.Counts.Warnings != 1 {
		t.Errorf("%+v", r)
	}
	if r = w.report("run_tests", args{"target": "tests::down"}); !r.Passed || r.Counts.Passed != 1 {
		t.Errorf("one test: %+v", r)
	}
	w.replace("src/lib.rs", "    let unused = 1;\n    cents / 100", "    (cents + 50) / 100")
	if r = w.report("run_tests", args{"dir": "src"}); !r.Passed || r.Counts != counts(2, 0, 1) {
		t.Errorf("mended: %+v", r)
	}
	if r = w.report("typecheck", args{"target": "shop"}); !r.Passed || len(r.Findings) > 0 {
		t.Errorf("%+v", r)
	}
	w.replace("src/lib.rs", "assert_eq!(rounded(149), 100)", `assert_eq!(rounded("149"), 100)`)
	for _, name := range []string{"typecheck", "run_tests"} {
		r = w.report(name, args{"dir": "src"})
		w.has("from src: "+name, r, finding{"src/lib.rs", 11, "", "E0308", "mismatched types: expected `u32`, found `&str`"})
		if r.Passed || r.Counts.Errors != 1 {
			t.Errorf("%+v", r)
		}
	}
	w.put("Cargo.toml", "[package\n")
	r = w.report("typecheck", args{})
	if r.Passed || len(r.Findings) == 0 {
		t.Errorf("a broken Cargo.toml: %+v", r)
	}
}

// Whether clippy is installed or not, lint says so.
func TestClippy(t *testing.T) {
	needs(t, "cargo", "--version")
	w := newWorld(t, "cargo")
	r := w.call("lint", args{})
	if !r.OK {
		w.fails("no clippy", r, runtime.NotAvailable, "", project.ReasonMissing, "rustup component add clippy")
		return
	}
	w.has("clippy", w.reported(r), finding{"src/lib.rs", 2, "", "unused_variables", "unused variable"})
}
