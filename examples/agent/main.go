// Agent is one static binary that works on the files of a directory with a language model: the built-in tools, tools of
// its own, MCP servers, sessions that survive a crash, and a terminal.
//
//	agent                                   a conversation in the terminal
//	agent run "fix the tests in ./store"    one prompt, as lines of JSON
//	agent sessions list                     earlier sessions
//	agent tools list                        the tools, and calls of single tools
//	agent mcp serve                         the tools for other programs
//
// Without a flag the model is a scripted one, which needs no network. --model openai:gpt-5.1 and the variable
// OPENAI_API_KEY use a real one; OPENAI_BASE_URL names any other endpoint with OpenAI's API.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// The exit statuses.
const (
	exitOK      = 0
	exitFailed  = 1   // the work failed, or a call of "agent tools" did
	exitUsage   = 2   // the command could not begin
	exitStopped = 128 // a signal stopped the command: its number is added, as in a shell
)

// streams are the standard streams of the process.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() { cancel(stopped{(<-signals).(syscall.Signal)}) }()
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// stopped is the cause of a context that a signal ended.
type stopped struct{ syscall.Signal }

func (s stopped) Error() string { return s.String() }

// usageError is an error of the command line or of the environment.
type usageError struct{ error }

// statusError ends the program with a status and no further message.
type statusError struct{ status int }

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", e.status) }

// run runs the command of the arguments and returns the exit status.
func run(ctx context.Context, args []string, std streams) int {
	command := newCommand(std)
	command.SetArgs(args)
	command.SetIn(std.in)
	command.SetOut(std.out)
	command.SetErr(std.err)
	return report(ctx, command.ExecuteContext(ctx), std.err)
}

// report prints the error of a command and returns the exit status.
func report(ctx context.Context, err error, w io.Writer) int {
	var status statusError
	var usage usageError
	var signal stopped
	isStatus := errors.As(err, &status)
	if err != nil && !isStatus {
		fmt.Fprintln(w, "agent:", err)
	}
	switch {
	case err == nil:
		return exitOK
	case errors.As(context.Cause(ctx), &signal):
		return exitStopped + int(signal.Signal)
	case isStatus:
		return status.status
	case errors.As(err, &usage):
		return exitUsage
	}
	return exitFailed
}
