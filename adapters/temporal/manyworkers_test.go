package temporal

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"google.golang.org/grpc"

	"github.com/toolgen/toolgen/runtime"
)

// heartbeatTimes records how long the server takes to answer each heartbeat.
type heartbeatTimes struct {
	mu    sync.Mutex
	times []time.Duration
}

// intercept is an interceptor of the requests of a client.
func (h *heartbeatTimes) intercept(ctx context.Context, method string, request, reply any, c *grpc.ClientConn, invoke grpc.UnaryInvoker, o ...grpc.CallOption) error {
	begin := time.Now()
	err := invoke(ctx, method, request, reply, c, o...)
	if strings.HasSuffix(method, "/RecordActivityTaskHeartbeat") {
		h.mu.Lock()
		h.times = append(h.times, time.Since(begin))
		h.mu.Unlock()
	}
	return err
}

// take returns the times in order, and forgets them.
func (h *heartbeatTimes) take() []time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	times := h.times
	h.times = nil
	slices.Sort(times)
	return times
}

// BenchmarkManyWorkers simulates up to a thousand workers in one process, each of which
// runs one call of 10 seconds at a time. The metrics are the heartbeats per second, how
// long the server takes to answer half and 95 % of them, its CPU time per second, how
// much longer than 10 seconds all calls together take, and how many calls are lost
// because the server was too busy for the heartbeats of their workers. With a heartbeat each 500 ms, a development
// server does not survive a thousand workers.
func BenchmarkManyWorkers(b *testing.B) {
	for _, test := range []struct {
		workers   int
		heartbeat time.Duration
	}{{10, 500 * time.Millisecond}, {100, 500 * time.Millisecond}, {1000, 10 * time.Second}} {
		b.Run(fmt.Sprintf("workers=%d,heartbeat=%s", test.workers, test.heartbeat), func(b *testing.B) {
			for b.Loop() {
				simulateWorkers(b, test.workers, test.heartbeat)
			}
		})
	}
}

// simulateWorkers runs a call on each of the workers at the same time, and reports the
// metrics.
func simulateWorkers(b *testing.B, workers int, heartbeat time.Duration) {
	const takes, callsOfBatch = 10 * time.Second, 50
	server := newServer(b)
	var beats heartbeatTimes
	c, err := client.Dial(client.Options{HostPort: server.address, Logger: quietLogger{}, ConnectionOptions: client.ConnectionOptions{
		DialOptions: []grpc.DialOption{grpc.WithUnaryInterceptor(beats.intercept)},
	}})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	stop := startManyWorkers(b, c, workers, heartbeat, takes)
	defer stop()
	begin := time.Now()
	var runs []client.WorkflowRun
	for first := 0; first < workers; first += callsOfBatch {
		var batch []runtime.ToolCall
		for i := first; i < min(first+callsOfBatch, workers); i++ {
			batch = append(batch, call(fmt.Sprint(i), "wait", args{}))
		}
		run, err := c.ExecuteWorkflow(b.Context(), client.StartWorkflowOptions{TaskQueue: b.Name()}, oneBatch, batch, Turn{Session: fmt.Sprint(first)})
		if err != nil {
			b.Fatal(err)
		}
		runs = append(runs, run)
	}
	unknown := 0
	for _, run := range runs {
		var results []runtime.CallResult
		if err := run.Get(b.Context(), &results); err != nil {
			b.Fatal(err)
		}
		for i := range results {
			if reason := results[i].Result.Reason; reason == runtime.ReasonOutcomeUnknown || reason == runtime.ReasonCancelled {
				unknown++
			} else if !results[i].Result.OK {
				b.Fatal(results[i].Result)
			}
		}
	}
	took := time.Since(begin)
	server.kill()
	b.ReportMetric((took - takes).Seconds(), "s-longer")
	b.ReportMetric(float64(unknown), "lost")
	b.ReportMetric((server.command.ProcessState.UserTime()+server.command.ProcessState.SystemTime()).Seconds()/took.Seconds(), "server-CPUs")
	times := beats.take()
	b.ReportMetric(float64(len(times))/took.Seconds(), "heartbeats/s")
	if len(times) > 0 {
		b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms/heartbeat")
		b.ReportMetric(times[len(times)*95/100].Seconds()*1000, "ms/heartbeat-p95")
	}
}

// startManyWorkers starts workers with one slot each, and returns a function that stops
// them.
func startManyWorkers(b *testing.B, c client.Client, n int, heartbeat, takes time.Duration) (stop func()) {
	store, err := fileStore(filepath.Join(b.TempDir(), "store.db"))
	if err != nil {
		b.Fatal(err)
	}
	tool := newTool(runtime.Tool{Name: "wait", Concurrent: true}, func(context.Context, *runtime.Call, args) runtime.Result {
		time.Sleep(takes)
		return runtime.Text("done")
	})
	h := newHost(b, newRegistry(b, nil, tool), Options{Store: store, Concurrency: n, Heartbeat: heartbeat, HeartbeatTimeout: time.Minute})
	plugin, err := NewPlugin(h.registry, &h.options)
	if err != nil {
		b.Fatal(err)
	}
	var started []worker.Worker
	for range n {
		w := worker.New(c, b.Name(), worker.Options{
			Plugins: []worker.Plugin{plugin}, MaxConcurrentActivityExecutionSize: 1, MaxConcurrentActivityTaskPollers: 1, MaxConcurrentWorkflowTaskPollers: 2,
		})
		w.RegisterWorkflow(oneBatch)
		if err := w.Start(); err != nil {
			b.Fatal(err)
		}
		started = append(started, w)
	}
	return func() {
		var group sync.WaitGroup
		for _, w := range started {
			group.Go(w.Stop)
		}
		group.Wait()
	}
}
