package process

import (
	"errors"
	"fmt"
	"os"
)

// Isolation is how descendants of a program are kept from surviving it. The
// package's documentation says what each covers.
type Isolation string

// The kinds of isolation, strongest first.
const (
	// Namespace is a PID namespace for each program.
	Namespace Isolation = "pid namespace"
	// Supervisor is a process above each program that inherits its orphans.
	Supervisor Isolation = "supervisor"
	// Group is a session and process group for each program.
	Group Isolation = "process group"
	// Single ends the program alone.
	Single Isolation = "single process"
)

// method is a way to start programs.
type method struct {
	isolation Isolation
	// probe tells why it does not work here, if it does not.
	probe func() error
	// start starts a program; it must be followed by the tree's wait in the same
	// goroutine, which is locked to its thread.
	start func(*program) (tree, error)
}

// program is what to start: everything checked, found and opened.
type program struct {
	path    string
	argv    []string
	env     []string
	dir     *os.File // its working directory; nil where it is reached by dirPath alone
	dirPath string
	files   [3]*os.File
}

// tree is a started program with its descendants.
type tree interface {
	// wait waits until all of them have ended, as far as can be told, and says
	// how the program did. It calls ended once the program itself has.
	wait(ended func(ending)) ending
	// kill ends all of them. It may be called several times, and during wait.
	kill()
}

// ending is how a program ended.
type ending struct {
	code   int    // its exit code, -1 for a signal
	signal string // the signal's name
	killed bool   // as kill would end it
}

// choose takes the first method that works, of the isolation that is demanded.
// Stronger says why those above it do not.
func choose(methods []method, demanded Isolation) (chosen *method, stronger, err error) {
	var failed []method
	var problems []error
	for _, m := range methods {
		if demanded != "" && m.isolation != demanded {
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
		return nil, nil, fmt.Errorf("process: isolation %q does not exist on this system", demanded)
	}
	return nil, nil, fmt.Errorf("process: this system does not allow the isolation demanded: %w", errors.Join(problems...))
}
