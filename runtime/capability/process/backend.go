package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime/capability"
)

// ErrClosed is the error of a program that is to be started after Close.
var ErrClosed = errors.New("process: the backend is closed")

// Backend runs programs. Make one with [New].
type Backend struct {
	options Options
	path    []string // absolute directories
	slots   chan struct{}
	choose  func() (*method, error)

	life context.Context // ends with Close
	stop func()

	mu       sync.Mutex
	closed   bool
	programs sync.WaitGroup // incremented only while not closed
}

// New returns a backend. Options are checked when the first call opens it.
func New(o *Options) *Backend {
	b := &Backend{options: o.withDefaults()}
	b.life, b.stop = context.WithCancel(context.Background())
	if b.options.Path == "" {
		b.options.Path = os.Getenv("PATH")
	}
	for _, dir := range filepath.SplitList(b.options.Path) {
		if filepath.IsAbs(dir) {
			b.path = append(b.path, filepath.Clean(dir))
		}
	}
	b.slots = make(chan struct{}, b.options.MaxProcesses)
	b.choose = sync.OnceValues(func() (*method, error) {
		m, failed, err := choose(methods(), b.options.Isolation)
		switch {
		case err != nil:
			return nil, err
		case failed != nil:
			b.options.Logger.Warn("process: programs run with a weaker isolation", "isolation", m.isolation, "why", strings.ReplaceAll(failed.Error(), "\n", "; "))
		default:
			b.options.Logger.Debug("process: programs run isolated", "isolation", m.isolation)
		}
		return m, nil
	})
	return b
}

// Isolation is the isolation in force. The first call tries out what the system
// allows. An error means that the one demanded does not work, and that nothing
// will run.
func (b *Backend) Isolation() (Isolation, error) {
	m, err := b.choose()
	if err != nil {
		return "", err
	}
	return m.isolation, nil
}

// Open serves [capability.Backends.Process]. The context is the call's: its
// end ends every program that was started, whatever context that was started
// with. An error means that the options or the tool's declaration are wrong.
func (b *Backend) Open(ctx context.Context, request *capability.Request) (capability.Exec, error) {
	m, err := b.choose()
	if err != nil {
		return nil, err
	}
	if err := b.options.check(); err != nil {
		return nil, err
	}
	if request.Needs == nil {
		return nil, denied("the tool declares no programs")
	}
	for _, name := range request.Needs.Binaries {
		if !plainName(name) {
			return nil, fmt.Errorf("process: the tool %s declares the program %q: expected a name without a directory", request.Tool, shorten(name))
		}
	}
	if request.WorkingDir != "" && !filepath.IsAbs(request.WorkingDir) {
		return nil, fmt.Errorf("process: the working directory %q of the turn is not absolute", request.WorkingDir)
	}
	if request.DryRun {
		return idle{}, nil
	}
	return &executor{backend: b, method: m, ctx: ctx, request: request}, nil
}

// idle is what a dry run gets: nobody knows what a program would change.
type idle struct{}

// Run refuses.
func (idle) Run(context.Context, capability.Command) (capability.Output, error) {
	return capability.Output{}, errDryRun
}

// Start refuses.
func (idle) Start(context.Context, capability.Command) (capability.Running, error) {
	return nil, errDryRun
}

var errDryRun = denied("no program runs in a dry run")

// check reports options that cannot be meant.
func (o *Options) check() error {
	if o.Home != "" && !filepath.IsAbs(o.Home) {
		return fmt.Errorf("process: Options.Home is %q: expected an absolute path", o.Home)
	}
	for _, variable := range o.Env {
		if name, value, ok := strings.Cut(variable, "="); !ok || !variableName(name) || strings.ContainsRune(value, 0) {
			return fmt.Errorf("process: Options.Env has an entry for %q: expected KEY=value", shorten(name))
		}
	}
	for _, name := range append(append([]string(nil), o.PassEnv...), o.AllowEnv...) {
		if !variableName(name) {
			return fmt.Errorf("process: Options names the variable %q: expected a name of letters, digits and underscores", shorten(name))
		}
	}
	return nil
}

// Close ends all programs and waits until they are gone, or for the context's
// end. Nothing can be started afterwards.
func (b *Backend) Close(ctx context.Context) error {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.stop()
	gone := make(chan struct{})
	go func() { b.programs.Wait(); close(gone) }()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func denied(format string, args ...any) error {
	return &capability.Denied{Kind: capability.KindProcess, Reason: fmt.Sprintf(format, args...)}
}

// shorten keeps names from the model readable in messages.
func shorten(name string) string {
	const most = 64
	if len(name) > most {
		return name[:most] + "..."
	}
	return name
}
