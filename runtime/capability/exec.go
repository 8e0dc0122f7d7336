package capability

import (
	"context"
	"io"
	"time"
)

// Exec runs the programs that a tool declares. Programs get an environment with configured variables
// only, and at the end of the call none of their descendants is left.
//
// It is safe for concurrent use.
type Exec interface {
	// Run runs a program and waits for its end. An exit code other than 0, a signal and a
	// timeout are not errors: Output says how the program ended. An error means that the program
	// did not start; it is a *Denied if the program is not declared or not allowed.
	Run(ctx context.Context, command Command) (Output, error)
	// Start starts a program that runs until the end of the call at the latest.
	Start(ctx context.Context, command Command) (Running, error)
}

// Command is a program to run. It is not passed through a shell.
type Command struct {
	// Name is one of the declared binaries.
	Name string
	// Args are the arguments after the name.
	Args []string
	// Dir is the working directory, relative to that of the call; empty means that of the call.
	Dir string
	// Env are variables in addition to those of the backend, as "KEY=value".
	Env []string
	// Stdin is the program's standard input.
	Stdin string
	// Timeout limits how long the program runs; zero means that only the context limits it.
	Timeout time.Duration
	// MaxOutput limits stdout and stderr, in bytes each; zero means the limit of the backend.
	MaxOutput int
}

// Output says how a program ended.
type Output struct {
	// Stdout and Stderr are what the program wrote, each cut at Command.MaxOutput.
	Stdout, Stderr string
	// Dropped is how many bytes of both were cut.
	Dropped int64
	// ExitCode is the exit code; -1 if a signal ended the program.
	ExitCode int
	// Signal is the name of the signal that ended the program, such as "SIGKILL"; otherwise it is
	// empty.
	Signal string
	// TimedOut means that Command.Timeout or the deadline of the context ended the program.
	TimedOut bool
}

// Running is a program that Exec.Start started.
type Running interface {
	// Stdin is the standard input of the program. Closing it ends the input.
	Stdin() io.WriteCloser
	// Stdout and Stderr are the outputs of the program. Each has at most one reader at a time.
	Stdout() io.Reader
	Stderr() io.Reader
	// Wait waits for the end of the program. Stdout and Stderr of the Output are empty.
	Wait() (Output, error)
	// Kill kills the program and all its descendants.
	Kill() error
}
