package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// newGoWorkspace returns a project with a go.work and two modules.
func newGoWorkspace(t *testing.T) *testProject {
	t.Helper()
	w := newTestProject(t, "")
	w = newTestProjectWith(t, w.dir, &process.Options{
		Path: "/usr/bin:/bin:" + os.Getenv("PATH"), Home: os.Getenv("HOME"), PassEnv: []string{"GOCACHE", "GOPATH", "GOMODCACHE"},
		Env: []string{"GOFLAGS=-buildvcs=false", "GOTOOLCHAIN=local", "GOPROXY=off"},
	})
	w.write("go.work", "go 1.26\n\nuse ./a // first\n\nuse (\n\t\"./libs/b\"\n)\n")
	for _, dir := range []string{"a", "libs/b"} {
		name := filepath.Base(dir)
		w.write(dir+"/go.mod", "module example.com/"+name+"\n\ngo 1.26\n")
		w.write(dir+"/deep/x_test.go", "package deep\n\nimport \"testing\"\n\nfunc TestX"+name+"(t *testing.T) { t.Error(\"no "+name+"\") }\n")
	}
	return w
}

func TestGoWork(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newGoWorkspace(t)
	inA, inB := wantFinding{"a/deep/x_test.go", 5, "TestXa", "", "no a"}, wantFinding{"libs/b/deep/x_test.go", 5, "TestXb", "", "no b"}
	for _, c := range []struct {
		given   args
		want    []wantFinding
		command string
	}{
		{args{}, []wantFinding{inA, inB}, "go test -json -fullpath ./a/... ./libs/b/..."},
		{args{"dir": "libs"}, []wantFinding{inB}, "go test -json -fullpath ./b/..."},
		{args{"target": "libs"}, []wantFinding{inB}, "go test -json -fullpath ./libs/b/..."},
		{args{"target": "a"}, []wantFinding{inA}, "go test -json -fullpath ./a/..."},
		{args{"target": "./a/deep"}, []wantFinding{inA}, "go test -json -fullpath ./a/deep/..."},
		{args{"target": "a/deep/x_test.go"}, []wantFinding{inA}, "go test -json -fullpath -run ^(?:TestXa)$ ./a/deep"},
		{args{"target": "TestXb"}, []wantFinding{inB}, "go test -json -fullpath -run ^TestXb$ ./a/... ./libs/b/..."},
	} {
		r := w.report("run_tests", c.given)
		if r.Kind != project.Go || r.Command != c.command || r.Root != "." {
			t.Errorf("%v: %+v", c.given, r)
		}
		w.wantFindings(c.command, r, c.want...)
	}
	for _, name := range []string{"lint", "typecheck"} {
		if r := w.report(name, args{}); !r.Passed || !strings.HasSuffix(r.Command, " ./a/... ./libs/b/...") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := w.report("run_tests", args{"dir": "a"}); r.Root != "a" || r.Command != "go test -json -fullpath ./..." {
		t.Errorf("a module of the workspace: %+v", r)
	}
	w.write("docs/README", "")
	w.wantFailure("a directory without modules", w.call("lint", args{"dir": "docs"}), runtime.ExecutionFailed, "dir", project.ReasonNoProject, "go.work", "a, libs/b")
	w.write("go.work", "go 1.26\n\nuse (\n")
	w.wantFailure("an invalid go.work", w.call("lint", args{}), runtime.ExecutionFailed, "dir", project.ReasonBroken, "go.work")
}

func TestGo(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")

	r := w.report("run_tests", args{})
	if r.Kind != project.Go || r.Passed || r.ExitCode != 1 || r.Command != "go test -json -fullpath ./..." || r.Counts.Passed != 2 || r.Counts.Skipped != 1 {
		t.Errorf("%+v", r)
	}
	w.wantFindings("vet runs before the tests", r, wantFinding{"bad/bad.go", 10, "", "", "wrong type int"})

	w.replace("bad/bad.go", `"%s"`, `"%d"`)
	r = w.report("run_tests", args{})
	w.wantFindings("tests", r,
		wantFinding{"bad/bad_test.go", 9, "TestRound/half_up", "", "Round(150) = 100, want 200\nsecond line"},
		wantFinding{"bad/bad_test.go", 17, "TestPanic", "", "assignment to entry in nil map"})
	if r.Counts != testCounts(3, 2, 1) {
		t.Errorf("%+v", r.Counts)
	}
	r = w.report("run_tests", args{"dir": "bad", "target": "TestRound/half up"})
	w.wantFindings("one test, from its directory", r, wantFinding{"bad/bad_test.go", 9, "TestRound/half_up", "", "want 200"})
	if r.Counts != testCounts(0, 1, 0) || r.Root != "." || r.Command != `go test -json -fullpath -run "^TestRound$/^half up$" ./...` {
		t.Errorf("%+v", r)
	}
	for _, target := range []string{"good", "./good", "good/good_test.go", "./good/...", "example.com/shop/good"} {
		if r = w.report("run_tests", args{"target": target}); !r.Passed || r.ExitCode != 0 || r.Counts != testCounts(2, 0, 1) || len(r.Findings) > 0 {
			t.Errorf("%s: %+v", target, r)
		}
	}

	w.replace("bad/bad.go", "n / 100 * 100", "(n + 50) / 100 * 100")
	w.replace("bad/bad_test.go", "var stock map[string]int", "stock := map[string]int{}")
	if r = w.report("run_tests", args{}); !r.Passed || r.Counts != testCounts(5, 0, 1) {
		t.Errorf("the fixed project: %+v", r)
	}
}

func TestGoLintAndTypecheck(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	r := w.report("lint", args{})
	w.wantFindings("vet", r, wantFinding{"bad/bad.go", 10, "", "", "wrong type int"})
	if r.Passed || r.ExitCode != 1 || r.Counts.Errors != 1 {
		t.Errorf("%+v", r)
	}
	if r = w.report("typecheck", args{}); !r.Passed || len(r.Findings) > 0 || r.Command != "go test -c -o /dev/null -vet=off ./..." {
		t.Errorf("%+v", r)
	}
	if left, err := filepath.Glob(filepath.Join(w.dir, "*.test")); err != nil || len(left) > 0 {
		t.Errorf("test programs were not removed: %v %v", left, err)
	}
	w.replace("bad/bad.go", `"%s"`, `"%d"`)
	if r = w.report("lint", args{}); !r.Passed || len(r.Findings) > 0 {
		t.Errorf("the fixed project: %+v", r)
	}

	w.write("good/broken_test.go", "package good\n\nimport \"testing\"\n\nfunc TestTypes(t *testing.T) {\n\tvar n int = \"three\"\n\tmissing(n)\n}\n")
	broken := []wantFinding{{"good/broken_test.go", 6, "", "", "cannot use"}, {"good/broken_test.go", 7, "", "", "undefined: missing"}}
	r = w.report("typecheck", args{})
	w.wantFindings("tests are compiled too", r, broken...)
	if r.Passed || r.Counts.Errors != 2 {
		t.Errorf("%+v", r)
	}
	r = w.report("run_tests", args{"target": "./good"})
	w.wantFindings("tests that do not compile", r, broken...)
	if r.Passed || r.Counts.Errors != 2 {
		t.Errorf("%+v", r)
	}
	r = w.report("run_tests", args{"target": "example.com/nowhere"})
	if r.Passed || len(r.Findings) == 0 {
		t.Errorf("a package that does not exist: %+v", r)
	}
}

// Linters that the project configures run in addition to go vet.
func TestGoLinters(t *testing.T) {
	requireProgram(t, "go", "version")
	fake := fakeProgram(t, "golangci-lint", `echo "good/good.go:5:1: exported function Add is unused (revive)"; echo "func Add(a, b int) int"; echo "^"; echo "1 issues:"; exit 1`)
	w := newTestProject(t, "go", fake)
	if r := w.report("lint", args{"target": "good"}); !r.Passed || strings.Contains(r.Command, "golangci") {
		t.Errorf("not configured: %+v", r)
	}
	w.write(".golangci.yml", "version: \"2\"\n")
	r := w.report("lint", args{"target": "good"})
	w.wantFindings("golangci-lint", r, wantFinding{"good/good.go", 5, "", "revive", "exported function Add is unused"})
	if r.Passed || r.ExitCode != 1 || r.Command != "go vet ./good/...; golangci-lint run ./good/..." {
		t.Errorf("%+v", r)
	}
	w.write("staticcheck.conf", "")
	w = newTestProjectWithGo(t, w.dir, fakeProgram(t, "nothing", ""))
	result := w.call("lint", args{"target": "good"})
	wantText(t, "a configured linter is missing", result, "staticcheck was not run: it is configured here but not installed\nlint incomplete: 0 errors, exit status 0")
	if r = w.decodeReport(result); r.Passed || !r.Incomplete || strings.Join(r.NotRun, " ") != "golangci-lint staticcheck" || !strings.HasPrefix(result.Value, "golangci-lint was not run") {
		t.Errorf("%+v", r)
	}
}

// Each error of the compiler is once in the text, also if some lines of the output are in no finding.
func TestGoErrorsOnce(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	w.write("good/good.go", "package good\n\nfunc Add(a, b int) int { return a + missing }\n\nfunc f() {\n//line elsewhere:7\n\tmissing()\n}\n")
	for _, tool := range []string{"run_tests", "typecheck"} {
		result := w.call(tool, args{"target": "./good"})
		if strings.Count(result.Value, "good.go:3:") != 1 || strings.Count(result.Value, "elsewhere:7") != 1 {
			t.Errorf("%s: %s", tool, result.Value)
		}
	}
	if result := w.call("typecheck", args{"target": "./..."}); strings.Count(result.Value, "good.go:3:") != 1 {
		t.Errorf("all packages: %s%s", result.Value, result.Error)
	}
	for _, tool := range []string{"run_tests", "typecheck", "lint"} {
		for _, target := range []string{"./nothing/...", "good/nothing", "./nothing"} {
			w.wantFailure("a directory that does not exist", w.call(tool, args{"target": target}), runtime.ExecutionFailed, "target", "", target+" does not exist in .")
		}
		w.wantFailure("a dir that does not exist", w.call(tool, args{"dir": "nothing"}), runtime.ExecutionFailed, "dir", "", "nothing does not exist")
	}
}

// A subtest that does not exist has one clear result.
func TestGoUnknownSubtest(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "go")
	result := w.call("run_tests", args{"target": "TestAdd/nope", "dir": "good"})
	wantText(t, "the target", result, "run_tests failed: no subtest matched the target, exit status 0", "TestAdd has no such subtest")
	if strings.Contains(result.Value, "1 passed") || strings.Contains(result.Value, "none ran") {
		t.Error(result.Value)
	}
}
