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
)

// programs are the names that Chromium goes by.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Options configure a browser. Exec is required; for the others the zero value
// means the default that the field names.
type Options struct {
	// Exec gives what runs Chromium. It is called each time that Chromium
	// starts, with a context that ends with it. It must be opened with
	// [Needs] and without a working directory, so that Chromium's files are in
	// an empty directory that is removed at its end:
	//
	//	func(ctx context.Context) (capability.Exec, error) {
	//		return programs.Open(ctx, &capability.Request{Tool: "browser", Needs: browser.Needs()})
	//	}
	//
	// where programs is a *process.Backend.
	Exec func(ctx context.Context) (capability.Exec, error)
	// Program is the name of Chromium, which is looked up along PATH; empty
	// means the first that is there of chromium, chromium-browser,
	// google-chrome and google-chrome-stable.
	Program string
	// NoSandbox switches Chromium's own sandbox off also for users other than
	// root, for containers in which it cannot work. Pages that break out of the
	// renderer are then held by nothing but the user's rights.
	NoSandbox bool
	// MaxSessions is how many sessions have a page open at a time; zero means
	// DefaultMaxSessions. One more closes the one that was not used for longest.
	MaxSessions int
	// IdleTimeout is after how long without a call a session is closed; zero
	// means DefaultIdleTimeout.
	IdleTimeout time.Duration
	// LoadTimeout is how long a page may take to load before what is there is
	// answered; zero means DefaultLoadTimeout. At most 40 seconds.
	LoadTimeout time.Duration
}

// Needs are the programs that Options.Exec must be able to run: Chromium, and the
// shell that connects its pipes.
func Needs() *capability.Needs {
	return &capability.Needs{Kinds: capability.KindProcess, Binaries: append([]string{shell}, programs...)}
}

// withDefaults is a copy with every default filled in.
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
	c.LoadTimeout = min(c.LoadTimeout, 2*DefaultLoadTimeout)
	return c
}

// candidates are the names under which Chromium is looked for.
func (o *Options) candidates() []string {
	if o.Program != "" {
		return []string{o.Program}
	}
	return programs
}

// Ready reports whether there is a Chromium to run, and something to run it
// with: without them the tools are not offered.
func (b *Browser) Ready() bool {
	found := func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	}
	return b.options.Exec != nil && found(shell) && slices.ContainsFunc(b.options.candidates(), found)
}
