package project_test

import (
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
)

func TestCargo(t *testing.T) {
	requireProgram(t, "cargo", "--version")
	w := newTestProject(t, "cargo")
	r := w.report("run_tests", args{})
	w.wantFindings("cargo test", r,
		wantFinding{"src/lib.rs", 2, "", "unused_variables", "unused variable: `unused`"},
		wantFinding{"src/lib.rs", 17, "tests::half_goes_up", "", "half goes up\n  left: 100\n right: 200"})
	if r.Kind != project.Cargo || r.Passed || r.ExitCode != 101 || r.Counts.Passed != 1 || r.Counts.Failed != 1 || r.Counts.Skipped != 1 || r.Counts.Warnings != 1 {
		t.Errorf("%+v", r)
	}
	if r = w.report("run_tests", args{"target": "tests::down"}); !r.Passed || r.Counts.Passed != 1 {
		t.Errorf("one test: %+v", r)
	}
	w.replace("src/lib.rs", "    let unused = 1;\n    cents / 100", "    (cents + 50) / 100")
	if r = w.report("run_tests", args{"dir": "src"}); !r.Passed || r.Counts != testCounts(2, 0, 1) {
		t.Errorf("the fixed project: %+v", r)
	}
	if r = w.report("typecheck", args{"target": "shop"}); !r.Passed || len(r.Findings) > 0 {
		t.Errorf("%+v", r)
	}
	w.replace("src/lib.rs", "assert_eq!(rounded(149), 100)", `assert_eq!(rounded("149"), 100)`)
	for _, name := range []string{"typecheck", "run_tests"} {
		r = w.report(name, args{"dir": "src"})
		w.wantFindings("from src: "+name, r, wantFinding{"src/lib.rs", 11, "", "E0308", "mismatched types: expected `u32`, found `&str`"})
		if r.Passed || r.Counts.Errors != 1 {
			t.Errorf("%+v", r)
		}
	}
	w.write("Cargo.toml", "[package\n")
	r = w.report("typecheck", args{})
	if r.Passed || len(r.Findings) == 0 {
		t.Errorf("a broken Cargo.toml: %+v", r)
	}
}

// The tool lint runs clippy, or says how to install it.
func TestClippy(t *testing.T) {
	requireProgram(t, "cargo", "--version")
	w := newTestProject(t, "cargo")
	r := w.call("lint", args{})
	if !r.OK {
		w.wantFailure("no clippy", r, runtime.NotAvailable, "", project.ReasonMissing, "rustup component add clippy")
		return
	}
	w.wantFindings("clippy", w.decodeReport(r), wantFinding{"src/lib.rs", 2, "", "unused_variables", "unused variable"})
}
