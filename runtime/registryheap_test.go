package runtime_test

import (
	"fmt"
	goruntime "runtime"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestHeapOfRegistry checks the memory that a registry needs for each tool, in addition to the tool.
func TestHeapOfRegistry(t *testing.T) {
	const count = 2000
	tools := make([]*runtime.Tool, count)
	for i := range tools {
		tools[i] = &runtime.Tool{Name: fmt.Sprintf("tool_%d", i), Description: "Does something that is described here.", Input: `{"type":"object"}`, Invoke: noop}
	}
	before := heapAfterCollection()
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(tools...); err != nil {
		t.Fatal(err)
	}
	registered := heapAfterCollection()
	size := len(registry.AppendDefinitions(nil, runtime.Policy{}))
	defined := heapAfterCollection()
	goruntime.KeepAlive(registry)
	if n := (registered - before) / count; n > 200 {
		t.Errorf("a registered tool needs %d bytes, want at most 200", n)
	}
	if n := (defined - before) / count; n > 900 {
		t.Errorf("a tool whose definition of %d bytes was used needs %d bytes, want at most 900", size/count, n)
	}
}

// heapAfterCollection returns the size of the objects on the heap.
func heapAfterCollection() int {
	goruntime.GC()
	var stats goruntime.MemStats
	goruntime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}
