package project_test

import (
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// newGoPositions returns a module whose tests fail at different positions. Its
// path has a space, and its commands have more flags.
func newGoPositions(t *testing.T, flags string) *testProject {
	t.Helper()
	dir := t.TempDir() + "/my project"
	w := newTestProjectWith(t, dir, &process.Options{
		Path: "/usr/bin:/bin:" + os.Getenv("PATH"), Home: os.Getenv("HOME"), PassEnv: []string{"GOCACHE", "GOPATH", "GOMODCACHE"},
		Env: []string{"GOFLAGS=-buildvcs=false " + flags, "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off"},
	})
	w.write("go.mod", "module example.com/shop\n\ngo 1.26\n")
	w.write("internal/check/check.go", `package check

import "testing"

func Equal(t *testing.T, a, b int) {
	if a != b {
		t.Errorf("got %d, want %d", a, b)
	}
}

func Panic() { panic("stop") }
`)
	w.write("sub/check.go", "// Package sub has a file with the name of the helper's file.\npackage sub\n")
	w.write("sub/sub_test.go", `package sub

import (
	"fmt"
	"testing"

	"example.com/shop/internal/check"
)

func TestHelper(t *testing.T) { check.Equal(t, 1, 2) }

func TestPasses(t *testing.T) {
	t.Log("log of a passing test")
	fmt.Println("print of a passing test")
	t.Run("inner", func(t *testing.T) { t.Log("log of a passing subtest") })
}

func TestSkips(t *testing.T) { t.Skip("reason of a skipped test") }

func TestQuotes(t *testing.T) {
	t.Error("the tool said\n  sub/other.go:3: a quoted line\n  sub/other.go:4: another one")
}

func TestPrints(t *testing.T) {
	fmt.Println("sub/other.go:3: a printed line")
	t.Fail()
}

func TestNoLineFeed(t *testing.T) {
	fmt.Print("no line feed")
	check.Equal(t, 3, 4)
}
`)
	w.write("panics/panics_test.go", "package panics\n\nimport (\n\t\"testing\"\n\n\t\"example.com/shop/internal/check\"\n)\n\nfunc TestPanics(t *testing.T) { check.Panic() }\n")
	return w
}

// A finding has the file in which the failure was reported, also when that is a
// helper in another package, and no file when no line of package testing has a
// position.
func TestGoPositions(t *testing.T) {
	requireProgram(t, "go", "version")
	for _, flags := range []string{"", "-trimpath"} {
		w := newGoPositions(t, flags)
		result := w.call("run_tests", args{})
		r := w.decodeReport(result)
		w.wantFindings("flags "+flags, r,
			wantFinding{"internal/check/check.go", 7, "TestHelper", "", "got 1, want 2"},
			wantFinding{"sub/sub_test.go", 21, "TestQuotes", "", "the tool said\nsub/other.go:3: a quoted line"},
			wantFinding{"", 0, "TestPrints", "", "sub/other.go:3: a printed line"},
			wantFinding{"internal/check/check.go", 7, "TestNoLineFeed", "", "no line feed"},
			wantFinding{"internal/check/check.go", 11, "TestPanics", "", "panic: stop"})
		if strings.Contains(result.Value, w.dir) {
			t.Errorf("flags %s: a position is not relative to the working directory:\n%s", flags, result.Value)
		}
	}
}

// The location of a test that logs several times is that of the first log, and each location is in the text once.
func TestGoPositionOfSeveralLogs(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newTestProject(t, "")
	w.write("go.mod", "module example.com/p\n\ngo 1.26\n")
	w.write("sub/p_test.go", `package sub

import (
	"fmt"
	"testing"
)

func TestTwo(t *testing.T) {
	t.Errorf("first")
	t.Errorf("second\nmore")
}

func TestPrints(t *testing.T) {
	fmt.Println("printed")
	t.Error("third")
}

func TestStarts(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		t.Log("context")
		t.Fatal("fourth")
	})
}

func TestPanics(t *testing.T) {
	t.Log("before")
	panic("fifth")
}
`)
	result := w.call("run_tests", args{})
	wantText(t, "several logs", result,
		"--- FAIL: TestTwo\n    sub/p_test.go:9: first\n    sub/p_test.go:10: second\n        more\n",
		"--- FAIL: TestPrints\n    printed\n    sub/p_test.go:15: third\n",
		"--- FAIL: TestStarts/sub\n    sub/p_test.go:20: context\n    sub/p_test.go:21: fourth",
		"--- FAIL: TestPanics\n    sub/p_test.go:26: before\n    sub/p_test.go:27: panic: fifth")
	w.wantFindings("several logs", w.decodeReport(result),
		wantFinding{"sub/p_test.go", 9, "TestTwo", "", "first\nsub/p_test.go:10: second\n    more"},
		wantFinding{"sub/p_test.go", 15, "TestPrints", "", "printed\nsub/p_test.go:15: third"},
		wantFinding{"sub/p_test.go", 20, "TestStarts/sub", "", "context\nsub/p_test.go:21: fourth"},
		wantFinding{"sub/p_test.go", 27, "TestPanics", "", "sub/p_test.go:26: before\npanic: fifth"})
}

// With -trimpath, a file of another module has the path and the version of that
// module. It is not taken for a file of the package.
func TestGoPositionInOtherModule(t *testing.T) {
	requireProgram(t, "go", "version")
	for flags, file := range map[string]string{"": "libs/check/check.go", "-trimpath": "example.com/check@v0.0.0/check.go"} {
		w := newGoPositions(t, flags)
		w.write("go.mod", "module example.com/shop\n\ngo 1.26\n\nrequire example.com/check v0.0.0\n\nreplace example.com/check => ./libs/check\n")
		w.write("libs/check/go.mod", "module example.com/check\n\ngo 1.26\n")
		w.write("libs/check/check.go", "package check\n\nimport \"testing\"\n\nfunc Fail(t *testing.T) { t.Error(\"wrong\") }\n")
		w.write("other/other_test.go", "package other\n\nimport (\n\t\"testing\"\n\n\t\"example.com/check\"\n)\n\nfunc TestOther(t *testing.T) { check.Fail(t) }\n")
		w.wantFindings("flags "+flags, w.report("run_tests", args{"target": "./other"}), wantFinding{file, 5, "TestOther", "", "wrong"})
	}
}

// Like go test without -v, the output has the logs of failed tests only.
func TestGoLogsOfPassingTests(t *testing.T) {
	requireProgram(t, "go", "version")
	w := newGoPositions(t, "")
	w.write("loud/loud_test.go", "package loud\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(m *testing.M) {\n\tfmt.Println(\"print of a passing package\")\n\tos.Exit(m.Run())\n}\n\nfunc TestLoud(*testing.T) {}\n")
	w.write("ends/ends_test.go", "package ends\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(*testing.M) {\n\tfmt.Println(\"print of a failed package\")\n\tos.Exit(1)\n}\n")
	r := w.report("run_tests", args{})
	for _, text := range []string{"passing", "skipped"} {
		if strings.Contains(r.Output, text) {
			t.Errorf("the output has the %s tests:\n%s", text, r.Output)
		}
	}
	for _, text := range []string{"got 1, want 2", "a printed line", "print of a failed package", "panic: stop"} {
		if !strings.Contains(r.Output, text) {
			t.Errorf("the output has no %q:\n%s", text, r.Output)
		}
	}
}

// The output of a test and of a package that did not end when the command ended is
// in the output.
func TestGoOutputOfUnendedTest(t *testing.T) {
	found, output := project.ParseOutput("gotest", strings.Join([]string{
		`{"Action":"run","Package":"m/p","Test":"TestA"}`,
		`{"Action":"output","Package":"m/p","Test":"TestA","Output":"waiting for the server\n"}`,
		`{"Action":"output","Package":"m/q","Output":"starting the server\n"}`,
	}, "\n"))
	if len(found) != 1 || found[0].Test != "TestA" || !strings.Contains(output, "waiting for the server") || !strings.Contains(output, "starting the server") {
		t.Errorf("%+v, output %q", found, output)
	}
}
