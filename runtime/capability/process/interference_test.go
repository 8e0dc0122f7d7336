//go:build linux

package process_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// bound is how long Wait and Close may take when a program or its supervisor is stopped or traced.
const bound = 20 * time.Second

// waitWithin returns the output of a program. The test fails if Wait does not return in time.
func (w *fixture) waitWithin(reason string, running capability.Running) capability.Output {
	w.t.Helper()
	result := make(chan capability.Output, 1)
	go func() {
		output, _ := running.Wait()
		result <- output
	}()
	select {
	case output := <-result:
		return output
	case <-time.After(bound):
		w.t.Fatalf("%s: Wait does not return", reason)
		return capability.Output{}
	}
}

// checkUsable starts a program with the only slot of the backend, and closes the backend.
func (w *fixture) checkUsable(reason string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), bound)
	defer cancel()
	output, err := w.exec.Run(ctx, capability.Command{Name: "helper", Args: []string{"exit=3"}})
	if err != nil || output.ExitCode != 3 {
		w.t.Errorf("%s: the next program: %+v, %v", reason, output, err)
	}
	if err := w.backend.Close(ctx); err != nil {
		w.t.Errorf("%s: Close: %v", reason, err)
	}
}

// TestSignalsToTheParent runs programs that send every signal to their parent process.
func TestSignalsToTheParent(t *testing.T) {
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			w := newFixture(t, process.Options{Isolation: isolation, MaxProcesses: 1})
			for signal := 1; signal <= 64; signal++ {
				if racetest.Enabled && signal > 22 {
					break // programs start slowly; the other signals are like SIGUSR1
				}
				reason := fmt.Sprint("signal ", signal)
				acts := append(spawn([]string{"setsid", w.marker, "ready=" + w.ready, "linger"}), "await="+w.ready, fmt.Sprint("signalparent=", signal), "exit=5")
				_ = os.Remove(w.ready)
				output := w.waitWithin(reason, w.start(capability.Command{Args: append([]string{w.marker}, acts...)}))
				if output.ExitCode != 5 && output.Signal != "SIGKILL" {
					t.Errorf("%s: %+v", reason, output)
				}
				if isolation == process.Namespace || signalsAreScoped() {
					if left := w.survivors(); len(left) > 0 || output.ExitCode != 5 {
						t.Errorf("%s: survivors %v, %+v", reason, left, output)
					}
				}
			}
			w.checkUsable("after all signals")
		})
	}
}

// TestSignalsToTheApplication runs programs that send signals to the application, which is the parent of
// their supervisor.
func TestSignalsToTheApplication(t *testing.T) {
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			if isolation == process.Supervisor && !signalsAreScoped() {
				t.Skip("this kernel does not restrict signals")
			}
			w := newFixture(t, process.Options{})
			for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGKILL, syscall.SIGTERM} {
				application := w.application(isolation, fmt.Sprint("signalprocess=APPLICATION:", int(signal)), "exit=0")
				if err := within(application.Wait); err == nil || err.Error() != "exit status 1" {
					t.Errorf("%v: the application ended with %v", signal, err)
				}
			}
		})
	}
}

// application starts the helper as an application that runs the helper.
func (w *fixture) application(isolation process.Isolation, acts ...string) *exec.Cmd {
	w.t.Helper()
	command := exec.Command(filepath.Join(w.bin, "helper"), append([]string{"application=" + string(isolation)}, acts...)...)
	command.Args[0], command.Dir = "helper", w.dir
	command.Env = append(os.Environ(), "HELPER="+filepath.Join(w.bin, "helper"))
	if err := command.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = command.Process.Kill() })
	return command
}

// within calls a function and returns its error, or another one if it does not return in time.
func within(call func() error) error {
	result := make(chan error, 1)
	go func() { result <- call() }()
	select {
	case err := <-result:
		return err
	case <-time.After(bound):
		return fmt.Errorf("it does not return")
	}
}

// TestGroupStopsTheApplication runs a program that stops its parent, which is the application with this
// isolation: when the application continues, Wait and Close return.
func TestGroupStopsTheApplication(t *testing.T) {
	w := newFixture(t, process.Options{})
	application := w.application(process.Group, fmt.Sprint("signalparent=", int(syscall.SIGSTOP)), "ready="+w.ready, "exit=0")
	w.waitFor(w.ready)
	_ = application.Process.Signal(syscall.SIGCONT)
	if err := within(application.Wait); err == nil || err.Error() != "exit status 1" {
		t.Errorf("the application ended with %v", err)
	}
}

// processes returns the supervisor and the program of the test, as the application sees them.
func (w *fixture) processes() (supervisor, program int) {
	w.t.Helper()
	for _, pid := range w.survivors() {
		line := readFile(w.t, fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.HasPrefix(line, "toolgen-supervisor\x00") {
			supervisor = pid
		} else {
			program = pid
		}
	}
	return supervisor, program
}

// TestInterference stops or traces supervisors and programs from outside, as a program could that escaped.
func TestInterference(t *testing.T) {
	stop := func(w *fixture, pid int) { _ = syscall.Kill(pid, syscall.SIGSTOP) }
	trace := func(w *fixture, pid int) {
		tracer := helperCommand(fmt.Sprint("trace=", pid), "ready="+w.ready+"-tracer", "linger")
		tracer.Args[0] = "helper"
		if err := tracer.Start(); err != nil {
			w.t.Fatal(err)
		}
		w.waitFor(w.ready + "-tracer")
		w.t.Cleanup(func() { _ = tracer.Process.Kill(); _ = tracer.Wait() })
	}
	for _, c := range []struct {
		reason     string
		supervisor bool // interfere with the supervisor, not with the program
		interfere  func(w *fixture, pid int)
		end        func(w *fixture, r capability.Running) // what happens next
		exits      bool                                   // the program can end by itself
	}{
		{"the supervisor is stopped, the program exits", true, stop, (*fixture).proceed, true},
		{"the supervisor is traced, the program exits", true, trace, (*fixture).proceed, true},
		{"the supervisor is stopped, the program is killed", true, stop, killRunning, false},
		{"the supervisor is traced, the program is killed", true, trace, killRunning, false},
		{"the supervisor is stopped, the backend is closed", true, stop, (*fixture).closeBackend, false},
		{"the supervisor is traced, the backend is closed", true, trace, (*fixture).closeBackend, false},
		{"the program is traced and exits", false, trace, (*fixture).proceed, true},
		{"the program is traced and killed", false, trace, killRunning, false},
		{"the program is stopped and killed", false, stop, killRunning, false},
		{"the program is stopped, the backend is closed", false, stop, (*fixture).closeBackend, false},
	} {
		for _, isolation := range allIsolations {
			if c.supervisor && isolation == process.Group {
				continue
			}
			t.Run(string(isolation)+"/"+c.reason, func(t *testing.T) {
				requireIsolation(t, isolation)
				t.Parallel()
				w := newFixture(t, process.Options{Isolation: isolation, MaxProcesses: 1})
				acts := append(spawn([]string{"setsid", "ready=" + w.ready + "-child", "linger"}), "await="+w.ready+"-child", "ready="+w.ready, "await="+w.ready+"-proceed", "exit=5")
				running := w.start(capability.Command{Args: append([]string{w.marker}, acts...)})
				w.waitFor(w.ready)
				supervisor, program := w.processes()
				if c.supervisor {
					program = supervisor
				}
				c.interfere(w, program)
				c.end(w, running)
				if output := w.waitWithin(c.reason, running); output.Signal != "SIGKILL" && (!c.exits || output.ExitCode != 5) {
					t.Errorf("%+v", output)
				}
				if !strings.Contains(c.reason, "closed") {
					w.checkUsable(c.reason)
				}
			})
		}
	}
}

// proceed lets the program of TestInterference exit.
func (w *fixture) proceed(capability.Running) {
	if err := os.WriteFile(w.ready+"-proceed", nil, 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func killRunning(_ *fixture, running capability.Running) { _ = running.Kill() }

// closeBackend closes the backend. The test fails if Close does not return in time.
func (w *fixture) closeBackend(capability.Running) {
	ctx, cancel := context.WithTimeout(context.Background(), bound)
	defer cancel()
	if err := w.backend.Close(ctx); err != nil {
		w.t.Errorf("Close: %v", err)
	}
}

// TestTracingTheParent runs a program whose child traces the program or the supervisor.
func TestTracingTheParent(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		for _, child := range [][]string{
			{"setsid", "traceparent", "ready=READY", "linger"},                     // the program
			{"setsid", "detach", "orphan", "traceparent", "ready=READY", "linger"}, // the supervisor
		} {
			if isolation == process.Group && len(child) > 4 {
				continue // the new parent is not a process of the test
			}
			w := newFixture(t, process.Options{Isolation: isolation, MaxProcesses: 1})
			child[len(child)-2] = "ready=" + w.ready
			running := w.start(capability.Command{Args: append(spawn(child), "await="+w.ready, "exit=5")})
			if output := w.waitWithin("traced", running); output.ExitCode != 5 && output.Signal != "SIGKILL" {
				t.Errorf("%q: %+v", child, output)
			}
			w.checkUsable(strings.Join(child, " "))
		}
	})
}

// signalsAreScoped reports whether the kernel can keep a program from sending signals to processes that it
// did not start (Landlock, since Linux 6.12).
func signalsAreScoped() bool {
	version, _, errno := syscall.RawSyscall(444, 0, 0, 1)
	return errno == 0 && version >= 6
}
