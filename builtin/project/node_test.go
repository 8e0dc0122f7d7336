package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
)

func TestNode(t *testing.T) {
	requireProgram(t, "npm", "--version")
	w := newTestProject(t, "node")
	r := w.report("lint", args{})
	w.wantFindings("the script lint", r, wantFinding{"price.js", 1, "", "no-var", "Unexpected var"})
	if r.Kind != project.NPM || r.Passed || r.ExitCode != 1 || !strings.HasSuffix(r.Command, " run lint") {
		t.Errorf("%+v", r)
	}
	if r = w.report("lint", args{"dir": "test", "target": "price.test.js"}); !r.Passed || !strings.HasSuffix(r.Command, " run lint -- test/price.test.js") {
		t.Errorf("a file in dir: %+v", r)
	}
	if r = w.report("typecheck", args{}); !r.Passed {
		t.Errorf("%+v", r)
	}
	r = w.report("run_tests", args{})
	w.wantFindings("the script test", r, wantFinding{"test/price.test.js", 7, "rounded > goes up from a half", "", "100 !== 200"})
	if r.Passed || r.Counts != testCounts(1, 1, 1) {
		t.Errorf("%+v", r)
	}

	// Without a script, the test runner of Node runs.
	w.write("package.json", `{"scripts": {"test": "echo \"Error: no test specified\" && exit 1"}}`)
	r = w.report("run_tests", args{"dir": "test"})
	w.wantFindings("node --test", r, wantFinding{"test/price.test.js", 7, "rounded > goes up from a half", "", "100 !== 200"})
	if r.Command != "node --test --test-reporter=tap" || r.Counts != testCounts(1, 1, 1) {
		t.Errorf("%+v", r)
	}
	if r = w.report("run_tests", args{"target": "goes down"}); !r.Passed || r.Counts.Passed == 0 || r.Counts.Failed > 0 {
		t.Errorf("one test: %+v", r)
	}
	w.wantFailure("no script lint", w.call("lint", args{}), runtime.NotAvailable, "", project.ReasonMissing, `add a script "lint" to package.json`)
	w.wantFailure("no script typecheck", w.call("typecheck", args{}), runtime.NotAvailable, "", project.ReasonMissing, `add a script "typecheck"`)

	w.replace("price.js", "Math.floor", "Math.round")
	if r = w.report("run_tests", args{}); !r.Passed || r.Counts != testCounts(2, 0, 1) {
		t.Errorf("the fixed project: %+v", r)
	}
	w.write("test/broken.test.js", "const = 1;\n")
	r = w.report("run_tests", args{"target": "test/broken.test.js"})
	if len(r.Findings) != 1 || r.Findings[0].File != "test/broken.test.js" || !strings.Contains(r.Findings[0].Message, "SyntaxError: Unexpected token") {
		t.Errorf("a file that cannot be read: %+v", r)
	}
}

func TestNodeWithoutTests(t *testing.T) {
	requireProgram(t, "node", "--version")
	w := newTestProject(t, "")
	w.write("package.json", "{}")
	w.wantFailure("nothing to run", w.call("run_tests", args{}), runtime.NotAvailable, "", project.ReasonMissing, `add a script "test"`)
}

// The programs of packages in node_modules are run by node.
func TestNodePackages(t *testing.T) {
	requireProgram(t, "node", "--version")
	w := newTestProject(t, "")
	w.write("package.json", `{"devDependencies": {"eslint": "*", "typescript": "*", "jest": "*"}}`)
	w.write("app/a.ts", "")
	w.write("node_modules/eslint/package.json", `{"bin": {"eslint": "./bin/eslint.js"}}`)
	w.write("node_modules/eslint/bin/eslint.js", `console.log(process.cwd() + "/app/a.ts\n  3:5  warning  Missing semicolon  semi\n\n✖ 1 problem"); console.log(process.argv.slice(2).join(" "))`)
	w.write("node_modules/typescript/package.json", `{"bin": {"tsc": "./bin/tsc"}}`)
	w.write("node_modules/typescript/bin/tsc", `console.log("app/a.ts(7,18): error TS2304: Cannot find name 'missing'."); process.exit(2)`)
	w.write("node_modules/.pnpm/jest@1/package.json", `{"bin": "./jest.js"}`)
	if err := os.Symlink(".pnpm/jest@1", filepath.Join(w.dir, "node_modules/jest")); err != nil { // as pnpm does
		t.Fatal(err)
	}
	w.write("node_modules/.pnpm/jest@1/jest.js", `console.error("FAIL app/a.test.js\n  ● sums › adds\n\n    Expected: 3\n\n      at Object.toBe (app/a.test.js:5:60)\n\nTests:       1 failed, 2 passed, 3 total"); process.exit(1)`)
	if r := w.report("run_tests", args{"target": "adds (1)"}); r.Command != `node node_modules/jest/jest.js "--testNamePattern=adds \\(1\\)"` || r.Counts != testCounts(2, 1, 0) {
		t.Errorf("%+v", r)
	} else {
		w.wantFindings("jest", r, wantFinding{"app/a.test.js", 5, "sums › adds", "", "Expected: 3"})
	}
	w.wantFailure("eslint is not configured", w.call("lint", args{}), runtime.NotAvailable, "", project.ReasonMissing)
	w.write("eslint.config.js", "")
	w.write("tsconfig.json", "{}")
	r := w.report("lint", args{"dir": "app"})
	w.wantFindings("eslint", r, wantFinding{"app/a.ts", 3, "", "semi", "Missing semicolon"})
	if !r.Passed || r.Counts.Warnings != 1 || !strings.HasSuffix(r.Output, "\napp") {
		t.Errorf("%+v", r)
	}
	r = w.report("typecheck", args{"dir": "app"})
	w.wantFindings("tsc", r, wantFinding{"app/a.ts", 7, "", "TS2304", "Cannot find name"})
	if r.ExitCode != 2 {
		t.Errorf("%+v", r)
	}
	w.wantFailure("tsc takes no target", w.call("typecheck", args{"target": "app/a.ts"}), runtime.InputInvalid, "target", "")

	// The field bin of a package may name any file.
	outside := filepath.Join(t.TempDir(), "evil.js")
	if err := os.WriteFile(outside, []byte(`console.log("pwned")`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bin := range []string{"../../app/a.ts", outside, "../../../evil.js", ""} {
		w.write("node_modules/eslint/package.json", `{"bin": "`+bin+`"}`)
		w.wantFailure("bin "+bin, w.call("lint", args{}), runtime.NotAvailable, "", project.ReasonMissing)
	}
}

// A lock file in the directory or above selects pnpm, which gets the arguments
// without "--".
func TestPNPM(t *testing.T) {
	record := filepath.Join(t.TempDir(), "record")
	fake := fakeProgram(t, "pnpm", `for word in "$PWD" "$@"; do echo "$word" >>`+record+`; done
echo 'TAP version 13'; echo 'not ok 1 - adds'; echo '  ---'; echo "  location: '$PWD/a.test.js:3:1'"; echo "  error: 'no'"; echo '  ...'; echo '# pass 4'; echo '# fail 1'; exit 1
`)
	w := newTestProject(t, "node", fake)
	w.write("pnpm-lock.yaml", "lockfileVersion: '9.0'\n")
	w.write("packages/a/package.json", `{"scripts": {"test": "x", "type-check": "y"}}`)
	w.write("packages/a/a.test.js", "")
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
		if c.tool == "run_tests" && (r.Counts != testCounts(4, 1, 0) || r.Passed) {
			t.Errorf("%+v", r)
		}
	}
	w.wantFindings("a package below", w.report("run_tests", args{"dir": "packages/a"}), wantFinding{"packages/a/a.test.js", 3, "adds", "", "no"})
	if r := w.report("run_tests", args{"kind": "npm", "target": "test/nothing.js"}); r.Kind != project.NPM {
		t.Errorf("kind npm: %+v", r)
	}
	w = newTestProjectWithGo(t, w.dir, fakeProgram(t, "nothing", ""))
	w.wantFailure("pnpm is missing", w.call("lint", args{}), runtime.NotAvailable, "", project.ReasonMissing, "pnpm is not installed")
}
