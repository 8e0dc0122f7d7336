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

// plugged is a registered plugin without its tools.
type registeredPlugin struct {
	id, version string
	middleware  []Middleware
	reducers    reducerTable
}

// DuplicatePluginError says that a plugin of that id is registered already.
type DuplicatePluginError struct {
	// ID is the plugin's.
	ID string
}

// Error names the plugin.
func (e *DuplicatePluginError) Error() string {
	return fmt.Sprintf("runtime: two plugins have the ID %q; replace the first, or unregister it", e.ID)
}

// RegisterPlugin adds what the plugin brings: all of it in one step, or none.
// It fails without an ID, with a *DuplicatePluginError, and as Register and
// [Reducers.Register] do.
func (r *Registry) RegisterPlugin(p Plugin) error { return r.addPlugin(&p, false) }

// ReplacePlugin puts the plugin in place of the registered one with its ID:
// tools, reducers, middleware and version, in one step. Every batch and every
// list of definitions sees the old plugin or the new one, and calls that run
// go on with the tool that they began with. Without a plugin of that ID it
// registers this one.
//
// A tool whose name stays keeps its position in the order of the tools, so that
// the definitions before it, which model providers may have cached, stay the
// same; tools with new names come last. The middleware keeps its position, too.
// A tool that has the contract of the one that it replaces, under an equal
// Version of the plugin, counts as no change; see [Change]. Its results are
// cached anew all the same.
//
// After that, receivers that no registered tool uses are shut down as
// [Registry.Unregister] does: those with a ShutdownKey that is no longer
// registered, and tools without a key that are not registered again by the same
// pointer.
//
// It fails as RegisterPlugin does, and when middleware cannot wrap a tool: then
// the old plugin stays exactly as it was.
func (r *Registry) ReplacePlugin(p Plugin) error { return r.addPlugin(&p, true) }

// plug registers the plugin, or replaces the one with its ID.
func (r *Registry) addPlugin(p *Plugin, replace bool) error {
	added, err := newRegisteredPlugin(p)
	if err != nil {
		return err
	}
	unused, err := r.install(added, p.Tools, replace)
	if err != nil {
		return err
	}
	r.shutDownUnused(unused)
	return nil
}

// newPlugged checks what needs no registry. It calls the plugin's reducers, and
// therefore must not run under a lock.
func newRegisteredPlugin(p *Plugin) (*registeredPlugin, error) {
	if p.ID == "" {
		return nil, errors.New("runtime: the plugin has no ID")
	}
	added := &registeredPlugin{id: p.ID, version: p.Version, middleware: slices.Clone(p.Middleware), reducers: make(reducerTable)}
	for i := range added.middleware {
		if err := added.middleware[i].validate(); err != nil {
			return nil, added.wrapError(err)
		}
	}
	for _, x := range p.Reducers {
		tool, err := reducerTool(x)
		if err == nil && added.reducers[tool] != nil {
			err = &DuplicateReducerError{tool}
		}
		if err != nil {
			return nil, added.wrapError(err)
		}
		added.reducers[tool] = &x
	}
	return added, nil
}

// failed is the error with the plugin's ID.
func (p *registeredPlugin) wrapError(err error) error { return fmt.Errorf("plugin %s: %w", p.id, err) }

// install prepares the update that brings the plugin, and commits it.
func (r *Registry) install(added *registeredPlugin, tools []*Tool, replace bool) (unused []*entry, err error) {
	r.change.Lock()
	defer r.change.Unlock()
	u, old := r.newUpdate(), &registeredPlugin{version: added.version}
	u.plugins = slices.Clone(r.plugins)
	switch i := r.pluginIndex(added.id); {
	case r.closed:
		return nil, added.wrapError(ErrClosed)
	case i < 0:
		u.plugins = append(u.plugins, added)
	case !replace:
		return nil, &DuplicatePluginError{added.id}
	default:
		old, u.plugins[i] = u.plugins[i], added
	}
	u.removedReducers, u.addedReducers = old.reducers, added.reducers
	if u.added, err = r.newEntries(tools, added.id, u.plugins); err != nil {
		return nil, added.wrapError(err)
	}
	u.replace(added.id, old.version == added.version)
	if err := r.rewrapTools(u, added.id, slices.Concat(old.middleware, added.middleware)); err != nil {
		return nil, added.wrapError(err)
	}
	if unused, err = r.commit(u); err != nil {
		return nil, added.wrapError(err)
	}
	return unused, nil
}

// pluginIndex is the index of the plugin of that ID, or negative. The caller
// holds change or mu.
func (r *Registry) pluginIndex(id string) int {
	return slices.IndexFunc(r.plugins, func(p *registeredPlugin) bool { return p.id == id })
}

// UnregisterPlugin removes the plugin of that ID, if there is one, in one step:
// its tools, as Unregister does, its reducers and its middleware. A tool that
// the middleware of other plugins then cannot wrap refuses its calls.
func (r *Registry) UnregisterPlugin(id string) {
	r.shutDownUnused(r.uninstall(id))
}

// uninstall commits the update that removes the plugin.
func (r *Registry) uninstall(id string) (unused []*entry) {
	r.change.Lock()
	defer r.change.Unlock()
	i := r.pluginIndex(id)
	if i < 0 {
		return nil
	}
	u, old := r.newUpdate(), r.plugins[i]
	u.plugins = slices.Delete(slices.Clone(r.plugins), i, i+1)
	u.removedReducers = old.reducers
	u.remove(func(e *entry) bool { return e.plugin == id })
	_ = r.rewrapTools(u, id, old.middleware) // a tool that cannot be wrapped refuses its calls
	unused, _ = r.commit(u)                  // nothing that is added can fail
	return unused
}

// PluginVersion returns the version of the registered plugin of that ID, and
// whether there is one.
func (r *Registry) PluginVersion(id string) (version string, ok bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if i := r.pluginIndex(id); i >= 0 {
		return r.plugins[i].version, true
	}
	return "", false
}
