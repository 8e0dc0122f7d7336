//go:build linux

package process_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// complete are the isolations that promise that nothing is left.
var complete = []process.Isolation{process.Namespace, process.Supervisor}

// demand skips a test where the system does not allow an isolation, and says so.
func demand(t *testing.T, isolation process.Isolation) {
	t.Helper()
	if _, err := process.New(&process.Options{Isolation: isolation}).Isolation(); err != nil {
		t.Skip(err)
	}
}

// escapes are ways to be out of the program's sight: what the helper's child
// does before it says that it is there.
var escapes = []struct{ reason, acts string }{
	{"a child", ""},
	{"a child with the pipes closed", "close"},
	{"a grandchild that holds the pipes", "detach orphan"},
	{"a session of its own", "setsid"},
	{"a group of its own", "setpgid"},
	{"a daemon: fork, setsid, fork, closed", "detach setsid detach orphan root close"},
	{"a daemon that holds the pipes", "detach setsid detach orphan root"},
	{"a daemon without an environment", "setsid clearenv detach orphan close"},
	{"ten sessions deep", strings.Repeat("setsid detach ", 10) + "orphan"},
	{"nohup", "ignore"},
	{"nohup in a session of its own", "setsid ignore detach orphan"},
	{"signals ignored by a daemon", "detach setsid ignore detach orphan close"},
	{"a family", "branch=setsid,MARKER,linger branch=ignore,MARKER,linger branch=setpgid,MARKER,linger"},
	{"one that keeps forking in a session of its own", "setsid ready=READY busy"},
}

// TestNothingSurvives runs programs that leave descendants behind, one class
// for each way in which the program or its call can end.
func TestNothingSurvives(t *testing.T) {
	for _, isolation := range complete {
		for j, end := range []struct {
			name  string
			acts  []string // of the program once its descendants are there
			run   func(w *world, command capability.Command) (capability.Output, error)
			check func(o capability.Output) bool
		}{
			{"the program exits", []string{"exit=7"}, plainly, func(o capability.Output) bool { return o.ExitCode == 7 && o.Signal == "" }},
			{"the program is killed", []string{"signal=9"}, plainly, func(o capability.Output) bool { return o.ExitCode == -1 && o.Signal == "SIGKILL" && !o.TimedOut }},
			{"the call is cancelled", []string{"linger"}, cancelled, func(o capability.Output) bool { return o.ExitCode == -1 && o.Signal == "SIGKILL" && !o.TimedOut }},
			{"the time is up", []string{"linger"}, withDeadline, func(o capability.Output) bool { return o.ExitCode == -1 && o.TimedOut }},
			{"a running one is killed", []string{"linger"}, killed, func(o capability.Output) bool { return o.ExitCode == -1 && o.Signal == "SIGKILL" && !o.TimedOut }},
		} {
			t.Run(string(isolation)+"/"+end.name, func(t *testing.T) {
				demand(t, isolation)
				for i, escape := range escapes {
					if raced.On && i%3 != j%3 {
						continue // the programs are slow to start: each end with a third of the ways out
					}
					w := newWorld(t, process.Options{Isolation: isolation})
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
						t.Errorf("%s: there was nothing to survive", escape.reason)
					}
				}
			})
		}
	}
}

// spawn is the helper's act of starting a child with these acts.
func spawn(acts []string) []string {
	return []string{"branch=" + strings.Join(acts, separator)}
}

func kill(pids []int) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func plainly(w *world, command capability.Command) (capability.Output, error) {
	return w.exec.Run(w.t.Context(), command)
}

func cancelled(w *world, command capability.Command) (capability.Output, error) {
	ctx, cancel := context.WithCancel(w.t.Context())
	go func() { w.appear(w.ready); cancel() }()
	return w.exec.Run(ctx, command)
}

// withDeadline has a deadline that passes once the descendants are there.
func withDeadline(w *world, command capability.Command) (capability.Output, error) {
	ctx := &expiring{Context: w.t.Context(), done: make(chan struct{})}
	go func() { w.appear(w.ready); close(ctx.done) }()
	return w.exec.Run(ctx, command)
}

func killed(w *world, command capability.Command) (capability.Output, error) {
	running, err := w.exec.Start(w.t.Context(), command)
	if err != nil {
		return capability.Output{}, err
	}
	w.appear(w.ready)
	if err := running.Kill(); err != nil {
		return capability.Output{}, err
	}
	return running.Wait()
}

// expiring is a context whose deadline passes when done is closed.
type expiring struct {
	context.Context
	done chan struct{}
}

func (c *expiring) Done() <-chan struct{} { return c.done }

func (c *expiring) Err() error {
	select {
	case <-c.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// TestSurvivorsAreFound is the control: the same daemon does survive where only
// the process group is ended, and is found; what stays in the group does not.
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
		w := newWorld(t, process.Options{Isolation: process.Group})
		output := w.run(append(spawn(append(strings.Fields(c.acts), w.marker, "ready="+w.ready, "linger")), "await="+w.ready, "exit=7")...)
		if c.survives {
			if len(w.survivors()) != 1 {
				t.Errorf("%s: %v", c.reason, w.survivors())
			}
			kill(w.survivors())
		}
		w.vanish()
		w.appear(w.ready)
		if output.ExitCode != 7 {
			t.Errorf("%s: %+v", c.reason, output)
		}
	}
}

// A descendant that left the group is ended with the call all the same while
// its parents live.
func TestGroupEndsDescendantsOfTheLiving(t *testing.T) {
	w := newWorld(t, process.Options{Isolation: process.Group})
	output, err := killed(w, capability.Command{Name: "helper", Args: append(spawn([]string{"setsid", w.marker, "ready=" + w.ready, "linger"}), "linger")})
	if err != nil || output.Signal != "SIGKILL" {
		t.Errorf("%+v, %v", output, err)
	}
	w.vanish()
}

// Programs cannot end what watches over them, or that ends them too.
func TestKillingTheSupervisor(t *testing.T) {
	for isolation, want := range map[process.Isolation]capability.Output{
		process.Namespace:  {ExitCode: 5},
		process.Supervisor: {ExitCode: -1, Signal: "SIGKILL"},
	} {
		t.Run(string(isolation), func(t *testing.T) {
			demand(t, isolation)
			w := newWorld(t, process.Options{Isolation: isolation})
			output := w.run(append(spawn([]string{w.marker, "ready=" + w.ready, "linger"}), "await="+w.ready, "killparent", "exit=5")...)
			if output != want {
				t.Errorf("%+v", output)
			}
			w.vanish()
		})
	}
}

// Nothing is left of an application that is killed in the middle.
func TestKillingTheApplication(t *testing.T) {
	for _, isolation := range complete {
		t.Run(string(isolation), func(t *testing.T) {
			demand(t, isolation)
			w := newWorld(t, process.Options{})
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
			w.appear(w.ready)
			if len(w.survivors()) < 3 { // the application, the supervisor, the program
				t.Errorf("only %v", w.survivors())
			}
			_ = command.Process.Kill()
			_ = command.Wait()
			w.vanish()
		})
	}
}

// TestAsOrdinaryUser repeats the tests of this file, and those of what a
// program sees, without root's rights.
func TestAsOrdinaryUser(t *testing.T) {
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
	arguments := []string{"-test.v", "-test.run=^Test(NothingSurvives|Killing.*|Survivors.*|Group.*|Files.*|Proc.*|Unreadable.*|Endings|Isolation.*)$"}
	if testing.Short() {
		arguments = append(arguments, "-test.short")
	}
	command := exec.Command(copied, arguments...)
	command.Dir = dir
	command.Env = []string{"PATH=/usr/bin:/bin", "TMPDIR=" + dir, "HOME=" + dir, quick}
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	output, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "--- PASS: TestNothingSurvives/pid_namespace/the_program_exits") && !strings.Contains(string(output), "--- SKIP") {
		t.Fatalf("%v\n%s", err, output)
	}
	t.Logf("%s", output)
}
