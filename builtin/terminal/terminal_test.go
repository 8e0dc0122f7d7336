package terminal_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// options give tools the programs of this machine, and approve of everything
// when told so.
func options(t *testing.T, o *process.Options, approve bool) *runtime.Options {
	t.Helper()
	programs := process.New(o)
	t.Cleanup(func() {
		if err := programs.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	all := &runtime.Options{Backends: &capability.Backends{Process: programs.Open}}
	if approve {
		all.Approver = func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
			return runtime.Decision{Approved: true}, nil
		}
	}
	return all
}

func tool(t *testing.T) *runtime.Tool {
	t.Helper()
	tools := terminal.Tools()
	if len(tools) != 1 || tools[0].Name != "terminal" {
		t.Fatalf("the tools are %v", tools)
	}
	return tools[0]
}

// run calls the tool in a directory.
func run(t *testing.T, dir string, args terminal.RunArgs) runtime.Result {
	t.Helper()
	return toolstest.CallWith(t, options(t, nil, false), tool(t), args, &runtime.Turn{WorkingDir: dir}).Result
}

// text is what the model sees of a result, without the fence.
func text(r runtime.Result) string {
	text := r.Value + r.Error
	if _, inner, ok := strings.Cut(text, ">\n"); ok && strings.HasPrefix(text, "<untrusted") {
		text = strings.TrimSuffix(strings.TrimSuffix(inner, "</untrusted>"), "\n")
	}
	return text
}

func outcome(t *testing.T, r runtime.Result) (o terminal.Outcome) {
	t.Helper()
	if err := json.Unmarshal(r.Structured, &o); err != nil {
		t.Fatalf("structured content %s: %v; %s", r.Structured, err, r.Error)
	}
	return o
}

func TestHowCommandsEnd(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		command, want, reason string
		code                  string
		exit                  int
		signal                string
	}{
		{command: "echo hello", want: "hello", reason: "success"},
		{command: "true", want: "(no output)", reason: "nothing said"},
		{command: "echo out; echo err >&2; echo out", want: "out\nerr\nout", reason: "both outputs, in order"},
		{command: "echo lost; exit 3", want: "lost\nexit status 3", reason: "exit status", code: terminal.ReasonExitStatus, exit: 3},
		{command: "printf half; false", want: "half\nexit status 1", reason: "no line feed at the end", code: terminal.ReasonExitStatus, exit: 1},
		{command: "kill -KILL $$", want: "(no output)\nkilled by SIGKILL", reason: "a signal to the shell", code: terminal.ReasonSignal, exit: -1, signal: "SIGKILL"},
		{command: "kill -TERM $$", want: "(no output)\nkilled by SIGTERM", reason: "another signal", code: terminal.ReasonSignal, exit: -1, signal: "SIGTERM"},
		{command: "cat", want: "(no output)", reason: "the input is empty"},
		{command: `printf '%s\n' "$0" "$#" "it's" '"; $(x)'`, want: "sh\n0\nit's\n\"; $(x)", reason: "quotes are the command's own"},
		{command: "-x", want: "-x: ", reason: "no option of the shell", code: terminal.ReasonExitStatus, exit: 127},
		{command: "nowhere-to-be-found", want: "was not found", reason: "a missing program", code: terminal.ReasonExitStatus, exit: 127},
		{command: "pwd -P", want: real(t, dir), reason: "the working directory"},
	} {
		r := run(t, dir, terminal.RunArgs{Command: c.command})
		o := outcome(t, r)
		if got := text(r); got != c.want && (c.exit != 127 || !strings.Contains(got, c.want)) {
			t.Errorf("%s: text %q, want %q", c.reason, got, c.want)
		}
		if r.OK != (c.code == "") || r.Reason != c.code || o.ExitCode != c.exit || o.Signal != c.signal || o.TimedOut {
			t.Errorf("%s: %v %s %s, %+v", c.reason, r.OK, r.Code, r.Reason, o)
		}
		if !r.OK && r.Code != runtime.ExecutionFailed {
			t.Errorf("%s: code %s", c.reason, r.Code)
		}
	}
}

func real(t *testing.T, dir string) string {
	t.Helper()
	path, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEndlessCommand(t *testing.T) {
	r := run(t, t.TempDir(), terminal.RunArgs{Command: "echo began; while :; do :; done", TimeoutSeconds: 1})
	if o := outcome(t, r); !o.TimedOut || o.Signal != "" || o.ExitCode != -1 || r.Reason != terminal.ReasonTimeout {
		t.Errorf("%s %+v", r.Reason, o)
	}
	if got := text(r); !strings.HasPrefix(got, "began\ntimed out after 1s") {
		t.Errorf("text %q", got)
	}
}

// What is printed without end, on both outputs and from the background too, is
// kept in bounds.
func TestFlood(t *testing.T) {
	for _, c := range []struct {
		command, reason string
		end             string
	}{
		{"yes", "one output", terminal.ReasonTimeout},
		{"yes out & yes err >&2", "both", terminal.ReasonTimeout},
		{"yes & sleep 0.3; exit 3", "in the background of what ends", terminal.ReasonExitStatus},
	} {
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		r := run(t, t.TempDir(), terminal.RunArgs{Command: c.command, TimeoutSeconds: 2})
		goruntime.ReadMemStats(&after)
		if o := outcome(t, r); r.Reason != c.end || o.OutputBytes <= o.OmittedBytes || o.OmittedBytes == 0 || len(text(r)) > 66<<10 {
			t.Errorf("%s: %s %+v, %d bytes", c.reason, r.Reason, o, len(text(r)))
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
			t.Errorf("%s: %d bytes were allocated", c.reason, used)
		}
	}
}

// A process that was sent to the background, or left its session, is gone when
// the call is answered: it never writes again.
func TestNothingIsLeftBehind(t *testing.T) {
	programs := process.New(nil)
	defer programs.Close(context.Background())
	if isolation, err := programs.Isolation(); err != nil || isolation != process.Namespace && isolation != process.Supervisor {
		t.Skipf("isolation %s does not cover this: %v", isolation, err)
	}
	dir := t.TempDir()
	left := filepath.Join(dir, "left")
	for _, c := range []struct{ command, reason string }{
		{`sh -c 'mkfifo f; echo x > f; echo late > left' & echo started`, "in the background"},
		{`setsid sh -c 'mkfifo g; echo x > g; echo late > left' >/dev/null 2>&1 & echo started`, "in a session of its own"},
		{`trap '' HUP TERM; (nohup sh -c 'mkfifo h; echo x > h; echo late > left' &) >/dev/null 2>&1; echo started`, "deaf to signals"},
	} {
		if r := run(t, dir, terminal.RunArgs{Command: c.command, TimeoutSeconds: 60}); !r.OK || text(r) != "started" {
			t.Fatalf("%s: %+v", c.reason, r)
		}
	}
	// Each of them would go on as soon as somebody reads from its pipe.
	r := run(t, dir, terminal.RunArgs{Command: `for p in f g h; do [ -p $p ] || mkfifo $p; timeout 0.3 cat $p; done; ls`, TimeoutSeconds: 60})
	if strings.Contains(text(r), "left") {
		t.Errorf("something is left: %s", text(r))
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("a process went on after its call")
	}
}

func TestCancelled(t *testing.T) {
	dir := t.TempDir()
	registry := runtime.NewRegistry(options(t, nil, false))
	if err := registry.Register(tool(t)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	answered := make(chan runtime.Result)
	go func() {
		calls := []runtime.ToolCall{{ID: "1", Name: "terminal", Args: json.RawMessage(`{"command": "echo so far; touch began; while :; do sleep 1; done"}`)}}
		answered <- registry.ExecuteParallel(ctx, calls, &runtime.Turn{WorkingDir: dir})[0].Result
	}()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "began")); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the command did not begin")
		}
	}
	cancel()
	select {
	case r := <-answered:
		if r.OK || r.Reason != runtime.ReasonCancelled || !strings.Contains(r.Error, "so far\ncancelled: ") {
			t.Errorf("%+v", r)
		}
	case <-time.After(time.Minute):
		t.Error("the call goes on")
	}
}

func TestLongOutput(t *testing.T) {
	const command = `i=0; while [ $i -lt 60000 ]; do echo "line $i"; i=$((i+1)); done; echo the end; exit 4`
	r := run(t, t.TempDir(), terminal.RunArgs{Command: command})
	o, got := outcome(t, r), text(r)
	if !strings.HasPrefix(got, "line 0\nline 1\n") || !strings.HasSuffix(got, "line 59999\nthe end\nexit status 4") || len(got) > 66<<10 {
		t.Errorf("%d bytes: %.40q … %q", len(got), got, got[max(0, len(got)-60):])
	}
	kept := 0
	for line := range strings.Lines(got) {
		switch {
		case strings.HasPrefix(line, "line ") && strings.HasSuffix(line, "\n"), line == "the end\n":
			kept += len(line)
		case strings.HasPrefix(line, "[… "), line == "exit status 4":
		default:
			t.Errorf("cut inside a line: %q", line)
		}
	}
	if o.OmittedBytes == 0 || int64(kept)+o.OmittedBytes != o.OutputBytes {
		t.Errorf("%d kept of %+v", kept, o)
	}
	if !strings.Contains(got, "[… ") || !strings.Contains(got, " bytes left out]\n") {
		t.Error("the cut is not told")
	}
}

// What the call's share of the budget cannot take is cut by the tool, so that
// the end is still there.
func TestSmallBudget(t *testing.T) {
	turn := &runtime.Turn{WorkingDir: t.TempDir(), ResultBudgetChars: 4000}
	call := toolstest.CallWith(t, options(t, nil, false), tool(t), terminal.RunArgs{Command: "yes 0123456789 | head -n 100000; echo the end; exit 4"}, turn)
	if got := text(call.Result); !strings.HasSuffix(got, "the end\nexit status 4") || call.Truncated != nil {
		t.Errorf("%+v %q", call.Truncated, got[max(0, len(got)-60):])
	}
}

func TestBinaryOutput(t *testing.T) {
	for _, c := range []struct{ command, want, reason string }{
		{`printf 'a\0b'`, "a\uFFFDb", "NUL"},
		{`printf 'a\377\376b'`, "a\uFFFDb", "no UTF-8"},
		{`printf '\303'; printf '\251'`, "é", "a character in two writes"},
	} {
		if r := run(t, t.TempDir(), terminal.RunArgs{Command: c.command}); text(r) != c.want {
			t.Errorf("%s: %q", c.reason, text(r))
		}
	}
	r := run(t, t.TempDir(), terminal.RunArgs{Command: "head -c 300000 /dev/zero | tr '\\0' '\\303'"})
	if got := text(r); !utf8.ValidString(got) || outcome(t, r).OutputBytes != 300_000 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestArguments(t *testing.T) {
	dir := t.TempDir()
	for _, err := range []error{
		os.Mkdir(filepath.Join(dir, "sub"), 0o700),
		os.WriteFile(filepath.Join(dir, "file"), nil, 0o600),
		os.Symlink("/", filepath.Join(dir, "out")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		reason string
		args   terminal.RunArgs
		code   runtime.Code
		field  string
	}{
		{"above", terminal.RunArgs{Command: "pwd", Dir: ".."}, runtime.InputInvalid, "dir"},
		{"absolute", terminal.RunArgs{Command: "pwd", Dir: "/etc"}, runtime.InputInvalid, "dir"},
		{"through a link", terminal.RunArgs{Command: "pwd", Dir: "out"}, runtime.NotAvailable, ""},
		{"missing", terminal.RunArgs{Command: "pwd", Dir: "nowhere"}, runtime.ExecutionFailed, "dir"},
		{"a file", terminal.RunArgs{Command: "pwd", Dir: "file"}, runtime.ExecutionFailed, "dir"},
		{"NUL in the directory", terminal.RunArgs{Command: "pwd", Dir: "a\x00"}, runtime.InputInvalid, "dir"},
		{"open quote", terminal.RunArgs{Command: "echo 'x"}, runtime.InputInvalid, "command"},
		{"half a loop", terminal.RunArgs{Command: "while true"}, runtime.InputInvalid, "command"},
		{"NUL", terminal.RunArgs{Command: "echo a\x00b"}, runtime.InputInvalid, "command"},
		{"only a comment", terminal.RunArgs{Command: "# nothing"}, runtime.InputInvalid, "command"},
	} {
		r := run(t, dir, c.args)
		if r.OK || r.Code != c.code || r.Field != c.field {
			t.Errorf("%s: %s %q %q, want %s %q", c.reason, r.Code, r.Field, r.Error, c.code, c.field)
		}
		if strings.Contains(r.Error, dir) {
			t.Errorf("%s: the path of the host is in %q", c.reason, r.Error)
		}
	}
	if r := run(t, dir, terminal.RunArgs{Command: "pwd -P", Dir: filepath.Join(dir, "sub")}); text(r) != filepath.Join(real(t, dir), "sub") {
		t.Errorf("an absolute directory inside: %q", text(r))
	}
}

func TestNoShell(t *testing.T) {
	r := toolstest.CallWith(t, options(t, &process.Options{Path: t.TempDir()}, false), tool(t), terminal.RunArgs{Command: "pwd"}, &runtime.Turn{WorkingDir: t.TempDir()}).Result
	if r.OK || r.Code != runtime.NotAvailable || !strings.Contains(r.Error, "sh must be on the PATH") {
		t.Errorf("%+v", r)
	}
}

func TestApproval(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "kept")
	if err := os.WriteFile(kept, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	command := terminal.RunArgs{Command: "rm -rf *"}
	turn := &runtime.Turn{WorkingDir: dir}
	if r := toolstest.CallWith(t, options(t, nil, false), tool(t), command, turn).Result; r.OK || r.Reason != runtime.ReasonDenied {
		t.Errorf("without an approver: %+v", r)
	}
	if _, err := os.Stat(kept); err != nil {
		t.Fatalf("it ran: %v", err)
	}
	if r := toolstest.CallWith(t, options(t, nil, true), tool(t), command, turn).Result; !r.OK {
		t.Errorf("approved: %+v", r)
	}
	if _, err := os.Stat(kept); err == nil {
		t.Error("it did not run")
	}
}

func TestDryRun(t *testing.T) {
	dir := t.TempDir()
	turn := &runtime.Turn{WorkingDir: dir, DryRun: true}
	r := toolstest.CallWith(t, options(t, nil, true), tool(t), terminal.RunArgs{Command: "touch x; rm -rf /", TimeoutSeconds: 7}, turn).Result
	for _, want := range []string{"would run with sh in .", "7s", "touch x; rm -rf /", "a person is asked first, because it:\n- removes"} {
		if !strings.Contains(r.Value, want) {
			t.Errorf("no %q in %s", want, r.Value)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("it ran")
	}
	r = toolstest.CallWith(t, options(t, nil, false), tool(t), terminal.RunArgs{Command: "ls"}, turn).Result
	if !strings.Contains(r.Value, "nobody is asked first") {
		t.Error(r.Value)
	}
}

// The reducer of the runtime's own knows what this tool prints.
func TestReducer(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\ncat <<E\n" + strings.Repeat("=== RUN   TestA\n--- PASS: TestA (0.00s)\n", 50) + "=== RUN   TestB\n    b_test.go:3: lost\n--- FAIL: TestB (0.00s)\nFAIL\nE\nexit 1\n"
	if err := os.WriteFile(filepath.Join(dir, "tests"), []byte(script), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	with := options(t, nil, false)
	with.Reducers = &runtime.Reducers{}
	if _, err := with.Reducers.Register(reducers.Terminal()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command, want, gone, reason string
	}{
		{"i=0; while [ $i -lt 3000 ]; do echo noise $i; i=$((i+1)); done; exit 9", "exit status 9", "noise 1500", "the exit status stays"},
		{"i=0; while [ $i -lt 3000 ]; do echo noise $i; i=$((i+1)); done; kill -KILL $$", "killed by SIGKILL", "noise 1500", "the signal stays"},
		{"git init -q r; cd r; touch a b c; git status", "Untracked files:", "(use \"git add <file>", "git status is reduced"},
		{"./tests # go test -v", "b_test.go:3: lost", "=== RUN   TestA", "go test is reduced"},
	} {
		r := toolstest.CallWith(t, with, tool(t), terminal.RunArgs{Command: c.command}, &runtime.Turn{WorkingDir: dir}).Result
		if got := text(r); !strings.Contains(got, c.want) || strings.Contains(got, c.gone) {
			t.Errorf("%s: %s", c.reason, got)
		}
	}
}

func TestContract(t *testing.T) {
	err := toolstest.CheckTool(tool(t), &toolstest.ToolOptions{
		Registry: options(t, nil, false),
		Turn:     &runtime.Turn{WorkingDir: t.TempDir()},
		Calls:    []string{`{"command": "exit 3"}`, `{"command": "echo a; echo b >&2"}`},
		Invalid:  []string{`{}`, `{"command": ""}`, `{"command": "'"}`, `{"command": "x", "timeout_seconds": 601}`, `{"command": "x", "timeout_seconds": 0}`},
	})
	if err != nil {
		t.Error(err)
	}
}
