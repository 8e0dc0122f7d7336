package runtime

import (
	"context"
	"iter"
)

// firstRevision is the revision of a new registry.
const firstRevision = 1

// Change is the difference between the tools of a registry at two revisions.
// The names are in the order of the tools; the names in Removed are in their
// former order.
type Change struct {
	// Since and Revision are the two revisions. If the change combines several
	// changes, Revision is greater than Since+1.
	Since, Revision uint64
	// Added, Removed and Changed are names of tools. A tool in Changed exists
	// at both revisions, but its declaration differs: its data except the
	// functions and the ShutdownKey, its plugin, or the Version of its plugin.
	// A tool is also in Changed if it was unregistered and registered again,
	// which moves it to the end.
	Added, Removed, Changed []string
}

// Revision returns a number that grows with each change of the tools: when
// Register, Unregister, RegisterPlugin, ReplacePlugin, UnregisterPlugin or
// Close adds a tool, removes a tool or changes a declaration (see [Change]). It is
// never zero.
//
// An application can cache data that depends on the tools, such as their
// definitions in the format of a model provider, under the revision. It must
// read the revision before the tools. Availability does not change the
// revision.
func (r *Registry) Revision() uint64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.revision
}

// Changes returns a sequence of the changes of the tools from now on. Each
// change starts at the revision of the previous one, and the first one at the
// revision when Changes was called, for each loop over the sequence. The
// sequence waits for the next change. It combines the changes that happen while
// the loop body runs, so that a slow reader delays nothing and misses nothing.
// It does not report changes that cancel each other.
//
// The sequence ends when the context ends, which a nil context never does, and
// when the registry is closed, after the change that Close makes. It starts no
// goroutine. The loop body runs without a lock, and may read and change the
// registry.
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

// awaitRevision waits until the revision differs from the given one. It returns
// false if the context ends first, and if the registry is closed, so that no
// revision can follow.
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

// toolRevisions has the names of the tools in their order, with the revision of
// each tool. Changes are computed from it. It does not keep the tools in
// memory.
type toolRevisions struct {
	revision uint64
	tools    []toolRevision
}

// toolRevision is the name of a tool and the revision in which its
// declaration was added.
type toolRevision struct {
	name     string
	revision uint64
}

// toolRevisions returns the current revisions of the tools.
func (r *Registry) toolRevisions() toolRevisions {
	r.mu.RLock()
	order, s := r.order, toolRevisions{revision: r.revision}
	r.mu.RUnlock()
	for _, e := range order {
		s.tools = append(s.tools, toolRevision{e.tool.Name, e.revision})
	}
	return s
}

// compare returns the change from s to the later revisions, without Since and
// Revision.
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

// isEmpty reports whether the change has no tools.
func (c *Change) isEmpty() bool { return len(c.Added)+len(c.Removed)+len(c.Changed) == 0 }
