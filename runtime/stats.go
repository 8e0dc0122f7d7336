package runtime

import "sync/atomic"

// Stats has counts of abnormal events in the batches of a registry, since the
// registry was created.
type Stats struct {
	// Abandoned is the number of abandoned tools and approvers that are still
	// running.
	Abandoned int
	// Late is the number of abandoned tools and approvers that have returned.
	// Their results were dropped.
	Late int
	// ProgressDropped is the number of progress events that were dropped
	// because the queue was full.
	ProgressDropped int
	// LogsDropped is the number of log records of tools that were dropped
	// because the queue was full.
	LogsDropped int
}

// Stats returns the current counts.
func (r *Registry) Stats() Stats {
	return Stats{
		Abandoned:       int(r.stats.abandoned.Load()),
		Late:            int(r.stats.returned.Load()),
		ProgressDropped: int(r.stats.dropped.Load()),
		LogsDropped:     int(r.stats.logsDropped.Load()),
	}
}

// counters has the atomic counters of Stats.
type counters struct{ abandoned, returned, dropped, logsDropped atomic.Int64 }

// addAbandoned adds n to the number of abandoned tools and approvers.
func (c *counters) addAbandoned(n int64) { c.abandoned.Add(n) }

// addReturned counts an abandoned tool or approver that has returned.
func (c *counters) addReturned() {
	c.returned.Add(1)
	c.abandoned.Add(-1)
}
