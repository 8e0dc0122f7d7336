//go:build linux

package process_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// start starts the helper.
func (w *fixture) start(command capability.Command) capability.Running {
	w.t.Helper()
	command.Name = "helper"
	running, err := w.exec.Start(w.t.Context(), command)
	if err != nil {
		w.t.Fatal(err)
	}
	return running
}

// TestConversation writes and reads alternately, as with a language server.
func TestConversation(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation})
		running := w.start(capability.Command{Args: []string{"cat", "error=bye", "exit=6"}, Stdin: "first\n"})
		lines := bufio.NewReader(running.Stdout())
		for i := range 20 {
			want := fmt.Sprintf("line %d\n", i)
			if i == 0 {
				want = "first\n"
			} else if _, err := io.WriteString(running.Stdin(), want); err != nil {
				t.Fatal(err)
			}
			if got, err := lines.ReadString('\n'); got != want || err != nil {
				t.Fatalf("%q, %v", got, err)
			}
		}
		for range 2 {
			if err := running.Stdin().Close(); err != nil {
				t.Errorf("closing the input: %v", err)
			}
		}
		for range 2 {
			if output, err := running.Wait(); err != nil || output != (capability.Output{ExitCode: 6}) {
				t.Errorf("%+v, %v", output, err)
			}
		}
		rest, err := io.ReadAll(lines)
		errs, errErrs := io.ReadAll(running.Stderr())
		if len(rest) != 0 || err != nil || string(errs) != "bye\n" || errErrs != nil {
			t.Errorf("after the end: %q, %v, %q, %v", rest, err, errs, errErrs)
		}
		if _, err := running.Stdin().Write([]byte("x")); err == nil {
			t.Error("writing after the end must fail")
		}
		if err := running.Kill(); err != nil {
			t.Errorf("killing it after the end: %v", err)
		}
	})
}

func TestOutputOfRunningPrograms(t *testing.T) {
	w := newFixture(t, process.Options{MaxOutput: 5})
	for _, c := range []struct {
		reason    string
		acts      []string
		firstWait bool
		out, errs int
	}{
		{"all of it, while it runs", []string{"stdout=1000000"}, false, 1_000_000, 0},
		{"what a pipe holds, after its end", []string{"stdout=60000", "stderr=3"}, true, 60_000, 3},
		{"nothing", []string{"exit=0"}, true, 0, 0},
		{"until it is closed", []string{"stdout=9", "close", "linger"}, false, 9, 0},
	} {
		running := w.start(capability.Command{Args: c.acts})
		if c.firstWait {
			if _, err := running.Wait(); err != nil {
				t.Fatal(err)
			}
		}
		out, err := io.ReadAll(running.Stdout())
		errs, errErrs := io.ReadAll(running.Stderr())
		if len(out) != c.out || len(errs) != c.errs || err != nil || errErrs != nil {
			t.Errorf("%s: %d, %d, %v, %v", c.reason, len(out), len(errs), err, errErrs)
		}
		_ = running.Kill()
	}
}

// TestEndOfRunningPrograms checks that readers and writers return when the program ends.
func TestEndOfRunningPrograms(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		for _, c := range []struct {
			reason   string
			acts     []string
			timeout  time.Duration
			end      func(r capability.Running, cancel func())
			timedOut bool
		}{
			{"killed", []string{"linger"}, 0, func(r capability.Running, _ func()) { _ = r.Kill() }, false},
			{"killed, twice", []string{"ignore", "linger"}, 0, func(r capability.Running, _ func()) { _ = r.Kill(); _ = r.Kill() }, false},
			{"cancelled", []string{"linger"}, 0, func(_ capability.Running, cancel func()) { cancel() }, false},
			{"cancelled and killed", []string{"linger"}, 0, func(r capability.Running, cancel func()) { cancel(); _ = r.Kill() }, false},
			{"after its timeout", []string{"linger"}, 30 * time.Millisecond, func(capability.Running, func()) {}, true},
		} {
			w := newFixture(t, process.Options{Isolation: isolation, Timeout: time.Nanosecond})
			ctx, cancel := context.WithCancel(t.Context())
			running, err := w.exec.Start(ctx, capability.Command{Name: "helper", Args: append([]string{w.marker}, c.acts...), Timeout: c.timeout})
			if err != nil {
				t.Fatal(err)
			}
			results := make(chan error, 2)
			go func() { _, err := io.Copy(io.Discard, running.Stdout()); results <- err }()
			go func() {
				_, err := io.Copy(running.Stdin(), strings.NewReader(strings.Repeat("x", 1<<20)))
				if err == nil {
					err = fmt.Errorf("all was written")
				} else {
					err = nil
				}
				results <- err
			}()
			c.end(running, cancel)
			output, err := running.Wait()
			if err != nil || output != (capability.Output{ExitCode: -1, Signal: "SIGKILL", TimedOut: c.timedOut}) {
				t.Errorf("%s: %+v, %v", c.reason, output, err)
			}
			if left := w.survivors(); len(left) > 0 && isolation != process.Group {
				t.Errorf("%s: survivors %v", c.reason, left)
			}
			for range 2 {
				if err := <-results; err != nil {
					t.Errorf("%s: %v", c.reason, err)
				}
			}
			cancel()
		}
	})
}
