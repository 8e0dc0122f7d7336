package runtime

import (
	"errors"
	"fmt"
	"slices"
)

// Plugin is a set of tools, reducers and middleware that are registered
// together. A policy allows or forbids its tools together.
type Plugin struct {
	// ID is the name of the plugin in policies. Version is the plugin's own
	// version.
	ID, Version string
	// Tools are the tools of the plugin.
	Tools []*Tool
	// Reducers are added to the reducers of the registry.
	Reducers []Reducer
	// Middleware wraps every tool that it selects, including the tools of other
	// plugins and of none. It is inside the middleware of the options and of
	// the plugins that were registered earlier.
	Middleware []Middleware
}

// registeredPlugin is a plugin of a registry, without its tools.
type registeredPlugin struct {
	id, version string
	middleware  []Middleware
	reducers    reducerTable
}

// DuplicatePluginError is the error of a plugin whose ID is already registered.
type DuplicatePluginError struct {
	// ID is the ID of the plugin.
	ID string
}

// Error returns a text with the ID.
func (e *DuplicatePluginError) Error() string {
	return fmt.Sprintf("runtime: two plugins have the ID %q; replace the first, or unregister it", e.ID)
}

// RegisterPlugin registers the tools, reducers and middleware of the plugin in
// one step. If it returns an error, it has registered nothing. It fails if the
// plugin has no ID, with a *DuplicatePluginError if the ID is registered, and
// for the errors of Register and of [Reducers.Register].
func (r *Registry) RegisterPlugin(p Plugin) error { return r.addPlugin(&p, false) }

// ReplacePlugin replaces the tools, reducers, middleware and version of the
// registered plugin with the same ID in one step. Each batch, and each list of
// definitions, has either the old plugin or the new one. Running calls continue
// with the old tool. If no plugin has the ID, ReplacePlugin registers the
// plugin.
//
// A tool with the name of an old tool keeps its position in the order of the
// tools, so that the definitions before it, which model providers may have
// cached, do not change. Tools with new names are added at the end. The
// middleware keeps its position, too. A tool with the declaration of the tool
// that it replaces, in a plugin with an equal Version, is not a change; see
// [Change]. Cached results of replaced tools are not used for the new tools.
//
// ReplacePlugin then shuts down removed tools as [Registry.Unregister] does:
// the tools whose ShutdownKey is no longer registered, and the tools without a
// key whose pointer is not registered again.
//
// It fails for the errors of RegisterPlugin, and if middleware cannot wrap a
// tool. The old plugin is then unchanged.
func (r *Registry) ReplacePlugin(p Plugin) error { return r.addPlugin(&p, true) }

// addPlugin registers the plugin, or replaces the plugin with its ID.
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

// newRegisteredPlugin checks the parts of the plugin that do not depend on the
// registry. It calls methods of the plugin's reducers, and must therefore not
// be called with a lock.
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

// wrapError adds the plugin's ID to the error.
func (p *registeredPlugin) wrapError(err error) error { return fmt.Errorf("plugin %s: %w", p.id, err) }

// install prepares the update that adds the plugin, and commits it.
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

// pluginIndex returns the index of the plugin with the ID; negative if there is
// none. The caller holds Registry.change or Registry.mu.
func (r *Registry) pluginIndex(id string) int {
	return slices.IndexFunc(r.plugins, func(p *registeredPlugin) bool { return p.id == id })
}

// UnregisterPlugin removes the plugin with the ID, if there is one, in one
// step: its tools, as Unregister does, its reducers and its middleware. If the
// middleware of other plugins cannot wrap a remaining tool after that, the tool
// refuses its calls.
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
	unused, _ = r.commit(u)                  // commit fails only for added tools
	return unused
}

// PluginVersion returns the version of the registered plugin with the ID, and
// whether there is one.
func (r *Registry) PluginVersion(id string) (version string, ok bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if i := r.pluginIndex(id); i >= 0 {
		return r.plugins[i].version, true
	}
	return "", false
}
