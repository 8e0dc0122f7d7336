package temporal

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/toolgen/toolgen/runtime"
)

// benchServer returns a client of a server, and the store of its workers.
func benchServer(b *testing.B) (client.Client, Store) {
	b.Helper()
	server := newServer(b)
	store, err := fileStore(filepath.Join(b.TempDir(), "store.db"))
	if err != nil {
		b.Fatal(err)
	}
	return connect(b, server.address, nil), store
}

// bare is an activity that does nothing, and bareWorkflow calls it n times.
func bare(context.Context, string) (string, error) { return "done", nil }

func bareWorkflow(ctx workflow.Context, n int) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute, HeartbeatTimeout: 5 * time.Second})
	for range n {
		if err := workflow.ExecuteActivity(ctx, bare, `{"text":"a","size":1}`).Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// callsWorkflow executes n batches of one call.
func callsWorkflow(ctx workflow.Context, n int, tool string) error {
	for i := range n {
		if got := reasons(ExecuteParallel(ctx, []runtime.ToolCall{call(fmt.Sprint(i), tool, args{Text: "a"})}, Turn{Session: "s"})); got != "ok" {
			return fmt.Errorf("call %d: %s", i, got)
		}
	}
	return nil
}

// startBenchWorker starts a worker whose tool takes some time.
func startBenchWorker(b *testing.B, c client.Client, store Store, queue string, o worker.Options, takes time.Duration) {
	b.Helper()
	tool := newTool(runtime.Tool{Name: "wait", Concurrent: true}, func(context.Context, *runtime.Call, args) runtime.Result {
		time.Sleep(takes)
		return runtime.Text("done")
	})
	h := newHost(b, newRegistry(b, nil, tool), Options{Store: store, Concurrency: 200})
	plugin, err := NewPlugin(h.registry, &h.options)
	if err != nil {
		b.Fatal(err)
	}
	o.Plugins = []worker.Plugin{plugin}
	w := worker.New(c, queue, o)
	w.RegisterWorkflow(callsWorkflow)
	w.RegisterWorkflow(bareWorkflow)
	w.RegisterWorkflow(oneBatch)
	w.RegisterActivityWithOptions(bare, activity.RegisterOptions{Name: "bare"})
	if err := w.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(w.Stop)
}

// BenchmarkOverhead compares sequential calls with a bare activity of the same worker, in
// alternating rounds. The metrics are the medians per call in milliseconds with their
// quartiles, and the ratio of the medians.
func BenchmarkOverhead(b *testing.B) {
	c, store := benchServer(b)
	startBenchWorker(b, c, store, b.Name(), worker.Options{}, 0)
	const calls = 20
	run := func(function any, arguments ...any) float64 {
		begin := time.Now()
		started, err := c.ExecuteWorkflow(b.Context(), client.StartWorkflowOptions{TaskQueue: b.Name()}, function, arguments...)
		if err == nil {
			err = started.Get(b.Context(), nil)
		}
		if err != nil {
			b.Fatal(err)
		}
		return time.Since(begin).Seconds() * 1000 / calls
	}
	run(bareWorkflow, calls)
	run(callsWorkflow, calls, "wait")
	var bareTimes, callTimes []float64
	for b.Loop() {
		for range 5 {
			callTimes = append(callTimes, run(callsWorkflow, calls, "wait"))
			bareTimes = append(bareTimes, run(bareWorkflow, calls), run(bareWorkflow, calls))
			callTimes = append(callTimes, run(callsWorkflow, calls, "wait"))
		}
	}
	b.ReportMetric(reportQuartiles(b, callTimes, "ms/call")/reportQuartiles(b, bareTimes, "ms/bare"), "call/bare")
}

// reportQuartiles reports the median and the quartiles, and returns the median.
func reportQuartiles(b *testing.B, values []float64, unit string) (median float64) {
	b.Helper()
	slices.Sort(values)
	for name, part := range map[string]int{"-p25": 1, "": 2, "-p75": 3} {
		b.ReportMetric(values[len(values)*part/4], unit+name)
	}
	return values[len(values)/2]
}

// BenchmarkWorkers measures how many calls of 100 ms one worker and two workers take,
// each with 4 slots.
func BenchmarkWorkers(b *testing.B) {
	c, store := benchServer(b)
	const slots, calls = 4, 80
	measure := func(workers int) float64 {
		queue := fmt.Sprint(b.Name(), workers, time.Now().UnixNano())
		for range workers {
			startBenchWorker(b, c, store, queue, worker.Options{MaxConcurrentActivityExecutionSize: slots}, 100*time.Millisecond)
		}
		var batch []runtime.ToolCall
		for i := range calls {
			batch = append(batch, call(fmt.Sprint(i), "wait", args{}))
		}
		begin := time.Now()
		run, err := c.ExecuteWorkflow(b.Context(), client.StartWorkflowOptions{TaskQueue: queue}, oneBatch, batch, Turn{Session: "s"})
		var results []runtime.CallResult
		if err == nil {
			err = run.Get(b.Context(), &results)
		}
		if err != nil || len(results) != calls {
			b.Fatal(len(results), err)
		}
		return calls / time.Since(begin).Seconds()
	}
	var one, two float64
	for b.Loop() {
		one, two = max(one, measure(1)), max(two, measure(2))
	}
	b.ReportMetric(one, "calls/s-1-worker")
	b.ReportMetric(two, "calls/s-2-workers")
	b.ReportMetric(two/one, "2-workers/1")
}
