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

// says wants parts in what a model reads.
func says(t *testing.T, why string, r runtime.Result, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if text := r.Value + r.Error; !strings.Contains(text, part) {
			t.Errorf("%s: no %q in\n%s", why, part, text)
		}
	}
}

// none wants that a target was given and no test ran because of that.
func (w *world) none(why string, given args) {
	w.Helper()
	result := w.call("run_tests", given)
	r := w.reported(result)
	if !result.OK || r.Passed || len(r.Findings) != 1 || r.Findings[0].Test != "" || r.Findings[0].File != "" || r.Counts.Errors != 1 {
		w.Errorf("%s: %+v\n%+v", why, r, result.Error)
		return
	}
	if message := r.Findings[0].Message; !strings.Contains(message, "no test matched") || !strings.Contains(message, "leave target out") {
		w.Errorf("%s: %s", why, message)
	}
	if !strings.HasPrefix(result.Value, "run_tests failed: ") || !strings.Contains(result.Value, "error: no test matched") {
		w.Errorf("%s: %s", why, result.Value)
	}
}

// A target that no test is of is no success.
func TestNoTestMatchedGo(t *testing.T) {
	needs(t, "go", "version")
	w := newWorld(t, "go")
	w.replace("bad/bad.go", `"%s"`, `"%d"`)
	w.put("empty/empty.go", "package empty\n")
	for _, target := range []string{"TestNope", "TestNope/deep", "TestAdd/nope", "empty", "./empty", "empty/empty.go"} {
		w.none(target, args{"target": target})
	}
	w.none("a directory without tests, by its name and test", args{"dir": "empty", "target": "TestRound"})
	if r := w.report("run_tests", args{"target": "TestNetwork"}); !r.Passed || r.Counts != counts(0, 0, 1) {
		t.Errorf("control, a test that skips itself: %+v", r)
	}
	result := w.call("run_tests", args{"dir": "empty"})
	if r := w.reported(result); !r.Passed || r.Counts != counts(0, 0, 0) || len(r.Notes) != 1 {
		t.Errorf("without a target: %+v", r)
	}
	says(t, "without a target", result, "run_tests passed: no test ran, exit status 0", "note: no test ran: there are no tests in empty")
}

func TestNoTestMatchedPython(t *testing.T) {
	needs(t, "/usr/bin/python3", "-m", "pytest", "--version")
	w := newWorld(t, "python")
	for _, target := range []string{"test_nope", "tests/test_shop.py::test_nope", "shop.py"} {
		w.none(target, args{"target": target})
	}
	w.put("empty/pytest.ini", "[pytest]\n")
	says(t, "without a target", w.call("run_tests", args{"dir": "empty"}), "no test ran, exit status 5", "note: no test ran: there are no tests in empty")
	w.put("empty/pytest.ini", "[pytest]\naddopts = --nonsense\n")
	if r := w.report("run_tests", args{"dir": "empty", "target": "test_nope"}); r.Passed || len(r.Findings) > 0 || r.ExitCode != 4 {
		t.Errorf("control, a usage error: %+v", r)
	}
}

func TestNoTestMatchedUnittest(t *testing.T) {
	needs(t, "/usr/bin/python3", "--version")
	w := newWorld(t, "unittest", program(t, "python3", `if [ "$2" = pytest ]; then echo "/usr/bin/python3: No module named pytest" >&2; exit 1; fi
exec /usr/bin/python3 "$@"`))
	for _, target := range []string{"test_nope", "setup.py"} {
		w.none(target, args{"target": target})
	}
}

func TestNoTestMatchedNode(t *testing.T) {
	needs(t, "node", "--version")
	w := newWorld(t, "node")
	w.put("package.json", "{}")
	w.none("a name", args{"target": "no such test"})
	if r := w.report("run_tests", args{"target": "goes down"}); !r.Passed || r.Counts.Passed != 1 {
		t.Errorf("control: %+v", r)
	}
}

func TestNoTestMatchedCargo(t *testing.T) {
	needs(t, "cargo", "--version")
	w := newWorld(t, "cargo")
	w.replace("src/lib.rs", "    let unused = 1;\n", "")
	w.none("a name", args{"target": "tests::nope"})
	if r := w.report("run_tests", args{"target": "tests::down"}); !r.Passed || r.Counts.Passed != 1 {
		t.Errorf("control: %+v", r)
	}
}

// Of scripts, only what a known runner says counts: others may run tests and
// say nothing.
func TestNoTestMatchedScripts(t *testing.T) {
	for _, c := range []struct {
		reason, says string
		exit         string
		none         bool
	}{
		{"jest, a file", "No tests found, exiting with code 1", "1", true},
		{"jest, a name", "Tests:       5 skipped, 5 total", "0", true},
		{"jest that may", "No tests found, exiting with code 0", "0", true},
		{"vitest, a file", "No test files found, exiting with code 1", "1", true},
		{"vitest, a name", "      Tests  5 skipped (5)", "0", true},
		{"node", "ℹ tests 0\nℹ pass 0\nℹ fail 0", "0", true},
		{"TAP", "TAP version 13\n1..0\n# tests 0\n# pass 0\n# fail 0", "0", true},
		{"mocha", "  0 passing (1ms)", "0", true},
		{"one that says nothing", "fine", "0", false},
		{"one that fails, and nothing more", "boom", "7", false},
		{"one that passes", "Tests:       4 skipped, 1 passed, 5 total", "0", false},
		{"one whose program broke before", "a.ts(1,2): error TS1: no\nNo tests found, exiting with code 1", "1", false},
	} {
		w := fakeNode(t, "cat <<'EOT'\n"+c.says+"\nEOT\nexit "+c.exit+"\n")
		if c.none {
			w.none(c.reason, args{"target": "nope"})
			continue
		}
		if r := w.report("run_tests", args{"target": "nope"}); r.Passed != (c.exit == "0") || strings.Contains(strings.Join(messages(r), " "), "no test") {
			t.Errorf("%s: %+v", c.reason, r)
		}
	}
	w := fakeNode(t, "echo 'Tests:       5 skipped, 5 total'\n")
	w.put("a.test.js", "")
	if r := w.report("run_tests", args{"target": "a.test.js"}); !r.Passed || len(r.Notes) > 0 {
		t.Errorf("a file that is there, all of whose tests are skipped: %+v", r)
	}
}

func messages(r project.Report) (all []string) {
	for _, f := range r.Findings {
		all = append(all, f.Message)
	}
	return all
}

// Files are named as the other tools take them, and the directory is the one in
// which the command ran.
func TestBelowRoot(t *testing.T) {
	needs(t, "go", "version")
	w := newWorld(t, "")
	w.put("p2/go.mod", "module example.com/p2\n\ngo 1.26\n")
	w.put("p2/in/s_test.go", "package in\n\nimport \"testing\"\n\nfunc TestS(t *testing.T) { t.Error(\"no\") }\n")
	w.put("p2/broken/b.go", "package broken\n\nvar n int = \"three\"\n")
	result := w.call("run_tests", args{"dir": "p2/in"})
	r := w.reported(result)
	w.has("a failed test", r, finding{"p2/in/s_test.go", 5, "TestS", "", "no"})
	if r.Root != "p2" || r.Dir != "p2/in" {
		t.Errorf("%+v", r)
	}
	says(t, "a failed test", result, "command: go test -json ./... (in p2/in)", "p2/in/s_test.go:5: no")
	for _, dir := range []string{"p2", "p2/broken"} {
		for _, name := range []string{"typecheck", "run_tests", "lint"} {
			result = w.call(name, args{"dir": dir, "target": map[string]string{"p2": "broken", "p2/broken": ""}[dir]})
			w.has(name+" in "+dir, w.reported(result), finding{"p2/broken/b.go", 3, "", "", "cannot use"})
			says(t, name, result, "(in "+dir+")", "p2/broken/b.go:3:")
		}
	}
	w.turn.DryRun = true
	says(t, "dry run", w.call("run_tests", args{"dir": "p2/in"}), "- go test -json ./... (in p2/in)")
}

// What findings say does not stand there again as output; what they do not say
// does.
func TestSaidOnce(t *testing.T) {
	needs(t, "go", "version")
	w := newWorld(t, "go")
	w.replace("bad/bad.go", `"%s"`, `"%d"`)
	w.put("good/broken_test.go", "package good\n\nimport \"testing\"\n\nfunc TestTypes(t *testing.T) {\n\tvar n int = \"three\"\n\tmissing(n)\n}\n")
	for name, message := range map[string]string{"typecheck": "undefined: missing", "lint": "cannot use", "run_tests": "undefined: missing"} {
		result := w.call(name, args{"target": "good"})
		if text := result.Value; strings.Count(text, message) != 1 || strings.Contains(text, "output:") {
			t.Errorf("%s: %s", name, text)
		}
		if r := w.reported(result); !strings.Contains(r.Output, message) {
			t.Errorf("%s: the report's own output is gone: %+v", name, r)
		}
	}
	w.replace("good/broken_test.go", "\tvar n int = \"three\"\n\tmissing(n)\n", "\tt.Error(\"one\\ntwo\")\n")
	if text := w.call("run_tests", args{"target": "TestTypes"}).Value; strings.Count(text, "two") != 1 || strings.Contains(text, "output:") {
		t.Error(text)
	}
	w = fakeNode(t, "echo 'a.ts(1,2): error TS1: no'; echo 'and the disk is full'; exit 1\n")
	says(t, "what no finding says", w.call("lint", args{}), "a.ts:1:2: error: no [TS1]", "output:\n", "and the disk is full")
}

// How it ended stands with a test that did not.
func TestUnended(t *testing.T) {
	needs(t, "go", "version")
	const slow = "package slow\n\nimport (\n\t\"os\"\n\t\"testing\"\n\t\"time\"\n)\n\nfunc TestSlow(t *testing.T) {\n\tif _, err := os.Stat(\"hang\"); err == nil {\n\t\ttime.Sleep(time.Hour)\n\t}\n\tEND\n}\n"
	w := newWorld(t, "")
	w.put("go.mod", "module example.com/slow\n\ngo 1.26\n")
	w.put("slow_test.go", strings.Replace(slow, "END", "", 1))
	if r := w.report("run_tests", args{}); !r.Passed { // and is built now
		t.Fatalf("%+v", r)
	}
	w.put("hang", "")
	result := w.call("run_tests", args{"timeout_seconds": 6})
	if r := w.reported(result); result.OK || result.Reason != project.ReasonTimeout || !r.TimedOut {
		t.Errorf("%s %+v", result.Reason, r)
	}
	w.has("a timeout", w.reported(result), finding{"", 0, "TestSlow", "", "did not end: it was running when the command was ended at its timeout of 6s"})
	if strings.Contains(result.Error, "without a message") {
		t.Error(result.Error)
	}
	if err := os.Remove(filepath.Join(w.dir, "hang")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ how, want string }{
		{"os.Exit(3)", "did not end: its test program ended while it ran (os.Exit, log.Fatal or a signal do that)"},
		{"p, _ := os.FindProcess(os.Getpid()); _ = p.Kill(); time.Sleep(time.Hour)", "did not end: its test program ended while it ran (os.Exit, log.Fatal or a signal do that)\nsignal: killed"},
	} {
		w.put("slow_test.go", strings.Replace(slow, "END", c.how, 1))
		r := w.report("run_tests", args{})
		if len(r.Findings) != 1 || r.Findings[0].Test != "TestSlow" || r.Findings[0].Message != c.want || r.Counts != counts(0, 1, 0) {
			t.Errorf("%s: %+v", c.how, r)
		}
	}
}

// A runner that is killed names the signal where it names the test.
func TestUnendedBySignal(t *testing.T) {
	events := `{"Action":"start","Package":"m/p"}` + "\n" + `{"Action":"run","Package":"m/p","Test":"TestA"}`
	w := newWorld(t, "", program(t, "go", "cat <<'EOT'\n"+events+"\nEOT\nkill -SEGV $$\n"))
	w.put("go.mod", "module m\n")
	w.has("killed", w.reported(w.call("run_tests", args{})), finding{"", 0, "TestA", "", "did not end: it was running when the command was killed by SIGSEGV"})
}

func TestPlurals(t *testing.T) {
	for n, want := range map[string]string{"1": "lint failed: 1 error, 1 warning, exit status 1\n", "2": "lint failed: 2 errors, 2 warnings, exit status 1\n"} {
		w := fakeNode(t, "i=0; while [ $i -lt "+n+" ]; do echo \"a.ts($i,1): error TS1: no\"; echo \"a.ts($i,1): warning TS1: no\"; i=$((i+1)); done; exit 1\n")
		says(t, n, w.call("lint", args{}), want)
	}
}

// Each tool says about its target what holds for it.
func TestTargets(t *testing.T) {
	for name, c := range map[string]struct{ has, hasNot string }{
		"lint": {"file", "test"}, "typecheck": {"package", "test"}, "run_tests": {"TestAdd/zero", ""},
	} {
		schema := tool(t, name).Input
		_, after, found := strings.Cut(schema, `"target":`)
		description, _, ended := strings.Cut(after, "}")
		if !found || !ended || !strings.Contains(description, c.has) || c.hasNot != "" && strings.Contains(strings.ToLower(description), c.hasNot) {
			t.Errorf("%s: %s", name, description)
		}
	}
}

// Programs that say real paths are understood where the working directory is a
// link.
func TestLinkedWorkingDir(t *testing.T) {
	w := fakeNode(t, `echo "$(pwd -P)/src/a.ts(3,1): error TS1: real"; echo "/elsewhere/b.ts(4,1): error TS1: other"; exit 1`+"\n")
	w.put("src/a.ts", "")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(w.dir, link); err != nil {
		t.Fatal(err)
	}
	w.has("control, without a link", w.report("lint", args{}), finding{"src/a.ts", 3, "", "TS1", "real"}, finding{"/elsewhere/b.ts", 4, "", "TS1", "other"})
	w.turn.WorkingDir = link
	w.has("a link", w.report("lint", args{}), finding{"src/a.ts", 3, "", "TS1", "real"}, finding{"/elsewhere/b.ts", 4, "", "TS1", "other"})
}

// withWork is a world in which go heeds go.work.
func withWork(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, "")
	w = worldWith(t, w.dir, &process.Options{
		Path: "/usr/bin:/bin:" + os.Getenv("PATH"), Home: os.Getenv("HOME"), PassEnv: []string{"GOCACHE", "GOPATH", "GOMODCACHE"},
		Env: []string{"GOFLAGS=-buildvcs=false", "GOTOOLCHAIN=local", "GOPROXY=off"},
	})
	w.put("go.work", "go 1.26\n\nuse ./a // first\n\nuse (\n\t\"./libs/b\"\n)\n")
	for _, dir := range []string{"a", "libs/b"} {
		name := filepath.Base(dir)
		w.put(dir+"/go.mod", "module example.com/"+name+"\n\ngo 1.26\n")
		w.put(dir+"/deep/x_test.go", "package deep\n\nimport \"testing\"\n\nfunc TestX"+name+"(t *testing.T) { t.Error(\"no "+name+"\") }\n")
	}
	return w
}

func TestGoWork(t *testing.T) {
	needs(t, "go", "version")
	w := withWork(t)
	inA, inB := finding{"a/deep/x_test.go", 5, "TestXa", "", "no a"}, finding{"libs/b/deep/x_test.go", 5, "TestXb", "", "no b"}
	for _, c := range []struct {
		given   args
		want    []finding
		command string
	}{
		{args{}, []finding{inA, inB}, "go test -json ./a/... ./libs/b/..."},
		{args{"dir": "libs"}, []finding{inB}, "go test -json ./b/..."},
		{args{"target": "libs"}, []finding{inB}, "go test -json ./libs/b/..."},
		{args{"target": "a"}, []finding{inA}, "go test -json ./a/..."},
		{args{"target": "./a/deep"}, []finding{inA}, "go test -json ./a/deep/..."},
		{args{"target": "a/deep/x_test.go"}, []finding{inA}, "go test -json ./a/deep"},
		{args{"target": "TestXb"}, []finding{inB}, "go test -json -run ^TestXb$ ./a/... ./libs/b/..."},
	} {
		r := w.report("run_tests", c.given)
		if r.Kind != project.Go || r.Command != c.command || r.Root != "." {
			t.Errorf("%v: %+v", c.given, r)
		}
		w.has(c.command, r, c.want...)
	}
	for _, name := range []string{"lint", "typecheck"} {
		if r := w.report(name, args{}); !r.Passed || !strings.HasSuffix(r.Command, " ./a/... ./libs/b/...") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := w.report("run_tests", args{"dir": "a"}); r.Root != "a" || r.Command != "go test -json ./..." {
		t.Errorf("a module of it: %+v", r)
	}
	w.put("docs/README", "")
	w.fails("no module below", w.call("lint", args{"dir": "docs"}), runtime.ExecutionFailed, "dir", project.ReasonNoProject, "go.work", "a, libs/b")
	w.put("go.work", "go 1.26\n\nuse (\n")
	w.fails("a broken go.work", w.call("lint", args{}), runtime.ExecutionFailed, "dir", project.ReasonBroken, "go.work")
}
