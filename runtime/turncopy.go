package runtime

import (
	"sync/atomic"
	"unsafe"
)

// turnCopy is the last copy that a batch has made of its turn. Batches with the same turn
// share one copy, because a turn is larger than all other data of a short call. A session
// has the copies of its turns, so that a registry does not keep the memory of a session.
type turnCopy struct {
	last unsafe.Pointer // a *Turn, which is not changed; nil before the first copy
}

// copyTurn returns a copy of the turn for a batch, because abandoned tools read it after
// ExecuteParallel has returned. A turn with tools has a copy of its own, so that the tools
// can be garbage collected.
func (r *Registry) copyTurn(turn *Turn) *Turn {
	switch {
	case turn.Tools != nil:
		return new(*turn)
	case turn.Session != nil:
		return turn.Session.turn.of(turn)
	}
	return r.turn.of(turn)
}

// of returns the last copy if its bytes are those of the turn, and otherwise a new copy.
// Equal bytes are the same values: the same numbers, and pointers to the same memory.
func (c *turnCopy) of(turn *Turn) *Turn {
	last := (*Turn)(atomic.LoadPointer(&c.last))
	if last == nil || last.bytes() != turn.bytes() {
		last = new(*turn)
		atomic.StorePointer(&c.last, unsafe.Pointer(last))
	}
	return last
}

// bytes returns the memory of the turn, without copying it.
func (t *Turn) bytes() string { return unsafe.String((*byte)(unsafe.Pointer(t)), unsafe.Sizeof(*t)) }
