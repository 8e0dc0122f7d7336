package runtime

import (
	"context"
	"iter"
)

// firstRevision is the revision of a registry whose tools have not changed yet.
const firstRevision = 1

// Change is the difference between the tools of a registry at two revisions. The
// names are in the order of the tools; those of Removed in their former order.
type Change struct {
	// Since and Revision are the two revisions. Where several changes are
	// combined, Revision is more than one larger than Since.
	Since, Revision uint64
	// Added, Removed and Changed are names of tools. A tool of Changed exists at
	// both revisions. Its contract differs, which is all of its data but the
	// functions and the ShutdownKey, its plugin, and the Version of that plugin;
	// or it was unregistered and registered again, and has moved to the end.
	Added, Removed, Changed []string
}

// Revision is a number that grows with every change of the tools: when
// Register, Unregister, RegisterPlugin, ReplacePlugin, UnregisterPlugin or Close
// adds tools, removes tools, or changes a contract (see [Change]). It is never
// zero.
//
// Data derived from the tools, such as their definitions in the form of a
// model provider, can be cached under the revision: read the revision first and
// the tools after it. Availability is not part of the revision: the answers of
// the checks may differ while it stays the same.
func (r *Registry) Revision() uint64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.revision
}

// Changes reports the changes of the tools from now on. It yields one change
// after the other, each since the revision of the one before, and waits for the
// next. Changes that are made while the body of the loop runs are combined, so
// that a slow reader holds up nothing and misses nothing. Changes that undo each
// other are not reported. The first change is since the revision at the call of
// Changes, for every loop over the sequence.
//
// The sequence ends when the context ends; a nil context never does. It also
// ends when the registry is closed, after the change that Close makes. It starts
// no goroutine, and the body of the loop runs without any lock: it may read and
// change the registry.
//
//	changes := registry.Changes(ctx)
//	show(registry.Tools())
//	for range changes {
//		show(registry.Tools())
//	}
func (r *Registry) Changes(ctx context.Context) iter.Seq[Change] {
	if ctx == nil {
		ctx = context.Background()
	}
	start := r.toolRevisions()
	return func(yield func(Change) bool) {
		last, reported := start, start.revision
		for r.awaitRevision(ctx, last.revision) {
			now := r.toolRevisions()
			change := last.compare(now)
			if last = now; change.isEmpty() {
				continue
			}
			change.Since, change.Revision = reported, now.revision
			if reported = now.revision; !yield(change) {
				return
			}
		}
	}
}

// await waits until the revision is another one than the given one. It reports
// false when the context ends first, and when no revision can follow because the
// registry is closed.
func (r *Registry) awaitRevision(ctx context.Context, revision uint64) bool {
	for ctx.Err() == nil {
		r.mu.Lock()
		if r.revision != revision || r.closed {
			defer r.mu.Unlock()
			return r.revision != revision
		}
		if r.changed == nil {
			r.changed = make(chan struct{})
		}
		changed := r.changed
		r.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
	return false
}

// surface is what changes are computed from: the names of the tools, in their
// order, and the revisions that brought them. It does not keep the tools
// themselves in memory.
type toolRevisions struct {
	revision uint64
	tools    []toolRevision
}

// birth is the name of a tool and the revision that brought its contract.
type toolRevision struct {
	name     string
	revision uint64
}

// surface is that of the tools as they are now.
func (r *Registry) toolRevisions() toolRevisions {
	r.mu.RLock()
	order, s := r.order, toolRevisions{revision: r.revision}
	r.mu.RUnlock()
	for _, e := range order {
		s.tools = append(s.tools, toolRevision{e.tool.Name, e.revision})
	}
	return s
}

// compare is the change from s to a later surface, without the revisions.
func (s toolRevisions) compare(now toolRevisions) Change {
	var change Change
	before := make(map[string]uint64, len(s.tools))
	for _, tool := range s.tools {
		before[tool.name] = tool.revision
	}
	for _, tool := range now.tools {
		switch revision, known := before[tool.name]; {
		case !known:
			change.Added = append(change.Added, tool.name)
		case revision != tool.revision:
			change.Changed = append(change.Changed, tool.name)
		}
		delete(before, tool.name)
	}
	for _, tool := range s.tools {
		if _, removed := before[tool.name]; removed {
			change.Removed = append(change.Removed, tool.name)
		}
	}
	return change
}

// isEmpty reports whether the tools are the same as before.
func (c *Change) isEmpty() bool { return len(c.Added)+len(c.Removed)+len(c.Changed) == 0 }
