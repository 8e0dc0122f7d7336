package project_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// invalidTargets are targets that no tool accepts.
var invalidTargets = []string{
	"-exec=/bin/sh", "--config=/tmp/evil.js", "-", "--", "@args", "../outside", "a/../../b", `..\b`, "/etc/passwd", `C:\x`, "a\n-exec=sh", "a\n../b", "a\x00b", "a\x1bb", " a", "a\t",
}

// shellTargets are targets with characters that are special in a shell.
var shellTargets = []string{"$(touch pwned)", "`touch pwned`", "a;touch pwned", "a|b", "a\nb", "a&b", "a b", "'a'", `"a"`, "a>b", "*", "[ab]", "{a,b}", "!a", "#a", "~", "a\\b", "%PATH%", "$HOME"}

func TestScriptTargets(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	w := newFakeNodeProject(t, "echo x >>"+ran+"\n")
	for _, target := range append(invalidTargets, shellTargets...) {
		for _, name := range []string{"lint", "typecheck", "run_tests"} {
			if r := w.call(name, args{"target": target}); r.OK || r.Code != runtime.InputInvalid || r.Field != "target" {
				t.Errorf("%s %q: %+v", name, target, r)
			}
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("pnpm ran")
	}
	for _, target := range []string{"src/a.test.ts", "./@types/x", "ünï/a_b-c.js", "a:b"} {
		if r := w.call("run_tests", args{"target": target}); !r.OK {
			t.Errorf("control %q: %+v", target, r)
		}
	}
	if _, err := os.Stat(ran); err != nil {
		t.Error("the control did not run")
	}
}

// A program that runs without a shell gets the syntax of shells as a name.
func TestProgramTargets(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	for _, target := range invalidTargets {
		if r := w.call("run_tests", args{"target": target}); r.OK || r.Code != runtime.InputInvalid {
			t.Errorf("%q: %+v", target, r)
		}
	}
	for _, target := range shellTargets {
		r := w.call("run_tests", args{"target": target})
		if report := w.decodeReport(r); report.Passed || !r.OK || report.ExitCode == 0 {
			t.Errorf("%q: %+v", target, report)
		}
	}
	if _, err := os.Stat(filepath.Join(w.dir, "pwned")); err == nil {
		t.Error("a shell ran a target")
	}
}
