package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// executor is the capability.Exec of one call.
type executor struct {
	backend *Backend
	method  *method
	ctx     context.Context // of the call
	request *capability.Request
}

// Run runs a program and waits for its end. A program whose context is cancelled ends with the
// signal SIGKILL; Output.TimedOut is false then.
func (e *executor) Run(ctx context.Context, command capability.Command) (capability.Output, error) {
	c, err := e.start(ctx, command, cmp.Or(command.Timeout, e.backend.options.Timeout), command.Stdin != "")
	if err != nil {
		return capability.Output{}, err
	}
	if c.stdin != nil {
		go func() {
			_, _ = io.WriteString(c.stdin, command.Stdin) // fails if the program does not read all of it
			c.stdin.Close()
		}()
	}
	limit := command.MaxOutput
	if limit <= 0 {
		limit = e.backend.options.MaxOutput
	}
	stdout, stderr := newCapture(c.stdout, limit), newCapture(c.stderr, limit)
	<-c.done
	if c.stdin != nil {
		c.stdin.Close() // ends the write if another process has the other end open
	}
	output := c.outcome
	var cutOut, cutErr int64
	output.Stdout, cutOut = stdout.end()
	output.Stderr, cutErr = stderr.end()
	output.Dropped = cutOut + cutErr
	return output, nil
}

// Start starts a program. Only Command.Timeout and the contexts end it: Options.Timeout and
// Command.MaxOutput have no effect. The program reads Command.Stdin first.
func (e *executor) Start(ctx context.Context, command capability.Command) (capability.Running, error) {
	c, err := e.start(ctx, command, command.Timeout, true)
	if err != nil {
		return nil, err
	}
	return newRunning(c, command.Stdin), nil
}

// start checks the command and starts its program.
func (e *executor) start(ctx context.Context, command capability.Command, timeout time.Duration, stdin bool) (*child, error) {
	p, err := e.prepare(command)
	if err != nil {
		return nil, err
	}
	startTime := time.Now()
	if err := e.acquire(ctx, timeout); err != nil {
		return nil, err
	}
	c := &child{backend: e.backend, name: command.Name, how: programEnd{-1, "SIGKILL", true}, done: make(chan struct{})}
	if err := e.launch(c, p, command, stdin); err != nil {
		c.cleanUp()
		<-e.backend.slots
		return nil, err
	}
	c.endWith(e.backend.life)
	c.endWith(e.ctx)
	c.endWith(ctx)
	if timeout > 0 {
		c.endAfter(max(timeout-time.Since(startTime), 1))
	}
	return c, nil
}

// prepare checks the command and finds the program.
func (e *executor) prepare(command capability.Command) (*program, error) {
	path, err := e.backend.find(e.request, command.Name)
	if err != nil {
		return nil, err
	}
	if err := e.backend.checkAdditions(command.Env); err != nil {
		return nil, err
	}
	if e.request.WorkingDir == "" && command.Dir != "" {
		return nil, deny("the directory %q is refused: the turn has no working directory", shorten(command.Dir))
	}
	for i, argument := range command.Args {
		if strings.ContainsRune(argument, 0) {
			return nil, fmt.Errorf("process: argument %d of %q contains a NUL character: remove it", i+1, command.Name)
		}
	}
	return &program{path: path, argv: append([]string{command.Name}, command.Args...)}, nil
}

// acquire waits until fewer than MaxProcesses programs are running.
func (e *executor) acquire(ctx context.Context, timeout time.Duration) error {
	for _, c := range []context.Context{ctx, e.ctx} {
		if err := c.Err(); err != nil {
			return fmt.Errorf("process: not started: %w", err)
		}
	}
	var expired <-chan time.Time
	if timeout > 0 {
		timer := time.NewTimer(timeout)
		defer timer.Stop()
		expired = timer.C
	}
	why := context.DeadlineExceeded
	select {
	case e.backend.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		why = ctx.Err()
	case <-e.ctx.Done():
		why = e.ctx.Err()
	case <-expired:
	}
	return fmt.Errorf("process: not started, because %d programs are running already, which is the maximum: %w", cap(e.backend.slots), why)
}

// launch opens what the program needs and starts it. After an error the caller must call cleanUp.
func (e *executor) launch(c *child, p *program, command capability.Command, stdin bool) error {
	b := e.backend
	var err error
	if b.options.Home == "" || e.request.WorkingDir == "" {
		if c.scratch, err = os.MkdirTemp("", "toolgen-process-"); err != nil {
			return fmt.Errorf("process: the temporary directory of the program could not be created: %w", err)
		}
	}
	p.dir, p.dirPath, err = openDirectory(cmp.Or(e.request.WorkingDir, c.scratch), command.Dir)
	if err != nil {
		return err
	}
	defer p.dir.Close()
	p.env = b.environment(cmp.Or(b.options.Home, c.scratch), p.dirPath, command.Env)
	programEnds, err := c.openStreams(stdin)
	defer closeAll(programEnds[:]...)
	if err != nil {
		return fmt.Errorf("process: the pipes of the program could not be created: %w", err)
	}
	p.files = programEnds
	if err := b.add(); err != nil {
		return err
	}
	c.atEnd = c.release
	if err := c.start(e.method, p); err != nil {
		b.programs.Done()
		return fmt.Errorf("process: the program %q could not be started: %w", command.Name, withoutPath(err))
	}
	return nil
}

// withoutPath returns an error without the path that os.StartProcess adds.
func withoutPath(err error) error {
	if withPath, ok := errors.AsType[*os.PathError](err); ok {
		return withPath.Err
	}
	return err
}

// add counts a program that is about to be started. It fails after Close.
func (b *Backend) add() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return ErrClosed
	}
	b.programs.Add(1)
	return nil
}

// release removes the scratch directory and frees the slot after the end of the program.
func (c *child) release() {
	c.removeScratch()
	<-c.backend.slots
	c.backend.programs.Done()
}

// cleanUp undoes a launch that failed.
func (c *child) cleanUp() {
	closeAll(c.stdin, c.stdout, c.stderr)
	c.removeScratch()
}

// removeScratch removes the scratch directory. A program can have made directories in it read-only,
// as module caches do.
func (c *child) removeScratch() {
	if c.scratch == "" || os.RemoveAll(c.scratch) == nil {
		return
	}
	_ = filepath.WalkDir(c.scratch, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	if err := os.RemoveAll(c.scratch); err != nil {
		c.backend.options.Logger.Warn("process: the temporary directory of a program cannot be removed", "program", c.name, "error", err)
	}
}

// openStreams creates the pipes and returns the program's ends of them.
func (c *child) openStreams(stdin bool) (programEnds [3]*os.File, err error) {
	if stdin {
		programEnds[0], c.stdin, err = os.Pipe()
	} else {
		programEnds[0], err = os.Open(os.DevNull)
	}
	if err == nil {
		c.stdout, programEnds[1], err = os.Pipe()
	}
	if err == nil {
		c.stderr, programEnds[2], err = os.Pipe()
	}
	return programEnds, err
}

func closeAll(files ...*os.File) {
	for _, file := range files {
		if file != nil {
			file.Close()
		}
	}
}
