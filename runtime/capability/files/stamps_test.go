package files

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// TestStampsAreBounded fills the memory: what was used last stays, and what is
// old goes.
func TestStampsAreBounded(t *testing.T) {
	info, err := os.Stat(".")
	if err != nil {
		t.Fatal(err)
	}
	var s stamps
	for i := range maxStamps + 10 {
		s.read("s", fmt.Sprint(i), info)
		s.read("s", "kept", info)
	}
	if len(s.byFile) != maxStamps || s.order.Len() != maxStamps {
		t.Errorf("%d and %d", len(s.byFile), s.order.Len())
	}
	if !s.stale("s", "kept", nil) || s.stale("s", "0", nil) || !s.stale("s", fmt.Sprint(maxStamps), nil) {
		t.Error("the wrong ones were forgotten")
	}
	for e := s.order.Front(); e != nil; e = e.Next() {
		e.Value.(*stamp).seen = time.Now().Add(-stampAge)
	}
	if s.stale("s", "kept", nil) {
		t.Error("an old one is still known")
	}
	s.read("s", "new", info)
	if len(s.byFile) != 1 {
		t.Errorf("%d are left", len(s.byFile))
	}
}

func TestRecentIsBounded(t *testing.T) {
	var r recent
	now := time.Now()
	for i := range 3 * maxRecent {
		if path := fmt.Sprint(i); !r.due(path, now) || r.due(path, now) || len(r.swept) > maxRecent {
			t.Fatalf("%d: %d are kept", i, len(r.swept))
		}
	}
	if path := fmt.Sprint(3*maxRecent - 1); !r.due(path, now.Add(tempAge)) {
		t.Error("it is never due again")
	}
}
