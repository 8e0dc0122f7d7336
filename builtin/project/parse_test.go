package project_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/project"
)

// recordingsDir has unedited outputs of real programs.
const recordingsDir = "../../reducers/testdata"

// scriptFormats are the formats of the script "test".
const scriptFormats = "tap spec jest vitest tsc"

// recordedOutputs have the number of findings in recordings, and the beginnings of
// some as "file:line test rule message".
var recordedOutputs = []struct {
	file, formats string
	counts        project.Counts
	findings      int
	some          []string
}{
	{"gotest/build_failure_json", "gotest", project.Counts{Passed: 41, Errors: 3}, 3, []string{"broken/broken.go:5   undefined: nam"}},
	{"gotest/fail_json", "gotest", testCounts(104, 5, 0), 5, []string{
		"price_test.go:22 TestRound/half_up  rounding 150\nprice_test.go:24: Round(150) = 100, want 200",
		"price_test.go:37 TestTable  tables differ:\n- pen    1.50", "price_test.go:47 TestFatal  "}},
	{"gotest/loud_json", "gotest", testCounts(2, 1, 0), 1, []string{"loud_test.go:17 TestNoNewline  no newline at the end"}},
	{"gotest/panic_json", "gotest", testCounts(42, 1, 0), 1, []string{"/tmp/rec/go/boom/boom_test.go:7 TestAdd  panic: assignment to entry in nil map"}},
	{"gotest/parallel_json", "gotest", testCounts(6, 1, 0), 1, []string{"parallel_test.go:14 TestGroup/worker4  worker 4 step 0"}},
	{"gotest/pass_json", "gotest", testCounts(41, 0, 2), 0, nil},
	{"gotest/std_json", "gotest", project.Counts{Passed: 131, Skipped: 2, Errors: 1}, 1, []string{":0   container/...: golang.org/x/net@"}},
	{"gotest/timeout_json", "gotest", testCounts(1, 2, 0), 2, []string{"/tmp/rec/go/slow/slow_test.go:12 TestStuck/shelf  did not end\npanic: test timed out after 1s"}},
	{"gobuild/fail", "go", project.Counts{Errors: 3}, 3, []string{`broken/broken.go:3   "os" imported and not used`}},
	{"gobuild/vet_fail", "go", project.Counts{Errors: 3}, 3, []string{"broken/broken.go:5   undefined: nam", "vetbad/vetbad.go:8   unreachable code"}},
	{"gobuild/ok_verbose", "go", project.Counts{}, 0, nil},
	{"cargo/test_fail", "cargo libtest", testCounts(20, 4, 1), 4, []string{
		"src/lib.rs:50 tests::refuses_negative  note: test did not panic", `:0 tests::result  Error: "price list is missing"`,
		"src/lib.rs:34 tests::half_goes_up  ", "src/lib.rs:40 tests::unwraps  "}},
	{"cargo/test_color", "cargo libtest", testCounts(20, 4, 1), 4, nil},
	{"cargo/test_fail_again", "cargo libtest", testCounts(22, 5, 1), 5, []string{"src/lib.rs:5 src/lib.rs - rounded (line 9)  Test executable failed"}},
	{"cargo/test_show", "cargo libtest", testCounts(20, 4, 1), 4, []string{":0 tests::unwraps  failed without a message"}},
	{"cargo/test_pass", "cargo libtest", testCounts(1, 0, 0), 0, nil},
	{"cargo/test_build_fail", "cargo libtest", project.Counts{Errors: 3}, 3, []string{"src/main.rs:12  E0308 mismatched types"}},
	{"cargo/build_warnings", "cargo", project.Counts{Warnings: 60}, 60, nil},
	{"jest/fail", scriptFormats, project.Counts{Passed: 33, Failed: 4, Skipped: 2, Errors: 1}, 5, []string{
		"price.test.js:5 price › rounded › goes up from a half  expect(received).toBe(expected)", "price.test.js:13 price › answers in time  thrown: ",
		"broken.test.js:1   Cannot find module './nosuchfile' from 'broken.test.js'"}},
	{"jest/fail_color", scriptFormats, testCounts(2, 4, 1), 4, []string{"price.test.js:12 price › reads the price list  ENOENT: prices.csv"}},
	{"jest/fail_verbose", scriptFormats, testCounts(32, 4, 2), 4, nil},
	{"jest/npm_test", scriptFormats, project.Counts{Passed: 33, Failed: 4, Skipped: 2, Errors: 1}, 5, nil},
	{"jest/pass", scriptFormats, testCounts(31, 0, 1), 0, nil},
	{"vitest/fail", scriptFormats, project.Counts{Passed: 32, Failed: 4, Skipped: 1, Errors: 1}, 5, []string{
		"price.test.js:5 price > goes up from a half  AssertionError: expected 100 to be 200", "price.test.js:0 price > answers in time  Error: Test timed out in 50ms.",
		"broken.test.js:0   Error: Failed to load url ./nosuchfile"}},
	{"vitest/fail_color", scriptFormats, testCounts(1, 4, 0), 4, nil},
	{"vitest/fail_verbose", scriptFormats, testCounts(31, 4, 1), 4, nil},
	{"vitest/tap", scriptFormats, testCounts(1, 4, 0), 4, []string{"/tmp/rec/js/vitest/price.test.js:8 price.test.js > price > lists the stock  expected { pen: 1"}},
	{"vitest/pass", scriptFormats, testCounts(31, 0, 1), 0, nil},
	{"node/test_tap", scriptFormats, testCounts(20, 2, 1), 2, []string{"/tmp/rec/js/node/price.test.js:6 rounded > goes up from a half  Expected values to be strictly equal:\n\n100 !== 200"}},
	{"node/test_spec", scriptFormats, testCounts(20, 2, 1), 2, []string{"/tmp/rec/js/node/price.test.js:8 reads the price list  Error: ENOENT: prices.csv"}},
	{"eslint/stylish", "eslint script", project.Counts{Errors: 45, Warnings: 81}, 126, []string{"/tmp/rec/js/lint/stock.js:1  no-unused-vars 'item0' is assigned a value but never used"}},
	{"eslint/unix", "eslint script", project.Counts{Errors: 45, Warnings: 81}, 126, []string{"/tmp/rec/js/lint/till.js:3  no-empty Empty block statement."}},
	{"tsc/fail", "script", project.Counts{Errors: 5}, 5, []string{"bad.ts:7  TS2304 Cannot find name 'missing'."}},
	{"tsc/fail_pretty", "script", project.Counts{Errors: 5}, 5, []string{"bad.ts:6  TS2322 Type 'number' is not assignable to type 'string'."}},
	{"tsc/fail", scriptFormats, project.Counts{Errors: 5}, 5, nil},
	{"pytest/collection_error", "pytest", testCounts(0, 1, 0), 1, []string{"test_broken.py:1 test_broken.py  ModuleNotFoundError: No module named 'nosuchmodule'"}},
	{"pytest/fail_short", "pytest", testCounts(65, 7, 2), 7, []string{
		"test_fail.py:11 test_fail.py::test_rounded[half]  assert 100 == 200\n+  where 100 = rounded(150)", "shop.py:17 test_fail.py::TestStock::test_take  KeyError: 'pen'",
		"test_fail.py:35 test_fail.py::test_catalogue  OSError: prices.csv is missing"}},
	{"pytest/fail", "pytest", testCounts(65, 7, 2), 7, []string{"test_fail.py:35 test_fail.py::test_catalogue  OSError"}},
	{"pytest/fail_verbose", "pytest", testCounts(65, 7, 2), 7, nil},
	{"pytest/fail_quiet", "pytest", testCounts(65, 7, 2), 7, nil},
	{"pytest/fail_no_traceback", "pytest", testCounts(65, 7, 2), 7, []string{"test_fail.py:0 test_fail.py::test_rounded[up]  assert 100 == 200"}},
	{"pytest/first", "pytest", testCounts(63, 1, 0), 1, nil},
	{"pytest/pass_verbose", "pytest", testCounts(62, 0, 0), 0, nil},
	{"pytest/unittest", "unittest", testCounts(1, 2, 1), 2, []string{"/tmp/rec/py/test_unit.py:14 test_unit.Rounding.test_crash  RuntimeError: no price list"}},
	{"pytest/unittest_verbose", "unittest", testCounts(1, 2, 1), 2, []string{"/tmp/rec/py/test_unit.py:8 test_unit.Rounding.test_half  AssertionError: 100 != 200 : half goes up"}},
}

func TestRecordedOutputs(t *testing.T) {
	for _, c := range recordedOutputs {
		data, err := os.ReadFile(filepath.Join(recordingsDir, c.file+".out"))
		if err != nil {
			t.Fatal(err)
		}
		found, got, left := project.Parse(c.formats, string(data))
		if got != c.counts || len(found) != c.findings || left != 0 {
			t.Errorf("%s: %+v, %d findings, %d left out; want %+v, %d", c.file, got, len(found), left, c.counts, c.findings)
		}
		var lines []string
		for _, f := range found {
			lines = append(lines, fmt.Sprintf("%s:%d %s %s %s", f.File, f.Line, f.Test, f.Rule, f.Message))
		}
		for _, want := range c.some {
			if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, want) }) {
				t.Errorf("%s: no %q in\n%s", c.file, want, strings.Join(lines, "\n"))
			}
		}
	}
}

// The outputs of programs without recordings are those of their manuals.
func TestOutputsOfManuals(t *testing.T) {
	for _, c := range []struct{ reason, formats, output, want string }{
		{"golangci-lint", "golint", "a/b.go:3:5: Error return value is not checked (errcheck)\n\tfoo()\n\t^\n1 issues:\n* errcheck: 1\n", "a/b.go:3:5 error errcheck  Error return value is not checked"},
		{"staticcheck", "golint", "a.go:3:5: this value of x is never used (SA4006)\n", "a.go:3:5 error SA4006  this value of x is never used"},
		{"go vet of a module file", "go", "go.mod:3: unknown directive: nonsense\n", "go.mod:3:0 error   unknown directive: nonsense"},
		{"go, with more lines", "go", "# x\n./a.go:3:5: cannot use x\n\thave (int)\n\twant (string)\n", "./a.go:3:5 error   cannot use x\nhave (int)\nwant (string)"},
		{"ruff", "python", "a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n", "a.py:1:8 error F401  `os` imported but unused"},
		{"flake8", "python", "./a.py:1:1: E302 expected 2 blank lines, found 1\n", "./a.py:1:1 error E302  expected 2 blank lines, found 1"},
		{"pyflakes", "python", "./a.py:1:1: 'os' imported but unused\n", "./a.py:1:1 error   'os' imported but unused"},
		{"mypy", "python", "a.py:3:5: error: Incompatible types in assignment (expression has type \"str\")  [assignment]\nFound 1 error in 1 file (checked 2 source files)\n", "a.py:3:5 error assignment  Incompatible types in assignment (expression has type \"str\")"},
		{"pyright", "python", "/w/a.py\n  /w/a.py:3:5 - error: Import \"x\" could not be resolved (reportMissingImports)\n1 error, 0 warnings\n", "/w/a.py:3:5 error reportMissingImports  Import \"x\" could not be resolved"},
		{"cargo's JSON", "cargo", `{"reason":"compiler-artifact"}` + "\n" + `{"reason":"compiler-message","message":{"level":"warning","message":"unused","code":{"code":"unused_variables"},"spans":[{"file_name":"/rustc/x.rs","line_start":9,"is_primary":false},{"file_name":"src/a.rs","line_start":3,"column_start":4,"is_primary":true,"label":"help"}],"rendered":"warning: unused\n\n"}}` + "\n" + `{"reason":"compiler-message","message":{"level":"error","message":"aborting due to 1 previous error","spans":[]}}` + "\n", "src/a.rs:3:4 warning unused_variables  unused: help"},
		{"a linker's error in cargo's JSON", "cargo", `{"reason":"compiler-message","message":{"level":"error","message":"linking with cc failed","code":null,"spans":[]}}`, ":0:0 error   linking with cc failed"},
		{"tsc without a file", "script", "error TS18003: No inputs were found in config file.\n", ":0:0 error TS18003  No inputs were found in config file."},
		{"escapes and a carriage return", "go", "progress 10%\r\x1b[31ma.go:1:2: text\x1b[0m\x1b]8;;x\x07\r\n", "a.go:1:2 error   text"},
		{"unittest of Python 3.8", "unittest", "======\nFAIL: test_x (m.C)\nits doc\n----------\nTraceback (most recent call last):\n  File \"/w/m.py\", line 7, in test_x\n    self.fail()\nAssertionError: None\n", "/w/m.py:7:0 error  m.C.test_x its doc\nAssertionError: None"},
		{"TAP without YAML", "tap", "TAP version 13\n1..2\nok 1 - a\nnot ok 2 - b c\n", ":0:0 error  b c failed without a message"},
		{"a Go test that os.Exit ended", "gotest", `{"Action":"start","Package":"m/p"}` + "\n" + `{"Action":"output","Package":"m/p","Output":"no database\n"}` + "\n" + `{"Action":"output","Package":"m/p","Output":"FAIL\tm/p\t0.1s\n"}` + "\n" + `{"Action":"fail","Package":"m/p"}` + "\n", ":0:0 error  m/p no database"},
		{"times are not findings", "go", "12:30:45: started\nlocalhost:8080: refused\nhttp://x.org/a:1: no\n", ""},
	} {
		var lines []string
		found, _, _ := project.Parse(c.formats, c.output)
		for _, f := range found {
			lines = append(lines, fmt.Sprintf("%s:%d:%d %s %s %s %s", f.File, f.Line, f.Column, f.Severity, f.Rule, f.Test, f.Message))
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}

// The number of findings is bounded, errors replace warnings, and the findings that
// are left out are counted.
func TestManyFindings(t *testing.T) {
	var output strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&output, "a.c:%d:1: warning: %s\n", i+1, strings.Repeat("é", 2010))
	}
	for i := range 100 {
		fmt.Fprintf(&output, "b.c:%d:1: error: bad\n", i+1)
	}
	found, got, left := project.Parse("python", output.String())
	errors, bytes := 0, 0
	for _, f := range found {
		if f.Severity == project.Error {
			errors++
		}
		bytes += len(f.Message)
		if !utf8.ValidString(f.Message) || len(f.Message) > project.MaxMessage {
			t.Fatalf("a message of %d bytes", len(f.Message))
		}
	}
	if len(found) != project.MaxFindings || errors != 100 || left != 1100-project.MaxFindings || got.Errors != 100 || got.Warnings != 1000 || bytes > 400<<10 {
		t.Errorf("%d findings, %d errors, %d left out, %d bytes, %+v", len(found), errors, left, bytes, got)
	}
	r := &project.Report{Findings: found, LeftOut: left, Counts: got, Output: strings.Repeat("x", 8000), ExitCode: 1}
	for _, limit := range []int{600, 4000, 20_000, 80_000} {
		text := project.TextOf(r, limit)
		if n := utf8.RuneCountInString(text); n > limit+100 || !strings.Contains(text, " more findings omitted]") {
			t.Errorf("%d characters for a limit of %d", n, limit)
		}
	}
}

// The findings and the text are bounded for every output.
func FuzzParsers(f *testing.F) {
	for _, c := range recordedOutputs {
		if data, err := os.ReadFile(filepath.Join(recordingsDir, c.file+".out")); err == nil && len(data) < 3000 {
			f.Add(string(data))
		}
	}
	f.Add("TAP version 13\n# Subtest: a\nnot ok\n---\nerror: |-\n")
	f.Add("=== FAILURES ===\n_ a _\nE\nFAILED a::b - c\n= 1 failed in 0.1s =\n")
	f.Add(`{"Action":"fail","Package":"a","FailedBuild":"b"}` + "\n" + `{"Action":"run","Package":"a","Test":"a/b//c"}`)
	names := project.FormatNames()
	slices.Sort(names)
	all := strings.Join(names, " ")
	f.Fuzz(func(t *testing.T, output string) {
		found, got, left := project.Parse(all, output)
		if len(found) > project.MaxFindings || left < 0 || min(got.Passed, got.Failed, got.Skipped, got.Errors, got.Warnings) < -1 {
			t.Fatalf("%d findings, %d left out, %+v", len(found), left, got)
		}
		for _, one := range found {
			if !utf8.ValidString(one.Message+one.File+one.Test+one.Rule) || len(one.Message) > project.MaxMessage || one.Line < 0 || one.Column < 0 {
				t.Fatalf("%+v", one)
			}
		}
		r := &project.Report{Findings: found, LeftOut: left, Counts: got, Output: output}
		if text := project.TextOf(r, 2000); utf8.RuneCountInString(text) > 2600 {
			t.Fatalf("%d characters", utf8.RuneCountInString(text))
		}
	})
}
