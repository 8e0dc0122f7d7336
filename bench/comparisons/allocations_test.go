package comparisons

import (
	"context"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// A batch allocates its own memory, but none for each call. The race detector, with which the tests of the runtime are
// run, allocates too: so this is tested here.
func TestAllocations(t *testing.T) {
	for n, limit := range map[int]float64{1: 3, 100: 9} {
		run := executeParallel(callIDs(n), func(context.Context, string) runtime.Result { return runtime.Text("ok") }).run
		got := testing.AllocsPerRun(100, func() {
			if err := run(); err != nil {
				t.Fatal(err)
			}
		})
		if got > limit {
			t.Errorf("a batch of %d calls makes %v allocations, want at most %v", n, got, limit)
		}
	}
}
