//go:build amd64 || arm64

package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// supervisorMethod is the method that starts programs under the supervisor.
type supervisorMethod struct {
	isolation  Isolation
	attributes func() *syscall.SysProcAttr
}

// probe starts the supervisor with a path that is not a program. The method works if exec is the only
// step that fails.
func (s supervisorMethod) probe() error {
	root := string(filepath.Separator)
	dir, err := os.Open(root)
	if err != nil {
		return err
	}
	defer dir.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer null.Close()
	_, err = s.start(&program{path: root, argv: []string{"probe"}, env: []string{}, dir: dir, files: [3]*os.File{null, null, null}})
	if errors.Is(err, errExec) {
		return nil
	}
	return err
}

// errExec is the error of a program that the supervisor could not execute.
var errExec = errors.New("the supervisor could not execute the program")

// start starts the supervisor and waits until it has started the program.
func (s supervisorMethod) start(p *program) (tree, error) {
	file, err := supervisorFile()
	if err != nil {
		return nil, err
	}
	records, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer writer.Close()
	files := append(p.files[:len(p.files):len(p.files)], writer, file) // recordDescriptor, supervisorDescriptor
	attributes := &os.ProcAttr{Dir: p.openDir(), Env: p.env, Files: files, Sys: s.attributes()}
	process, err := os.StartProcess(supervisorPath, supervisorArguments(p, attributes.Sys), attributes)
	if err != nil {
		records.Close()
		return nil, fmt.Errorf("the supervisor could not be started: %w", withoutPath(err))
	}
	writer.Close()
	t := &supervisedTree{process: process, records: records, namespace: s.isolation == Namespace}
	_ = records.SetReadDeadline(time.Now().Add(startTimeout)) // pipes support deadlines
	kind, value, err := t.next()
	if kind == recordStarted {
		t.program = int(value)
		_ = records.SetReadDeadline(time.Time{})
		return t, nil
	}
	_ = process.Kill()                    // fails if the supervisor has ended
	go func() { _, _ = process.Wait() }() // another process that traces the supervisor can delay it
	records.Close()
	if kind == recordFailed {
		return nil, fmt.Errorf("%w: %w", errExec, syscall.Errno(value))
	}
	return nil, fmt.Errorf("the supervisor ended or does not answer: %w", err)
}

// supervisorArguments returns the arguments of the supervisor: the paths that it makes read-only in a mount
// namespace, an empty argument, and the program.
func supervisorArguments(p *program, attributes *syscall.SysProcAttr) []string {
	arguments := []string{"toolgen-supervisor"}
	if attributes.Unshareflags&syscall.CLONE_NEWNS != 0 {
		arguments = append(arguments, readOnlyPaths()...)
	}
	return append(append(arguments, "", p.path), p.argv...)
}
