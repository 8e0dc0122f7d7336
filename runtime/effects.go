package runtime

import (
	"path"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// effects describes the effects of a tool's calls on the order of a batch. It
// is derived from the declarations of the tool.
type effects struct {
	// touches reports that a call reads or changes data.
	touches bool
	// changes reports that a call changes data. Such a call takes effect after
	// the earlier calls that touch the same data, and before the later ones.
	changes bool
	// unspecified reports that it is unknown which data a call touches: the
	// call runs programs, or it has side effects and uses the network, or it
	// has side effects and declares no files, no store and no key.
	unspecified bool
}

// changingKinds are the capabilities that change data unless the tool is
// read-only.
const changingKinds = capability.KindWrite | capability.KindProcess | capability.KindStorage

// deriveEffects sets the fields of the entry that the order of a batch depends
// on.
func (e *entry) deriveEffects() {
	if t := e.tool; t.Needs == nil && t.Key == nil && t.Hints == (Hints{}) { // no effects are declared
		e.needsOrder = t.Exclusive
		return
	}
	e.effects = e.tool.effects()
	e.needsOrder = e.tool.Exclusive || e.tool.Key != nil || e.effects.changes
}

// effects derives the effects from the declarations of the tool.
func (t *Tool) effects() effects {
	if t.Concurrent {
		return effects{}
	}
	var kinds capability.Kind
	if t.Needs != nil {
		kinds = t.Needs.Kinds
	}
	h := t.Hints
	hasSideEffects := h.SideEffects || h.Destructive
	e := effects{
		touches: kinds != 0 || hasSideEffects || h.ReadOnly || h.OpenWorld || t.Key != nil,
		changes: !h.ReadOnly && (hasSideEffects || kinds&changingKinds != 0),
	}
	hasLocation := kinds&(capability.KindWrite|capability.KindStorage) != 0 || t.Key != nil
	remote := hasSideEffects && kinds&capability.KindNetwork != 0 // the changed data may be on any host
	e.unspecified = kinds&capability.KindProcess != 0 || e.changes && (!hasLocation || remote)
	return e
}

// haveConflict reports whether two calls of these tools must not run
// concurrently and must take effect in the order of the batch. Calls with equal
// keys conflict, too, but keys depend on the calls.
func haveConflict(a, b *entry) bool {
	switch {
	case a.tool.Exclusive || b.tool.Exclusive:
		return true
	case !a.effects.touches || !b.effects.touches, !a.effects.changes && !b.effects.changes:
		return false
	}
	return a.mayChangeDataOf(b) || b.mayChangeDataOf(a)
}

// mayChangeDataOf reports whether a call of e may change data that a call of
// the other tool touches.
func (e *entry) mayChangeDataOf(other *entry) bool {
	if !e.effects.changes {
		return false
	}
	if e.effects.unspecified {
		return true
	}
	needs, otherNeeds := e.tool.Needs, other.tool.Needs
	if needs == nil {
		return false // the key identifies the data that it changes
	}
	if needs.Has(capability.KindWrite) && other.mayTouchFiles(needs.Write) {
		return true
	}
	return needs.Has(capability.KindStorage) && otherNeeds.Has(capability.KindStorage) && shareStore(e.tool, other.tool)
}

// mayTouchFiles reports whether a call of the tool may read or change a file in
// one of the directories. An empty list means all files.
func (e *entry) mayTouchFiles(roots []string) bool {
	needs := e.tool.Needs
	switch {
	case needs == nil:
		return false
	case needs.Has(capability.KindProcess):
		return true
	case needs.Has(capability.KindWrite) && pathsOverlap(roots, needs.Write):
		return true
	}
	return needs.Has(capability.KindRead) && pathsOverlap(roots, needs.Read)
}

// shareStore reports whether two tools use the same key-value store.
func shareStore(a, b *Tool) bool {
	scope := a.Needs.Storage.Scope
	return scope == b.Needs.Storage.Scope && (scope != capability.ScopeTool || a.Name == b.Name)
}

// pathsOverlap reports whether a path in one list contains a path in the other.
// An empty list means all paths.
func pathsOverlap(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	for _, one := range a {
		for _, other := range b {
			if mayContain(one, other) || mayContain(other, one) {
				return true
			}
		}
	}
	return false
}

// mayContain reports whether name may be the directory or a path in it. It
// returns true if this depends on the working directory or on the case of
// letters.
func mayContain(directory, name string) bool {
	directory, name = normalizePath(directory), normalizePath(name)
	if path.IsAbs(directory) != path.IsAbs(name) || directory == "." || strings.HasPrefix(directory, "..") || strings.HasPrefix(name, "..") {
		return true
	}
	return name == directory || strings.HasPrefix(name, strings.TrimSuffix(directory, "/")+"/")
}

// normalizePath returns the path in lower case, with slashes, and without
// redundant elements.
func normalizePath(name string) string {
	return path.Clean(strings.ToLower(strings.ReplaceAll(name, `\`, "/")))
}
