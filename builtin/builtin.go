package builtin

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/attachments"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
	"github.com/toolgen/toolgen/runtime/toolsearch"
)

//go:generate go tool toolgen .

// Set is all built-in tools in one registry, with what they use. Make one with [New] and end it
// with [Set.Close]. More tools may be registered.
type Set struct {
	*runtime.Registry
	// Store is the database of notes, sessions, to-do lists and tickets. A program adds the
	// messages of a session to it with AppendMessages, so that the tool session_search can
	// find them.
	Store *store.Store

	jobs     *terminal.Jobs
	finder   *toolsearch.Finder // nil without Options.FindTools
	programs *process.Backend
	client   *network.Backend
	life     context.Context // ends with Close
	end      context.CancelFunc
}

// New returns a set of the built-in tools. It returns an error if the store cannot be opened, if
// a reducer or a tool is registered twice, and if options are not valid. After an error nothing is
// open.
func New(o *Options) (_ *Set, err error) {
	if o == nil || o.StorePath == "" {
		return nil, errors.New("builtin: Options.StorePath is empty: set it to the path of a file for the tools that store data, such as agent.db")
	}
	programOptions, err := o.processOptions()
	if err != nil {
		return nil, fmt.Errorf("builtin: no options for programs: %w: set Options.Process", err)
	}
	s := &Set{programs: process.New(programOptions), client: network.New(o.Network)}
	s.life, s.end = context.WithCancel(context.Background())
	options := o.runtimeOptions()
	options.Middleware = append(slices.Clone(options.Middleware), s.endCalls())
	options.Backends = s.backends(options.Backends, o)
	if o.LossApproval != nil {
		options.ApprovalRule = o.LossApproval.rule(options.ApprovalRule)
	}
	options.Counterparts, options.Rewrite = withCounterparts(options.Counterparts), withHabits(options.Rewrite)
	if options.Reducers, err = withReducers(options.Reducers); err != nil {
		return nil, err
	}
	if s.Store, err = store.Open(o.StorePath, o.Store); err != nil {
		return nil, err
	}
	if err := s.register(o, &options); err != nil {
		return nil, errors.Join(err, s.Store.Close())
	}
	return s, nil
}

// register creates the registry with all tools. The store must be open.
func (s *Set) register(o *Options, options *runtime.Options) error {
	files, err := storeFiles(o.StorePath)
	if err != nil {
		return fmt.Errorf("builtin: %w", err)
	}
	options.Backends.Files = denyFiles(options.Backends.Files, files)
	runner := task.New(o.Agent, o.Task)
	s.jobs = terminal.NewJobs(jobOptions(o.Jobs, options.Backends.Process))
	s.Registry, err = NewToolRegistry(ToolDeps{
		Browser: browser.New(s.browserOptions(o.Browser)),
		Jobs:    s.jobs,
		Runner:  runner,
		Search:  web.Choose(o.SearXNG, hasKey(o.secretStore())),
		Store:   s.Store,
	}, options)
	if err != nil {
		return err
	}
	runner.Use(s.Registry)
	if o.FindTools == nil {
		return nil
	}
	s.finder = toolsearch.New(s.Registry, o.FindTools)
	return s.Register(s.finder.Tool())
}

// Close closes the tools, the last registered first, and then ends all programs and closes idle
// connections. It waits for them until the context ends. Calls in progress fail, and later calls
// are refused.
func (s *Set) Close(ctx context.Context) error {
	err := s.Registry.Close(ctx)
	s.end()
	err = errors.Join(err, s.programs.Close(ctx))
	s.client.Close()
	return err
}

// Visible returns the tools to show in a turn, for [runtime.Turn.Visible], which a
// program sets before each request to the model: with Options.FindTools, the tools
// that are always shown and those that the session has found; otherwise nil, which
// means all tools.
func (s *Set) Visible(turn *runtime.Turn) []*runtime.Tool {
	if s.finder == nil {
		return nil
	}
	return s.finder.Visible(turn)
}

// EndSession ends the processes that the session with this id started with
// terminal_start, and waits for their end until the context ends. It also forgets the
// tools that the session found. A program calls it when a conversation ends; Close
// ends the processes of all sessions.
func (s *Set) EndSession(ctx context.Context, session string) error {
	if s.finder != nil {
		s.finder.EndSession(session)
	}
	return s.jobs.EndSession(ctx, session)
}

// endCalls returns middleware that cancels the context of every call when the set is closed.
func (s *Set) endCalls() runtime.Middleware {
	return runtime.Middleware{Name: "builtin", Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			detach := context.AfterFunc(s.life, cancel)
			defer detach()
			return next(ctx, call)
		}
	}}
}

// backends returns a copy of the backends that the application gave, with a default for each
// missing one but Storage.
func (s *Set) backends(given *capability.Backends, o *Options) *capability.Backends {
	var b capability.Backends
	if given != nil {
		b = *given
	}
	if b.Files == nil {
		b.Files = files.New(o.Files).Open
	}
	if b.Network == nil {
		b.Network = s.client.Open
	}
	if b.Process == nil {
		b.Process = s.programs.Open
	}
	if b.Secrets == nil {
		b.Secrets = secrets.New(&secrets.Options{Store: o.secretStore()}).Open
	}
	if b.Attachments == nil {
		b.Attachments = attachments.New(nil).Open
	}
	return &b
}

// browserOptions returns a copy of the options that the application gave. If Exec is nil, the
// copy runs Chromium with the set's backend for programs.
func (s *Set) browserOptions(given *browser.Options) *browser.Options {
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
			return s.programs.Open(ctx, &capability.Request{Tool: "browser", Needs: needs})
		}
	}
	return &b
}

// jobOptions returns a copy of the options that the application gave. If Open is nil,
// the copy runs processes with the backend of other programs.
func jobOptions(given *terminal.JobOptions, open func(context.Context, *capability.Request) (capability.Exec, error)) terminal.JobOptions {
	var o terminal.JobOptions
	if given != nil {
		o = *given
	}
	if o.Open == nil {
		o.Open = func(ctx context.Context, workingDir string) (capability.Exec, error) {
			return open(ctx, &capability.Request{Tool: "terminal_start", Needs: terminal.Needs(), WorkingDir: workingDir})
		}
	}
	return o
}

// withReducers returns the given reducers, or all reducers of package reducers for nil.
func withReducers(given *runtime.Reducers) (*runtime.Reducers, error) {
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

// hasKey returns a function that reports whether the store has a value for a reference.
func hasKey(keys secrets.Store) func(reference string) bool {
	return func(reference string) bool {
		value, err := keys.Get(context.Background(), reference)
		return err == nil && value != ""
	}
}
