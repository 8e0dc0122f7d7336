//go:build linux

package process_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// allIsolations are the isolations of Linux.
var allIsolations = []process.Isolation{process.Namespace, process.Supervisor, process.Group}

// forEachIsolation runs a test with every isolation.
func forEachIsolation(t *testing.T, test func(t *testing.T, isolation process.Isolation)) {
	for _, isolation := range allIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			test(t, isolation)
		})
	}
}

// TestEndings checks the output for exit codes and signals.
func TestEndings(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation})
		for _, c := range []struct {
			reason string
			acts   []string
			want   capability.Output
		}{
			{"success", []string{"print=hello"}, capability.Output{Stdout: "hello\n"}},
			{"both streams", []string{"print=out", "error=err"}, capability.Output{Stdout: "out\n", Stderr: "err\n"}},
			{"an exit code", []string{"exit=3"}, capability.Output{ExitCode: 3}},
			{"the code that looks like a signal", []string{"exit=137"}, capability.Output{ExitCode: 137}},
			{"the maximum code", []string{"exit=255"}, capability.Output{ExitCode: 255}},
			{"output before the end", []string{"print=x", "exit=1"}, capability.Output{Stdout: "x\n", ExitCode: 1}},
			{"a program that kills itself", []string{"signal=9"}, capability.Output{ExitCode: -1, Signal: "SIGKILL"}},
			{"an alarm", []string{"signal=14"}, capability.Output{ExitCode: -1, Signal: "SIGALRM"}},
			{"a signal without a name", []string{"signal=40"}, capability.Output{ExitCode: -1, Signal: "SIG40"}},
			{"a signal of a user", []string{"signal=10"}, capability.Output{ExitCode: -1, Signal: "SIGUSR1"}},
			{"terminated", []string{"signal=15"}, capability.Output{ExitCode: -1, Signal: "SIGTERM"}},
		} {
			if got := w.run(c.acts...); got != c.want {
				t.Errorf("%s: %+v", c.reason, got)
			}
		}
	})
}

// TestTimeouts runs programs that try to continue after the timeout.
func TestTimeouts(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		for _, c := range []struct{ reason, acts string }{
			{"one that sleeps", "linger"},
			{"one that ignores signals", "ignore linger"},
			{"one that left its session", "setpgid linger"},
			{"one that ignores signals and forks", "ignore busy"},
			{"one that closed its streams", "close linger"},
			{"one with a child", "branch=linger linger"},
			{"one whose child ignores signals", "branch=ignore,linger linger"},
			{"one whose child is in another session", "branch=setsid,linger linger"},
			{"one that never stops writing", "stdout=1000000000000"},
			{"one that never stops writing errors", "stderr=1000000000000"},
			{"one that waits for input", "cat linger"},
			{"one that wrote something", "print=x linger"},
		} {
			w := newFixture(t, process.Options{Isolation: isolation})
			began := time.Now()
			output, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: append([]string{w.marker}, strings.Fields(c.acts)...), Timeout: 50 * time.Millisecond, MaxOutput: 10})
			if err != nil || !output.TimedOut || output.Signal != "SIGKILL" || output.ExitCode != -1 {
				t.Errorf("%s: %+v, %v", c.reason, output, err)
			}
			if took := time.Since(began); took > patience {
				t.Errorf("%s: it took %v", c.reason, took)
			}
			w.checkNoSurvivors()
		}
		w := newFixture(t, process.Options{Isolation: isolation, Timeout: 50 * time.Millisecond})
		if output := w.run("linger"); !output.TimedOut {
			t.Errorf("the backend's timeout: %+v", output)
		}
		if output, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"pause=200", "exit=2"}, Timeout: patience}); err != nil || output.TimedOut || output.ExitCode != 2 {
			t.Errorf("with a longer timeout: %+v, %v", output, err)
		}
	})
}

// TestMissedDescendantsDoNotDelay runs a program whose descendant escapes the isolation and has the pipes
// open: the descendant does not delay the end of the program.
func TestMissedDescendantsDoNotDelay(t *testing.T) {
	w := newFixture(t, process.Options{Isolation: process.Group})
	began := time.Now()
	output := w.run(append(spawn([]string{"detach", "setsid", "detach", "orphan", w.marker, "ready=" + w.ready, "linger"}), "await="+w.ready, "print=done")...)
	if took := time.Since(began); took > patience || output.Stdout != "done\n" {
		t.Errorf("%+v after %v", output, took)
	}
	if len(w.survivors()) != 1 {
		t.Errorf("the descendant did not escape: %v", w.survivors())
	}
	kill(w.survivors())
	w.checkNoSurvivors()
}

func TestCancellation(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation})
		command := capability.Command{Name: "helper", Args: []string{w.marker, "linger"}}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		late, cancelLate := context.WithDeadline(t.Context(), time.Unix(0, 0))
		defer cancelLate()
		for reason, attempt := range map[string]struct {
			call, run context.Context
			want      error
		}{
			"before the start":                     {t.Context(), gone, context.Canceled},
			"the call, before the start":           {gone, t.Context(), context.Canceled},
			"the deadline passed before":           {t.Context(), late, context.DeadlineExceeded},
			"the call's deadline passed before":    {late, t.Context(), context.DeadlineExceeded},
			"before the start, without a deadline": {context.Background(), gone, context.Canceled},
		} {
			if output, err := w.open(attempt.call, "helper").Run(attempt.run, command); !errors.Is(err, attempt.want) {
				t.Errorf("%s: %+v, %v", reason, output, err)
			}
		}
		// Cancelled at different times during the start.
		for delay := time.Duration(0); delay < 5*time.Millisecond; delay += 250 * time.Microsecond {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(delay, cancel)
			output, err := w.exec.Run(ctx, command)
			if err == nil && (output.Signal != "SIGKILL" || output.TimedOut) || err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("after %v: %+v, %v", delay, output, err)
			}
			cancel()
		}
		// The end of the call ends a program that was started with another context.
		call, end := context.WithCancel(t.Context())
		running, err := w.open(call, "helper").Start(context.Background(), command)
		if err != nil {
			t.Fatal(err)
		}
		end()
		if output, err := running.Wait(); err != nil || output.Signal != "SIGKILL" || output.TimedOut {
			t.Errorf("the call's end: %+v, %v", output, err)
		}
		if left := w.survivors(); len(left) > 0 {
			t.Errorf("survivors %v", left)
		}
		if output := w.run("exit=4"); output.ExitCode != 4 {
			t.Errorf("a declared program: %+v", output)
		}
	})
}

// TestFloods runs programs with much output: the backend keeps it up to the limit and counts the rest.
func TestFloods(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation, MaxOutput: 5000})
		const many = 3 << 20
		for _, c := range []struct {
			reason       string
			acts         []string
			limit        int
			stdout, errs int
			dropped      int64
		}{
			{"nothing", []string{"exit=0"}, 10, 0, 0, 0},
			{"less than the limit", []string{"stdout=9"}, 10, 9, 0, 0},
			{"the limit", []string{"stdout=10"}, 10, 10, 0, 0},
			{"one more", []string{"stdout=11"}, 10, 10, 0, 1},
			{"a flood on stdout", []string{"stdout=3145728"}, 10, 10, 0, many - 10},
			{"a flood on stderr", []string{"stderr=3145728"}, 10, 0, 10, many - 10},
			{"floods on both", []string{"stdout=3145728", "stderr=3145728"}, 10, 10, 10, 2 * (many - 10)},
			{"both at once", []string{"branch=stderr=3145728,ready=" + w.ready, "stdout=3145728", "await=" + w.ready}, 10, 10, 10, 2 * (many - 10)},
			{"one byte", []string{"stdout=3145728"}, 1, 1, 0, many - 1},
			{"all of it", []string{"stdout=3145728"}, many, many, 0, 0},
			{"the backend's limit", []string{"stdout=3145728"}, 0, 5000, 0, many - 5000},
			{"a negative limit", []string{"stdout=3145728"}, -1, 5000, 0, many - 5000},
		} {
			output, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: c.acts, MaxOutput: c.limit})
			if err != nil || len(output.Stdout) != c.stdout || len(output.Stderr) != c.errs || output.Dropped != c.dropped || output.ExitCode != 0 {
				t.Errorf("%s: %d and %d kept, %d dropped, %d, %v", c.reason, len(output.Stdout), len(output.Stderr), output.Dropped, output.ExitCode, err)
			}
		}
	})
}

func TestCutsBetweenCharacters(t *testing.T) {
	w := newFixture(t, process.Options{})
	for limit, want := range map[int]string{1: "a", 2: "a", 3: "aé", 4: "aé", 5: "aé", 6: "aé", 7: "aé😀", 8: "aé😀\n"} {
		output, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"print=aé😀"}, MaxOutput: limit})
		if err != nil || output.Stdout != want || output.Dropped != int64(8-len(want)) {
			t.Errorf("cut at %d: %q, %d dropped, %v", limit, output.Stdout, output.Dropped, err)
		}
	}
	if output, _ := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"cat"}, Stdin: "\xff\xff\xff\xff\xff", MaxOutput: 3}); output.Stdout != "\xff\xff\xff" {
		t.Errorf("bytes that are not UTF-8 are cut at the limit: %q", output.Stdout)
	}
}

func TestInput(t *testing.T) {
	w := newFixture(t, process.Options{})
	long := strings.Repeat("line\n", 100_000)
	for _, c := range []struct {
		reason, stdin string
		acts          []string
		want          string
	}{
		{"none", "", []string{"cat", "print=end"}, "end\n"},
		{"a line", "hello\n", []string{"cat"}, "hello\n"},
		{"more than a pipe holds", long, []string{"cat"}, long},
		{"not read", long, []string{"exit=0"}, ""},
		{"not read, and closed", long, []string{"close"}, ""},
	} {
		output, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: c.acts, Stdin: c.stdin})
		if err != nil || output.Stdout != c.want || output.ExitCode != 0 {
			t.Errorf("%s: %d bytes, %+v, %v", c.reason, len(output.Stdout), output.ExitCode, err)
		}
	}
}

// TestMaxProcesses runs more programs than the limit at the same time.
func TestMaxProcesses(t *testing.T) {
	w := newFixture(t, process.Options{MaxProcesses: 2})
	var running []capability.Running
	for range 2 {
		r, err := w.exec.Start(t.Context(), capability.Command{Name: "helper", Args: []string{"cat"}})
		if err != nil {
			t.Fatal(err)
		}
		running = append(running, r)
	}
	_, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Timeout: 20 * time.Millisecond})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "2 programs") {
		t.Errorf("a third: %v", err)
	}
	third := make(chan error, 1)
	go func() {
		_, err := w.exec.Run(t.Context(), capability.Command{Name: "helper"})
		third <- err
	}()
	_ = running[0].Stdin().Close()
	if _, err := running[0].Wait(); err != nil {
		t.Error(err)
	}
	if err := <-third; err != nil {
		t.Errorf("a third, after one has ended: %v", err)
	}
	_ = running[1].Kill()
}

func TestConcurrentRuns(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation, MaxProcesses: 4})
		var wait sync.WaitGroup
		for i := range 24 {
			wait.Go(func() {
				output, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"cat", "exit=" + string(rune('0'+i%10))}, Stdin: "x"})
				if err != nil || output.ExitCode != i%10 || output.Stdout != "x" {
					t.Errorf("%+v, %v", output, err)
				}
			})
		}
		wait.Wait()
	})
}

func TestClose(t *testing.T) {
	w := newFixture(t, process.Options{})
	running, err := w.exec.Start(t.Context(), capability.Command{Name: "helper", Args: []string{w.marker, "linger"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.backend.Close(t.Context()); err != nil || len(w.survivors()) > 0 {
		t.Errorf("%v, survivors %v", err, w.survivors())
	}
	if output, err := running.Wait(); err != nil || output.Signal != "SIGKILL" {
		t.Errorf("%+v, %v", output, err)
	}
	if _, err := w.exec.Run(t.Context(), capability.Command{Name: "helper"}); !errors.Is(err, process.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// TestNothingLeaks counts descriptors, goroutines and directories before and after running programs that
// end in different ways.
func TestNothingLeaks(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		temporary := t.TempDir()
		t.Setenv("TMPDIR", temporary)
		w := newFixture(t, process.Options{Isolation: isolation})
		once := func() {
			w.run("print=x", "exit=1")
			w.run("signal=9")
			_, _ = w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"cat"}, Stdin: strings.Repeat("x", 1<<20)})
			_, _ = w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"linger"}, Timeout: time.Millisecond})
			_, _ = w.exec.Run(t.Context(), capability.Command{Name: "helper", Dir: "none"})
			if running, err := w.exec.Start(t.Context(), capability.Command{Name: "helper", Args: []string{"stdout=100000"}}); err == nil {
				_ = running.Kill() // without reading its output or waiting
			}
		}
		once()
		count := func() (int, int) { return len(descriptors()), runtime.NumGoroutine() }
		settle := func(files, goroutines int) bool {
			for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
				if f, g := count(); f <= files && g <= goroutines {
					return true
				}
			}
			return false
		}
		time.Sleep(10 * time.Millisecond)
		files, goroutines := count()
		for range 5 {
			once()
		}
		if !settle(files, goroutines) {
			f, g := count()
			t.Errorf("%d descriptors and %d goroutines became %d and %d", files, goroutines, f, g)
		}
		if err := w.backend.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left, _ := os.ReadDir(temporary); slices.ContainsFunc(left, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "toolgen-") }) {
			t.Errorf("directories are left: %v", left)
		}
	})
}
