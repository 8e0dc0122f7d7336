package runtime

import (
	"errors"
	"fmt"
	"slices"
)

// Plugin is a set of tools that policies name together, with what goes with
// them.
type Plugin struct {
	// ID names the plugin in policies; Version is its own.
	ID, Version string
	// Tools are what it brings.
	Tools []*Tool
	// Reducers are added to those of the registry.
	Reducers []Reducer
	// Middleware wraps every tool that it selects, of this plugin or not,
	// inside that of the options and of plugins registered before.
	Middleware []Middleware
}

// plugged is a registered plugin with what takes it back.
type plugged struct {
	id         string
	middleware []Middleware
	undo       []func()
}

// DuplicatePluginError says that a plugin of that id is registered already.
type DuplicatePluginError struct {
	// ID is the plugin's.
	ID string
}

// Error names the plugin.
func (e *DuplicatePluginError) Error() string {
	return fmt.Sprintf("runtime: two plugins have the ID %q; unregister the first before the second", e.ID)
}

// RegisterPlugin adds what the plugin brings: all of it, or none. It fails
// without an ID, with a *DuplicatePluginError, and as Register and
// [Reducers.Register] do.
func (r *Registry) RegisterPlugin(p Plugin) error {
	r.change.Lock()
	defer r.change.Unlock()
	switch {
	case p.ID == "":
		return errors.New("runtime: the plugin has no ID")
	case slices.ContainsFunc(r.plugins, func(other *plugged) bool { return other.id == p.ID }):
		return &DuplicatePluginError{p.ID}
	}
	added := &plugged{id: p.ID, middleware: slices.Clone(p.Middleware)}
	r.plugins = append(r.plugins, added)
	err := r.fill(added, &p)
	if err != nil {
		r.unplug(added)
		return fmt.Errorf("plugin %s: %w", p.ID, err)
	}
	return nil
}

// fill adds what the plugin brings until something fails.
func (r *Registry) fill(added *plugged, p *Plugin) error {
	for _, layer := range added.middleware {
		if err := layer.check(); err != nil {
			return err
		}
	}
	for _, x := range p.Reducers {
		undo, err := r.reducers.Register(x)
		if err != nil {
			return err
		}
		added.undo = append(added.undo, undo)
	}
	if err := r.register(p.ID, p.Tools); err != nil {
		return err
	}
	return r.rewrap(added)
}

// UnregisterPlugin removes the plugin of that id, if there is one: its tools,
// as Unregister does, its reducers and its middleware.
func (r *Registry) UnregisterPlugin(id string) {
	r.change.Lock()
	var gone []*entry
	if i := slices.IndexFunc(r.plugins, func(p *plugged) bool { return p.id == id }); i >= 0 {
		gone = r.unplug(r.plugins[i])
	}
	r.change.Unlock()
	r.release(gone)
}

// unplug takes back what the plugin brought, and returns the tools to shut
// down. The caller holds change.
func (r *Registry) unplug(p *plugged) (unused []*entry) {
	for _, undo := range p.undo {
		undo()
	}
	r.plugins = slices.DeleteFunc(slices.Clone(r.plugins), func(other *plugged) bool { return other == p })
	unused = r.remove(func(e *entry) bool { return e.plugin == p.id })
	_ = r.rewrap(p) // a tool that cannot be wrapped refuses its calls
	return unused
}
