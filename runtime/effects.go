package runtime

import (
	"path"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// effects says what the calls of a tool change and touch, as far as the order
// of a batch needs it. It follows from what the tool declares.
type effects struct {
	// touches reports that a call reads or changes something.
	touches bool
	// changes reports that a call changes something. Such a call takes effect
	// after the calls before it and before the calls after it that touch the
	// same.
	changes bool
	// unspecified reports that what a call touches is not known: it runs
	// programs, or it has side effects and speaks to hosts, or it has side
	// effects and declares no files, no store and no key.
	unspecified bool
}

// changing are the capabilities that change something unless the tool is
// read-only.
const changingKinds = capability.KindWrite | capability.KindProcess | capability.KindStorage

// derive derives what the order of a batch needs from the tool.
func (e *entry) deriveEffects() {
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
	remote := hasSideEffects && kinds&capability.KindNetwork != 0 // what it changes may be anywhere
	e.unspecified = kinds&capability.KindProcess != 0 || e.changes && (!hasLocation || remote)
	return e
}

// conflict reports whether two calls of these tools must not run at the same
// time and take effect in the order of the batch. Calls with equal keys
// conflict as well; keys belong to calls, not to tools.
func haveConflict(a, b *entry) bool {
	switch {
	case a.tool.Exclusive || b.tool.Exclusive:
		return true
	case !a.effects.touches || !b.effects.touches, !a.effects.changes && !b.effects.changes:
		return false
	}
	return a.mayChangeDataOf(b) || b.mayChangeDataOf(a)
}

// changesWhatTouches reports whether a call of e may change what a call of the
// other tool touches.
func (e *entry) mayChangeDataOf(other *entry) bool {
	if !e.effects.changes {
		return false
	}
	if e.effects.unspecified {
		return true
	}
	needs, otherNeeds := e.tool.Needs, other.tool.Needs
	if needs == nil {
		return false // all that it changes has its key
	}
	if needs.Has(capability.KindWrite) && other.mayTouchFiles(needs.Write) {
		return true
	}
	return needs.Has(capability.KindStorage) && otherNeeds.Has(capability.KindStorage) && shareStore(&e.tool, &other.tool)
}

// touchesFiles reports whether a call of the tool may read or change a file
// below one of the roots. No roots mean every file.
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

// sameStore reports whether two tools share a key-value store.
func shareStore(a, b *Tool) bool {
	scope := a.Needs.Storage.Scope
	return scope == b.Needs.Storage.Scope && (scope != capability.ScopeTool || a.Name == b.Name)
}

// overlap reports whether a path of a contains a path of b or the other way
// round. An empty list means every path.
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

// contains reports whether the path may be the directory or below it. Where
// that depends on the working directory or on the case of letters, it is true.
func mayContain(directory, name string) bool {
	directory, name = normalizePath(directory), normalizePath(name)
	if path.IsAbs(directory) != path.IsAbs(name) || directory == "." || strings.HasPrefix(directory, "..") || strings.HasPrefix(name, "..") {
		return true
	}
	return name == directory || strings.HasPrefix(name, strings.TrimSuffix(directory, "/")+"/")
}

// spelling is a path in one spelling.
func normalizePath(name string) string {
	return path.Clean(strings.ToLower(strings.ReplaceAll(name, `\`, "/")))
}
