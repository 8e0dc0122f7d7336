package comparisons

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"github.com/sourcegraph/conc/pool"
	"golang.org/x/sync/errgroup"

	"github.com/toolgen/toolgen/runtime"
)

// sizes are the numbers of calls in a batch.
var sizes = []int{1, 10, 100, 1000}

// limit is the maximum number of concurrent calls: the default of toolgen.
const limit = runtime.DefaultConcurrency

// tool is a function that is called with the id of a call.
type tool func(ctx context.Context, id string) runtime.Result

// noop does nothing.
func noop(context.Context, string) runtime.Result { return runtime.Text("ok") }

// batch is a batch of calls. run may be called several times; answer returns the result
// of a call in the last run.
type batch struct {
	run    func() error
	answer func(i int) runtime.Result
}

// variants are the implementations. All of them have the results in the order of the
// calls.
var variants = []struct {
	name  string
	batch func(ids []string, call tool) batch
}{
	{"a goroutine each, nothing allocated", bareGoroutines},
	{"a goroutine each, sync.WaitGroup.Go", goroutineEach},
	{"errgroup, limited", errgroupLimited},
	{"errgroup, limited, context.WithTimeout each", errgroupWithTimeout},
	{"conc pool, limited", concPool},
	{"toolgen: policy, deadline, recovery, budget", executeParallel},
}

// Execution compares the execution of batches of calls that do nothing.
func Execution() Comparison {
	c := Comparison{
		Title: "Executing n calls that do nothing; limits: 4, 2 and 1.5 x for 10, 100 and 1000 calls, 2 µs and 6 allocations for one call",
		Calls: sizes,
	}
	for _, n := range sizes {
		c.Loads = append(c.Loads, fmt.Sprint(n))
	}
	for _, variant := range variants {
		w := Variant{Name: variant.name}
		for _, n := range sizes {
			w.Run = append(w.Run, variant.batch(callIDs(n), noop).run)
		}
		c.Variants = append(c.Variants, w)
	}
	return c
}

// callIDs returns n ids of calls.
func callIDs(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = "call-" + strconv.Itoa(i)
	}
	return all
}

// newBatch returns a batch whose calls store their results in a slice.
func newBatch(n int, run func(results []runtime.Result) error) batch {
	var results []runtime.Result
	return batch{
		run: func() error {
			results = make([]runtime.Result, n)
			return run(results)
		},
		answer: func(i int) runtime.Result { return results[i] },
	}
}

// bareGoroutines reuses its results and functions for all runs, so that only starting and waiting for goroutines is
// measured. It has no limit and no deadline, and a panic ends the process.
func bareGoroutines(ids []string, call tool) batch {
	ctx, results, functions := context.Background(), make([]runtime.Result, len(ids)), make([]func(), len(ids))
	var group sync.WaitGroup
	for i, id := range ids {
		functions[i] = func() {
			results[i] = call(ctx, id)
			group.Done()
		}
	}
	return batch{
		run: func() error {
			group.Add(len(functions))
			for _, function := range functions {
				go function()
			}
			group.Wait()
			return nil
		},
		answer: func(i int) runtime.Result { return results[i] },
	}
}

// goroutineEach has no limit and no deadline, and a panic ends the process.
func goroutineEach(ids []string, call tool) batch {
	ctx := context.Background()
	return newBatch(len(ids), func(results []runtime.Result) error {
		var group sync.WaitGroup
		for i := range results {
			group.Go(func() { results[i] = call(ctx, ids[i]) })
		}
		group.Wait()
		return nil
	})
}

// errgroupLimited has no deadline, and a panic ends the process.
func errgroupLimited(ids []string, call tool) batch {
	ctx := context.Background()
	return newBatch(len(ids), func(results []runtime.Result) error {
		var group errgroup.Group
		group.SetLimit(limit)
		for i := range results {
			group.Go(func() error {
				results[i] = call(ctx, ids[i])
				return nil
			})
		}
		return group.Wait()
	})
}

// errgroupWithTimeout has a deadline for each call, which a tool can ignore.
func errgroupWithTimeout(ids []string, call tool) batch {
	ctx := context.Background()
	return errgroupLimited(ids, func(_ context.Context, id string) runtime.Result {
		ctx, cancel := context.WithTimeout(ctx, runtime.DefaultTimeout)
		defer cancel()
		return call(ctx, id)
	})
}

// concPool has no deadline, and Wait repeats a panic.
func concPool(ids []string, call tool) batch {
	ctx := context.Background()
	return newBatch(len(ids), func(results []runtime.Result) error {
		p := pool.New().WithMaxGoroutines(limit)
		for i := range results {
			p.Go(func() { results[i] = call(ctx, ids[i]) })
		}
		p.Wait()
		return nil
	})
}

// executeParallel uses ExecuteParallel: every call has a deadline, which also applies if the
// tool ignores it.
func executeParallel(ids []string, call tool) batch {
	registry := runtime.NewRegistry(nil)
	err := registry.Register(&runtime.Tool{
		Name:   "tool",
		Invoke: func(ctx context.Context, c *runtime.Call) runtime.Result { return call(ctx, c.ID()) },
	})
	calls := make([]runtime.ToolCall, len(ids))
	for i, id := range ids {
		calls[i] = runtime.ToolCall{ID: id, Name: "tool", Args: json.RawMessage("{}")}
	}
	ctx, turn := context.Background(), &runtime.Turn{}
	var results []runtime.CallResult
	return batch{
		run: func() error {
			results = registry.ExecuteParallel(ctx, calls, turn)
			return err
		},
		answer: func(i int) runtime.Result { return results[i].Result },
	}
}
