package process

import (
	"errors"
	"fmt"
	"os"
)

// Isolation is how a backend prevents descendants from running after the end of a program. The
// package documentation says what each kind covers.
type Isolation string

// The kinds of isolation, strongest first.
const (
	// Namespace is its own PID namespace for each program. Programs cannot leave it: those of root
	// lose the capabilities that would allow it, and cannot write the kernel's files in /proc and /sys, if the
	// kernel allows the mounts for that.
	Namespace Isolation = "pid namespace"
	// Supervisor is a parent process for each program that adopts its orphans. Whether programs can
	// kill it depends on the kernel. Programs of root lose the same capabilities as with Namespace, and
	// can write the kernel's files only if the application may not mount (CAP_SYS_ADMIN).
	Supervisor Isolation = "supervisor"
	// Group is its own session and process group for each program. Programs have all rights of the
	// application, and can stop it.
	Group Isolation = "process group"
	// Single kills only the program itself.
	Single Isolation = "single process"
)

// method starts programs with one kind of isolation.
type method struct {
	isolation Isolation
	// probe returns an error if the method does not work on this system.
	probe func() error
	// start starts a program. The same goroutine, locked to its thread, must call wait of the
	// tree afterwards.
	start func(*program) (tree, error)
}

// program is what to start, after all checks.
type program struct {
	path    string
	argv    []string
	env     []string
	dir     *os.File // the working directory; nil on systems that use dirPath
	dirPath string
	files   [3]*os.File
}

// tree is a running program with its descendants.
type tree interface {
	// wait waits until all of them have ended, as far as the method can detect it, and returns how
	// the program ended. It calls ended when the program itself has ended.
	wait(ended func(programEnd)) programEnd
	// kill kills all of them. It can be called several times, also during wait.
	kill()
}

// programEnd is how a program ended.
type programEnd struct {
	code   int    // the exit code; -1 for a signal
	signal string // the name of the signal
	killed bool   // the program ended as after a call of kill
}

// choose returns the first method that works and has the required isolation; an empty isolation
// means any. The error stronger says why methods with a stronger isolation do not work.
func choose(methods []method, required Isolation) (chosen *method, stronger, err error) {
	var failed []method
	var problems []error
	for _, m := range methods {
		if required != "" && m.isolation != required {
			continue
		}
		problem := m.probe()
		if problem == nil {
			for i, f := range failed {
				if f.isolation != m.isolation {
					stronger = errors.Join(stronger, problems[i])
				}
			}
			return &m, stronger, nil
		}
		failed = append(failed, m)
		problems = append(problems, fmt.Errorf("%s: %w", m.isolation, problem))
	}
	if problems == nil {
		return nil, nil, fmt.Errorf("process: the isolation %q in Options does not exist on this system: set one of %q, %q, %q and %q, or none for the strongest that works", required, Namespace, Supervisor, Group, Single)
	}
	return nil, nil, fmt.Errorf("process: this system does not allow the isolation in Options: %w", errors.Join(problems...))
}
