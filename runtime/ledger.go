package runtime

import "slices"

// maxOrigins is the maximum number of other origins in a ledger. The one whose
// merge is the longest ago is removed first.
const maxOrigins = 64

// ledger sums the totals of a session that several processes use. Each Session
// value is an origin: it has an id, and its share of the totals only grows. A
// ledger stores the share of each origin that it has counted, so that it counts
// no call twice, regardless of the number and the order of merges. The zero
// value is empty.
type ledger struct {
	Sum Totals `json:"sum"`
	// Own is the share of this origin. Its id is created when something is
	// first added to it.
	Own originShare `json:"-"`
	// Others are the shares of the other origins. The one whose merge is the
	// longest ago is first. In a snapshot, Others includes Own.
	Others []originShare `json:"shares,omitempty"`
	// Incomplete reports that the sum has shares of origins that are no longer
	// in Others.
	Incomplete bool `json:"forgot,omitzero"`
}

// originShare is the part of a session's totals that one origin added.
type originShare struct {
	Origin string `json:"origin"`
	Totals Totals `json:"totals"`
	// New reports that at least a part of the share was not in the snapshot
	// from which the session was restored.
	New bool `json:"new,omitzero"`
}

// add adds the totals of a batch.
func (l *ledger) add(t Totals) {
	if l.Own.Origin == "" {
		l.Own = originShare{Origin: randomID(), New: true}
	}
	l.Own.Totals = l.Own.Totals.add(t)
	l.Sum = l.Sum.add(t)
}

// snapshot returns a copy of the ledger in which Others includes Own.
func (l *ledger) snapshot() ledger {
	taken := ledger{Sum: l.Sum, Others: slices.Clone(l.Others), Incomplete: l.Incomplete}
	if l.Own.Origin != "" {
		taken.Others = append(taken.Others, l.Own)
	}
	return taken
}

// restore returns the ledger of a new origin that continues a snapshot.
func (l *ledger) restore() ledger {
	restored := l.snapshot()
	for i := range restored.Others {
		restored.Others[i].New = false
	}
	restored.dropOldest()
	return restored
}

// merge adds the totals of a snapshot that the ledger has not counted. An
// incomplete ledger may already have counted a share that is not new.
func (l *ledger) merge(snapshot *ledger) {
	for _, s := range snapshot.Others {
		i := slices.IndexFunc(l.Others, func(o originShare) bool { return o.Origin == s.Origin })
		if s.Origin == l.Own.Origin || i < 0 && l.Incomplete && !s.New {
			continue
		}
		counted := Totals{}
		if i >= 0 {
			counted = l.Others[i].Totals
			l.Others = slices.Delete(l.Others, i, i+1)
		}
		l.Sum = l.Sum.add(counted.combine(s.Totals, increase, increase))
		l.Others = append(l.Others, originShare{s.Origin, counted.combine(s.Totals, greater, greater), true})
	}
	l.dropOldest()
}

// dropOldest removes the oldest shares if there are too many. Their totals stay
// in the sum.
func (l *ledger) dropOldest() {
	if over := len(l.Others) - maxOrigins; over > 0 {
		l.Others, l.Incomplete = slices.Delete(l.Others, 0, over), true
	}
}
