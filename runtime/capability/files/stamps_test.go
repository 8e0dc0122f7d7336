package files

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// TestStampsLimit adds more records than the limit: those that were used last stay, and old ones expire.
func TestStampsLimit(t *testing.T) {
	info, err := os.Stat(".")
	if err != nil {
		t.Fatal(err)
	}
	var s stamps
	for i := range maxStamps + 10 {
		s.recordRead("s", fmt.Sprint(i), info)
		s.recordRead("s", "kept", info)
	}
	if len(s.byFile) != maxStamps || s.order.Len() != maxStamps {
		t.Errorf("%d and %d", len(s.byFile), s.order.Len())
	}
	if !s.isStale("s", "kept", nil) || s.isStale("s", "0", nil) || !s.isStale("s", fmt.Sprint(maxStamps), nil) {
		t.Error("the wrong records were removed")
	}
	for e := s.order.Front(); e != nil; e = e.Next() {
		e.Value.(*stamp).seen = time.Now().Add(-stampAge)
	}
	if s.isStale("s", "kept", nil) {
		t.Error("an expired record is used")
	}
	s.recordRead("s", "new", info)
	if len(s.byFile) != 1 {
		t.Errorf("%d are left", len(s.byFile))
	}
}

func TestSweepTimesLimit(t *testing.T) {
	var r sweepTimes
	now := time.Now()
	for i := range 3 * maxSweepTimes {
		if path := fmt.Sprint(i); !r.claim(path, now) || r.claim(path, now) || len(r.swept) > maxSweepTimes {
			t.Fatalf("%d: %d are kept", i, len(r.swept))
		}
	}
	if path := fmt.Sprint(3*maxSweepTimes - 1); !r.claim(path, now.Add(tempAge)) {
		t.Error("the directory is never swept again")
	}
}
