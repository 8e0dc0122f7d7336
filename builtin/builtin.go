package builtin

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/attachments"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
)

//go:generate go tool toolgen .

// Tools is a registry with all built-in tools. Make one with [New], and end it
// with [Tools.Close]. It is safe for concurrent use; more tools may be
// registered.
type Tools struct {
	*runtime.Registry
	// Store is what the tools remember. A program records in it what was said,
	// with AppendMessages, for session_search to find.
	Store *store.Store

	programs *process.Backend
	client   *network.Backend
	closing  context.Context // ends with Close
	end      context.CancelFunc
}

// New wires the tools. The errors are those of opening the store, of reducers
// and tools that are registered twice, and of options that cannot be used;
// nothing is left open then.
func New(o *Options) (_ *Tools, err error) {
	if o == nil || o.StorePath == "" {
		return nil, errors.New("builtin: Options.StorePath is empty: the tools that remember need a file, such as agent.db")
	}
	running, err := o.processOptions()
	if err != nil {
		return nil, fmt.Errorf("builtin: %w; Options.Process says how programs run otherwise", err)
	}
	t := &Tools{programs: process.New(running), client: network.New(o.Network)}
	t.closing, t.end = context.WithCancel(context.Background())
	options := o.runtimeOptions()
	options.Middleware = append(slices.Clone(options.Middleware), t.ending())
	options.Backends = t.backends(options.Backends, o)
	if options.Reducers, err = reduce(options.Reducers); err != nil {
		return nil, err
	}
	if t.Store, err = store.Open(o.StorePath, o.Store); err != nil {
		return nil, err
	}
	if err := t.register(o, &options); err != nil {
		return nil, errors.Join(err, t.Store.Close())
	}
	return t, nil
}

// register puts the tools into a registry with these options, over the store that is open.
func (t *Tools) register(o *Options, options *runtime.Options) error {
	kept, err := storeFiles(o.StorePath)
	if err != nil {
		return fmt.Errorf("builtin: %w", err)
	}
	options.Backends.Files = keeping(options.Backends.Files, kept)
	runner := task.New(o.Agent, o.Task)
	t.Registry, err = NewToolRegistry(ToolDeps{
		Browser: browser.New(t.browserOptions(o.Browser)),
		Runner:  runner,
		Search:  web.Choose(o.SearXNG, has(o.secretStore())),
		Store:   t.Store,
	}, options)
	if err != nil {
		return err
	}
	runner.Use(t.Registry)
	return nil
}

// Close ends what the tools hold, the last registered first: Chromium, programs, the store,
// connections. It waits for that until the context ends. Calls that are at work fail, and
// calls after it are refused.
func (t *Tools) Close(ctx context.Context) error {
	err := t.Registry.Close(ctx)
	t.end()
	err = errors.Join(err, t.programs.Close(ctx))
	t.client.Close()
	return err
}

// ending is middleware by which calls end with the tools, whoever executes them.
func (t *Tools) ending() runtime.Middleware {
	return runtime.Middleware{Name: "builtin", Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			forget := context.AfterFunc(t.closing, cancel)
			defer forget()
			return next(ctx, call)
		}
	}}
}

// backends are those given, and ours where there is none.
func (t *Tools) backends(given *capability.Backends, o *Options) *capability.Backends {
	var b capability.Backends
	if given != nil {
		b = *given
	}
	if b.Files == nil {
		b.Files = files.New(o.Files).Open
	}
	if b.Network == nil {
		b.Network = t.client.Client
	}
	if b.Process == nil {
		b.Process = t.programs.Open
	}
	if b.Secrets == nil {
		b.Secrets = secrets.Backend(o.secretStore())
	}
	if b.Attachments == nil {
		b.Attachments = attachments.Backend
	}
	return &b
}

// browserOptions are those given, with our programs to run Chromium by.
func (t *Tools) browserOptions(given *browser.Options) *browser.Options {
	var b browser.Options
	if given != nil {
		b = *given
	}
	if b.Exec == nil {
		b.Exec = func(ctx context.Context) (capability.Exec, error) {
			needs := browser.Needs()
			if b.Program != "" {
				needs.Binaries = append(needs.Binaries, b.Program)
			}
			return t.programs.Open(ctx, &capability.Request{Tool: "browser", Needs: needs})
		}
	}
	return &b
}

// reduce is the registry of reducers given, or one with all that we have.
func reduce(given *runtime.Reducers) (*runtime.Reducers, error) {
	if given != nil {
		return given, nil
	}
	var all runtime.Reducers
	for _, reducer := range reducers.All() {
		if _, err := all.Register(reducer); err != nil {
			return nil, err
		}
	}
	return &all, nil
}

// has says which keys there are.
func has(keys secrets.Store) func(reference string) bool {
	return func(reference string) bool {
		value, err := keys.Get(context.Background(), reference)
		return err == nil && value != ""
	}
}
