package temporal

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	"google.golang.org/grpc"

	"github.com/toolgen/toolgen/runtime"
)

// serverCosts are the state changes and the events of a workflow.
type serverCosts struct{ changes, events int64 }

// costsOf returns the costs of a workflow that executes a batch with the tools.
func costsOf(t *testing.T, c client.Client, tools string) serverCosts {
	t.Helper()
	run := startBatches(t, c, t.Name(), batchesInput{Batches: [][]runtime.ToolCall{batchOf("a", 0, tools)}})
	if out := resultOf(t, run); strings.Trim(out.Reasons[0], "ok ") != "" {
		t.Fatalf("got %q", out.Reasons)
	}
	described, err := c.DescribeWorkflowExecution(t.Context(), run.GetID(), "")
	if err != nil {
		t.Fatal(err)
	}
	info := described.GetWorkflowExecutionInfo()
	return serverCosts{info.GetStateTransitionCount(), info.GetHistoryLength()}
}

// Calls and heartbeats cost the server what docs/durable.md says: a call that ends alone is
// five state changes and six events, and a heartbeat is one state change and no event.
func TestServerCosts(t *testing.T) {
	t.Parallel()
	sharedClient(t)
	var heartbeats heartbeatTimes
	c, err := client.Dial(client.Options{HostPort: shared.server.address, Logger: quietLogger{}, ConnectionOptions: client.ConnectionOptions{
		DialOptions: []grpc.DialOption{grpc.WithUnaryInterceptor(heartbeats.intercept)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	waits := func(d time.Duration) func(context.Context, *runtime.Call, args) runtime.Result {
		return func(context.Context, *runtime.Call, args) runtime.Result { time.Sleep(d); return runtime.Text("done") }
	}
	slow := newTool(runtime.Tool{Name: "slow"}, waits(300*time.Millisecond))
	quick := newTool(runtime.Tool{Name: "quick", Hints: runtime.Hints{SideEffects: true}}, waits(0))
	startWorker(t, c, t.Name(), newHost(t, newRegistry(t, nil, slow, quick), Options{Heartbeat: 40 * time.Millisecond, HeartbeatTimeout: time.Hour}))
	var problem string
	for range 5 { // a loaded machine adds workflow tasks
		one, six := costsOf(t, c, "quick"), costsOf(t, c, "quick quick quick quick quick quick")
		heartbeats.take()
		with := costsOf(t, c, "slow")
		sent := int64(len(heartbeats.take()))
		changes, events := six.changes-one.changes, six.events-one.events
		if changes <= 5*5 && events <= 5*6 && sent > 0 && with.changes > one.changes && with.changes-one.changes <= sent && with.events <= one.events {
			return
		}
		problem = fmt.Sprintf("5 more calls are %d state changes and %d events, want at most 25 and 30; with %d heartbeats: %+v, without: %+v", changes, events, sent, with, one)
	}
	t.Error(problem)
}
