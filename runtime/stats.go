package runtime

import "sync/atomic"

// Stats count what went wrong in the batches of a registry since it was made.
type Stats struct {
	// Abandoned is how many tools and approvers that ignored their deadline or
	// their context are running now.
	Abandoned int
	// Late is how many abandoned ones have returned; their results were
	// dropped.
	Late int
	// ProgressDropped is how many progress events found the buffer full.
	ProgressDropped int
	// LogsDropped is how many log records of tools found the buffer full.
	LogsDropped int
}

// Stats returns the counts so far.
func (r *Registry) Stats() Stats {
	return Stats{
		Abandoned:       int(r.stats.abandoned.Load()),
		Late:            int(r.stats.returned.Load()),
		ProgressDropped: int(r.stats.dropped.Load()),
		LogsDropped:     int(r.stats.logsDropped.Load()),
	}
}

// counters are the registry's own form of Stats.
type counters struct{ abandoned, returned, dropped, logsDropped atomic.Int64 }

func (c *counters) addAbandoned(n int64) { c.abandoned.Add(n) }

func (c *counters) addReturned() {
	c.returned.Add(1)
	c.abandoned.Add(-1)
}
