package mcp

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ApprovalStore records which approvals were used, so that each is valid once. Its
// methods must be safe for concurrent use.
type ApprovalStore interface {
	// Use records the id of an approval and reports whether it was not recorded
	// before. If several processes call Use with one id, only one of them gets
	// true. The id can be forgotten after the time expires. If Use returns an
	// error, the call does not run.
	Use(ctx context.Context, id string, expires time.Time) (first bool, err error)
}

// maxUsedApprovals is the maximum number of approvals that the memory of a process
// records within a period of validity.
const maxUsedApprovals = 100_000

// memoryStore is an ApprovalStore in the memory of this process. It has the
// approvals of the current period of validity and of the one before.
type memoryStore struct {
	validity time.Duration
	begin    time.Time // of the process

	mu              sync.Mutex
	current, before map[string]bool
	changed         time.Time // when the current period began
}

func newMemoryStore(validity time.Duration) *memoryStore {
	now := time.Now()
	return &memoryStore{validity: validity, begin: now, changed: now, current: make(map[string]bool)}
}

// Use implements [ApprovalStore]. A request for approval that is older than the
// process may have been answered before the process was restarted, so it is
// refused.
func (m *memoryStore) Use(_ context.Context, id string, expires time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now := time.Now(); now.Sub(m.changed) > m.validity {
		m.before, m.current, m.changed = m.current, make(map[string]bool), now
	}
	switch {
	case m.current[id] || m.before[id] || expires.Add(-m.validity).Before(m.begin.Truncate(time.Millisecond)):
		return false, nil
	case len(m.current) >= maxUsedApprovals:
		return false, errors.New("mcp: too many approvals were used")
	}
	m.current[id] = true
	return true, nil
}
