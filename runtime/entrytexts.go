package runtime

import (
	"sync"
	"sync/atomic"
)

// entryTexts are texts that are computed from a tool when they are first needed.
// They have no atomic.Pointer, which is generic: see [usedDecisions].
type entryTexts struct {
	mu     sync.Mutex   // held by the writers
	stored atomic.Value // a *computedTexts, whose fields are not changed; nil until a text is needed
}

// computedTexts are the texts of a tool; those that were not needed yet are
// empty.
type computedTexts struct {
	definitionHead string             // the definition as JSON, up to the schema
	digest         string             // the hash of its contract
	dialects       *dialectDefinition // the definitions in dialects
}

// computed returns the texts; nil if none was needed.
func (e *entryTexts) computed() *computedTexts {
	computed, _ := e.stored.Load().(*computedTexts)
	return computed
}

// get returns the text that field selects. If it is empty, get computes it
// first. Two calls at the same time may both compute it.
func (e *entryTexts) get(field func(*computedTexts) *string, compute func() string) string {
	if computed := e.computed(); computed != nil {
		if text := *field(computed); text != "" {
			return text
		}
	}
	text := compute()
	e.update(func(t *computedTexts) { *field(t) = text })
	return text
}

// update stores a copy of the texts after a change.
func (e *entryTexts) update(change func(t *computedTexts)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	next := new(computedTexts)
	if computed := e.computed(); computed != nil {
		*next = *computed
	}
	change(next)
	e.stored.Store(next)
}

// firstDialect returns the list of the definitions in dialects.
func (e *entryTexts) firstDialect() *dialectDefinition {
	if computed := e.computed(); computed != nil {
		return computed.dialects
	}
	return nil
}

// addDialect puts a definition before the others.
func (e *entryTexts) addDialect(d *dialectDefinition) {
	e.update(func(t *computedTexts) { d.next, t.dialects = t.dialects, d })
}
