package browser

import (
	"context"
	"os/exec"
	"slices"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// The defaults of [Options].
const (
	DefaultMaxSessions = 8
	DefaultIdleTimeout = 15 * time.Minute
	DefaultLoadTimeout = 20 * time.Second
	DefaultMaxMemory   = 4 << 30 // bytes
)

// programs are the names of Chromium's program.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Options configure a browser. Exec is required; the zero value of each other
// field means its default.
type Options struct {
	// Exec gives what runs Chromium. It is called each time that a Chromium
	// starts, with a context that ends with it, also concurrently. It must be opened with
	// [Needs] and without a working directory. Chromium's files are in a
	// directory below os.TempDir, which is removed at its end:
	//
	//	func(ctx context.Context) (capability.Exec, error) {
	//		return programs.Open(ctx, &capability.Request{Tool: "browser", Needs: browser.Needs()})
	//	}
	//
	// where programs is a *process.Backend.
	Exec func(ctx context.Context) (capability.Exec, error)
	// Program is the name of Chromium's program, which is looked up along PATH.
	// Empty means the first of chromium, chromium-browser, google-chrome and
	// google-chrome-stable that exists.
	Program string
	// NoSandbox disables Chromium's own sandbox for users other than root as
	// well, for containers in which it cannot work. Only the rights of the user
	// then limit a page that breaks out of its renderer.
	NoSandbox bool
	// MaxSessions is the maximum number of sessions, each of which has a Chromium
	// of its own; zero means DefaultMaxSessions. A further session closes the one
	// that was idle for longest.
	MaxSessions int
	// IdleTimeout is the time without a call after which a session is closed;
	// zero means DefaultIdleTimeout.
	IdleTimeout time.Duration
	// LoadTimeout is the maximum time for loading a page, after which the call
	// returns what was loaded; zero means DefaultLoadTimeout. At most 40
	// seconds.
	LoadTimeout time.Duration
	// MaxMemory is the maximum memory of the Chromiums of all sessions together, in
	// bytes; zero means DefaultMaxMemory. When they use more, the largest Chromium
	// loses its largest page, or is ended if that page does not use enough, so
	// that a session that uses less than MaxMemory / MaxSessions loses nothing. Calls about a page that was
	// closed fail with ReasonPageStopped. The memory is measured several times a
	// second, so that it can exceed the limit for a moment. On systems without
	// /proc it is not limited.
	MaxMemory int64
	// MaxSessionMemory is the same limit for the Chromium of each session; zero
	// means half of MaxMemory.
	MaxSessionMemory int64
}

// Needs returns the programs that Options.Exec must be able to run: Chromium,
// and the shell that connects its pipes.
func Needs() *capability.Needs {
	return &capability.Needs{Kinds: capability.KindProcess, Binaries: append([]string{shell}, programs...)}
}

// withDefaults returns a copy with all defaults set.
func (o *Options) withDefaults() Options {
	var c Options
	if o != nil {
		c = *o
	}
	if c.MaxSessions <= 0 {
		c.MaxSessions = DefaultMaxSessions
	}
	if c.IdleTimeout <= 0 {
		c.IdleTimeout = DefaultIdleTimeout
	}
	if c.LoadTimeout <= 0 {
		c.LoadTimeout = DefaultLoadTimeout
	}
	if c.MaxMemory <= 0 {
		c.MaxMemory = DefaultMaxMemory
	}
	if c.MaxSessionMemory <= 0 {
		c.MaxSessionMemory = c.MaxMemory / 2
	}
	c.LoadTimeout = min(c.LoadTimeout, 2*DefaultLoadTimeout)
	return c
}

// candidates returns the names of the programs that are tried.
func (o *Options) candidates() []string {
	if o.Program != "" {
		return []string{o.Program}
	}
	return programs
}

// Ready reports whether Options.Exec is set, and Chromium and the shell are
// installed. Otherwise the tools are not offered.
func (b *Browser) Ready() bool {
	found := func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	}
	return b.options.Exec != nil && found(shell) && slices.ContainsFunc(b.options.candidates(), found)
}
