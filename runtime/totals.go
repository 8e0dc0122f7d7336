package runtime

import (
	"math"
	"slices"
	"time"

	"github.com/toolgen/toolgen/internal/wire"
)

func (t *Totals) form() []wire.Field {
	return []wire.Field{
		{Name: "calls", Value: &t.Calls},
		{Name: "failures", Value: &t.Failures, Optional: true},
		{Name: "cached", Value: &t.Cached, Optional: true},
		{Name: "chars_produced", Value: &t.CharsProduced, Optional: true},
		{Name: "chars_reduced", Value: &t.CharsReduced, Optional: true},
		{Name: "chars_returned", Value: &t.CharsReturned, Optional: true},
		{Name: "cost_usd", Value: &t.CostUSD, Optional: true},
		{Name: "duration_ns", Value: &t.Duration, Optional: true},
	}
}

// MarshalJSON writes {"calls":…} and the other sums that are not zero. It has no
// version of its own: that of a [Snapshot] counts.
func (t Totals) MarshalJSON() ([]byte, error) {
	t.CostUSD = min(t.CostUSD, math.MaxFloat64) // a sum may be infinite
	return wire.Marshal(0, t.form()...)
}

// UnmarshalJSON reads what MarshalJSON writes; anything else is a [*FormError], after
// which t is as before.
func (t *Totals) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, 0, t.form()...) }

// combine applies the functions to each pair of sums.
func (t Totals) combine(o Totals, whole func(a, b int64) int64, cost func(a, b float64) float64) Totals {
	count := func(a, b int) int { return int(whole(int64(a), int64(b))) }
	return Totals{
		Calls: count(t.Calls, o.Calls), Failures: count(t.Failures, o.Failures), Cached: count(t.Cached, o.Cached),
		CharsProduced: count(t.CharsProduced, o.CharsProduced), CharsReduced: count(t.CharsReduced, o.CharsReduced),
		CharsReturned: count(t.CharsReturned, o.CharsReturned),
		CostUSD:       cost(t.CostUSD, o.CostUSD), Duration: time.Duration(whole(int64(t.Duration), int64(o.Duration))),
	}
}

func sum[N int64 | float64](a, b N) N     { return a + b }
func greater[N int64 | float64](a, b N) N { return max(a, b) }
func growth[N int64 | float64](a, b N) N  { return max(0, b-a) }

func (t Totals) plus(o Totals) Totals { return t.combine(o, sum, sum) }

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
	Own share `json:"-"`
	// Others are the other shares, the one that was merged longest ago first. In a
	// snapshot they have Own, too.
	Others []share `json:"shares,omitempty"`
	// Forgot reports that the sum has shares of origins that are not known any more.
	Forgot bool `json:"forgot,omitzero"`
}

// share is what one origin added to a session.
type share struct {
	Origin string `json:"origin"`
	Totals Totals `json:"totals"`
	// New reports that the share, or a part of it, was not in the snapshot from which
	// the session was restored.
	New bool `json:"new,omitzero"`
}

// add adds the totals of a batch.
func (l *ledger) add(t Totals) {
	if l.Own.Origin == "" {
		l.Own = share{Origin: randomID(), New: true}
	}
	l.Own.Totals = l.Own.Totals.plus(t)
	l.Sum = l.Sum.plus(t)
}

// snapshot is a ledger of which nothing is this origin's own.
func (l *ledger) snapshot() ledger {
	taken := ledger{Sum: l.Sum, Others: slices.Clone(l.Others), Forgot: l.Forgot}
	if l.Own.Origin != "" {
		taken.Others = append(taken.Others, l.Own)
	}
	return taken
}

// restored is the ledger of a new origin that begins with a snapshot.
func (l *ledger) restored() ledger {
	begun := l.snapshot()
	for i := range begun.Others {
		begun.Others[i].New = false
	}
	begun.forget()
	return begun
}

// merge counts what a snapshot counted and this ledger did not. When the ledger has
// forgotten origins, it may have counted any share that is not new.
func (l *ledger) merge(snapshot *ledger) {
	for _, s := range snapshot.Others {
		i := slices.IndexFunc(l.Others, func(o share) bool { return o.Origin == s.Origin })
		if s.Origin == l.Own.Origin || i < 0 && l.Forgot && !s.New {
			continue
		}
		counted := Totals{}
		if i >= 0 {
			counted = l.Others[i].Totals
			l.Others = slices.Delete(l.Others, i, i+1)
		}
		l.Sum = l.Sum.plus(counted.combine(s.Totals, growth, growth))
		l.Others = append(l.Others, share{s.Origin, counted.combine(s.Totals, greater, greater), true})
	}
	l.forget()
}

// forget keeps the ledger small. What it forgets stays in the sum.
func (l *ledger) forget() {
	if over := len(l.Others) - maxOrigins; over > 0 {
		l.Others, l.Forgot = slices.Delete(l.Others, 0, over), true
	}
}
