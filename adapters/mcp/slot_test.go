package mcp

import (
	"context"
	"testing"
	"time"
)

// TestSlotIsReleased checks that a call whose context ends while it waits takes no
// slot, and that a slot is released once.
func TestSlotIsReleased(t *testing.T) {
	s := &Server{calls: make(chan struct{}, 1)}
	c := &clientSession{running: make(chan struct{}, 2)}
	first, second := &slot{server: s, session: c}, &slot{server: s, session: c}
	if err := first.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond) // it ends while the call waits
	defer cancel()
	if err := second.take(ctx); err == nil {
		t.Error("a second slot is taken")
	}
	second.release()
	first.release()
	first.release()
	if len(s.calls) != 0 || len(c.running) != 0 {
		t.Errorf("%d and %d slots are taken", len(s.calls), len(c.running))
	}
}

// TestMemoryStore checks that an approval is used once while it is valid, that
// approvals from before the process are refused, and that the store is limited.
func TestMemoryStore(t *testing.T) {
	const validity = time.Hour
	m := newMemoryStore(validity)
	use := func(id string, expires time.Time) (bool, error) { return m.Use(t.Context(), id, expires) }
	expires := time.Now().Add(validity)
	for i, want := range []bool{true, false} {
		if first, err := use("a", expires); first != want || err != nil {
			t.Errorf("use %d: %v, %v", i, first, err)
		}
	}
	m.changed = m.changed.Add(-2 * validity) // the next period begins
	if first, _ := use("a", expires); first {
		t.Error("an approval of the period before is used again")
	}
	if first, _ := use("b", expires); !first || len(m.before) != 1 || len(m.current) != 1 {
		t.Errorf("in the next period: %v, %d and %d approvals", first, len(m.before), len(m.current))
	}
	m.changed = m.changed.Add(-2 * validity)
	if _, _ = use("c", expires); len(m.before) != 1 || m.before["a"] {
		t.Errorf("approvals that are no longer valid are kept: %v", m.before)
	}
	if first, err := use("d", time.Now().Add(-time.Second)); first || err != nil {
		t.Errorf("an approval from before the process is used: %v", err)
	}
	for i := range maxUsedApprovals {
		m.current[time.Duration(i).String()] = true
	}
	if first, err := use("e", expires); first || err == nil {
		t.Error("the store has no limit")
	}
}
