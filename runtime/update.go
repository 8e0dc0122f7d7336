package runtime

import "slices"

// update is a change of the tools and plugins of a registry. The holder of
// Registry.change prepares it while batches use the current state. commit then
// applies all of it in one step, or nothing.
type update struct {
	order   []*entry            // all tools after the update
	added   []*entry            // the tools in order that are new
	removed []*entry            // the registered tools that are removed or replaced
	plugins []*registeredPlugin // all plugins after the update
	close   bool                // the update closes the registry

	handlers        map[*entry]Handler // the new handlers of tools that stay and are wrapped again
	removedReducers reducerTable
	addedReducers   reducerTable
	unchanged       int // the number of added tools with the declaration of the tool that they replace
}

// newUpdate returns an update without changes. The caller holds
// Registry.change.
func (r *Registry) newUpdate() *update {
	return &update{order: r.order, plugins: r.plugins}
}

// remove removes the chosen tools.
func (u *update) remove(chosen func(*entry) bool) {
	kept := make([]*entry, 0, len(u.order))
	for _, e := range u.order {
		if chosen(e) {
			u.removed = append(u.removed, e)
		} else {
			kept = append(kept, e)
		}
	}
	u.order = kept
}

// replace replaces the tools of the plugin by the added tools. A tool with the
// name of an old tool takes its position; the other tools are added at the end.
func (u *update) replace(plugin string, sameVersion bool) {
	next := make(map[string]int, len(u.added)) // by name
	for i, e := range slices.Backward(u.added) {
		next[e.tool.Name] = i
	}
	order, placed := make([]*entry, 0, len(u.order)+len(u.added)), make([]bool, len(u.added))
	for _, e := range u.order {
		if e.plugin != plugin {
			order = append(order, e)
			continue
		}
		u.removed = append(u.removed, e)
		if i, ok := next[e.tool.Name]; ok {
			order, placed[i] = append(order, u.added[i]), true
			u.keepRevision(u.added[i], e, sameVersion)
		}
	}
	for i, e := range u.added {
		if !placed[i] {
			order = append(order, e)
		}
	}
	u.order = order
}

// keepRevision gives the added tool the revision of the tool that it replaces
// if their declarations are equal.
func (u *update) keepRevision(added, old *entry, sameVersion bool) {
	if sameVersion && equalDeclarations(added.tool, old.tool) {
		added.revision = old.revision
		u.unchanged++
	}
}

// commit applies the update. It returns the removed tools to shut down: one for
// each ShutdownKey that is no longer registered, in the reverse order of
// registration. It fails, and changes nothing, if a name or a reducer of the
// update is already registered. The caller holds Registry.change.
func (r *Registry) commit(u *update) (unused []*entry, err error) {
	if err := r.apply(u); err != nil {
		return nil, err
	}
	return u.unusedTools(), nil
}

// apply applies the update under the lock that readers use.
func (r *Registry) apply(u *update) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.removeNames(u.removed)
	if err := r.addNames(u); err != nil {
		for _, e := range u.removed {
			r.byName.add(e)
		}
		return err
	}
	for e, run := range u.handlers {
		e.handler = run
	}
	r.order, r.plugins, r.closed = u.order, u.plugins, r.closed || u.close
	r.advanceRevision(u)
	return nil
}

// unusedTools returns the removed tools to shut down, which are not registered again
// by their ShutdownKey or their pointer.
func (u *update) unusedTools() []*entry {
	candidates := shutdownOrder(u.removed)
	if len(candidates) == 0 {
		return nil
	}
	used := make(map[any]bool)
	for _, e := range u.order {
		used[e.source()] = true
		if key := e.tool.ShutdownKey; key != nil {
			used[key] = true
		}
	}
	return slices.DeleteFunc(candidates, func(e *entry) bool {
		key := e.tool.ShutdownKey
		return used[e.source()] || key != nil && used[key]
	})
}

// addNames adds the names and the reducers of the update, all or none.
func (r *Registry) addNames(u *update) error {
	r.byName.reserve(len(u.added))
	for i, e := range u.added {
		if taken := r.byName.add(e); taken != nil {
			r.removeNames(u.added[:i])
			return &DuplicateError{Name: e.tool.Name, IDs: [2]string{taken.id(), e.id()}}
		}
	}
	err := r.reducers.swap(u.removedReducers, u.addedReducers)
	if err != nil {
		r.removeNames(u.added)
	}
	return err
}

// removeNames removes the names of the tools.
func (r *Registry) removeNames(entries []*entry) {
	for _, e := range entries {
		r.byName.remove(e.tool.Name)
	}
}

// advanceRevision increments the revision if the tools have changed, and wakes
// the goroutines that wait for a change or for Close.
func (r *Registry) advanceRevision(u *update) {
	if u.unchanged < max(len(u.removed), len(u.added)) {
		r.revision++
		for _, e := range u.added {
			if e.revision == 0 {
				e.revision = r.revision
			}
		}
	} else if !u.close {
		return
	}
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
}
