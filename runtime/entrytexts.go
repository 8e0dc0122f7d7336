package runtime

import (
	"sync/atomic"
	"unsafe"
)

// entryTexts are texts that are computed from a tool when they are first needed.
// They have no atomic.Pointer, which is generic: see [usedDecisions]. An atomic.Value
// would need twice the memory, in each entry of a registry.
type entryTexts struct {
	stored unsafe.Pointer // a *computedTexts, whose fields are not changed; nil until a text is needed
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
	return (*computedTexts)(atomic.LoadPointer(&e.stored))
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

// update stores a copy of the texts after a change. It repeats the change if the texts
// were updated at the same time.
func (e *entryTexts) update(change func(t *computedTexts)) {
	for {
		computed, next := e.computed(), new(computedTexts)
		if computed != nil {
			*next = *computed
		}
		change(next)
		if atomic.CompareAndSwapPointer(&e.stored, unsafe.Pointer(computed), unsafe.Pointer(next)) {
			return
		}
	}
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
