package runtime

import "slices"

// update is a change of the tools and plugins of a registry. The holder of
// Registry.change prepares it while batches go on with the state before it;
// commit puts all of it in place in one step, or nothing.
type update struct {
	order   []*entry   // all tools, as they will be
	fresh   []*entry   // those of them that are added
	gone    []*entry   // registered tools that are removed or replaced
	plugins []*plugged // all plugins, as they will be
	close   bool       // the registry closes

	handlers      map[*entry]Handler // of tools that stay and are wrapped anew
	reducersGone  reducerTable
	reducersFresh reducerTable
	continued     int // fresh tools that have the contract of the one that they replace
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
			u.gone = append(u.gone, e)
		} else {
			kept = append(kept, e)
		}
	}
	u.order = kept
}

// replace puts the fresh tools in place of those of the plugin: each where the
// tool of the same name was, the others at the end.
func (u *update) replace(plugin string, sameVersion bool) {
	next := make(map[string]int, len(u.fresh)) // by name
	for i, e := range slices.Backward(u.fresh) {
		next[e.tool.Name] = i
	}
	order, placed := make([]*entry, 0, len(u.order)+len(u.fresh)), make([]bool, len(u.fresh))
	for _, e := range u.order {
		if e.plugin != plugin {
			order = append(order, e)
			continue
		}
		u.gone = append(u.gone, e)
		if i, ok := next[e.tool.Name]; ok {
			order, placed[i] = append(order, u.fresh[i]), true
			u.follow(u.fresh[i], e, sameVersion)
		}
	}
	for i, e := range u.fresh {
		if !placed[i] {
			order = append(order, e)
		}
	}
	u.order = order
}

// follow lets the fresh tool continue the contract of the one that it replaces,
// if it is the same.
func (u *update) follow(fresh, old *entry, sameVersion bool) {
	if sameVersion && sameContract(&fresh.tool, &old.tool) {
		fresh.born = old.born
		u.continued++
	}
}

// commit puts the update in place, and returns the removed tools whose receivers
// no registered tool uses: the last registered first, one per receiver. It
// fails, and changes nothing, when a name or a reducer of the update is taken.
// The caller holds change.
func (r *Registry) commit(u *update) (unused []*entry, err error) {
	if err := r.put(u); err != nil {
		return nil, err
	}
	return u.unused(), nil
}

// put is the one step in which readers come to see the update.
func (r *Registry) put(u *update) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(u.gone)
	if err := r.enter(u); err != nil {
		for _, e := range u.gone {
			r.byName[e.tool.Name] = e
		}
		return err
	}
	for e, run := range u.handlers {
		e.run = run
	}
	r.order, r.plugins, r.closed = u.order, u.plugins, r.closed || u.close
	r.revise(u)
	return nil
}

// unused are the removed tools to shut down: those whose receiver no tool
// shares, and that are not registered again by the same pointer.
func (u *update) unused() []*entry {
	gone := lastFirst(u.gone)
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
func (r *Registry) enter(u *update) error {
	if len(r.byName) == 0 {
		r.byName = make(map[string]*entry, len(u.fresh))
	}
	for i, e := range u.fresh {
		if err := r.name(e, u.order); err != nil {
			r.forget(u.fresh[:i])
			return err
		}
	}
	err := r.reducers.swap(u.reducersGone, u.reducersFresh)
	if err != nil {
		r.forget(u.fresh)
	}
	return err
}

// forget removes the names of the tools.
func (r *Registry) forget(entries []*entry) {
	for _, e := range entries {
		delete(r.byName, e.tool.Name)
	}
}

// name enters the tool under its name, unless another tool of the order has it.
// A lookup before that would take as long as the entry.
func (r *Registry) name(e *entry, order []*entry) error {
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
func (r *Registry) revise(u *update) {
	if u.continued < max(len(u.gone), len(u.fresh)) {
		r.revision++
		for _, e := range u.fresh {
			if e.born == 0 {
				e.born = r.revision
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
