package process

import (
	"log/slog"
	"time"
)

// The defaults of [Options].
const (
	DefaultMaxOutput    = 1 << 20
	DefaultMaxProcesses = 32
)

// Options configure a backend. The zero value, and nil, mean the defaults that
// each field names.
type Options struct {
	// Path is the list of directories in which programs are looked up, and the PATH of the
	// programs; empty means the PATH of the application. Entries that are relative, or inside the
	// working directory of a call, are ignored.
	Path string
	// Home is the HOME of programs, where they keep caches and configuration; empty means a new
	// empty directory for each program, which is removed after its end (unless the application is
	// killed first).
	Home string
	// PassEnv are the names of variables that programs get from the application's environment, in
	// addition to LANG, LANGUAGE, TZ, LC_ALL and the other standard LC_ variables.
	PassEnv []string
	// Env are "KEY=value" variables that every program gets.
	Env []string
	// AllowEnv are the names of variables that tools can set although the backend refuses them by
	// default, such as "GOFLAGS".
	AllowEnv []string
	// Timeout limits how long a program runs that Exec.Run starts, if the command has no timeout;
	// zero means that only the context ends it.
	Timeout time.Duration
	// MaxOutput limits stdout and stderr, in bytes each, if the command has no limit; zero means
	// DefaultMaxOutput.
	MaxOutput int
	// MaxProcesses limits how many programs run at a time, over all calls; zero means
	// DefaultMaxProcesses. A further program waits until another one or its context ends.
	MaxProcesses int
	// Isolation is the required isolation: if it does not work on this system, no program runs.
	// Empty means the strongest one that works.
	Isolation Isolation
	// Logger gets the isolation in use and failures that no caller gets; nil means
	// slog.Default().
	Logger *slog.Logger
}

// withDefaults returns a copy with the defaults of all fields.
func (o *Options) withDefaults() Options {
	var c Options
	if o != nil {
		c = *o
	}
	if c.MaxOutput <= 0 {
		c.MaxOutput = DefaultMaxOutput
	}
	if c.MaxProcesses <= 0 {
		c.MaxProcesses = DefaultMaxProcesses
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	return c
}
