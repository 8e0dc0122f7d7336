package runtime

import "slices"

// update is a change of the tools and plugins of a registry. The holder of
// Registry.change prepares it while batches go on with the state before it;
// commit puts all of it in place in one step, or nothing.
type update struct {
	order   []*entry            // all tools, as they will be
	added   []*entry            // those of them that are added
	removed []*entry            // registered tools that are removed or replaced
	plugins []*registeredPlugin // all plugins, as they will be
	close   bool                // the registry closes

	handlers        map[*entry]Handler // of tools that stay and are wrapped anew
	removedReducers reducerTable
	addedReducers   reducerTable
	unchanged       int // fresh tools that have the contract of the one that they replace
}

// newUpdate is an update that changes nothing yet. The caller holds change.
func (r *Registry) newUpdate() *update {
	return &update{order: r.order, plugins: r.plugins}
}

// remove takes the chosen tools out.
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

// replace puts the fresh tools in place of those of the plugin: each where the
// tool of the same name was, the others at the end.
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

// follow lets the fresh tool continue the contract of the one that it replaces,
// if it is the same.
func (u *update) keepRevision(added, old *entry, sameVersion bool) {
	if sameVersion && equalContracts(&added.tool, &old.tool) {
		added.revision = old.revision
		u.unchanged++
	}
}

// commit puts the update in place, and returns the removed tools whose receivers
// no registered tool uses: the last registered first, one per receiver. It
// fails, and changes nothing, when a name or a reducer of the update is taken.
// The caller holds change.
func (r *Registry) commit(u *update) (unused []*entry, err error) {
	if err := r.apply(u); err != nil {
		return nil, err
	}
	return u.unused(), nil
}

// put is the one step in which readers come to see the update.
func (r *Registry) apply(u *update) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.removeNames(u.removed)
	if err := r.addNames(u); err != nil {
		for _, e := range u.removed {
			r.byName[e.tool.Name] = e
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

// unused are the removed tools to shut down: those whose receiver no tool
// shares, and that are not registered again by the same pointer.
func (u *update) unused() []*entry {
	gone := shutdownOrder(u.removed)
	if len(gone) == 0 {
		return nil
	}
	used := make(map[any]bool)
	for _, e := range u.order {
		used[e.source] = true
		if key := e.tool.ShutdownKey; key != nil {
			used[key] = true
		}
	}
	return slices.DeleteFunc(gone, func(e *entry) bool {
		key := e.tool.ShutdownKey
		return used[e.source] || key != nil && used[key]
	})
}

// enter enters the names and the reducers that are added, all or none.
func (r *Registry) addNames(u *update) error {
	if len(r.byName) == 0 {
		r.byName = make(map[string]*entry, len(u.added))
	}
	for i, e := range u.added {
		if err := r.addName(e, u.order); err != nil {
			r.removeNames(u.added[:i])
			return err
		}
	}
	err := r.reducers.swap(u.removedReducers, u.addedReducers)
	if err != nil {
		r.removeNames(u.added)
	}
	return err
}

// forget removes the names of the tools.
func (r *Registry) removeNames(entries []*entry) {
	for _, e := range entries {
		delete(r.byName, e.tool.Name)
	}
}

// name enters the tool under its name, unless another tool of the order has it.
// A lookup before that would take as long as the entry.
func (r *Registry) addName(e *entry, order []*entry) error {
	names := len(r.byName)
	r.byName[e.tool.Name] = e
	if len(r.byName) > names {
		return nil
	}
	i := slices.IndexFunc(order, func(other *entry) bool { return other != e && other.tool.Name == e.tool.Name })
	taken := order[i]
	r.byName[e.tool.Name] = taken
	return &DuplicateError{Name: e.tool.Name, IDs: [2]string{taken.id(), e.id()}}
}

// revise counts a revision when the tools have changed, and wakes those that
// wait for it or for the end.
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
