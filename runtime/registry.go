package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Registry holds tools in the order of their registration and executes calls
// to them. It is safe for concurrent use; registering and unregistering never
// disturb a running batch.
type Registry struct {
	options Options
	stats   counters

	mu     sync.RWMutex
	closed bool
	order  []*entry
	byName map[string]*entry
}

// entry is one registered tool with what the registry knows of it.
type entry struct {
	tool       Tool
	plugin     string
	definition definitionCache
}

// NewRegistry returns an empty registry. Nil options mean the defaults.
func NewRegistry(o *Options) *Registry {
	r := &Registry{byName: make(map[string]*entry)}
	if o != nil {
		r.options = *o
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
// tool, a tool without Invoke, a name that is not portable, and, with a
// *DuplicateError, a name already taken.
func (r *Registry) Register(tools ...*Tool) error { return r.register("", tools) }

// RegisterPlugin adds the tools of a plugin: all of them, or none.
func (r *Registry) RegisterPlugin(p Plugin) error {
	switch {
	case p.ID == "":
		return errors.New("runtime: the plugin has no ID")
	case len(p.Reducers) > 0:
		return &UnsupportedError{"Plugin.Reducers"}
	case len(p.Middleware) > 0:
		return &UnsupportedError{"Plugin.Middleware"}
	}
	return r.register(p.ID, p.Tools)
}

func (r *Registry) register(plugin string, tools []*Tool) error {
	if err := r.options.unsupported(); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	r.grow(len(tools))
	entries := make([]entry, len(tools))
	for i, tool := range tools {
		err := checkTool(tool)
		if err == nil {
			entries[i] = entry{tool: *tool, plugin: plugin}
			err = r.add(&entries[i])
		}
		if err != nil {
			r.drop(entries[:i])
			return err
		}
	}
	return nil
}

// grow makes room for n more tools at once.
func (r *Registry) grow(n int) {
	r.order = slices.Grow(r.order, n)
	if len(r.byName) == 0 {
		r.byName = make(map[string]*entry, n)
	}
}

// add appends the entry unless its name is taken.
func (r *Registry) add(e *entry) error {
	if taken := r.byName[e.tool.Name]; taken != nil {
		return &DuplicateError{Name: e.tool.Name, IDs: [2]string{taken.id(), e.id()}}
	}
	r.byName[e.tool.Name] = e
	r.order = append(r.order, e)
	return nil
}

// drop takes back entries that were added last.
func (r *Registry) drop(entries []entry) {
	for i := range entries {
		delete(r.byName, entries[i].tool.Name)
	}
	r.order = slices.Clip(r.order[:len(r.order)-len(entries)])
}

// id is the tool's id, or its name when it has none.
func (e *entry) id() string {
	if e.tool.ID == "" {
		return e.tool.Name
	}
	return e.tool.ID
}

// Unregister removes the tool of that name, if there is one, and shuts its
// receiver down when it was the last of its tools; an error of that goes to
// the logger. Calls that already run go on.
func (r *Registry) Unregister(name string) {
	r.mu.Lock()
	e := r.byName[name]
	if e != nil {
		delete(r.byName, name)
		r.order = slices.DeleteFunc(slices.Clone(r.order), func(other *entry) bool { return other == e })
	}
	last := e != nil && r.lastOf(e)
	r.mu.Unlock()
	if !last {
		return
	}
	if err := shutdown(context.Background(), lastFirst([]*entry{e})); err != nil {
		r.options.logger().Error("shutdown failed", "tool", name, "error", err)
	}
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
	return r.selectTools(func(e *entry) bool { return e.available() == "" })
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

// resolve gives each slot the tool of its call, and returns the tools there
// are: both as of one moment.
func (r *Registry) resolve(calls []ToolCall, slots []Call) []*entry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for i := range calls {
		slots[i].entry = r.byName[calls[i].Name]
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
