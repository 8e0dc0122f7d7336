package runtime

import "slices"

// maxOrigins is how many other origins a ledger knows, the one that was merged longest
// ago going first.
const maxOrigins = 64

// ledger sums the totals of a session on which several processes work. Each Session
// value is an origin: it has an id, and its own share only grows. A ledger knows how
// much of each origin it has counted, so that it counts nothing twice, in any
// order of merges and any number of them. The zero value is empty.
type ledger struct {
	Sum Totals `json:"sum"`
	// Own is the share of this origin; its id is made when it first adds something.
	Own originShare `json:"-"`
	// Others are the other shares, the one that was merged longest ago first. In a
	// snapshot they have Own, too.
	Others []originShare `json:"shares,omitempty"`
	// Forgot reports that the sum has shares of origins that are not known any more.
	Incomplete bool `json:"forgot,omitzero"`
}

// share is what one origin added to a session.
type originShare struct {
	Origin string `json:"origin"`
	Totals Totals `json:"totals"`
	// New reports that the share, or a part of it, was not in the snapshot from which
	// the session was restored.
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

// snapshot is a ledger of which nothing is this origin's own.
func (l *ledger) snapshot() ledger {
	taken := ledger{Sum: l.Sum, Others: slices.Clone(l.Others), Incomplete: l.Incomplete}
	if l.Own.Origin != "" {
		taken.Others = append(taken.Others, l.Own)
	}
	return taken
}

// restored is the ledger of a new origin that begins with a snapshot.
func (l *ledger) restore() ledger {
	begun := l.snapshot()
	for i := range begun.Others {
		begun.Others[i].New = false
	}
	begun.dropOldest()
	return begun
}

// merge counts what a snapshot counted and this ledger did not. When the ledger has
// forgotten origins, it may have counted any share that is not new.
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

// forget keeps the ledger small. What it forgets stays in the sum.
func (l *ledger) dropOldest() {
	if over := len(l.Others) - maxOrigins; over > 0 {
		l.Others, l.Incomplete = slices.Delete(l.Others, 0, over), true
	}
}
