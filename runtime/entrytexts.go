package runtime

import "sync"

// entryTexts are texts that are computed from a tool when they are first needed.
// They are guarded by a lock, because atomic.Pointer is generic: see
// [usedDecisions].
type entryTexts struct {
	mu       sync.Mutex
	computed *computedTexts // nil until a text is needed
}

// computedTexts are the texts of a tool; those that were not needed yet are
// empty.
type computedTexts struct {
	definition string             // as JSON
	digest     string             // the hash of its contract
	dialects   *dialectDefinition // the definitions in dialects
}

// get returns the text that field selects. If it is empty, get computes it
// first. Two calls at the same time may both compute it.
func (e *entryTexts) get(field func(*computedTexts) *string, compute func() string) string {
	e.mu.Lock()
	if e.computed == nil {
		e.computed = new(computedTexts)
	}
	text := *field(e.computed)
	e.mu.Unlock()
	if text != "" {
		return text
	}
	text = compute()
	e.mu.Lock()
	defer e.mu.Unlock()
	*field(e.computed) = text
	return text
}

// firstDialect returns the list of the definitions in dialects.
func (e *entryTexts) firstDialect() *dialectDefinition {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.computed == nil {
		return nil
	}
	return e.computed.dialects
}

// addDialect puts a definition before the others.
func (e *entryTexts) addDialect(d *dialectDefinition) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.computed == nil {
		e.computed = new(computedTexts)
	}
	d.next, e.computed.dialects = e.computed.dialects, d
}
