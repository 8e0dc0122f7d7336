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
	ctx     context.Context // the call's
	request *capability.Request
}

// Run runs a program to its end. A cancelled program was ended by SIGKILL, and
// not TimedOut; the caller's context says so too.
func (e *executor) Run(ctx context.Context, command capability.Command) (capability.Output, error) {
	c, err := e.start(ctx, command, cmp.Or(command.Timeout, e.backend.options.Timeout), command.Stdin != "")
	if err != nil {
		return capability.Output{}, err
	}
	if c.stdin != nil {
		go func() {
			_, _ = io.WriteString(c.stdin, command.Stdin) // a program need not read it
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
		c.stdin.Close() // ends the writing, if somebody else still holds the other end
	}
	output := c.outcome
	var cutOut, cutErr int64
	output.Stdout, cutOut = stdout.end()
	output.Stderr, cutErr = stderr.end()
	output.Dropped = cutOut + cutErr
	return output, nil
}

// Start starts a program. Only the command's own timeout ends it before its
// context does, MaxOutput is without effect, and Command.Stdin is what it reads
// first.
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
	began := time.Now()
	if err := e.acquire(ctx, timeout); err != nil {
		return nil, err
	}
	c := &child{backend: e.backend, name: command.Name, how: ending{-1, "SIGKILL", true}, done: make(chan struct{})}
	if err := e.begin(c, p, command, stdin); err != nil {
		c.cleanUp()
		<-e.backend.slots
		return nil, err
	}
	c.endWith(e.backend.life)
	c.endWith(e.ctx)
	c.endWith(ctx)
	if timeout > 0 {
		c.endAfter(max(timeout-time.Since(began), 1))
	}
	return c, nil
}

// prepare checks everything that can be refused, and finds the program.
func (e *executor) prepare(command capability.Command) (*program, error) {
	path, err := e.backend.find(e.request, command.Name)
	if err != nil {
		return nil, err
	}
	if err := e.backend.checkAdditions(command.Env); err != nil {
		return nil, err
	}
	if e.request.WorkingDir == "" && command.Dir != "" {
		return nil, denied("the directory %q is refused: the turn has no working directory", shorten(command.Dir))
	}
	for i, argument := range command.Args {
		if strings.ContainsRune(argument, 0) {
			return nil, fmt.Errorf("process: argument %d of %q has a NUL character: no program can be given one", i+1, command.Name)
		}
	}
	return &program{path: path, argv: append([]string{command.Name}, command.Args...)}, nil
}

// acquire waits for a place among the programs that run.
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
	return fmt.Errorf("process: not started, as %d programs were running already: %w", cap(e.backend.slots), why)
}

// begin opens what the program needs and launches it. On an error, cleanUp
// undoes the rest.
func (e *executor) begin(c *child, p *program, command capability.Command, stdin bool) error {
	b := e.backend
	var err error
	if b.options.Home == "" || e.request.WorkingDir == "" {
		if c.scratch, err = os.MkdirTemp("", "toolgen-process-"); err != nil {
			return fmt.Errorf("process: no empty directory could be made: %w", err)
		}
	}
	p.dir, p.dirPath, err = openDirectory(cmp.Or(e.request.WorkingDir, c.scratch), command.Dir)
	if err != nil {
		return err
	}
	defer p.dir.Close()
	p.env = b.environment(cmp.Or(b.options.Home, c.scratch), p.dirPath, command.Env)
	theirs, err := c.openStreams(stdin)
	defer closeAll(theirs[:]...)
	if err != nil {
		return fmt.Errorf("process: no pipes could be made: %w", err)
	}
	p.files = theirs
	if err := b.add(); err != nil {
		return err
	}
	if err := c.launch(e.method, p, c.release); err != nil {
		b.programs.Done()
		return fmt.Errorf("process: the program %q could not be started: %w", command.Name, cause(err))
	}
	return nil
}

// cause is an error without the path that os.StartProcess puts before it.
func cause(err error) error {
	if withPath, ok := errors.AsType[*os.PathError](err); ok {
		return withPath.Err
	}
	return err
}

// add counts a program that is about to start.
func (b *Backend) add() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return ErrClosed
	}
	b.programs.Add(1)
	return nil
}

// release gives back what the program held, after the end of all of it.
func (c *child) release() {
	c.removeScratch()
	<-c.backend.slots
	c.backend.programs.Done()
}

// cleanUp undoes begin.
func (c *child) cleanUp() {
	closeAll(c.stdin, c.stdout, c.stderr)
	c.removeScratch()
}

// removeScratch removes the empty directory and what the program put there, also
// in directories that it made unwritable, as module caches are.
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
		c.backend.options.Logger.Warn("process: the directory of a program cannot be removed", "program", c.name, "error", err)
	}
}

// openStreams makes the pipes; it returns the program's ends.
func (c *child) openStreams(stdin bool) (theirs [3]*os.File, err error) {
	if stdin {
		theirs[0], c.stdin, err = os.Pipe()
	} else {
		theirs[0], err = os.Open(os.DevNull)
	}
	if err == nil {
		c.stdout, theirs[1], err = os.Pipe()
	}
	if err == nil {
		c.stderr, theirs[2], err = os.Pipe()
	}
	return theirs, err
}

func closeAll(files ...*os.File) {
	for _, file := range files {
		if file != nil {
			file.Close()
		}
	}
}
