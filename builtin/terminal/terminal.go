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

// RunArgs is what to run, and where.
type RunArgs struct {
	// The command line for a POSIX shell, such as "go test ./... | tail -n 20". Its standard input is empty; nothing that it starts outlives it.
	Command string `json:"command" jsonschema:"minLength=1,maxLength=32768"`
	// The directory to run it in, relative to the working directory, such as "services/api".
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// After how many seconds it is ended.
	TimeoutSeconds int `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=600,default=120"`
}

// Validate refuses what no shell could run: a syntax error, with its line and
// column, an empty command line and characters that no argument can have.
func (a RunArgs) Validate() error {
	if strings.ContainsRune(a.Command, 0) {
		return texts.Invalid("command", "has a NUL character, which no command line can have")
	}
	file, err := parse(a.Command)
	if err != nil {
		return texts.Invalid("command", "the shell would not understand it: line %s", strings.TrimPrefix(err.Error(), "command:"))
	}
	if len(file.Stmts) == 0 {
		return texts.Invalid("command", "there is nothing to run in it")
	}
	return nil
}

// defaultTimeout is timeout_seconds where it is left out.
const defaultTimeout = 120

func (a RunArgs) timeout() time.Duration {
	return time.Duration(cmp.Or(a.TimeoutSeconds, defaultTimeout)) * time.Second
}

// script hands its first argument to a shell of its own, whose error output
// goes where its output goes. It replaces itself by it, so that a signal that
// ends the command is seen as such.
const script = `exec sh -c -- "$1" 2>&1`

// start starts the shell in a directory.
func start(ctx context.Context, programs capability.Exec, args RunArgs, dir string) (capability.Running, error) {
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
	return nil, texts.Unavailable("", "no shell could be started: %w; a program sh must be on the PATH that this application gives to tools", err)
}

// Run runs a command line in a shell (sh) and returns what it prints and how it ends. Background processes end with it.
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
	running, err := start(ctx, programs, args, dir)
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
	return result(ended, printed, args.timeout(), ctx.Err()), nil
}

// Describe says what Run would do: the command line, in which characters that
// cannot be seen are escaped, where, for how long at most, and whether a person
// would be asked first.
func Describe(_ context.Context, call *runtime.Call, _ capability.Exec, args RunArgs) (string, error) {
	dir, err := names.Local("dir", args.Dir, call.WorkingDir())
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("would run with sh in %s, for at most %v:\n%s\n", names.Shown(dir), args.timeout(), texts.Visible(args.Command))
	if dangers := Dangers(args.Command); len(dangers) > 0 {
		return text + "a person is asked first, because it:\n- " + strings.Join(dangers, "\n- "), nil
	}
	return text + "nobody is asked first: it does not look destructive", nil
}
