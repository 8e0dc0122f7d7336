package process

import (
	"io"

	"github.com/toolgen/toolgen/runtime/capability"
)

// runningProgram implements capability.Running.
type runningProgram struct {
	child          *child
	stdin          *input
	stdout, stderr *stream
	over           chan struct{} // closed after the end, when the streams are closed
}

// newRunning returns a running program whose input begins with the text.
func newRunning(c *child, text string) *runningProgram {
	r := &runningProgram{
		child: c, stdin: newInput(c.stdin, text), stdout: &stream{file: c.stdout}, stderr: &stream{file: c.stderr},
		over: make(chan struct{}),
	}
	go func() {
		<-c.done
		_ = r.stdin.end() // a failure does not matter: the program has ended
		r.stdout.end()
		r.stderr.end()
		close(r.over)
	}()
	return r
}

// Stdin is the program's standard input.
func (r *runningProgram) Stdin() io.WriteCloser { return r.stdin }

// Stdout is the program's standard output. It can be read after the end of the program.
func (r *runningProgram) Stdout() io.Reader { return r.stdout }

// Stderr is the program's standard error. It can be read after the end of the program.
func (r *runningProgram) Stderr() io.Reader { return r.stderr }

// Wait waits for the end of the program and of its descendants. It can be called several times.
func (r *runningProgram) Wait() (capability.Output, error) {
	<-r.over
	return r.child.outcome, nil
}

// Kill kills the program and its descendants. It does not wait for their end.
func (r *runningProgram) Kill() error {
	r.child.kill(cancelled)
	return nil
}
