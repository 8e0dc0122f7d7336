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
	"github.com/toolgen/toolgen/runtime"
)

// The message of a test that does not end says how the command ended.
func TestTestThatDoesNotEnd(t *testing.T) {
	requireProgram(t, "go", "version")
	const slow = "package slow\n\nimport (\n\t\"os\"\n\t\"testing\"\n\t\"time\"\n)\n\nfunc TestSlow(t *testing.T) {\n\tif _, err := os.Stat(\"hang\"); err == nil {\n\t\ttime.Sleep(time.Hour)\n\t}\n\tEND\n}\n"
	w := newTestProject(t, "")
	w.write("go.mod", "module example.com/slow\n\ngo 1.26\n")
	w.write("slow_test.go", strings.Replace(slow, "END", "", 1))
	if r := w.report("run_tests", args{}); !r.Passed { // this also builds the test, which takes time
		t.Fatalf("%+v", r)
	}
	w.write("hang", "")
	result := w.call("run_tests", args{"timeout_seconds": 6})
	if r := w.decodeReport(result); result.OK || result.Reason != project.ReasonTimeout || !r.TimedOut {
		t.Errorf("%s %+v", result.Reason, r)
	}
	w.wantFindings("a timeout", w.decodeReport(result), wantFinding{"", 0, "TestSlow", "", "did not end: it was running when the command was ended at its timeout of 6s"})
	if strings.Contains(result.Error, "without a message") {
		t.Error(result.Error)
	}
	if err := os.Remove(filepath.Join(w.dir, "hang")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ how, want string }{
		{"os.Exit(3)", "did not end: the test program ended before it (os.Exit, log.Fatal or a signal do that)"},
		{"p, _ := os.FindProcess(os.Getpid()); _ = p.Kill(); time.Sleep(time.Hour)", "did not end: the test program ended before it (os.Exit, log.Fatal or a signal do that)\nsignal: killed"},
	} {
		w.write("slow_test.go", strings.Replace(slow, "END", c.how, 1))
		r := w.report("run_tests", args{})
		if len(r.Findings) != 1 || r.Findings[0].Test != "TestSlow" || r.Findings[0].Message != c.want || r.Counts != testCounts(0, 1, 0) {
			t.Errorf("%s: %+v", c.how, r)
		}
	}
}

// When a signal ends the command, the message of the test names the signal.
func TestTestEndedBySignal(t *testing.T) {
	events := `{"Action":"start","Package":"m/p"}` + "\n" + `{"Action":"run","Package":"m/p","Test":"TestA"}`
	w := newTestProject(t, "", fakeProgram(t, "go", "cat <<'EOT'\n"+events+"\nEOT\nkill -SEGV $$\n"))
	w.write("go.mod", "module m\n")
	w.wantFindings("killed", w.decodeReport(w.call("run_tests", args{})), wantFinding{"", 0, "TestA", "", "did not end: it was running when the command was killed by SIGSEGV"})
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
		{script: "echo '¡nonsense! 7'; exit 7", reason: "output that no parser knows", exit: 7, output: "¡nonsense! 7"},
		{script: "exit 3", reason: "no output", exit: 3},
		{script: "echo text; kill -SEGV $$", reason: "a signal", exit: -1, signal: "SIGSEGV", ended: project.ReasonSignal, output: "text"},
		{script: "echo begun; while :; do sleep 1; done", reason: "a command that does not end", exit: -1, timeout: true, ended: project.ReasonTimeout, output: "begun"},
		{script: "printf '\\377\\000a\\n'", reason: "invalid UTF-8", passed: true, output: "\uFFFDa"},
	} {
		w := newFakeNodeProject(t, c.script+"\n")
		seconds := 60
		if c.timeout {
			seconds = 1
		}
		result := w.call("run_tests", args{"timeout_seconds": seconds})
		r := w.decodeReport(result)
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

func TestNoProgramInstalled(t *testing.T) {
	for name, want := range map[string]string{"go": "install Go", "cargo": "install Rust", "node": "add a script", "python": "install"} {
		w := newTestProject(t, name)
		w = newTestProjectWithoutPrograms(t, w.dir)
		for _, tool := range []string{"lint", "typecheck", "run_tests"} {
			w.wantFailure(name+" "+tool, w.call(tool, args{}), runtime.NotAvailable, "", project.ReasonMissing, want, "is not installed")
		}
	}
}

func TestCancellation(t *testing.T) {
	w := newFakeNodeProject(t, "echo 'TAP version 13'; echo 'not ok 1 - adds'; touch began; while :; do sleep 1; done\n")
	registry := runtime.NewRegistry(w.options)
	if err := registry.Register(findTool(t, "run_tests")); err != nil {
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
			t.Fatal("the command did not begin")
		}
	}
	cancel()
	select {
	case r := <-answered:
		if r.OK || r.Reason != runtime.ReasonCancelled || !strings.Contains(r.Error, "FAIL: adds") || !strings.Contains(r.Error, ", cancelled\n") {
			t.Errorf("%+v", r)
		}
	case <-time.After(time.Minute):
		t.Error("the call did not return")
	}
}
