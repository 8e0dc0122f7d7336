package mcp_test

import (
	"runtime/metrics"
	"testing"
	"time"

	goruntime "runtime"
)

// checkGoroutines fails the test if goroutines that begin during the test do not
// end after it.
func checkGoroutines(t *testing.T) {
	t.Helper()
	before := goruntime.NumGoroutine()
	t.Cleanup(func() {
		end := time.Now().Add(10 * time.Second)
		for goruntime.NumGoroutine() > before {
			if time.Now().After(end) {
				stacks := make([]byte, 1<<20)
				t.Fatalf("%d goroutines remain, %d were there before:\n%s", goruntime.NumGoroutine(), before, stacks[:goruntime.Stack(stacks, true)])
			}
			time.Sleep(5 * time.Millisecond)
		}
	})
}

// measureHeap returns a function that returns the most memory that objects have
// used since the call, in bytes.
func measureHeap(t *testing.T) func() uint64 {
	t.Helper()
	goruntime.GC()
	heap := func() uint64 {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	before, most, stop, done := heap(), uint64(0), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
				most = max(most, heap())
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-done
		return most - min(most, before)
	}
}
