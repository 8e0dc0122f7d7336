package contests

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

// limit is how many calls run at once where there is a limit: toolgen's
// default, given to everyone.
const limit = runtime.DefaultConcurrency

// tool is what is called: with the id of the call.
type tool func(ctx context.Context, id string) runtime.Result

// noop does nothing.
func noop(context.Context, string) runtime.Result { return runtime.Text("ok") }

// batch is a number of calls, run in some way as often as one likes. Answers
// are those of the last run.
type batch struct {
	run    func() error
	answer func(i int) runtime.Result
}

// ways are how batches are run. All of them promise the answers in the order of
// the calls.
var ways = []struct {
	name  string
	batch func(ids []string, call tool) batch
}{
	{"a goroutine each, sync.WaitGroup", bare},
	{"errgroup, limited", limited},
	{"errgroup, limited, context.WithTimeout each", timed},
	{"conc pool, limited", pooled},
	{"toolgen: policy, deadline, recovery, budget", executed},
}

// Execution runs batches of calls that do nothing.
func Execution() Contest {
	c := Contest{
		Title: "Executing n calls that do nothing; at most 5, 3 and 2 x for 10, 100 and 1000, at most 4 µs for one, at most 4 allocations a call from 10 on",
		Calls: sizes,
	}
	for _, n := range sizes {
		c.Loads = append(c.Loads, fmt.Sprint(n))
	}
	for _, way := range ways {
		w := Way{Name: way.name}
		for _, n := range sizes {
			w.Run = append(w.Run, way.batch(ids(n), noop).run)
		}
		c.Ways = append(c.Ways, w)
	}
	return c
}

func ids(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = "call-" + strconv.Itoa(i)
	}
	return all
}

// collected is a batch whose calls store their answers themselves.
func collected(n int, run func(results []runtime.Result) error) batch {
	var results []runtime.Result
	return batch{
		run: func() error {
			results = make([]runtime.Result, n)
			return run(results)
		},
		answer: func(i int) runtime.Result { return results[i] },
	}
}

// bare has no limit, no deadline, and lets a panic end the process.
func bare(ids []string, call tool) batch {
	ctx := context.Background()
	return collected(len(ids), func(results []runtime.Result) error {
		var group sync.WaitGroup
		for i := range results {
			group.Go(func() { results[i] = call(ctx, ids[i]) })
		}
		group.Wait()
		return nil
	})
}

// limited has no deadline, and lets a panic end the process.
func limited(ids []string, call tool) batch {
	ctx := context.Background()
	return collected(len(ids), func(results []runtime.Result) error {
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

// timed has a deadline for each call, which tools may ignore.
func timed(ids []string, call tool) batch {
	ctx := context.Background()
	return limited(ids, func(_ context.Context, id string) runtime.Result {
		ctx, cancel := context.WithTimeout(ctx, runtime.DefaultTimeout)
		defer cancel()
		return call(ctx, id)
	})
}

// pooled has no deadline; a panic is handed to whoever waits.
func pooled(ids []string, call tool) batch {
	ctx := context.Background()
	return collected(len(ids), func(results []runtime.Result) error {
		p := pool.New().WithMaxGoroutines(limit)
		for i := range results {
			p.Go(func() { results[i] = call(ctx, ids[i]) })
		}
		p.Wait()
		return nil
	})
}

// executed is the whole pipeline: every call has a deadline that holds even if
// the tool ignores it.
func executed(ids []string, call tool) batch {
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
