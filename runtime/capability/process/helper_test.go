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
	"runtime"
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

// The helper performs its actions in its main thread, so that the action "endmainthread" can end it.
func init() {
	actions["endmainthread"] = endMainThread // it refers to actions
	if filepath.Base(os.Args[0]) == "helper" {
		runtime.LockOSThread()
	}
}

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

// actions has the actions of the helper. Each argument is "action" or "action=value", and the helper
// performs them in order. After "detach", a child process performs the remaining actions. For
// "branch", another child process performs the actions in the value.
var actions = map[string]func(value string, rest []string){
	"exit":  func(value string, _ []string) { os.Exit(number(value)) },
	"print": func(value string, _ []string) { fmt.Println(value) },
	"error": func(value string, _ []string) { fmt.Fprintln(os.Stderr, value) },
	"status": func(value string, _ []string) { // a line of /proc/self/status
		for line := range strings.Lines(readSelf("status")) {
			if strings.HasPrefix(line, value) {
				fmt.Print(line)
			}
		}
	},
	"pid": func(value string, _ []string) { // a rename, because "await" must not see an empty file
		_ = os.WriteFile(value+"-new", []byte(strconv.Itoa(os.Getpid())), 0o600)
		_ = os.Rename(value+"-new", value)
	},
	"stopchild": func(value string, _ []string) {
		pid, _ := os.ReadFile(value)
		fmt.Println(syscall.Kill(number(string(pid)), syscall.SIGTERM))
	},
	"unmount": func(value string, _ []string) { fmt.Println(syscall.Unmount(value, 0)) },
	"mount":   func(value string, _ []string) { fmt.Println(syscall.Mount("proc", value, "proc", 0, "")) },
	"rename": func(value string, _ []string) {
		from, to, _ := strings.Cut(value, ":")
		fmt.Println(os.Rename(from, to))
	},
	"env":   func(string, []string) { fmt.Println(strings.Join(os.Environ(), "\n")) },
	"args":  func(_ string, rest []string) { fmt.Printf("%q\n", os.Args); os.Exit(0) },
	"pwd":   func(string, []string) { fmt.Println(os.Getwd()) },
	"owner": func(string, []string) { fmt.Println(os.Getuid(), os.Getgid()) },
	"cat":   func(string, []string) { _, _ = io.Copy(os.Stdout, os.Stdin) },
	"read":  func(value string, _ []string) { data, err := os.ReadFile(value); fmt.Printf("%s%v\n", data, err) },
	"open": func(value string, _ []string) { // for writing, without writing
		file, err := os.OpenFile(value, os.O_WRONLY, 0)
		_ = file.Close()
		fmt.Println(err)
	},
	"writable": func(value string, _ []string) { printWritable(value) },
	"control":  func(value string, _ []string) { printControl(number(value)) },
	"shm": func(value string, _ []string) {
		_, err := sharedMemory(number(value), true)
		fmt.Println(err)
	},
	"write":  func(value string, _ []string) { fmt.Println(os.WriteFile(value, nil, 0o600)) },
	"fds":    func(string, []string) { fmt.Println(descriptors()) },
	"stdout": func(value string, _ []string) { flood(os.Stdout, number(value)) },
	"stderr": func(value string, _ []string) { flood(os.Stderr, number(value)) },
	"pause":  func(value string, _ []string) { time.Sleep(time.Duration(number(value)) * time.Millisecond) },
	"linger": func(string, []string) { time.Sleep(2 * patience) },
	"signal": func(value string, _ []string) {
		var byDefault [64]byte // the default action, instead of the handler of the Go runtime
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
	"signalparent": func(value string, _ []string) {
		_ = syscall.Kill(os.Getppid(), syscall.Signal(number(value)))
		time.Sleep(20 * time.Millisecond)
	},
	"signalprocess": func(value string, _ []string) {
		pid, signal, _ := strings.Cut(value, ":")
		_ = syscall.Kill(number(pid), syscall.Signal(number(signal)))
		time.Sleep(20 * time.Millisecond)
	},
	"trace":       func(value string, _ []string) { trace(number(value)) },
	"traceparent": func(string, []string) { trace(os.Getppid()) },
	"ready":       func(value string, _ []string) { _ = os.WriteFile(value, nil, 0o600) },
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
	"busy": func(string, []string) { // starts children that end at once, until it is killed
		for {
			_ = helperCommand("exit=0").Run()
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

// helperCommand returns a command that starts the helper with these actions.
func helperCommand(arguments ...string) *exec.Cmd {
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
	child := helperCommand(arguments...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		fmt.Println(err)
	}
}

// endMainThread ends the main thread. Another thread performs the remaining actions afterwards.
func endMainThread(_ string, rest []string) {
	go func() {
		for !strings.Contains(readSelf("stat"), ") Z ") {
			time.Sleep(time.Millisecond)
		}
		performActions(rest)
		os.Exit(0)
	}()
	_, _, _ = syscall.Syscall(syscall.SYS_EXIT, 0, 0, 0)
}

// trace traces a process and does not wait for it.
func trace(pid int) {
	runtime.LockOSThread() // the thread is the tracer
	const seize = 0x4206   // PTRACE_SEIZE
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PTRACE, seize, uintptr(pid), 0, 0, 0, 0); errno != 0 {
		fmt.Println("trace:", errno)
	}
}

func readSelf(name string) string {
	data, _ := os.ReadFile("/proc/self/" + name)
	return string(data)
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

// application performs the role of an application: it runs a program with the backend until it is killed. The
// word APPLICATION in the program's actions is replaced by its process ID.
func application(value string, rest []string) {
	backend := process.New(&process.Options{Path: filepath.Dir(os.Getenv("HELPER")), Isolation: process.Isolation(value)})
	working, _ := os.Getwd()
	run, err := backend.Open(context.Background(), &capability.Request{WorkingDir: working, Needs: &capability.Needs{Binaries: []string{"helper"}}})
	var output capability.Output
	for i, action := range rest {
		rest[i] = strings.ReplaceAll(action, "APPLICATION", strconv.Itoa(os.Getpid()))
	}
	if err == nil {
		output, err = run.Run(context.Background(), capability.Command{Name: "helper", Args: rest})
	}
	fmt.Print(output.Stdout, output.Stderr, err, "\n")
	os.Exit(1)
}

// fixture is a backend that runs only the helper program.
type fixture struct {
	t       testing.TB
	backend *process.Backend
	exec    capability.Exec
	bin     string // the directory of the helper
	dir     string // the working directory
	marker  string // an argument of all processes of the test
	ready   string // a file that descendants create when they run
}

func newFixture(t testing.TB, o process.Options) *fixture {
	t.Helper()
	w := &fixture{t: t, bin: t.TempDir(), dir: t.TempDir(), marker: fmt.Sprintf("marker-%d-%d", os.Getpid(), time.Now().UnixNano())}
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
func (w *fixture) open(ctx context.Context, binaries ...string) capability.Exec {
	w.t.Helper()
	opened, err := w.backend.Open(ctx, &capability.Request{Tool: "test", WorkingDir: w.dir, Needs: &capability.Needs{Binaries: binaries}})
	if err != nil {
		w.t.Fatal(err)
	}
	return opened
}

// run runs the helper with these actions.
func (w *fixture) run(acts ...string) capability.Output {
	w.t.Helper()
	output, err := w.exec.Run(w.t.Context(), capability.Command{Name: "helper", Args: acts})
	if err != nil {
		w.t.Fatal(err)
	}
	return output
}

// survivors returns the processes with the marker.
func (w *fixture) survivors() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		w.t.Fatal(err)
	}
	var pids []int
	for _, entry := range entries {
		line, err := commandLine(entry.Name())
		if err == nil && slices.Contains(strings.Split(string(line), "\x00"), w.marker) {
			pids = append(pids, number(entry.Name()))
		}
	}
	return pids
}

// commandLine returns the arguments of a process. If its main thread has ended, only the other threads show
// them.
func commandLine(pid string) ([]byte, error) {
	line, err := os.ReadFile("/proc/" + pid + "/cmdline")
	if err != nil || len(line) > 0 {
		return line, err
	}
	threads, _ := filepath.Glob("/proc/" + pid + "/task/*/cmdline")
	for _, thread := range threads {
		if line, err := os.ReadFile(thread); err == nil && len(line) > 0 {
			return line, nil
		}
	}
	return nil, os.ErrNotExist
}

// checkNoSurvivors waits until there are no survivors, and fails the test if some stay.
func (w *fixture) checkNoSurvivors() {
	w.t.Helper()
	for deadline := time.Now().Add(patience); len(w.survivors()) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Errorf("survivors: %v", w.survivors())
			return
		}
	}
}

// waitFor waits until a file exists.
func (w *fixture) waitFor(path string) {
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
