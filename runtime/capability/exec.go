package capability

import (
	"context"
	"io"
	"time"
)

// Exec runs the programs that a tool declared. Programs get a scrubbed
// environment, and at the end of the call none of their descendants is left.
//
// It is safe for concurrent use.
type Exec interface {
	// Run runs a program to its end. An exit code other than 0, a signal and
	// a timeout are outcomes, not errors: they are told apart in Output. An
	// error means that the program did not start: a *Denied when it is not
	// declared or not allowed.
	Run(ctx context.Context, command Command) (Output, error)
	// Start starts a long-lived program. It ends with the call's context.
	Start(ctx context.Context, command Command) (Running, error)
}

// Command is a program to run. It is not passed through a shell.
type Command struct {
	// Name is one of the declared binaries.
	Name string
	// Args are the arguments after the name.
	Args []string
	// Dir is the working directory, relative to the call's; empty means that.
	Dir string
	// Env are additional "KEY=value" variables.
	Env []string
	// Stdin is the program's standard input.
	Stdin string
	// Timeout ends the program after that time; zero leaves it to the
	// context.
	Timeout time.Duration
	// MaxOutput bounds stdout and stderr, in bytes each; zero means 1 MiB.
	MaxOutput int
}

// Output is how a program ended.
type Output struct {
	// Stdout and Stderr are what it wrote, each cut at Command.MaxOutput.
	Stdout, Stderr string
	// Dropped is the number of bytes that the cuts left out.
	Dropped int64
	// ExitCode is its exit code; -1 when a signal ended it.
	ExitCode int
	// Signal is the name of the signal that ended it, such as "SIGKILL";
	// empty otherwise.
	Signal string
	// TimedOut says that Command.Timeout or the context's deadline ended it.
	TimedOut bool
}

// Running is a program started by Exec.Start.
type Running interface {
	// Stdin is the program's standard input; closing it ends the input.
	Stdin() io.WriteCloser
	// Stdout and Stderr are its output, each read by one reader.
	Stdout() io.Reader
	Stderr() io.Reader
	// Wait waits for its end. Output's Stdout and Stderr are empty.
	Wait() (Output, error)
	// Kill ends it and all its descendants.
	Kill() error
}
