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

// ErrClosed is the error of starting a program after Close.
var ErrClosed = errors.New("process: the backend is closed")

// Backend runs programs. Make one with [New].
type Backend struct {
	options Options
	path    []string      // absolute directories in which programs are looked up
	slots   chan struct{} // a semaphore: holds one value for each running program
	choose  func() (*method, error)

	life context.Context // ends with Close
	stop func()

	mu       sync.Mutex
	closed   bool
	programs sync.WaitGroup // incremented only while not closed
}

// New returns a backend. The first Open checks the options.
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

// Isolation returns the isolation that the backend uses. The first call tests what the system
// allows. An error means that the isolation in Options does not work on this system: no program
// runs then.
func (b *Backend) Isolation() (Isolation, error) {
	m, err := b.choose()
	if err != nil {
		return "", err
	}
	return m.isolation, nil
}

// Open serves [capability.Backends.Process]. The context is that of the call: when it ends, all
// programs of the call are killed, also those that were started with another context. An error
// means that the options or the declaration of the tool are not valid.
func (b *Backend) Open(ctx context.Context, request *capability.Request) (capability.Exec, error) {
	m, err := b.choose()
	if err != nil {
		return nil, err
	}
	if err := b.options.check(); err != nil {
		return nil, err
	}
	if request.Needs == nil {
		return nil, deny("the tool declares no programs")
	}
	for _, name := range request.Needs.Binaries {
		if !isPlainName(name) {
			return nil, fmt.Errorf("process: the tool %s declares the program %q: expected a name without a directory", request.Tool, shorten(name))
		}
	}
	if request.WorkingDir != "" && !filepath.IsAbs(request.WorkingDir) {
		return nil, fmt.Errorf("process: the working directory %q of the turn is relative: expected an absolute path", request.WorkingDir)
	}
	if request.DryRun {
		return dryRun{}, nil
	}
	return &executor{backend: b, method: m, ctx: ctx, request: request}, nil
}

// dryRun is the capability.Exec of a dry run. It starts nothing, because the effect of a program
// is not known.
type dryRun struct{}

// Run returns a *capability.Denied.
func (dryRun) Run(context.Context, capability.Command) (capability.Output, error) {
	return capability.Output{}, errDryRun
}

// Start returns a *capability.Denied.
func (dryRun) Start(context.Context, capability.Command) (capability.Running, error) {
	return nil, errDryRun
}

var errDryRun = deny("no program runs in a dry run")

// check returns an error for options that are not valid.
func (o *Options) check() error {
	if o.Home != "" && !filepath.IsAbs(o.Home) {
		return fmt.Errorf("process: Options.Home is %q: expected an absolute path", o.Home)
	}
	for _, variable := range o.Env {
		if name, value, ok := strings.Cut(variable, "="); !ok || !isVariableName(name) || strings.ContainsRune(value, 0) {
			return fmt.Errorf("process: Options.Env has the entry %q: expected KEY=value", shorten(name))
		}
	}
	for _, name := range append(append([]string(nil), o.PassEnv...), o.AllowEnv...) {
		if !isVariableName(name) {
			return fmt.Errorf("process: Options.PassEnv or Options.AllowEnv has the entry %q: expected a name of letters, digits and underscores", shorten(name))
		}
	}
	return nil
}

// Close kills all programs and waits until they have ended, or until the context ends. No program
// can be started afterwards.
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

// deny returns a *capability.Denied with a formatted reason.
func deny(format string, args ...any) error {
	return capability.Deny(capability.KindProcess, fmt.Sprintf(format, args...))
}

// shorten returns the name, cut to a length that is readable in messages: models can give names
// of any length.
func shorten(name string) string {
	const maxLength = 64
	if len(name) > maxLength {
		return name[:maxLength] + "..."
	}
	return name
}
