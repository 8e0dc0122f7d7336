package runtime

import "slices"

// scheduler decides which calls of a batch may start. It starts no goroutines:
// the batch reports events to it, and takes the calls that are ready or
// blocked. It is not safe for concurrent use.
//
// A call may start if
//   - no earlier call whose tool conflicts with its tool is unfinished (see haveConflict),
//   - no earlier call with an equal key is unfinished,
//   - no approver is deciding about it.
//
// Calls of one tool form a group, so that conflicts are computed for each pair
// of tools instead of each pair of calls.
type scheduler struct {
	calls      []scheduledCall
	groups     []group
	callsByKey map[string][]int // the unfinished calls with each key, in input order
	abandoned  []int            // the abandoned calls whose tools are still running

	ready   []int // the calls that may start
	blocked []int // the calls that must not start, because an abandoned call may still touch the same data
	started bool  // the keys of all calls are known
}

// scheduledCall is the scheduler's state of one call.
type scheduledCall struct {
	group    int // -1 for a call that was already answered
	key      string
	keyed    bool
	waits    wait
	finished bool
	returned bool // the call was abandoned, and its tool has returned
	listed   bool // it is, or was, in ready or blocked
}

// wait is a set of reasons why a call may not start.
type wait uint8

const (
	waitOrder    wait = 1 << iota // waits for earlier calls that conflict
	waitKey                       // waits for earlier calls with an equal key
	waitApproval                  // waits for an approver
)

// group has the calls of one tool.
type group struct {
	entry     *entry
	members   []int // the calls in input order
	head      int   // the index in members of the first unfinished call
	next      int   // the index in members of the first call with waitOrder
	conflicts []int // the indices of the groups that conflict with it, perhaps including its own
}

// newScheduler returns a scheduler of n calls. entryOf returns the entry of a
// call; nil for a call that is already answered.
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

// setKey sets the key of a call. It must be called before start.
func (s *scheduler) setKey(i int, key string) {
	s.calls[i].key, s.calls[i].keyed = key, true
	s.calls[i].waits |= waitKey
}

// addApprovalWait makes the call wait for approval. A call that was ready becomes
// ready again when it has approval.
func (s *scheduler) addApprovalWait(i int) {
	s.calls[i].waits |= waitApproval
	s.calls[i].listed = false
}

// removeApprovalWait reports that the call has approval.
func (s *scheduler) removeApprovalWait(i int) { s.unblock(i, waitApproval) }

// hasConflicts reports whether the call may have to wait for another call,
// regardless of its key.
func (s *scheduler) hasConflicts(i int) bool {
	g := s.calls[i].group
	return g >= 0 && len(s.groups[g].conflicts) > 0
}

// start reports that the keys of all calls are known, and finds the calls that
// may start.
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

// finish reports that a call is answered. running reports that it was abandoned
// and that its tool may still run.
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

// toolReturned reports that the tool of an abandoned call has returned. The
// call then blocks no other calls.
func (s *scheduler) toolReturned(i int) {
	s.calls[i].returned = true
	s.abandoned = slices.DeleteFunc(s.abandoned, func(other int) bool { return other == i })
}

// unblockGroup removes waitOrder from the calls of a group that no earlier
// unfinished call conflicts with. It stops at the first other call, because the
// calls after it must wait, too.
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

// firstUnfinished returns the first unfinished call of a group; len(s.calls) if
// there is none.
func (s *scheduler) firstUnfinished(index int) int {
	g := &s.groups[index]
	for ; g.head < len(g.members); g.head++ {
		if i := g.members[g.head]; !s.calls[i].finished {
			return i
		}
	}
	return len(s.calls)
}

// unblockNextWithKey removes waitKey from the first unfinished call with the
// key.
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

// unblock removes a reason to wait. A call without waitOrder and waitKey is
// blocked if an abandoned call blocks it, even without approval. Otherwise it is
// ready when it has approval.
func (s *scheduler) unblock(i int, reason wait) {
	c := &s.calls[i]
	c.waits &^= reason
	switch {
	case c.finished || c.listed || !s.started || c.waits&^waitApproval != 0:
	case s.isBlocked(i):
		c.listed, s.blocked = true, append(s.blocked, i)
	case c.waits == 0:
		c.listed, s.ready = true, append(s.ready, i)
	}
}

// isBlocked reports whether an abandoned call whose tool is still running
// blocks the call.
func (s *scheduler) isBlocked(i int) bool {
	c := &s.calls[i]
	for _, abandoned := range s.abandoned {
		other := &s.calls[abandoned]
		if other.keyed && c.keyed && other.key == c.key || s.groups[other.group].entry.blocks(s.groups[c.group].entry) {
			return true
		}
	}
	return false
}

// takeReady returns a call that may start, and removes it from ready.
func (s *scheduler) takeReady() (i int, ok bool) {
	if len(s.ready) == 0 {
		return 0, false
	}
	i, s.ready = s.ready[0], s.ready[1:]
	return i, true
}

// takeBlocked returns the calls that must not start, and clears blocked.
func (s *scheduler) takeBlocked() []int {
	blocked := s.blocked
	s.blocked = nil
	return blocked
}
