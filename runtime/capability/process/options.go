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
	// Path is the list of directories in which programs are looked up, and
	// their own PATH; empty means the application's. Entries that are not
	// absolute, or inside a call's working directory, are left out.
	Path string
	// Home is the HOME of programs, where caches and configuration live; empty
	// means an empty directory for each program, removed after its end (not if
	// the application is killed before).
	Home string
	// PassEnv are the names of variables of the application's environment that
	// programs see, besides LANG, LANGUAGE, LC_ALL and its kin, and TZ.
	PassEnv []string
	// Env are "KEY=value" variables that every program sees.
	Env []string
	// AllowEnv are names of variables that tools may set although they are refused by
	// default, such as "GOFLAGS".
	AllowEnv []string
	// Timeout ends programs run by Exec.Run whose command sets none; zero
	// leaves it to the context.
	Timeout time.Duration
	// MaxOutput bounds stdout and stderr, in bytes each, where the command does not;
	// zero means DefaultMaxOutput.
	MaxOutput int
	// MaxProcesses is how many programs run at a time, those of all calls; zero means
	// DefaultMaxProcesses. Others wait until one ends or their context does.
	MaxProcesses int
	// Isolation is the one that must be in force; where it cannot be,
	// nothing runs. Empty means the strongest that works.
	Isolation Isolation
	// Logger is told which isolation is in force, and of what went wrong
	// behind a program's back; nil means slog.Default.
	Logger *slog.Logger
}

// withDefaults is a copy with every default filled in.
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
