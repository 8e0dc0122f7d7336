package terminal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// jobTools are the tools for processes that keep running, in one directory and one
// session.
type jobTools struct {
	*testing.T
	jobs     *terminal.Jobs
	registry *runtime.Registry
	turn     *runtime.Turn
}

// newJobTools returns the tools with an isolation; empty means the strongest one.
func newJobTools(t *testing.T, isolation process.Isolation, o terminal.JobOptions) *jobTools {
	t.Helper()
	programs := process.New(&process.Options{Isolation: isolation})
	t.Cleanup(func() {
		if err := programs.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if _, err := programs.Isolation(); err != nil {
		t.Skipf("%s does not work here: %v", isolation, err)
	}
	o.Open = func(ctx context.Context, dir string) (capability.Exec, error) {
		return programs.Open(ctx, &capability.Request{Tool: "terminal_start", Needs: terminal.Needs(), WorkingDir: dir})
	}
	j := &jobTools{T: t, jobs: terminal.NewJobs(o), registry: runtime.NewRegistry(nil), turn: &runtime.Turn{WorkingDir: t.TempDir(), Session: runtime.NewSession("s1", "")}}
	if err := j.registry.Register(terminal.JobsTools(j.jobs)...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.registry.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return j
}

// call calls a tool. The context can end before.
func (j *jobTools) call(ctx context.Context, name, arguments string) runtime.Result {
	j.Helper()
	return j.registry.ExecuteParallel(ctx, []runtime.ToolCall{{ID: "1", Name: name, Args: []byte(arguments)}}, j.turn)[0].Result
}

// do calls a tool that must succeed and returns its text and the state of the
// process.
func (j *jobTools) do(name, arguments string) (string, terminal.JobState) {
	j.Helper()
	r := j.call(j.Context(), name, arguments)
	if !r.OK {
		j.Fatalf("%s %s: %s %s", name, arguments, r.Code, r.Error)
	}
	var state terminal.JobState
	if len(r.Structured) > 0 {
		if err := json.Unmarshal(r.Structured, &state); err != nil {
			j.Fatal(err)
		}
	}
	return text(r), state
}

// heartbeat is a command line whose descendant, in a session of its own where the
// system allows it, adds bytes to the file beat until it is ended.
const heartbeat = `{"command": "beat() { while :; do echo >>beat; sleep 0.02; done; }; beat & (beat &) ; echo ready; wait"}`

// wantBeats checks whether the file beat grows.
func (j *jobTools) wantBeats(why string, want bool) {
	j.Helper()
	size := func() int64 {
		info, err := os.Stat(filepath.Join(j.turn.WorkingDir, "beat"))
		if err != nil {
			return 0
		}
		return info.Size()
	}
	before, end := size(), time.Now().Add(20*time.Second)
	if !want {
		end = time.Now().Add(300 * time.Millisecond)
	}
	for size() == before && time.Now().Before(end) {
		time.Sleep(20 * time.Millisecond)
	}
	if grows := size() > before; grows != want {
		j.Errorf("%s: the process runs: %v, want %v", why, grows, want)
	}
}

// With every isolation, a process runs on after its call, and it and its descendants
// end when the model stops it, with its session, and with the tools.
func TestJobsEndWithEveryIsolation(t *testing.T) {
	for _, isolation := range []process.Isolation{process.Namespace, process.Supervisor, process.Group} {
		for why, end := range map[string]func(j *jobTools){
			"stop":     func(j *jobTools) { j.do("terminal_read", `{"id":1,"stop":true}`) },
			"session":  func(j *jobTools) { j.check(j.jobs.EndSession(context.Background(), "s1")) },
			"shutdown": func(j *jobTools) { j.check(j.registry.Close(context.Background())) },
		} {
			t.Run(fmt.Sprintf("%s, %s", isolation, why), func(t *testing.T) {
				t.Parallel()
				j := newJobTools(t, isolation, terminal.JobOptions{})
				if got, state := j.do("terminal_start", heartbeat); !strings.Contains(got, "[process 1: running for ") || !state.Running || state.ID != 1 {
					t.Errorf("started: %s %+v", got, state)
				}
				j.wantBeats("after the call", true)
				end(j)
				j.wantBeats("after the end", false)
			})
		}
	}
}

// check fails the test for an error.
func (j *jobTools) check(err error) {
	j.Helper()
	if err != nil {
		j.Error(err)
	}
}

// The output is read on from where the last call ended, or from a position, and the
// result says how the process ended.
func TestJobOutput(t *testing.T) {
	j := newJobTools(t, "", terminal.JobOptions{})
	got, _ := j.do("terminal_start", `{"command": "echo one; read -r _ <&3 || while [ ! -e go ]; do sleep 0.02; done; echo two; exit 3"}`)
	if !strings.HasPrefix(got, "one\n") {
		t.Errorf("the first output: %s", got)
	}
	if r := j.call(t.Context(), "terminal_read", `{"id":1,"from":0}`); !strings.HasPrefix(r.Value, `<untrusted source="echo one; read`) {
		t.Errorf("the source is not the command: %s", r.Value)
	}
	if got, _ := j.do("terminal_read", `{"id":1}`); !strings.HasPrefix(got, "(no new output)\n[process 1: running") && !strings.Contains(got, "3: ") {
		t.Errorf("nothing new: %s", got)
	}
	if got, _ := j.do("terminal_read", `{}`); !strings.HasPrefix(got, "1: running for ") || !strings.Contains(got, "echo one; read") {
		t.Errorf("the list: %s", got)
	}
	if err := os.WriteFile(filepath.Join(j.turn.WorkingDir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all := ""
	for end := time.Now().Add(20 * time.Second); !strings.Contains(all, "exit status 3") && time.Now().Before(end); {
		got, _ = j.do("terminal_read", `{"id":1,"wait_seconds":5}`)
		all += got
	}
	if strings.Count(all, "two") != 1 || !strings.Contains(all, "[process 1: ended with exit status 3 after ") {
		t.Errorf("read on: %s", all)
	}
	got, state := j.do("terminal_read", `{"id":1,"from":0}`)
	if !strings.HasPrefix(got, "one\n") || !strings.Contains(got, "two\n") || state.Running || state.ExitCode != 3 || state.To != state.OutputBytes || state.From != 0 {
		t.Errorf("from the beginning: %s %+v", got, state)
	}
	if got, state = j.do("terminal_start", `{"command": "echo gone; exit 7"}`); state.Running || state.ExitCode != 7 || !strings.HasPrefix(got, "gone\n[process 2: ended with exit status 7") {
		t.Errorf("a command that fails at once: %s %+v", got, state)
	}
}

// A long output is bounded and read in parts; what is not kept is marked.
func TestJobLongOutput(t *testing.T) {
	j := newJobTools(t, "", terminal.JobOptions{})
	j.turn.ResultBudgetChars = 300_000
	_, state := j.do("terminal_start", `{"command": "yes 0123456789abcde | head -c 3200000; echo end"}`)
	for end := time.Now().Add(30 * time.Second); state.Running && time.Now().Before(end); {
		_, state = j.do("terminal_read", `{"id":1,"from":0}`)
	}
	got, state := j.do("terminal_read", `{"id":1,"from":0}`)
	if !strings.HasPrefix(got, "[") || !strings.Contains(got[:80], " bytes of output omitted; not stored") || state.OutputBytes != 3_200_004 || state.To >= state.OutputBytes {
		t.Errorf("from the beginning: %.200s %+v", got, state)
	}
	rest := ""
	for state.To < state.OutputBytes {
		before := state.To
		if got, state = j.do("terminal_read", `{"id":1}`); state.From != before {
			t.Fatalf("read from %d, want %d", state.From, before)
		}
		rest = got
	}
	if !strings.Contains(rest, "\nend\n[process 1: ended with exit status 0") {
		t.Errorf("the end: %q", rest[max(0, len(rest)-200):])
	}
}

// Where the kept output begins within a secret, the rest of the secret is not shown.
func TestJobLongOutputHasNoSecrets(t *testing.T) {
	j := newJobTools(t, "", terminal.JobOptions{})
	const secret = "ghp_Ab3Cd5Ef7Gh9Ij1Kl3Mn5Op7Qr9St1Uv3Wx5Y"
	_, state := j.do("terminal_start", `{"command": "yes `+secret+` | head -c 2500000"}`)
	for end := time.Now().Add(30 * time.Second); state.Running && time.Now().Before(end); {
		_, state = j.do("terminal_read", `{"id":1,"from":0}`)
	}
	got, _ := j.do("terminal_read", `{"id":1,"from":0}`)
	if !strings.Contains(got, "[REDACTED:github-token]") || !strings.Contains(got, "not stored") || strings.Contains(got, "Wx5Y") {
		t.Errorf("from the beginning: %.300s", got)
	}
}

// The first half of a secret is not shown before the second half is printed, and not at all if the process ends before.
func TestJobSecretInTwoWrites(t *testing.T) {
	j := newJobTools(t, "", terminal.JobOptions{})
	const secret = "ghp_Ab3Cd5Ef7Gh9Ij1Kl3Mn5Op7Qr9St1Uv3Wx5Y"
	j.do("terminal_start", `{"command": "printf 'a `+secret[:24]+`'; while ! [ -e go ]; do sleep 0.05; done; printf '`+secret[24:]+` b'; while [ -e go ]; do sleep 0.05; done; printf ' `+secret[:30]+`'; sleep 600"}`)
	got, state := j.do("terminal_read", `{"id":1,"from":0}`)
	if strings.Contains(got, "ghp_") || !strings.HasPrefix(got, "a\n") && !strings.HasPrefix(got, "a \n") || !strings.Contains(got, "24 bytes are held back") || state.To != 2 {
		t.Errorf("after the first half: %s %+v", got, state)
	}
	touched := filepath.Join(j.turn.WorkingDir, "go")
	if err := os.WriteFile(touched, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ = j.do("terminal_read", `{"id":1,"wait_seconds":30}`); !strings.HasPrefix(got, "[REDACTED:github-token]") || strings.Contains(got, "Wx5Y") {
		t.Errorf("after the second half: %s", got)
	}
	if err := os.Remove(touched); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(30 * time.Second); state.OutputBytes < 60 && time.Now().Before(end); {
		if got, state = j.do("terminal_read", `{"id":1,"wait_seconds":1}`); strings.Contains(got, "ghp_") {
			t.Errorf("before the end: %s", got)
		}
	}
	if got, _ = j.do("terminal_read", `{"id":1,"stop":true}`); strings.Contains(got, "ghp_") || !strings.Contains(got, "30 bytes at the end are not shown") {
		t.Errorf("after the end: %s", got)
	}
}

// A session sees its own processes only, and has a maximum number of them.
func TestJobSessions(t *testing.T) {
	j := newJobTools(t, "", terminal.JobOptions{MaxJobs: 1})
	j.do("terminal_start", `{"command": "sleep 600"}`)
	if r := j.call(t.Context(), "terminal_start", `{"command": "true"}`); r.OK || r.Reason != terminal.ReasonLimit {
		t.Errorf("above the limit: %+v", r)
	}
	j.turn.Session = runtime.NewSession("s2", "")
	if r := j.call(t.Context(), "terminal_read", `{"id":1}`); r.OK || r.Code != runtime.InputInvalid || r.Reason != terminal.ReasonNotFound {
		t.Errorf("another session reads: %+v", r)
	}
	if got, _ := j.do("terminal_read", `{}`); got != "no processes: terminal_start starts one" {
		t.Errorf("another session lists: %s", got)
	}
	j.do("terminal_start", `{"command": "true"}`)
	j.turn.Session = nil
	if r := j.call(t.Context(), "terminal_start", `{"command": "true"}`); r.OK || r.Reason != terminal.ReasonNoSession {
		t.Errorf("without a session: %+v", r)
	}
}

// A process ends at the maximum time, a call that is cancelled leaves no process, and
// a dry run starts none.
func TestJobLimits(t *testing.T) {
	j := newJobTools(t, "", terminal.JobOptions{MaxTime: 100 * time.Millisecond})
	if got, state := j.do("terminal_start", `{"command": "sleep 600"}`); state.Running || !strings.Contains(got, "stopped at the maximum time after ") {
		t.Errorf("the maximum time: %s", got)
	}
	j = newJobTools(t, "", terminal.JobOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	if r := j.call(ctx, "terminal_start", heartbeat); r.OK {
		t.Errorf("a cancelled call: %+v", r)
	}
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		if got, _ := j.do("terminal_read", `{}`); !strings.Contains(got, "running") {
			break
		}
	}
	j.wantBeats("after a cancelled call", false)
	j.turn.DryRun = true
	if r := j.call(t.Context(), "terminal_start", `{"command": "touch here"}`); !r.OK || !strings.Contains(r.Value, "would run with sh in .") {
		t.Errorf("a dry run: %+v", r)
	}
	if _, err := os.Stat(filepath.Join(j.turn.WorkingDir, "here")); err == nil {
		t.Error("the dry run ran the command")
	}
}

// A destructive command needs approval here, too.
func TestJobApproval(t *testing.T) {
	j := newJobTools(t, "", terminal.JobOptions{})
	if r := j.call(t.Context(), "terminal_start", `{"command": "rm -rf /etc"}`); r.OK || r.Reason != runtime.ReasonDenied {
		t.Errorf("%+v", r)
	}
	for _, tool := range terminal.JobsTools(j.jobs) {
		if err := toolstest.CheckTool(tool, nil); err != nil {
			t.Error(err)
		}
	}
}

// The tools accept cmd, a name that models know from other tools.
func TestAliasOfCommand(t *testing.T) {
	j := newJobTools(t, "", terminal.JobOptions{})
	if _, state := j.do("terminal_start", `{"cmd": "echo ready"}`); state.ID != 1 {
		t.Errorf("terminal_start: %+v", state)
	}
	if r := j.call(j.Context(), "terminal_start", `{"cmd": "true", "command": "false"}`); r.OK {
		t.Error("terminal_start accepts two different commands")
	}
}
