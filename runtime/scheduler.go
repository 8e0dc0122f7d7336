package runtime

import "slices"

// scheduler decides which calls of a batch may start. It starts nothing and
// knows no goroutines: the batch tells it what happened, and takes the calls
// that are ready or blocked. It is not safe for concurrent use.
//
// A call may start when
//   - no earlier call that conflicts with its tool is unfinished (see conflict),
//   - no earlier call with an equal key is unfinished,
//   - no approver is deciding about it.
//
// Calls of one tool form a group, so that conflicts are found once for each
// pair of tools, and not for each pair of calls.
type scheduler struct {
	calls      []scheduledCall
	groups     []group
	callsByKey map[string][]int // unfinished calls by key, in input order
	abandoned  []int            // calls whose tools still run after they were abandoned

	ready   []int // may start
	blocked []int // must not start: an abandoned call may still be at work on the same
	started bool
}

// scheduledCall is what the scheduler knows of one call.
type scheduledCall struct {
	group    int // -1 for a call that was refused before
	key      string
	keyed    bool
	waits    wait
	finished bool
	returned bool // its tool has returned, though it was abandoned
	listed   bool // in ready or blocked, or taken from there
}

// wait is a set of reasons why a call may not start.
type wait uint8

const (
	waitOrder   wait = 1 << iota // for conflicting calls before it
	waitKey                      // for calls with an equal key before it
	waitConsent                  // for an approver
)

// group has the calls of one tool.
type group struct {
	entry     *entry
	members   []int // in input order
	head      int   // index into members of the first unfinished call
	next      int   // index into members of the first call that waits for order
	conflicts []int // groups, perhaps itself
}

// newScheduler returns a scheduler for calls of these tools; nil means a
// call that was answered before.
func newScheduler(n int, entryOf func(i int) *entry) *scheduler {
	s := &scheduler{calls: make([]scheduledCall, n)}
	byEntry := make(map[*entry]int)
	for i := range n {
		e := entryOf(i)
		if e == nil {
			s.calls[i] = scheduledCall{group: -1, finished: true}
			continue
		}
		index, known := byEntry[e]
		if !known {
			index = len(s.groups)
			byEntry[e], s.groups = index, append(s.groups, group{entry: e})
		}
		s.groups[index].members = append(s.groups[index].members, i)
		s.calls[i] = scheduledCall{group: index, waits: waitOrder}
	}
	for a := range s.groups {
		for b := range s.groups {
			if haveConflict(s.groups[a].entry, s.groups[b].entry) {
				s.groups[a].conflicts = append(s.groups[a].conflicts, b)
			}
		}
	}
	return s
}

// setKey tells the key of a call, before start.
func (s *scheduler) setKey(i int, key string) {
	s.calls[i].key, s.calls[i].keyed = key, true
	s.calls[i].waits |= waitKey
}

// ask tells that the call waits for consent. A call that was ready becomes
// ready again when it is allowed.
func (s *scheduler) addConsentWait(i int) {
	s.calls[i].waits |= waitConsent
	s.calls[i].listed = false
}

// allow tells that the call has consent.
func (s *scheduler) removeConsentWait(i int) { s.unblock(i, waitConsent) }

// hasConflicts reports whether the call may have to wait for another one, apart
// from its key.
func (s *scheduler) hasConflicts(i int) bool {
	g := s.calls[i].group
	return g >= 0 && len(s.groups[g].conflicts) > 0
}

// start tells that all keys are known.
func (s *scheduler) start() {
	s.started = true
	s.callsByKey = make(map[string][]int)
	for i := range s.calls {
		if c := &s.calls[i]; c.keyed && !c.finished {
			s.callsByKey[c.key] = append(s.callsByKey[c.key], i)
		}
	}
	for _, calls := range s.callsByKey {
		s.unblock(calls[0], waitKey)
	}
	for g := range s.groups {
		s.unblockGroup(g)
	}
	slices.Sort(s.ready)
}

// finish tells that a call is answered. A call that is running was abandoned,
// and its tool may still be at work.
func (s *scheduler) finish(i int, running bool) {
	c := &s.calls[i]
	if c.finished {
		return
	}
	c.finished = true
	if running && !c.returned {
		s.abandoned = append(s.abandoned, i)
	}
	if !s.started {
		return
	}
	if c.keyed {
		s.unblockNextWithKey(c.key)
	}
	for _, g := range s.groups[c.group].conflicts {
		s.unblockGroup(g)
	}
}

// toolReturned tells that the tool of an abandoned call has returned: it
// blocks no other call any more.
func (s *scheduler) toolReturned(i int) {
	s.calls[i].returned = true
	s.abandoned = slices.DeleteFunc(s.abandoned, func(other int) bool { return other == i })
}

// advance lets the calls of a group pass that no earlier unfinished call
// conflicts with. They pass in input order, since what stops one stops all
// after it.
func (s *scheduler) unblockGroup(index int) {
	g := &s.groups[index]
	for ; g.next < len(g.members); g.next++ {
		i := g.members[g.next]
		if s.calls[i].finished {
			continue
		}
		for _, other := range g.conflicts {
			if s.firstUnfinished(other) < i {
				return
			}
		}
		s.unblock(i, waitOrder)
	}
}

// firstUnfinished is the first unfinished call of a group; len(s.calls) for
// none.
func (s *scheduler) firstUnfinished(index int) int {
	g := &s.groups[index]
	for ; g.head < len(g.members); g.head++ {
		if i := g.members[g.head]; !s.calls[i].finished {
			return i
		}
	}
	return len(s.calls)
}

// advanceChain lets the first unfinished call with the key pass.
func (s *scheduler) unblockNextWithKey(key string) {
	calls := s.callsByKey[key]
	for len(calls) > 0 && s.calls[calls[0]].finished {
		calls = calls[1:]
	}
	s.callsByKey[key] = calls
	if len(calls) > 0 {
		s.unblock(calls[0], waitKey)
	}
}

// unblock removes a reason to wait. A call whose turn has come is ready, or
// blocked by an abandoned call, whether or not it has consent.
func (s *scheduler) unblock(i int, reason wait) {
	c := &s.calls[i]
	c.waits &^= reason
	switch {
	case c.finished || c.listed || !s.started || c.waits&^waitConsent != 0:
	case s.isBlocked(i):
		c.listed, s.blocked = true, append(s.blocked, i)
	case c.waits == 0:
		c.listed, s.ready = true, append(s.ready, i)
	}
}

// isBlocked reports whether an abandoned call, whose tool still runs, may
// touch what the call needs: it has the same key, one of the two is exclusive,
// or it may change what the call touches.
func (s *scheduler) isBlocked(i int) bool {
	c := &s.calls[i]
	own := s.groups[c.group].entry
	for _, abandoned := range s.abandoned {
		other := &s.calls[abandoned]
		otherEntry := s.groups[other.group].entry
		if other.keyed && c.keyed && other.key == c.key || own.tool.Exclusive || otherEntry.tool.Exclusive ||
			otherEntry.effects.changes && haveConflict(own, otherEntry) {
			return true
		}
	}
	return false
}

// takeReady returns a call that may start.
func (s *scheduler) takeReady() (i int, ok bool) {
	if len(s.ready) == 0 {
		return 0, false
	}
	i, s.ready = s.ready[0], s.ready[1:]
	return i, true
}

// takeBlocked returns the calls that must not start.
func (s *scheduler) takeBlocked() []int {
	blocked := s.blocked
	s.blocked = nil
	return blocked
}
