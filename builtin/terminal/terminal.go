package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/printed"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// RunArgs are the arguments of the tool terminal. Dir is the directory of the command,
// relative to the working directory, and TimeoutSeconds its maximum time.
type RunArgs struct {
	// Such as "go test ./... | tail -n 20"; standard input is empty.
	Command        string `json:"command" jsonschema:"minLength=1,maxLength=32768" tool:"alias=cmd,alias=script"`
	Dir            string `json:"dir,omitzero" jsonschema:"default=." tool:"alias=cwd,alias=workdir,alias=working_dir,alias=working_directory,alias=directory,alias=path"`
	TimeoutSeconds int    `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=600,default=120" tool:"alias=timeout"`
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

// startShell starts the command line in a shell. A timeout of zero means that only
// the context ends it.
func startShell(ctx context.Context, programs capability.Exec, args RunArgs, dir string, timeout time.Duration) (capability.Running, error) {
	running, err := programs.Start(ctx, capability.Command{
		Name: "sh", Args: []string{"-c", script, "sh", args.Command}, Dir: dir, Timeout: timeout,
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

// Run runs a command line in sh and returns its output. Background processes end with it.
//
//tool:register terminal
//tool:toolset terminal
//tool:title Terminal
//tool:category development
//tool:process sh
//tool:destructive
//tool:open-world
//tool:requires-approval func=WhyDestructive
//tool:untrusted-output source=command
//tool:timeout 11m
//tool:dry-run Describe
//tool:example {"command": "git status --short && git diff --stat"}
//tool:example {"command": "ls *.md | wc -l", "dir": ".", "timeout_seconds": 30}
func Run(ctx context.Context, call *runtime.Call, programs capability.Exec, args RunArgs) (runtime.Result, error) {
	dir, err := names.Local("dir", args.Dir, call.WorkingDir())
	if err != nil {
		return runtime.Result{}, err
	}
	running, err := startShell(ctx, programs, args, dir, args.timeout())
	if err != nil {
		return runtime.Result{}, err
	}
	output := printed.New()
	var readers sync.WaitGroup
	recent, stopReports := reportProgress(call)
	readers.Go(func() { output.Read(io.TeeReader(running.Stdout(), recent)) })
	readers.Go(func() { output.Read(io.TeeReader(running.Stderr(), recent)) })
	readers.Wait()
	stopReports()
	ended, err := running.Wait()
	if err != nil {
		return runtime.Result{}, err
	}
	result := newResult(call, ended, output, args.timeout(), ctx.Err())
	if result.OK && leavesBackground(args.Command) {
		result.Value += "\n[processes in the background were ended with the command]"
	}
	return result, nil
}

// Describe says what Run would do: the command line, with invisible characters
// escaped, its directory, the maximum time, and whether it looks destructive. The
// application may require approval also for calls that do not.
func Describe(_ context.Context, call *runtime.Call, _ capability.Exec, args RunArgs) (string, error) {
	return describeRun(call, args, "for at most "+args.timeout().String())
}

// describeRun says what a call would run, and for how long.
func describeRun(call *runtime.Call, args RunArgs, howLong string) (string, error) {
	dir, err := names.Local("dir", args.Dir, call.WorkingDir())
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("would run with sh in %s, %s:\n%s\n", names.Display(dir), howLong, texts.Visible(args.Command))
	if dangers := dangersIn(args.Command, args.Dir); len(dangers) > 0 {
		return text + "a person must approve it first, because it:\n- " + strings.Join(dangers, "\n- "), nil
	}
	if losses := Losses(args.Command, args.Dir, nil); len(losses) > 0 {
		return text + "it loses or publishes something:\n- " + strings.Join(losses, "\n- "), nil
	}
	return text + "it does not look destructive", nil
}
