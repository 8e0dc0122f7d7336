//go:build linux

package process_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// completeIsolations are the isolations that leave no descendant.
var completeIsolations = []process.Isolation{process.Namespace, process.Supervisor}

// requireIsolation skips a test if the system does not allow an isolation.
func requireIsolation(t *testing.T, isolation process.Isolation) {
	t.Helper()
	if _, err := process.New(&process.Options{Isolation: isolation}).Isolation(); err != nil {
		t.Skip(err)
	}
}

// escapes has methods to escape from the isolation: the actions of the helper's child before it reports
// that it is running.
var escapes = []struct{ reason, acts string }{
	{"a child", ""},
	{"a child with the pipes closed", "close"},
	{"a grandchild that holds the pipes", "detach orphan"},
	{"a new session", "setsid"},
	{"a new process group", "setpgid"},
	{"a daemon: fork, setsid, fork, closed", "detach setsid detach orphan root close"},
	{"a daemon that holds the pipes", "detach setsid detach orphan root"},
	{"a daemon without an environment", "setsid clearenv detach orphan close"},
	{"ten sessions deep", strings.Repeat("setsid detach ", 10) + "orphan"},
	{"nohup", "ignore"},
	{"nohup in a new session", "setsid ignore detach orphan"},
	{"signals ignored by a daemon", "detach setsid ignore detach orphan close"},
	{"several children", "branch=setsid,MARKER,linger branch=ignore,MARKER,linger branch=setpgid,MARKER,linger"},
	{"a thread whose main thread has ended", "endmainthread"},
	{"a daemon whose main thread has ended", "detach setsid detach orphan root close endmainthread"},
	{"one that forks without end in a new session", "setsid ready=READY busy"},
}

// TestNothingSurvives runs programs that leave descendants, for each way in which the program or its call
// can end.
func TestNothingSurvives(t *testing.T) {
	for _, isolation := range completeIsolations {
		for j, end := range []struct {
			name  string
			acts  []string // of the program when its descendants are running
			run   func(w *fixture, command capability.Command) (capability.Output, error)
			check func(o capability.Output) bool
		}{
			{"the program exits", []string{"exit=7"}, runPlain, func(o capability.Output) bool { return o.ExitCode == 7 && o.Signal == "" }},
			{"the program is killed", []string{"signal=9"}, runPlain, func(o capability.Output) bool { return o.ExitCode == -1 && o.Signal == "SIGKILL" && !o.TimedOut }},
			{"the call is cancelled", []string{"linger"}, runCancelled, func(o capability.Output) bool { return o.ExitCode == -1 && o.Signal == "SIGKILL" && !o.TimedOut }},
			{"the deadline passes", []string{"linger"}, runWithDeadline, func(o capability.Output) bool { return o.ExitCode == -1 && o.TimedOut }},
			{"a running one is killed", []string{"linger"}, runKilled, func(o capability.Output) bool { return o.ExitCode == -1 && o.Signal == "SIGKILL" && !o.TimedOut }},
		} {
			t.Run(string(isolation)+"/"+end.name, func(t *testing.T) {
				requireIsolation(t, isolation)
				for i, escape := range escapes {
					if racetest.Enabled && i%3 != j%3 {
						continue // programs start slowly: test a third of the escapes with each end
					}
					w := newFixture(t, process.Options{Isolation: isolation})
					branch := append([]string{w.marker}, strings.Fields(strings.NewReplacer("MARKER", w.marker, "READY", w.ready).Replace(escape.acts))...)
					branch = append(branch, w.marker, "ready="+w.ready, "linger")
					command := capability.Command{Name: "helper", Args: append(spawn(branch), append([]string{"await=" + w.ready}, end.acts...)...)}
					output, err := end.run(w, command)
					if left := w.survivors(); len(left) > 0 {
						t.Errorf("%s: survivors %v", escape.reason, left)
						kill(left)
					}
					if err != nil || !end.check(output) {
						t.Errorf("%s: %+v, %v", escape.reason, output, err)
					}
					if _, err := os.Stat(w.ready); err != nil {
						t.Errorf("%s: no descendant was running", escape.reason)
					}
				}
			})
		}
	}
}

// TestManyForks runs a program that leaves many processes in sessions of their own, each of which starts others without
// end.
func TestManyForks(t *testing.T) {
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			w := newFixture(t, process.Options{Isolation: isolation})
			args := slices.Repeat(spawn([]string{w.marker, "setsid", "ready=" + w.ready, "busy"}), racetest.Fewer(70, 3))
			output, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: append(args, "await="+w.ready, "exit=3"), Timeout: patience})
			if left := w.survivors(); len(left) > 0 {
				t.Errorf("%d survivors", len(left))
				kill(left)
			}
			if err != nil || output.ExitCode != 3 {
				t.Errorf("%+v, %v", output, err)
			}
		})
	}
}

// TestMainThreadEnds runs programs whose main thread ends first: they run until their other threads end.
func TestMainThreadEnds(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		t.Parallel()
		w := newFixture(t, process.Options{Isolation: isolation})
		if output := w.run("endmainthread", "pause=7000", "print=done", "exit=5"); output.ExitCode != 5 || output.Stdout != "done\n" {
			t.Errorf("%+v", output)
		}
		begin := time.Now()
		output, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{w.marker, "endmainthread", "linger"}, Timeout: time.Second})
		if err != nil || !output.TimedOut || time.Since(begin) > 5*time.Second {
			t.Errorf("after %v: %+v, %v", time.Since(begin), output, err)
		}
		if left := w.survivors(); len(left) > 0 {
			t.Errorf("survivors %v", left)
			kill(left)
		}
	})
}

// spawn returns the helper's action that starts a child with these actions.
func spawn(acts []string) []string {
	return []string{"branch=" + strings.Join(acts, separator)}
}

func kill(pids []int) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func runPlain(w *fixture, command capability.Command) (capability.Output, error) {
	return w.exec.Run(w.t.Context(), command)
}

func runCancelled(w *fixture, command capability.Command) (capability.Output, error) {
	ctx, cancel := context.WithCancel(w.t.Context())
	go func() { w.waitFor(w.ready); cancel() }()
	return w.exec.Run(ctx, command)
}

// runWithDeadline runs a command with a deadline that passes when its descendants are running.
func runWithDeadline(w *fixture, command capability.Command) (capability.Output, error) {
	ctx := &expiringContext{Context: w.t.Context(), done: make(chan struct{})}
	go func() { w.waitFor(w.ready); close(ctx.done) }()
	return w.exec.Run(ctx, command)
}

func runKilled(w *fixture, command capability.Command) (capability.Output, error) {
	running, err := w.exec.Start(w.t.Context(), command)
	if err != nil {
		return capability.Output{}, err
	}
	w.waitFor(w.ready)
	if err := running.Kill(); err != nil {
		return capability.Output{}, err
	}
	return running.Wait()
}

// expiringContext is a context whose deadline passes when done is closed.
type expiringContext struct {
	context.Context
	done chan struct{}
}

func (c *expiringContext) Done() <-chan struct{} { return c.done }

func (c *expiringContext) Err() error {
	select {
	case <-c.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// TestSurvivorsAreFound checks that survivors finds a daemon that escapes from the process group, and that
// descendants in the group are killed.
func TestSurvivorsAreFound(t *testing.T) {
	for _, c := range []struct {
		reason, acts string
		survives     bool
	}{
		{"a daemon", "detach setsid detach orphan close", true},
		{"a child", "", false},
		{"a grandchild that holds the pipes", "detach orphan", false},
		{"nohup", "ignore", false},
		{"signals ignored", "ignore detach orphan", false},
		{"pipes closed", "detach orphan close", false},
	} {
		w := newFixture(t, process.Options{Isolation: process.Group})
		output := w.run(append(spawn(append(strings.Fields(c.acts), w.marker, "ready="+w.ready, "linger")), "await="+w.ready, "exit=7")...)
		if c.survives {
			if len(w.survivors()) != 1 {
				t.Errorf("%s: %v", c.reason, w.survivors())
			}
			kill(w.survivors())
		}
		w.checkNoSurvivors()
		w.waitFor(w.ready)
		if output.ExitCode != 7 {
			t.Errorf("%s: %+v", c.reason, output)
		}
	}
}

// TestGroupKillsDescendants checks that a descendant in another group is killed with the call if
// its ancestors are running.
func TestGroupKillsDescendants(t *testing.T) {
	w := newFixture(t, process.Options{Isolation: process.Group})
	output, err := runKilled(w, capability.Command{Name: "helper", Args: append(spawn([]string{"setsid", w.marker, "ready=" + w.ready, "linger"}), "linger")})
	if err != nil || output.Signal != "SIGKILL" {
		t.Errorf("%+v, %v", output, err)
	}
	w.checkNoSurvivors()
}

// TestKillingTheSupervisor runs programs that try to kill the supervisor: it survives, or they end with it.
func TestKillingTheSupervisor(t *testing.T) {
	killed := capability.Output{ExitCode: -1, Signal: "SIGKILL"}
	if signalsAreScoped() {
		killed = capability.Output{ExitCode: 5}
	}
	for isolation, want := range map[process.Isolation]capability.Output{
		process.Namespace:  {ExitCode: 5},
		process.Supervisor: killed,
	} {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			w := newFixture(t, process.Options{Isolation: isolation})
			output := w.run(append(spawn([]string{w.marker, "ready=" + w.ready, "linger"}), "await="+w.ready, "signalparent=9", "exit=5")...)
			if output != want {
				t.Errorf("%+v", output)
			}
			w.checkNoSurvivors()
		})
	}
}

// TestKillingTheApplication kills an application while its programs run: they end too.
func TestKillingTheApplication(t *testing.T) {
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			w := newFixture(t, process.Options{})
			arguments := []string{"application=" + string(isolation), w.marker}
			if isolation == process.Namespace {
				arguments = append(arguments, spawn([]string{"setsid", "detach", "orphan", w.marker, "ready=" + w.ready + "-daemon", "linger"})...)
				arguments = append(arguments, "await="+w.ready+"-daemon")
			}
			command := exec.Command(filepath.Join(w.bin, "helper"), append(arguments, "ready="+w.ready, "linger")...)
			command.Args[0], command.Dir = "helper", w.dir
			command.Env = append(os.Environ(), "HELPER="+filepath.Join(w.bin, "helper"), "TMPDIR="+t.TempDir())
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			w.waitFor(w.ready)
			if len(w.survivors()) < 3 { // the application, the supervisor, the program
				t.Errorf("only %v", w.survivors())
			}
			_ = command.Process.Kill()
			_ = command.Wait()
			w.checkNoSurvivors()
		})
	}
}

// TestAsOrdinaryUser repeats the tests of this file and of environments and directories as a user other
// than root.
func TestAsOrdinaryUser(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector finds the same as root: these tests run without it too")
	}
	if os.Getuid() != 0 {
		t.Skip("the tests run as an ordinary user already")
	}
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "process.test")
	if err := os.WriteFile(copied, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	for path := dir; path != os.TempDir() && path != "/"; path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	arguments := []string{"-test.v", "-test.run=^Test(NothingSurvives|Killing.*|Signals.*|Interference|Tracing.*|Survivors.*|MainThread.*|OtherProcesses|SharedMemory|Group.*|Files.*|Proc.*|Unreadable.*|Endings|Isolation.*)$"}
	if testing.Short() {
		arguments = append(arguments, "-test.short")
	}
	command := exec.Command(copied, arguments...)
	command.Dir = dir
	command.Env = []string{"PATH=/usr/bin:/bin", "TMPDIR=" + dir, "HOME=" + dir, noRaceDelay}
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	output, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "--- PASS: TestNothingSurvives/pid_namespace/the_program_exits") && !strings.Contains(string(output), "--- SKIP") {
		t.Fatalf("%v\n%s", err, output)
	}
	t.Logf("%s", output)
}
