package terminal_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

func TestHowCommandsEnd(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		command, want, reason string
		code                  string
		exit                  int
		signal                string
	}{
		{command: "echo hello", want: "hello", reason: "success"},
		{command: "true", want: "(no output)", reason: "no output"},
		{command: "echo out; echo err >&2; echo out", want: "out\nerr\nout", reason: "standard output and standard error, in order"},
		{command: "echo text; exit 3", want: "text\nexit status 3", reason: "exit status", code: terminal.ReasonExitStatus, exit: 3},
		{command: "printf half; false", want: "half\nexit status 1", reason: "no line feed at the end", code: terminal.ReasonExitStatus, exit: 1},
		{command: "kill -KILL $$", want: "(no output)\nkilled by SIGKILL", reason: "a signal ends the shell", code: terminal.ReasonSignal, exit: -1, signal: "SIGKILL"},
		{command: "kill -TERM $$", want: "(no output)\nkilled by SIGTERM", reason: "another signal", code: terminal.ReasonSignal, exit: -1, signal: "SIGTERM"},
		{command: "cat", want: "(no output)", reason: "the standard input is empty"},
		{command: `printf '%s\n' "$0" "$#" "it's" '"; $(x)'`, want: "sh\n0\nit's\n\"; $(x)", reason: "quotes and parameters are those of the command"},
		{command: "-x", want: "-x: ", reason: "a command line that looks like an option", code: terminal.ReasonExitStatus, exit: 127},
		{command: "nowhere-to-be-found", want: "was not found", reason: "a missing program", code: terminal.ReasonExitStatus, exit: 127},
		{command: "pwd -P", want: resolvePath(t, dir), reason: "the working directory"},
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

// A command that does not end is ended at its timeout.
func TestTimeout(t *testing.T) {
	r := run(t, t.TempDir(), terminal.RunArgs{Command: "echo began; while :; do :; done", TimeoutSeconds: 1})
	if o := outcome(t, r); !o.TimedOut || o.Signal != "" || o.ExitCode != -1 || r.Reason != terminal.ReasonTimeout {
		t.Errorf("%s %+v", r.Reason, o)
	}
	if got := text(r); !strings.HasPrefix(got, "began\ntimed out after 1s") {
		t.Errorf("text %q", got)
	}
}

// A cancelled call returns the output so far.
func TestCancellation(t *testing.T) {
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
		if r.OK || r.Reason != runtime.ReasonCancelled || !strings.Contains(r.Error, "so far\n</untrusted>\ncancelled: ") {
			t.Errorf("%+v", r)
		}
	case <-time.After(time.Minute):
		t.Error("the call did not return")
	}
}

// A process in the background, or in another session, has ended when the call
// returns: it writes no file afterwards.
func TestBackgroundProcessesEnd(t *testing.T) {
	programs := process.New(nil)
	defer programs.Close(context.Background())
	if isolation, err := programs.Isolation(); err != nil || isolation != process.Namespace && isolation != process.Supervisor {
		t.Skipf("isolation %s does not end all processes: %v", isolation, err)
	}
	dir := t.TempDir()
	late := filepath.Join(dir, "late")
	for _, c := range []struct{ command, reason string }{
		{`sh -c 'mkfifo f; echo x > f; echo late > late' & echo started`, "in the background"},
		{`setsid sh -c 'mkfifo g; echo x > g; echo late > late' >/dev/null 2>&1 & echo started`, "in a session of its own"},
		{`trap '' HUP TERM; (nohup sh -c 'mkfifo h; echo x > h; echo late > late' &) >/dev/null 2>&1; echo started`, "a process that ignores signals"},
	} {
		if r := run(t, dir, terminal.RunArgs{Command: c.command, TimeoutSeconds: 60}); !r.OK || text(r) != "started\n[processes in the background were ended with the command]" {
			t.Fatalf("%s: %+v", c.reason, r)
		}
	}
	// A process that still runs continues when its pipe is read.
	r := run(t, dir, terminal.RunArgs{Command: `for p in f g h; do [ -p $p ] || mkfifo $p; timeout 0.3 cat $p; done; ls`, TimeoutSeconds: 60})
	if strings.Contains(text(r), "late") {
		t.Errorf("a process wrote a file after its call: %s", text(r))
	}
	if _, err := os.Stat(late); err == nil {
		t.Error("a process wrote a file after its call")
	}
}
