package runtime

// Blocks reports whether a call must not start while the tool of another call of
// the batch, which was abandoned or whose process was lost (Outcome.Running), may
// still be running: both have the same key, one of the two is exclusive, or the
// running tool may change data that the call touches. ExecuteParallel applies this
// rule itself; a scheduler of separate phases asks for each call, and answers a
// blocked one with [Prepared.Held].
//
// Of both calls, Blocks uses only Call.Name, Key and Keyed. A call whose tool is
// neither registered nor a tool of the turn blocks no call. Blocks is safe for
// concurrent use.
func (r *Registry) Blocks(running, next *Prepared, turn *Turn) bool {
	if running.Keyed && next.Keyed && running.Key == next.Key {
		return true
	}
	if turn == nil {
		turn = &Turn{}
	}
	t, found := *turn, make([]Call, 2)
	r.resolve([]ToolCall{{Name: running.Call.Name}, {Name: next.Call.Name}}, &t, found)
	return found[0].entry != nil && found[1].entry != nil && found[0].entry.blocks(found[1].entry)
}

// blocks reports whether a running call of e prevents a call of the other tool:
// one of the two is exclusive, or the running call may change data that the other
// touches. Calls with equal keys block each other, too, but keys depend on the
// calls.
func (e *entry) blocks(next *entry) bool {
	return e.tool.Exclusive || next.tool.Exclusive || e.effects.changes && haveConflict(next, e)
}

// Held returns the outcome of a call that must not start because of an earlier
// call; see [Registry.Blocks]. Its reason is [ReasonHeld].
func (p *Prepared) Held() Outcome {
	return Outcome{ID: p.Call.ID, Name: p.Call.Name, Result: heldResult(visibleName(p.Call.Name)), Repairs: p.Repairs, Duration: p.Elapsed}
}
