package runtime

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Registry holds tools in the order of their registration and executes calls
// to them. It is safe for concurrent use; registering, replacing and
// unregistering never disturb a running batch. Each change takes effect in one
// step: a batch, and a list of definitions, sees all of it or none of it.
type Registry struct {
	options           Options
	reducers          *Reducers // never nil
	stats             counters
	unfinishedRecords atomic.Int64 // records that the logger does not come back from
	decisions         sync.Map     // ids of the decisions that were used

	// change is held while a change of the tools and plugins is prepared, which
	// runs third-party middleware, and while it is committed. It is locked
	// before mu. Batches never wait for it.
	change sync.Mutex

	// mu guards the fields below. They are written under change and mu, so that
	// either of the two is enough to read them. The slices are never written
	// below their length again.
	mu       sync.RWMutex
	closed   bool
	order    []*entry
	byName   map[string]*entry
	plugins  []*registeredPlugin
	revision uint64        // of the tools; see Registry.Revision
	changed  chan struct{} // closed by the next change; nil while nothing waits for it
}

// entry is one tool, of the registry or of a turn, with the state that the
// runtime has for it.
type entry struct {
	tool        Tool                   // a copy of source
	source      *Tool                  // the tool as it was handed over
	plugin      string                 // the ID of its plugin; empty for none
	handler     Handler                // the tool inside its middleware; guarded by Registry.mu
	definition  atomic.Pointer[string] // encoded when first asked for: registering must stay cheap
	checkRunner *checkRunner           // nil for a tool without a check of its own
	revision    uint64                 // the revision that brought the tool, or its contract

	effects      effects                // what its calls change and touch
	needsOrder   bool                   // its calls may have to wait for others
	digest       atomic.Pointer[string] // of its contract, once it was asked for
	isReadResult bool                   // it reads spilled texts
	isFromTurn   bool                   // a turn brings it
	fault        error                  // why calls of a turn's tool are refused; nil as a rule
}

// NewRegistry returns a registry without tools, but for [ReadResultTool] when
// the options have a spill store. Nil options mean the defaults.
func NewRegistry(o *Options) *Registry {
	r := &Registry{byName: make(map[string]*entry), revision: firstRevision}
	if o != nil {
		r.options = *o
	}
	if r.reducers = r.options.Reducers; r.reducers == nil {
		r.reducers = new(Reducers)
	}
	if r.options.Spill != nil {
		e := r.readResultEntry()
		r.byName[e.tool.Name], r.order = e, []*entry{e}
	}
	return r
}

// DuplicateError says that a name is already taken.
type DuplicateError struct {
	// Name is the tool's name, IDs the ids of the two tools.
	Name string
	IDs  [2]string
}

// Error names the tool and the ids.
func (e *DuplicateError) Error() string {
	return fmt.Sprintf("runtime: two tools are named %q: %s and %s; rename one or except it from the wiring", e.Name, e.IDs[0], e.IDs[1])
}

// ErrClosed is the error of registering with a closed registry.
var ErrClosed = errors.New("runtime: the registry is closed")

// Register adds copies of the tools: all of them, or none. It fails for a nil
// tool, a tool without Invoke, a name that is not portable, what contradicts
// itself, and, with a *DuplicateError, a name already taken.
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

// newEntries checks, copies and wraps the tools of a plugin, or of none. The
// caller holds change.
func (r *Registry) newEntries(tools []*Tool, plugin string, plugins []*registeredPlugin) ([]*entry, error) {
	entries, fresh := make([]entry, len(tools)), make([]*entry, len(tools))
	for i, tool := range tools {
		if err := checkTool(tool); err != nil {
			return nil, err
		}
		e := &entries[i]
		e.tool, e.source, e.plugin = *tool, tool, plugin
		e.deriveEffects()
		if tool.Available != nil && tool.Available.Check != nil {
			e.checkRunner = new(checkRunner)
		}
		run, err := r.wrapTool(&e.tool, plugins)
		if err != nil {
			return nil, err
		}
		e.handler, fresh[i] = run, e
	}
	return fresh, nil
}

// id is the tool's id, or its name when it has none.
func (e *entry) id() string {
	if e.tool.ID == "" {
		return e.tool.Name
	}
	return e.tool.ID
}

// Unregister removes the tool of that name, if there is one, and shuts its
// receiver down when it was the last of its tools, for at most
// [DefaultShutdownTimeout]; an error of that goes to the logger. Calls that
// already run go on.
func (r *Registry) Unregister(name string) {
	r.change.Lock()
	u := r.newUpdate()
	u.remove(func(e *entry) bool { return e.tool.Name == name })
	unused, _ := r.commit(u) // nothing that is added can fail
	r.change.Unlock()
	r.shutDownUnused(unused)
}

// Tool returns the tool of that name. It must not be changed.
func (r *Registry) Tool(name string) (*Tool, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if e := r.byName[name]; e != nil {
		return &e.tool, true
	}
	return nil, false
}

// Tools returns all tools, in the order of registration.
func (r *Registry) Tools() []*Tool {
	return r.selectTools(func(*entry) bool { return true })
}

// Available returns the tools whose availability checks hold now, in the
// order of registration.
func (r *Registry) Available() []*Tool {
	var (
		begun checkRuns
		tools []*Tool
	)
	entries := r.entries()
	for i, e := range entries {
		if e.unavailableReason(begun.startFrom(entries[i:])) == "" {
			tools = append(tools, &e.tool)
		}
	}
	return tools
}

// Toolset returns the tools of that toolset, in the order of registration.
func (r *Registry) Toolset(name string) []*Tool {
	return r.selectTools(func(e *entry) bool { return e.tool.Toolset == name })
}

// PluginOf returns the id of the plugin that brought the tool of that name;
// empty for none.
func (r *Registry) PluginOf(name string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if e := r.byName[name]; e != nil {
		return e.plugin
	}
	return ""
}

// resolve gives each call its tool as it is wrapped now, a registered one if
// there is one of that name, else one that the turn brings. It returns the
// registered tools and the reducers. All of it is as of one moment, between two
// changes of the registry. When the registry is closed, the turn, which is the
// batch's copy, loses its tools: the middleware of plugins is gone.
func (r *Registry) resolve(calls []ToolCall, turn *Turn, batch []Call) ([]*entry, reducerTable) {
	r.mu.RLock()
	for i := range calls {
		if e := r.byName[calls[i].Name]; e != nil {
			batch[i].entry, batch[i].handler = e, e.handler
		}
	}
	registered, plugins, reducers, closed := r.order, r.plugins, r.reducers.snapshot(), r.closed
	r.mu.RUnlock()
	if closed {
		turn.Tools = nil
	}
	if len(turn.Tools) > 0 {
		r.resolveTurn(calls, turn, batch, plugins)
	}
	return registered, reducers
}

// selectTools calls keep without holding the lock: it runs authors' code.
func (r *Registry) selectTools(keep func(*entry) bool) []*Tool {
	var tools []*Tool
	for _, e := range r.entries() {
		if keep(e) {
			tools = append(tools, &e.tool)
		}
	}
	return tools
}

// entries is a snapshot of the registered tools. The slice is never written
// below its length again.
func (r *Registry) entries() []*entry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.order
}
