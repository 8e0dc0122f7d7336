package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// RunArgs are the arguments of the tool terminal.
type RunArgs struct {
	// The command line for a POSIX shell, such as "go test ./... | tail -n 20". Its standard input is empty.
	Command string `json:"command" jsonschema:"minLength=1,maxLength=32768"`
	// The directory in which to run it, relative to the working directory, such as "services/api".
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// The maximum time in seconds.
	TimeoutSeconds int `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=600,default=120"`
}

// Validate returns an error for a command line that no shell can run: one with a
// syntax error, without a command or with a NUL character.
func (a RunArgs) Validate() error {
	if strings.ContainsRune(a.Command, 0) {
		return texts.Invalid("command", "has a NUL character, which a command line cannot have: remove it")
	}
	file, err := parse(a.Command)
	if err != nil {
		return texts.Invalid("command", "has a syntax error at line %s", strings.TrimPrefix(err.Error(), "command:"))
	}
	if len(file.Stmts) == 0 {
		return texts.Invalid("command", "has no command: write at least one")
	}
	return nil
}

// defaultTimeout is the default of timeout_seconds.
const defaultTimeout = 120

// timeout returns the maximum time of the command.
func (a RunArgs) timeout() time.Duration {
	return time.Duration(cmp.Or(a.TimeoutSeconds, defaultTimeout)) * time.Second
}

// script runs its first argument in another shell, whose standard error is its
// standard output. That shell replaces the first one (exec), so that the backend
// sees the signal that ends the command.
const script = `exec sh -c -- "$1" 2>&1`

// startShell starts the command line in a shell.
func startShell(ctx context.Context, programs capability.Exec, args RunArgs, dir string) (capability.Running, error) {
	running, err := programs.Start(ctx, capability.Command{
		Name: "sh", Args: []string{"-c", script, "sh", args.Command}, Dir: dir, Timeout: args.timeout(),
	})
	var missing *fs.PathError
	var denied *capability.Denied
	switch {
	case err == nil:
		return running, running.Stdin().Close()
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &denied):
		return nil, err
	case errors.As(err, &missing), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), names.NotDirectory(err):
		return nil, names.Explain("dir", args.Dir, err)
	}
	return nil, texts.Unavailable("", "the shell could not be started: %w; a program named sh must be on the PATH that the application gives to tools", err)
}

// Run runs a command line in a shell (sh). It returns the output and how the command ended. Background processes end with the command.
//
//tool:register terminal
//tool:toolset terminal
//tool:title Terminal
//tool:category development
//tool:process sh
//tool:destructive
//tool:open-world
//tool:requires-approval func=WhyDestructive
//tool:untrusted-output
//tool:timeout 11m
//tool:dry-run Describe
//tool:example {"command": "git status --short && git diff --stat"}
//tool:example {"command": "ls *.md | wc -l", "dir": ".", "timeout_seconds": 30}
func Run(ctx context.Context, call *runtime.Call, programs capability.Exec, args RunArgs) (runtime.Result, error) {
	dir, err := names.Local("dir", args.Dir, call.WorkingDir())
	if err != nil {
		return runtime.Result{}, err
	}
	running, err := startShell(ctx, programs, args, dir)
	if err != nil {
		return runtime.Result{}, err
	}
	printed := newExcerpt(call.Budget())
	var readers sync.WaitGroup
	readers.Go(func() { printed.readFrom(running.Stdout()) })
	readers.Go(func() { printed.readFrom(running.Stderr()) })
	readers.Wait()
	ended, err := running.Wait()
	if err != nil {
		return runtime.Result{}, err
	}
	return newResult(ended, printed, args.timeout(), ctx.Err()), nil
}

// Describe says what Run would do: the command line, with invisible characters
// escaped, its directory, the maximum time, and whether the call needs approval.
func Describe(_ context.Context, call *runtime.Call, _ capability.Exec, args RunArgs) (string, error) {
	dir, err := names.Local("dir", args.Dir, call.WorkingDir())
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("would run with sh in %s, for at most %v:\n%s\n", names.Shown(dir), args.timeout(), texts.Visible(args.Command))
	if dangers := Dangers(args.Command); len(dangers) > 0 {
		return text + "a person must approve it first, because it:\n- " + strings.Join(dangers, "\n- "), nil
	}
	return text + "no approval is needed: it does not look destructive", nil
}
