package runtime

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime/capability"
)

// Registry holds tools in the order of their registration and executes their
// calls. It is safe for concurrent use. Registering, replacing and
// unregistering tools does not affect running batches. Each change takes effect
// in one step: a batch, or a list of definitions, has either all of it or
// nothing.
type Registry struct {
	options           Options
	reducers          *Reducers // never nil
	stats             counters
	unfinishedRecords atomic.Int64 // the number of log records that the logger is still writing
	decisions         usedDecisions

	// change is locked while a change of the tools and plugins is prepared,
	// which calls third-party middleware, and while it is committed. It is
	// locked before mu. Batches do not lock it.
	change sync.Mutex

	// mu guards the fields below. They are written with both change and mu
	// locked, so either lock is enough to read them. The elements of the slices
	// are not changed after they are visible.
	mu       sync.RWMutex
	closed   bool
	order    []*entry
	byName   nameIndex
	plugins  []*registeredPlugin
	revision uint64        // of the tools; see Registry.Revision
	changed  chan struct{} // closed by the next change; nil if no goroutine waits for it
}

// entry is a tool of the registry or of a turn, with its state in the runtime. A
// registry may have thousands.
type entry struct {
	tool *Tool // the registered tool, or a copy of it: see Registry.toolOf
	*entryParts
	handler  Handler    // the tool inside its middleware; nil if it has none; guarded by Registry.mu
	texts    entryTexts // made when they are first needed
	revision uint64     // the revision in which the tool's declaration was added

	effects    effects // the effects of its calls
	needsOrder bool    // its calls may have to wait for other calls
}

// entryParts are the parts of an entry that few tools need. They are not changed, and
// entries with the same parts share them.
type entryParts struct {
	plugin       string       // the ID of its plugin; empty if there is none
	original     *Tool        // the tool of which entry.tool is a copy; nil if it is none
	checkRunner  *checkRunner // nil if the tool has no check
	fault        error        // why calls of a turn's tool are refused; nil if the tool is valid
	isReadResult bool         // it is the tool read_result
	isFromTurn   bool         // it is a tool of a turn
}

// source returns the pointer that was registered, or that the turn has.
func (e *entry) source() *Tool {
	if e.original != nil {
		return e.original
	}
	return e.tool
}

// currentHandler returns the function that runs the tool. The caller holds Registry.mu.
func (e *entry) currentHandler() Handler {
	if e.handler == nil {
		return e.tool.Invoke
	}
	return e.handler
}

// NewRegistry returns a registry without tools. If the options have a spill
// store, it has the tool [ReadResultTool]. Nil options mean the defaults.
func NewRegistry(o *Options) *Registry {
	r := &Registry{revision: firstRevision}
	if o != nil {
		r.options = *o
	}
	if r.reducers = r.options.Reducers; r.reducers == nil {
		r.reducers = new(Reducers)
	}
	if r.options.Spill != nil {
		e := r.readResultEntry()
		r.byName.add(e)
		r.order = []*entry{e}
	}
	return r
}

// DuplicateError is the error of a tool whose name another tool already has.
type DuplicateError struct {
	// Name is the name of the tools, and IDs are their ids.
	Name string
	IDs  [2]string
}

// Error returns a text with the name and the ids.
func (e *DuplicateError) Error() string {
	return fmt.Sprintf("runtime: two tools are named %q: %s and %s; rename one or except it from the wiring", e.Name, e.IDs[0], e.IDs[1])
}

// ErrClosed is the error of registering with a closed registry.
var ErrClosed = errors.New("runtime: the registry is closed")

// Register adds the tools, which must not change after that. If it returns an error, it has added none.
// It fails if a tool is nil, has no Invoke, has a name that is not portable, or
// has fields that contradict each other, and with a *DuplicateError if a name
// is already registered.
func (r *Registry) Register(tools ...*Tool) error {
	r.change.Lock()
	defer r.change.Unlock()
	if r.closed {
		return ErrClosed
	}
	u := r.newUpdate()
	var err error
	if u.added, err = r.newEntries(tools, "", u.plugins); err != nil {
		return err
	}
	if u.order = u.added; len(r.order) > 0 {
		u.order = append(r.order, u.added...)
	}
	_, err = r.commit(u)
	return err
}

// newEntries returns entries for the tools of a plugin, or of none: checked and
// wrapped in middleware. The caller holds Registry.change. A registry may get thousands of
// tools, so newEntries calls few functions for a tool without special declarations.
func (r *Registry) newEntries(tools []*Tool, plugin string, plugins []*registeredPlugin) ([]*entry, error) {
	entries, fresh, shared := make([]entry, len(tools)), make([]*entry, len(tools)), &entryParts{plugin: plugin}
	hasMiddleware := len(plugins) > 0 || len(r.options.Middleware) > 0
	for i, tool := range tools {
		if err := checkTool(tool); err != nil {
			return nil, err
		}
		e := &entries[i]
		e.tool, e.entryParts, fresh[i] = tool, shared, e
		if tool.Cache != nil || r.options.ApprovalRule != nil {
			e.tool = r.toolOf(tool)
		}
		e.deriveEffects()
		if hasCheck := tool.Available != nil && tool.Available.Check != nil; hasCheck || e.tool != tool {
			e.entryParts = &entryParts{plugin: plugin, original: tool}
			if hasCheck {
				e.checkRunner = new(checkRunner)
			}
		}
		if tool.Retry == nil && !hasMiddleware {
			continue
		}
		run, err := r.wrapTool(e.tool, plugins)
		if err != nil {
			return nil, err
		}
		e.handler = run
	}
	return fresh, nil
}

// toolOf returns the tool that the registry uses for a registered tool. It is a copy if
// the application's rule adds an approval, or if results are cached: a session caches
// them by this pointer, and other registries may have the same tool with other backends.
func (r *Registry) toolOf(tool *Tool) *Tool {
	if tool.Cache != nil {
		c := *tool
		tool = &c
	}
	return r.options.withApprovalRule(tool)
}

// id returns the tool's id, or its name if it has no id.
func (e *entry) id() string {
	if e.tool.ID == "" {
		return e.tool.Name
	}
	return e.tool.ID
}

// Unregister removes the tool with the name, if there is one. If no other tool
// has its ShutdownKey, Unregister shuts the tool down within
// [DefaultShutdownTimeout], and logs the error of the shutdown. Running calls
// of the tool continue.
func (r *Registry) Unregister(name string) {
	r.change.Lock()
	u := r.newUpdate()
	u.remove(func(e *entry) bool { return e.tool.Name == name })
	unused, _ := r.commit(u) // commit fails only for added tools
	r.change.Unlock()
	r.shutDownUnused(unused)
}

// Tool returns the tool with the name. It must not be changed.
func (r *Registry) Tool(name string) (*Tool, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if e := r.byName.get(name); e != nil {
		return e.tool, true
	}
	return nil, false
}

// Tools returns all tools in the order of registration.
func (r *Registry) Tools() []*Tool {
	entries := r.entries()
	tools := make([]*Tool, len(entries))
	for i, e := range entries {
		tools[i] = e.tool
	}
	return tools
}

// Available returns the tools that are available now, in the order of
// registration.
func (r *Registry) Available() []*Tool {
	var (
		runs  checkRuns
		tools []*Tool
	)
	entries := r.entries()
	for i, e := range entries {
		if e.unavailableReason(runs.startFrom(entries[i:])) == "" {
			tools = append(tools, e.tool)
		}
	}
	return tools
}

// Toolset returns the tools of the toolset in the order of registration.
func (r *Registry) Toolset(name string) []*Tool {
	return r.selectTools(func(e *entry) bool { return e.tool.Toolset == name })
}

// HasApprover reports whether Options.Approver is set.
func (r *Registry) HasApprover() bool { return r.options.Approver != nil }

// MissingBackends returns the capabilities that a tool declares and for which
// Options.Backends has no backend, so that no call of the tool can run.
func (r *Registry) MissingBackends(tool *Tool) capability.Kind {
	return r.options.Backends.Missing(tool.Needs)
}

// PluginOf returns the id of the plugin of the tool with the name; empty if
// there is none.
func (r *Registry) PluginOf(name string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if e := r.byName.get(name); e != nil {
		return e.plugin
	}
	return ""
}

// resolve sets the entry and the handler of each call: those of the registered
// tool with its name, or else of the turn's tool. It returns the registered
// tools and the reducers. All of them are from one moment, between two changes
// of the registry. If the registry is closed, resolve removes the tools of the
// turn, which must be the batch's copy, because the middleware of the plugins
// is no longer there.
func (r *Registry) resolve(calls []ToolCall, turn *Turn, batch []Call) ([]*entry, reducerTable) {
	r.mu.RLock()
	for i := range calls {
		if e := r.byName.get(calls[i].Name); e != nil {
			batch[i].entry, batch[i].handler = e, e.currentHandler()
		}
	}
	registered, plugins, reducers, closed := r.order, r.plugins, r.reducers.snapshot(), r.closed
	r.mu.RUnlock()
	if closed && turn.Tools != nil { // so it is a copy that no other batch uses
		turn.Tools = nil
	}
	if len(turn.Tools) > 0 {
		r.resolveTurn(calls, turn, batch, plugins)
	}
	return registered, reducers
}

// selectTools returns the tools for which keep returns true.
func (r *Registry) selectTools(keep func(*entry) bool) []*Tool {
	var tools []*Tool
	for _, e := range r.entries() {
		if keep(e) {
			tools = append(tools, e.tool)
		}
	}
	return tools
}

// entries returns the current tools. The elements of the slice are not changed
// later.
func (r *Registry) entries() []*entry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.order
}
