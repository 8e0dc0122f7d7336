package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// A message that begins on the line after its position is in the result once.
func TestMessageAfterPosition(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "")
	w.write("go.mod", "module example.com/p\n\ngo 1.26\n")
	w.write("p_test.go", "package p\n\nimport \"testing\"\n\nfunc TestP(t *testing.T) { t.Error(\"\\nhave: 1\\nwant: 2\") }\n")
	r := w.call("run_tests", args{})
	if text := r.Value; !strings.Contains(text, "p_test.go:5: have: 1\n") || strings.Contains(text, "output:") {
		t.Errorf("%s", text)
	}
}

// The files of findings are relative to the working directory, and Dir is the
// directory in which the command ran.
func TestDirBelowRoot(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "")
	w.write("p2/go.mod", "module example.com/p2\n\ngo 1.26\n")
	w.write("p2/in/s_test.go", "package in\n\nimport \"testing\"\n\nfunc TestS(t *testing.T) { t.Error(\"no\") }\n")
	w.write("p2/broken/b.go", "package broken\n\nvar n int = \"three\"\n")
	result := w.call("run_tests", args{"dir": "p2/in"})
	r := w.decodeReport(result)
	w.wantFindings("a failed test", r, wantFinding{"p2/in/s_test.go", 5, "TestS", "", "no"})
	if r.Root != "p2" || r.Dir != "p2/in" {
		t.Errorf("%+v", r)
	}
	wantText(t, "a failed test", result, "command: go test -json -fullpath ./... (in p2/in)", "p2/in/s_test.go:5: no")
	for _, dir := range []string{"p2", "p2/broken"} {
		for _, name := range []string{"typecheck", "run_tests", "lint"} {
			result = w.call(name, args{"dir": dir, "target": map[string]string{"p2": "broken", "p2/broken": ""}[dir]})
			w.wantFindings(name+" in "+dir, w.decodeReport(result), wantFinding{"p2/broken/b.go", 3, "", "", "cannot use"})
			wantText(t, name, result, "(in "+dir+")", "p2/broken/b.go:3:")
		}
	}
	w.turn.DryRun = true
	for _, everything := range []string{"", ".", "./", "./...", "..."} {
		wantText(t, "dry run", w.call("run_tests", args{"dir": "p2/in", "target": everything}), "- go test -json -fullpath ./... (in p2/in)")
	}
}

// The text has the output only when the findings do not have all of it.
func TestOutputDoesNotRepeatFindings(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	w.replace("bad/bad.go", `"%s"`, `"%d"`)
	w.write("good/broken_test.go", "package good\n\nimport \"testing\"\n\nfunc TestTypes(t *testing.T) {\n\tvar n int = \"three\"\n\tmissing(n)\n}\n")
	for name, message := range map[string]string{"typecheck": "undefined: missing", "lint": "cannot use", "run_tests": "undefined: missing"} {
		result := w.call(name, args{"target": "good"})
		if text := result.Value; strings.Count(text, message) != 1 || strings.Contains(text, "output:") {
			t.Errorf("%s: %s", name, text)
		}
		if r := w.decodeReport(result); !strings.Contains(r.Output, message) {
			t.Errorf("%s: the output is not in the report: %+v", name, r)
		}
	}
	w.replace("good/broken_test.go", "\tvar n int = \"three\"\n\tmissing(n)\n", "\tt.Error(\"one\\ntwo\")\n")
	if text := w.call("run_tests", args{"target": "TestTypes"}).Value; strings.Count(text, "two") != 1 || strings.Contains(text, "output:") {
		t.Error(text)
	}
	w = newFakeNodeProject(t, "echo 'a.ts(1,2): error TS1: no'; echo 'and the disk is full'; exit 1\n")
	wantText(t, "output without a finding", w.call("lint", args{}), "a.ts:1:2: error: no [TS1]", "output:\n", "and the disk is full")
}

func TestPlurals(t *testing.T) {
	for n, want := range map[string]string{"1": "lint failed: 1 error, 1 warning, exit status 1\n", "2": "lint failed: 2 errors, 2 warnings, exit status 1\n"} {
		w := newFakeNodeProject(t, "i=0; while [ $i -lt "+n+" ]; do echo \"a.ts($i,1): error TS1: no\"; echo \"a.ts($i,1): warning TS1: no\"; i=$((i+1)); done; exit 1\n")
		wantText(t, n, w.call("lint", args{}), want)
	}
}

// Programs may print paths without symbolic links when the working directory is a
// symbolic link.
func TestLinkedWorkingDir(t *testing.T) {
	w := newFakeNodeProject(t, `echo "$(pwd -P)/src/a.ts(3,1): error TS1: real"; echo "/elsewhere/b.ts(4,1): error TS1: other"; exit 1`+"\n")
	w.write("src/a.ts", "")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(w.dir, link); err != nil {
		t.Fatal(err)
	}
	w.wantFindings("control, without a link", w.report("lint", args{}), wantFinding{"src/a.ts", 3, "", "TS1", "real"}, wantFinding{"/elsewhere/b.ts", 4, "", "TS1", "other"})
	w.turn.WorkingDir = link
	w.wantFindings("a link", w.report("lint", args{}), wantFinding{"src/a.ts", 3, "", "TS1", "real"}, wantFinding{"/elsewhere/b.ts", 4, "", "TS1", "other"})
}

// Long output is read to its end, and what is kept of it is bounded.
func TestLongOutput(t *testing.T) {
	w := newFakeNodeProject(t, `echo 'TAP version 13'; head -c 10000000 /dev/zero | tr '\0' x; echo; yes 'not ok 1 - floods' | head -n 20000; echo the end; exit 1`)
	r := w.report("run_tests", args{})
	if r.OutputBytes < 10_300_000 || len(r.Output) > 10<<10 || !strings.HasSuffix(r.Output, "the end") || r.Counts.Failed != 20_000 || len(r.Findings) > project.MaxFindings || r.ExitCode != 1 {
		t.Errorf("%d bytes, %d of output, %d findings, %+v", r.OutputBytes, len(r.Output), len(r.Findings), r.Counts)
	}
}

// With a small budget, findings are left out and the outcome is kept.
func TestSmallBudget(t *testing.T) {
	w := newFakeNodeProject(t, `i=0; while [ $i -lt 700 ]; do echo "a.ts($i,1): error TS1: a message that is as long as they are, more or less"; i=$((i+1)); done; exit 2`)
	w.turn.ResultBudgetChars = 4000
	result := w.call("lint", args{})
	r := w.decodeReport(result)
	if len(r.Findings) != project.MaxFindings || r.LeftOut != 200 || r.Counts.Errors != 700 {
		t.Errorf("%d findings, %d left out, %+v", len(r.Findings), r.LeftOut, r.Counts)
	}
	if !strings.HasPrefix(result.Value, "lint failed: 700 errors, exit status 2\n") || !strings.Contains(result.Value, " more findings omitted]") {
		t.Error(result.Value)
	}
}

// The reducers of package reducers keep every failed test and finding.
func TestReducersKeepFindings(t *testing.T) {
	w := newFakeNodeProject(t, `echo 'TAP version 13'; i=0
while [ $i -lt 120 ]; do echo "not ok $i - test number $i fails"; echo '  ---'; echo "  location: '$PWD/a.test.js:$i:1'"; echo "  error: 'message number $i'"; echo '  ...'; i=$((i+1)); done; exit 1
`)
	w.options.Reducers = &runtime.Reducers{}
	if _, err := reducers.Register(w.options.Reducers); err != nil {
		t.Fatal(err)
	}
	r := w.call("run_tests", args{})
	for _, want := range []string{"run_tests failed: 0 passed, 120 failed", "--- FAIL: test number 0 fails\n    a.test.js:1: message number 0\n", "--- FAIL: test number 60 fails\n    a.test.js:60:1: message number 60\n", "--- FAIL: test number 119 fails\n    a.test.js:119:1: message number 119\n"} {
		if !strings.Contains(r.Value, want) {
			t.Errorf("no %q", want)
		}
	}
	w = newFakeNodeProject(t, `i=0; while [ $i -lt 120 ]; do echo "a.ts($i,1): error TS1: message number $i"; i=$((i+1)); done; exit 1`+"\n")
	w.options.Reducers = &runtime.Reducers{}
	if _, err := reducers.Register(w.options.Reducers); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lint", "typecheck"} {
		r := w.call(name, args{})
		for _, want := range []string{name + " failed: 120 errors", "message number 0 [TS1]", "message number 60 [TS1]", "message number 119 [TS1]"} {
			if !strings.Contains(r.Value, want) {
				t.Errorf("%s: no %q in %s", name, want, r.Value)
			}
		}
	}
}
