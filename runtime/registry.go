package runtime

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// Registry holds tools in the order of their registration and executes calls
// to them. It is safe for concurrent use; registering and unregistering never
// disturb a running batch.
type Registry struct {
	options   Options
	reducers  *Reducers // never nil
	stats     counters
	overdue   atomic.Int64 // records that the logger does not come back from
	decisions sync.Map     // ids of the decisions that were used

	// change is held while tools and plugins come and go. It is taken before
	// mu, and held while authors' middleware wraps; batches never wait for it.
	change  sync.Mutex
	plugins []*plugged // guarded by change

	mu     sync.RWMutex // guards what follows
	closed bool
	order  []*entry
	byName map[string]*entry
}

// entry is one registered tool with what the registry knows of it.
type entry struct {
	tool       Tool
	plugin     string
	run        Handler                // the tool inside its middleware; guarded by Registry.mu
	definition atomic.Pointer[string] // encoded when first asked for: registering must stay cheap
	check      *probe                 // nil for a tool without a check of its own

	effects effects                // what its calls change and touch
	ordered bool                   // its calls may have to wait for others
	reads   bool                   // it reads spilled texts
	digest  atomic.Pointer[string] // of its contract, once it was asked for
}

// NewRegistry returns a registry without tools, but for [ReadResultTool] when
// the options have a spill store. Nil options mean the defaults.
func NewRegistry(o *Options) *Registry {
	r := &Registry{byName: make(map[string]*entry)}
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
	return r.register("", tools)
}

// register adds the tools of a plugin, or of none. The caller holds change.
func (r *Registry) register(plugin string, tools []*Tool) error {
	fresh, err := r.newEntries(plugin, tools)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if len(r.byName) == 0 {
		r.byName = make(map[string]*entry, len(tools))
	}
	for i, e := range fresh {
		if err := r.name(e, fresh[:i]); err != nil {
			for _, added := range fresh[:i] {
				delete(r.byName, added.tool.Name)
			}
			return err
		}
	}
	if len(r.order) > 0 {
		fresh = append(r.order, fresh...)
	}
	r.order = fresh
	return nil
}

// newEntries checks, copies and wraps the tools.
func (r *Registry) newEntries(plugin string, tools []*Tool) ([]*entry, error) {
	entries, fresh := make([]entry, len(tools)), make([]*entry, len(tools))
	for i, tool := range tools {
		if err := checkTool(tool); err != nil {
			return nil, err
		}
		e := &entries[i]
		e.tool, e.plugin = *tool, plugin
		e.effects = tool.effects()
		e.ordered = tool.Exclusive || tool.Key != nil || e.effects.changes
		if tool.Available != nil && tool.Available.Check != nil {
			e.check = new(probe)
		}
		run, err := r.wrapped(&e.tool)
		if err != nil {
			return nil, err
		}
		e.run, fresh[i] = run, e
	}
	return fresh, nil
}

// name enters the entry under its name, unless that is taken, perhaps by one of
// those registered with it. Looking first would cost as much as storing.
func (r *Registry) name(e *entry, with []*entry) error {
	names := len(r.byName)
	r.byName[e.tool.Name] = e
	if len(r.byName) > names {
		return nil
	}
	for _, taken := range slices.Concat(r.order, with) {
		if taken.tool.Name == e.tool.Name {
			r.byName[e.tool.Name] = taken
			return &DuplicateError{Name: e.tool.Name, IDs: [2]string{taken.id(), e.id()}}
		}
	}
	return nil
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
	gone := r.remove(func(e *entry) bool { return e.tool.Name == name })
	r.change.Unlock()
	r.release(gone)
}

// remove takes the chosen tools out, and returns them with those receivers
// that no other tool shares: the last registered first, one per receiver. The
// caller holds change.
func (r *Registry) remove(chosen func(*entry) bool) (unused []*entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var gone []*entry
	kept := make([]*entry, 0, len(r.order))
	for _, e := range r.order {
		if chosen(e) {
			gone = append(gone, e)
			delete(r.byName, e.tool.Name)
		} else {
			kept = append(kept, e)
		}
	}
	r.order = kept
	return slices.DeleteFunc(lastFirst(gone), r.shared)
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
		begun begunChecks
		tools []*Tool
	)
	entries := r.entries()
	for i, e := range entries {
		if e.available(begun.from(entries[i:])) == "" {
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

// resolve gives each call its tool as it is wrapped now, and returns all tools:
// both as of one moment.
func (r *Registry) resolve(calls []ToolCall, batch []Call) []*entry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for i := range calls {
		if e := r.byName[calls[i].Name]; e != nil {
			batch[i].entry, batch[i].run = e, e.run
		}
	}
	return r.order
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
