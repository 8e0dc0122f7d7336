package terminal_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// options returns options with the programs of this machine. When approve is
// true, every call is approved.
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

// tool returns the tool terminal.
func tool(t *testing.T) *runtime.Tool {
	t.Helper()
	tools := terminal.Tools()
	if len(tools) != 1 || tools[0].Name != "terminal" {
		t.Fatalf("the tools are %v", tools)
	}
	return tools[0]
}

// run calls the tool in a working directory.
func run(t *testing.T, dir string, args terminal.RunArgs) runtime.Result {
	t.Helper()
	return toolstest.CallWith(t, options(t, nil, false), tool(t), args, &runtime.Turn{WorkingDir: dir}).Result
}

// text returns the text of a result without the fence of untrusted text.
func text(r runtime.Result) string {
	text := r.Value + r.Error
	if _, inner, ok := strings.Cut(text, ">\n"); ok && strings.HasPrefix(text, "<untrusted") {
		const end = "\n</untrusted>"
		if strings.HasSuffix(inner, end) {
			return strings.TrimSuffix(inner, end)
		}
		at := strings.LastIndex(inner, end+"\n")
		text = inner[:at] + inner[at+len(end):] // a note follows the fence
	}
	return text
}

// outcome returns the structured content of a result.
func outcome(t *testing.T, r runtime.Result) (o terminal.Outcome) {
	t.Helper()
	if err := json.Unmarshal(r.Structured, &o); err != nil {
		t.Fatalf("structured content %s: %v; %s", r.Structured, err, r.Error)
	}
	return o
}

// resolvePath returns the path without symbolic links.
func resolvePath(t *testing.T, dir string) string {
	t.Helper()
	path, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return path
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
		{"the parent directory", terminal.RunArgs{Command: "pwd", Dir: ".."}, runtime.InputInvalid, "dir"},
		{"an absolute path", terminal.RunArgs{Command: "pwd", Dir: "/etc"}, runtime.InputInvalid, "dir"},
		{"through a link", terminal.RunArgs{Command: "pwd", Dir: "out"}, runtime.NotAvailable, ""},
		{"a missing directory", terminal.RunArgs{Command: "pwd", Dir: "nowhere"}, runtime.ExecutionFailed, "dir"},
		{"a file", terminal.RunArgs{Command: "pwd", Dir: "file"}, runtime.ExecutionFailed, "dir"},
		{"NUL in the directory", terminal.RunArgs{Command: "pwd", Dir: "a\x00"}, runtime.InputInvalid, "dir"},
		{"an open quote", terminal.RunArgs{Command: "echo 'x"}, runtime.InputInvalid, "command"},
		{"an open loop", terminal.RunArgs{Command: "while true"}, runtime.InputInvalid, "command"},
		{"a NUL character", terminal.RunArgs{Command: "echo a\x00b"}, runtime.InputInvalid, "command"},
		{"only a comment", terminal.RunArgs{Command: "# nothing"}, runtime.InputInvalid, "command"},
	} {
		r := run(t, dir, c.args)
		if r.OK || r.Code != c.code || r.Field != c.field {
			t.Errorf("%s: %s %q %q, want %s %q", c.reason, r.Code, r.Field, r.Error, c.code, c.field)
		}
		if strings.Contains(r.Error, dir) {
			t.Errorf("%s: the error has the path of the host: %q", c.reason, r.Error)
		}
	}
	if r := run(t, dir, terminal.RunArgs{Command: "pwd -P", Dir: filepath.Join(dir, "sub")}); text(r) != filepath.Join(resolvePath(t, dir), "sub") {
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
		t.Fatalf("the command ran: %v", err)
	}
	if r := toolstest.CallWith(t, options(t, nil, true), tool(t), command, turn).Result; !r.OK {
		t.Errorf("approved: %+v", r)
	}
	if _, err := os.Stat(kept); err == nil {
		t.Error("the command did not run")
	}
}

func TestDryRun(t *testing.T) {
	dir := t.TempDir()
	turn := &runtime.Turn{WorkingDir: dir, DryRun: true}
	r := toolstest.CallWith(t, options(t, nil, true), tool(t), terminal.RunArgs{Command: "touch x; rm -rf /", TimeoutSeconds: 7}, turn).Result
	for _, want := range []string{"would run with sh in .", "7s", "touch x; rm -rf /", "a person must approve it first, because it:\n- removes"} {
		if !strings.Contains(r.Value, want) {
			t.Errorf("no %q in %s", want, r.Value)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("the command ran")
	}
	r = toolstest.CallWith(t, options(t, nil, false), tool(t), terminal.RunArgs{Command: "ls"}, turn).Result
	if !strings.Contains(r.Value, "\nit does not look destructive") {
		t.Error(r.Value)
	}
}

// The reducer of package reducers recognizes the texts of the tool.
func TestReducer(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\ncat <<E\n" + strings.Repeat("=== RUN   TestA\n--- PASS: TestA (0.00s)\n", 50) + "=== RUN   TestB\n    b_test.go:3: wrong\n--- FAIL: TestB (0.00s)\nFAIL\nE\nexit 1\n"
	if err := os.WriteFile(filepath.Join(dir, "tests"), []byte(script), 0o700); err != nil { //nolint:gosec // the test runs the file
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
		{"i=0; while [ $i -lt 3000 ]; do echo noise $i; i=$((i+1)); done; exit 9", "exit status 9", "noise 1500", "the exit status is kept"},
		{"i=0; while [ $i -lt 3000 ]; do echo noise $i; i=$((i+1)); done; kill -KILL $$", "killed by SIGKILL", "noise 1500", "the signal is kept"},
		{"git init -q r; cd r; i=0; while [ $i -lt 60 ]; do touch a$i; i=$((i+1)); done; git status", "more files omitted]", "(use \"git add <file>", "git status is reduced"},
		{"./tests # go test -v", "b_test.go:3: wrong", "=== RUN   TestA", "go test is reduced"},
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
