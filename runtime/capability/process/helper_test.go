//go:build linux

package process_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// TestMain runs the actions of the helper if the test binary is started under the name of the helper.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "helper" {
		performActions(os.Args[1:])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// noRaceDelay is a variable for programs with the race detector: without it, they wait for a second before
// they end.
const noRaceDelay = "GORACE=atexit_sleep_ms=0"

// patience is the timeout of operations that should end at once.
const patience = time.Minute

// actions are what the helper can do. Each argument is "action" or "action=value"; the helper performs
// them in order. A child performs the actions after "detach", and another child the value of "branch".
var actions = map[string]func(value string, rest []string){
	"exit":   func(value string, _ []string) { os.Exit(number(value)) },
	"print":  func(value string, _ []string) { fmt.Println(value) },
	"error":  func(value string, _ []string) { fmt.Fprintln(os.Stderr, value) },
	"env":    func(string, []string) { fmt.Println(strings.Join(os.Environ(), "\n")) },
	"args":   func(_ string, rest []string) { fmt.Printf("%q\n", os.Args); os.Exit(0) },
	"pwd":    func(string, []string) { fmt.Println(os.Getwd()) },
	"owner":  func(string, []string) { fmt.Println(os.Getuid(), os.Getgid()) },
	"cat":    func(string, []string) { _, _ = io.Copy(os.Stdout, os.Stdin) },
	"read":   func(value string, _ []string) { data, err := os.ReadFile(value); fmt.Printf("%s%v\n", data, err) },
	"write":  func(value string, _ []string) { fmt.Println(os.WriteFile(value, nil, 0o600)) },
	"fds":    func(string, []string) { fmt.Println(descriptors()) },
	"stdout": func(value string, _ []string) { flood(os.Stdout, number(value)) },
	"stderr": func(value string, _ []string) { flood(os.Stderr, number(value)) },
	"pause":  func(value string, _ []string) { time.Sleep(time.Duration(number(value)) * time.Millisecond) },
	"linger": func(string, []string) { time.Sleep(2 * patience) },
	"signal": func(value string, _ []string) {
		var byDefault [64]byte // replaces the handlers of the Go runtime
		_, _, _ = syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(number(value)), uintptr(unsafe.Pointer(&byDefault)), 0, 8, 0, 0)
		_ = syscall.Kill(os.Getpid(), syscall.Signal(number(value)))
		time.Sleep(patience)
	},
	"ignore":   func(string, []string) { signal.Ignore() },
	"setsid":   func(string, []string) { _, _ = syscall.Setsid() },
	"setpgid":  func(string, []string) { _ = syscall.Setpgid(0, 0) },
	"root":     func(string, []string) { _ = os.Chdir("/") },
	"clearenv": func(string, []string) { os.Clearenv() },
	"close": func(string, []string) {
		for fd := range 3 {
			_ = syscall.Close(fd)
		}
	},
	"orphan": func(parent string, _ []string) { // waits until the parent has ended
		for os.Getppid() == number(parent) {
			time.Sleep(time.Millisecond)
		}
	},
	"killparent": func(string, []string) {
		_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
		time.Sleep(20 * time.Millisecond)
	},
	"ready": func(value string, _ []string) { _ = os.WriteFile(value, nil, 0o600) },
	"await": func(value string, _ []string) {
		for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if _, err := os.Stat(value); err == nil {
				return
			}
		}
	},
	"branch": func(value string, _ []string) {
		start(branch(value))
	},
	"detach": func(_ string, rest []string) { start(rest); os.Exit(0) },
	"busy": func(string, []string) { // starts children that end at once, without end
		for {
			_ = self("exit=0").Run()
		}
	},
	"application": application,
}

func performActions(arguments []string) {
	for i, argument := range arguments {
		name, value, _ := strings.Cut(argument, "=")
		if act := actions[name]; act != nil {
			act(value, arguments[i+1:])
		}
	}
}

// separator separates the actions of a branch; a comma separates those of a branch inside a branch.
const separator = "\x1f"

func branch(value string) []string {
	if strings.Contains(value, separator) {
		return strings.Split(value, separator)
	}
	return strings.Split(value, ",")
}

// self returns a command that runs the helper.
func self(arguments ...string) *exec.Cmd {
	path, _ := os.Readlink("/proc/self/exe")
	command := exec.Command(path, arguments...)
	command.Args[0] = "helper"
	return command
}

// start starts a child with the same streams.
func start(arguments []string) {
	end := len(arguments)
	if i := slices.Index(arguments, "detach"); i >= 0 {
		end = i // a child performs the actions after it
	}
	if i := slices.Index(arguments[:end], "orphan"); i >= 0 {
		arguments[i] = fmt.Sprint("orphan=", os.Getpid())
	}
	child := self(arguments...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		fmt.Println(err)
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func flood(w io.Writer, n int) {
	chunk := []byte(strings.Repeat("x", 1<<16))
	for ; n > 0; n -= len(chunk) {
		if _, err := w.Write(chunk[:min(n, len(chunk))]); err != nil {
			return
		}
	}
}

// descriptors returns the open descriptors without those of the Go runtime: its poller, and the files with
// its processor limits.
func descriptors() []string {
	entries, _ := os.ReadDir("/proc/self/fd")
	var open []string
	for _, entry := range entries {
		target, err := os.Readlink("/proc/self/fd/" + entry.Name())
		if err == nil && !strings.HasPrefix(target, "anon_inode:") && !strings.HasPrefix(target, "/sys/") {
			open = append(open, entry.Name())
		}
	}
	return open
}

// application performs the role of an application: it runs a program with the backend until it is killed.
func application(value string, rest []string) {
	backend := process.New(&process.Options{Path: filepath.Dir(os.Getenv("HELPER")), Isolation: process.Isolation(value)})
	working, _ := os.Getwd()
	run, err := backend.Open(context.Background(), &capability.Request{WorkingDir: working, Needs: &capability.Needs{Binaries: []string{"helper"}}})
	if err == nil {
		_, err = run.Run(context.Background(), capability.Command{Name: "helper", Args: rest})
	}
	fmt.Println(err)
	os.Exit(1)
}

// world is a backend whose only program is the helper.
type world struct {
	t       testing.TB
	backend *process.Backend
	exec    capability.Exec
	bin     string // the directory of the helper
	dir     string // the working directory
	marker  string // an argument of all processes of the test
	ready   string // a file that descendants create when they run
}

func newWorld(t testing.TB, o process.Options) *world {
	t.Helper()
	w := &world{t: t, bin: t.TempDir(), dir: t.TempDir(), marker: fmt.Sprintf("marker-%d-%d", os.Getpid(), time.Now().UnixNano())}
	w.ready = filepath.Join(w.dir, "ready")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(w.bin, "helper")); err != nil {
		t.Fatal(err)
	}
	o.Env = append(o.Env, noRaceDelay)
	o.Path = w.bin + string(os.PathListSeparator) + o.Path
	w.backend = process.New(&o)
	w.exec = w.open(t.Context(), "helper")
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := w.backend.Close(ctx); err != nil {
			t.Errorf("closing the backend: %v", err)
		}
	})
	return w
}

// open opens the backend for one call.
func (w *world) open(ctx context.Context, binaries ...string) capability.Exec {
	w.t.Helper()
	opened, err := w.backend.Open(ctx, &capability.Request{Tool: "test", WorkingDir: w.dir, Needs: &capability.Needs{Binaries: binaries}})
	if err != nil {
		w.t.Fatal(err)
	}
	return opened
}

// run runs the helper with these actions.
func (w *world) run(acts ...string) capability.Output {
	w.t.Helper()
	output, err := w.exec.Run(w.t.Context(), capability.Command{Name: "helper", Args: acts})
	if err != nil {
		w.t.Fatal(err)
	}
	return output
}

// survivors returns the processes with the marker.
func (w *world) survivors() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		w.t.Fatal(err)
	}
	var pids []int
	for _, entry := range entries {
		line, err := os.ReadFile("/proc/" + entry.Name() + "/cmdline")
		if err == nil && slices.Contains(strings.Split(string(line), "\x00"), w.marker) {
			pids = append(pids, number(entry.Name()))
		}
	}
	return pids
}

// checkNoSurvivors waits until there are no survivors, and fails the test if some stay.
func (w *world) checkNoSurvivors() {
	w.t.Helper()
	for deadline := time.Now().Add(patience); len(w.survivors()) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Errorf("survivors: %v", w.survivors())
			return
		}
	}
}

// waitFor waits until a file exists.
func (w *world) waitFor(path string) {
	w.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%s did not appear", path)
		}
	}
}
