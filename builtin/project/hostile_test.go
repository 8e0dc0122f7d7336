package project_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// fakeNode is a world with a project for pnpm, and a pnpm that is this script.
func fakeNode(t *testing.T, script string) *world {
	t.Helper()
	w := newWorld(t, "", program(t, "pnpm", script))
	w.put("package.json", `{"scripts": {"test": "x", "lint": "x", "typecheck": "x"}}`)
	w.put("pnpm-lock.yaml", "")
	return w
}

func TestHowCommandsEnd(t *testing.T) {
	for _, c := range []struct {
		script, reason  string
		exit            int
		signal, ended   string
		passed, timeout bool
		output          string
	}{
		{script: "echo fine", reason: "success", passed: true, output: "fine"},
		{script: "echo '¡nonsense! 7'; exit 7", reason: "what cannot be read has its end and exit status", exit: 7, output: "¡nonsense! 7"},
		{script: "exit 3", reason: "no output", exit: 3},
		{script: "echo lost; kill -SEGV $$", reason: "a signal", exit: -1, signal: "SIGSEGV", ended: project.ReasonSignal, output: "lost"},
		{script: "echo begun; while :; do sleep 1; done", reason: "never ends", exit: -1, timeout: true, ended: project.ReasonTimeout, output: "begun"},
		{script: "printf '\\377\\000a\\n'", reason: "no text", passed: true, output: "\uFFFDa"},
	} {
		w := fakeNode(t, c.script+"\n")
		seconds := 60
		if c.timeout {
			seconds = 1
		}
		result := w.call("run_tests", args{"timeout_seconds": seconds})
		r := w.reported(result)
		if r.Passed != c.passed || r.ExitCode != c.exit || r.Signal != c.signal || r.TimedOut != c.timeout || r.Output != c.output || result.Reason != c.ended || result.OK != (c.ended == "") {
			t.Errorf("%s: %s %+v", c.reason, result.Reason, r)
		}
		if !result.OK && result.Code != runtime.ExecutionFailed {
			t.Errorf("%s: code %s", c.reason, result.Code)
		}
		if text := result.Value + result.Error; !c.passed && c.output != "" && !strings.Contains(text, c.output) || c.signal != "" && !strings.Contains(text, "killed by "+c.signal) || c.timeout && !strings.Contains(text, "timed out after 1s") {
			t.Errorf("%s: %s", c.reason, text)
		}
	}
}

// What floods is read to its end, and little of it is kept.
func TestFlood(t *testing.T) {
	w := fakeNode(t, `echo 'TAP version 13'; head -c 10000000 /dev/zero | tr '\0' x; echo; yes 'not ok 1 - floods' | head -n 20000; echo the end; exit 1`)
	r := w.report("run_tests", args{})
	if r.OutputBytes < 10_300_000 || len(r.Output) > 10<<10 || !strings.HasSuffix(r.Output, "the end") || r.Counts.Failed != 20_000 || len(r.Findings) > project.MaxFindings || r.ExitCode != 1 {
		t.Errorf("%d bytes, %d of output, %d findings, %+v", r.OutputBytes, len(r.Output), len(r.Findings), r.Counts)
	}
}

// A small budget cuts findings before the outcome.
func TestSmallBudget(t *testing.T) {
	w := fakeNode(t, `i=0; while [ $i -lt 700 ]; do echo "a.ts($i,1): error TS1: a message that is as long as they are, more or less"; i=$((i+1)); done; exit 2`)
	w.turn.ResultBudgetChars = 4000
	result := w.call("lint", args{})
	r := w.reported(result)
	if len(r.Findings) != project.MaxFindings || r.LeftOut != 200 || r.Counts.Errors != 700 {
		t.Errorf("%d findings, %d left out, %+v", len(r.Findings), r.LeftOut, r.Counts)
	}
	if !strings.HasPrefix(result.Value, "lint failed: 700 errors, exit status 2\n") || !strings.Contains(result.Value, " more findings left out") {
		t.Error(result.Value)
	}
}

func TestArguments(t *testing.T) {
	w := newWorld(t, "go")
	w.put("broken/package.json", `{"scripts": {`)
	w.put("nothing/here/README", "")
	w.put("odd/package.json", `{"scripts": {"test": 7, "lint": ["a"]}}`)
	w.put("file", "")
	if err := os.Remove(filepath.Join(w.dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/", filepath.Join(w.dir, "out")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reason        string
		given         args
		code          runtime.Code
		field, ending string
	}{
		{"a directory above", args{"dir": ".."}, runtime.InputInvalid, "dir", ""},
		{"an absolute directory", args{"dir": "/etc"}, runtime.InputInvalid, "dir", ""},
		{"a directory by way of a link", args{"dir": "out/etc"}, runtime.ExecutionFailed, "dir", ""},
		{"a missing directory", args{"dir": "nowhere"}, runtime.ExecutionFailed, "dir", ""},
		{"a file", args{"dir": "file"}, runtime.ExecutionFailed, "dir", ""},
		{"NUL", args{"dir": "a\x00"}, runtime.InputInvalid, "dir", ""},
		{"no project", args{"dir": "nothing/here"}, runtime.ExecutionFailed, "dir", project.ReasonNoProject},
		{"no project of that kind", args{"dir": "odd", "kind": "cargo"}, runtime.ExecutionFailed, "dir", project.ReasonNoProject},
		{"an unknown kind", args{"dir": "odd", "kind": "ant"}, runtime.InputInvalid, "kind", ""},
		{"a broken package.json", args{"dir": "broken"}, runtime.ExecutionFailed, "dir", project.ReasonBroken},
		{"scripts that are none", args{"dir": "odd"}, runtime.NotAvailable, "", project.ReasonMissing},
	} {
		w.fails(c.reason, w.call("lint", c.given), c.code, c.field, c.ending)
	}
}

// What the policy does not let files read does not exist, however near it is.
func TestPolicy(t *testing.T) {
	w := newWorld(t, "")
	w.put("package.json", `{"scripts": {"lint": "x"}}`)
	w.put("app/src/x.js", "")
	w.put("linked/a", "")
	if err := os.Symlink(filepath.Join(w.dir, "package.json"), filepath.Join(w.dir, "linked", "package.json")); err != nil {
		t.Fatal(err)
	}
	w.turn.DryRun = true
	if r := w.call("lint", args{"dir": "app/src"}); !r.OK || !strings.Contains(r.Value, "project in .,") {
		t.Errorf("where all may be read: %+v", r)
	}
	w.turn.Policy.Files.Read = []string{"app", "linked"}
	w.fails("above what may be read", w.call("lint", args{"dir": "app/src"}), runtime.ExecutionFailed, "dir", project.ReasonNoProject)
	w.fails("a link out of what may be read", w.call("lint", args{"dir": "linked"}), runtime.ExecutionFailed, "dir", project.ReasonNoProject)
	if r := w.call("lint", args{"dir": "."}); r.OK {
		t.Errorf("a directory that may not be read: %+v", r)
	}
	w.turn.Policy.Files.Read = nil
	if r := w.call("lint", args{"dir": "app"}); r.OK {
		t.Errorf("nothing may be read: %+v", r)
	}
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Log("as root, nothing is unreadable: only that there is an answer is tested")
	}
	w := newWorld(t, "node")
	if err := os.Chmod(filepath.Join(w.dir, "package.json"), 0); err != nil {
		t.Fatal(err)
	}
	w.turn.DryRun = true
	if r := w.call("lint", args{}); r.OK != (os.Getuid() == 0) || !r.OK && r.Code != runtime.ExecutionFailed {
		t.Errorf("%+v", r)
	}
}

// hostile are targets that a program or a shell could take for something else.
var hostile = []string{
	"-exec=/bin/sh", "--config=/tmp/evil.js", "-", "--", "@args", "../outside", "a/../../b", `..\b`, "/etc/passwd", `C:\x`, "a\nb", "a\x00b", "a\x1bb", " a", "a\t",
}

// evil are those that are only harmful to a shell.
var evil = []string{"$(touch pwned)", "`touch pwned`", "a;touch pwned", "a|b", "a&b", "a b", "'a'", `"a"`, "a>b", "*", "[ab]", "{a,b}", "!a", "#a", "~", "a\\b", "%PATH%", "$HOME"}

func TestHostileTargets(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	w := fakeNode(t, "echo x >>"+ran+"\n")
	for _, target := range append(hostile, evil...) {
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

// Without a shell, what looks like its syntax is a name like any other.
func TestTargetsOfPrograms(t *testing.T) {
	needs(t, "go", "version")
	w := newWorld(t, "go")
	for _, target := range hostile {
		if r := w.call("run_tests", args{"target": target}); r.OK || r.Code != runtime.InputInvalid {
			t.Errorf("%q: %+v", target, r)
		}
	}
	for _, target := range evil {
		r := w.call("run_tests", args{"target": target})
		if report := w.reported(r); report.Passed || !r.OK || report.ExitCode == 0 {
			t.Errorf("%q: %+v", target, report)
		}
	}
	if _, err := os.Stat(filepath.Join(w.dir, "pwned")); err == nil {
		t.Error("a target was run")
	}
}

func TestNothingInstalled(t *testing.T) {
	for name, want := range map[string]string{"go": "install Go", "cargo": "install Rust", "node": "add a script", "python": "install"} {
		w := newWorld(t, name)
		w = without(t, w.dir)
		for _, tool := range []string{"lint", "typecheck", "run_tests"} {
			w.fails(name+" "+tool, w.call(tool, args{}), runtime.NotAvailable, "", project.ReasonMissing, want, "is not installed")
		}
	}
}

func TestDryRun(t *testing.T) {
	w := newWorld(t, "go")
	w.turn.DryRun = true
	for name, want := range map[string]string{
		"lint": "\n- go vet ./bad/... (in .)", "typecheck": "\n- go test -c -o /dev/null -vet=off ./bad/... (in .)", "run_tests": "\n- go test -json ./bad/... (in .)",
	} {
		r := w.call(name, args{"target": "bad", "timeout_seconds": 7})
		if !r.OK || !strings.Contains(r.Value, "would check the go project in ., for at most 7s") || !strings.HasSuffix(r.Value, want) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	ran := filepath.Join(t.TempDir(), "ran")
	w = fakeNode(t, "touch "+ran+"\n")
	w.turn.DryRun = true
	if r := w.call("run_tests", args{}); !r.OK || !strings.Contains(r.Value, "\n- pnpm run test (in .)\n- or, if that is not installed: node --test") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("it ran")
	}
	w = newWorld(t, "")
	w.put("Cargo.toml", "")
	w.turn.DryRun = true
	w.fails("a target that is refused", w.call("lint", args{"target": "a b"}), runtime.InputInvalid, "target", "")
}

func TestCancelled(t *testing.T) {
	w := fakeNode(t, "echo 'TAP version 13'; echo 'not ok 1 - adds'; touch began; while :; do sleep 1; done\n")
	registry := runtime.NewRegistry(w.options)
	if err := registry.Register(tool(t, "run_tests")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	answered := make(chan runtime.Result)
	go func() {
		calls := []runtime.ToolCall{{ID: "1", Name: "run_tests", Args: json.RawMessage(`{}`)}}
		answered <- registry.ExecuteParallel(ctx, calls, w.turn)[0].Result
	}()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(w.dir, "began")); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("it did not begin")
		}
	}
	cancel()
	select {
	case r := <-answered:
		if r.OK || r.Reason != runtime.ReasonCancelled || !strings.Contains(r.Error, "FAIL: adds") || !strings.Contains(r.Error, ", cancelled\n") {
			t.Errorf("%+v", r)
		}
	case <-time.After(time.Minute):
		t.Error("the call goes on")
	}
}

// The reducers of the runtime's own leave every failing test and finding.
func TestReducers(t *testing.T) {
	w := fakeNode(t, `echo 'TAP version 13'; i=0
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
	w = fakeNode(t, `i=0; while [ $i -lt 120 ]; do echo "a.ts($i,1): error TS1: message number $i"; i=$((i+1)); done; exit 1`+"\n")
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

func TestContract(t *testing.T) {
	for _, name := range []string{"lint", "typecheck", "run_tests"} {
		w := fakeNode(t, "echo 'a.ts(1,2): error TS1: no'; exit 1\n")
		w.put("services/api/store/a.go", "package store\n")
		w.put("web/x", "")
		checked := tool(t, name)
		err := toolstest.CheckTool(checked, &toolstest.ToolOptions{
			Registry: w.options, Turn: w.turn,
			Calls:   []string{`{"target": "a.ts"}`, `{"dir": "nowhere"}`},
			Invalid: []string{`{"dir": 7}`, `{"target": "-x"}`, `{"timeout_seconds": 0}`, `{"timeout_seconds": 1801}`, `{"kind": "make"}`},
		})
		if err != nil {
			t.Error(err)
		}
		if len([]rune(checked.Description)) > 200 {
			t.Errorf("%s: a description of %d characters", name, len([]rune(checked.Description)))
		}
		if checked.Toolset != "project" {
			t.Errorf("%s: toolset %s", name, checked.Toolset)
		}
	}
}
