package temporal

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// serverVariable names the program "temporal" of the Temporal CLI, whose development
// server the end-to-end tests use. Without it, they are skipped.
const serverVariable = "TOOLGEN_TEMPORAL"

// devServer is a development server that can be killed and started again.
type devServer struct {
	address, database string
	command           *exec.Cmd
}

// freePort returns the address of a free port.
func freePort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// newServer starts a server. The test skips without the program.
func newServer(t testing.TB) *devServer {
	t.Helper()
	if os.Getenv(serverVariable) == "" {
		t.Skip(serverVariable + " does not name the program of the Temporal CLI")
	}
	s := &devServer{address: freePort(t), database: filepath.Join(t.TempDir(), "server.db")}
	s.start(t)
	t.Cleanup(s.kill)
	return s
}

// start starts the server and waits until it answers.
func (s *devServer) start(t testing.TB) {
	t.Helper()
	_, port, err := net.SplitHostPort(s.address)
	if err != nil {
		t.Fatal(err)
	}
	s.command = exec.Command(os.Getenv(serverVariable), "server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", port, "--db-filename", s.database,
		"--log-level", "never", "--dynamic-config-value", "system.enableActivityEagerExecution=true", "--dynamic-config-value", "system.forceSearchAttributesCacheRefreshOnRead=true")
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		c, err := dial(s.address, nil)
		if err == nil {
			_, err = c.DescribeWorkflowExecution(t.Context(), "absent", "")
			c.Close()
			if err.Error() == "workflow not found for ID: absent" || time.Now().After(end) {
				return
			}
		}
		if time.Now().After(end) {
			t.Fatalf("the server did not start: %v", err)
		}
	}
}

// kill kills the server.
func (s *devServer) kill() {
	_ = s.command.Process.Kill()
	_ = s.command.Wait()
}

// dial returns a client; a nil data converter means the default.
func dial(address string, data converter.DataConverter) (client.Client, error) {
	return client.Dial(client.Options{HostPort: address, Logger: quietLogger{}, DataConverter: data})
}

// shared is the server of the tests that do not kill it.
var shared struct {
	sync.Once
	server *devServer
}

// sharedClient returns a client of the shared server, which ends with the last test.
func sharedClient(t *testing.T) client.Client {
	t.Helper()
	if os.Getenv(serverVariable) == "" {
		t.Skip(serverVariable + " does not name the program of the Temporal CLI")
	}
	shared.Do(func() {
		dir, err := os.MkdirTemp("", "toolgen-temporal-*")
		if err != nil {
			t.Fatal(err)
		}
		shared.server = &devServer{address: freePort(t), database: filepath.Join(dir, "server.db")}
		shared.server.start(t)
	})
	return connect(t, shared.server.address, nil)
}

// connect returns a client that is closed at the end of the test.
func connect(t testing.TB, address string, data converter.DataConverter) client.Client {
	t.Helper()
	c, err := dial(address, data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// minParallel is the minimum number of parallel tests that run at the same time.
const minParallel = 4

// TestMain runs a worker, if the program is one of the processes of the tests, or the
// tests.
func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) != "" {
		os.Exit(runWorkerProcess())
	}
	flag.Parse()
	if goruntime.GOMAXPROCS(0) < minParallel { // the parallel tests wait most of the time
		if err := flag.Set("test.parallel", strconv.Itoa(minParallel)); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	if shared.server != nil {
		shared.server.kill()
		_ = os.RemoveAll(filepath.Dir(shared.server.database))
	}
	os.Exit(code)
}

// batches is a workflow that executes batches, and returns the reasons of all results
// and the text of each.
func batches(ctx workflow.Context, in batchesInput) (batchesOutput, error) {
	out := in.Done
	for len(out.Reasons) < len(in.Batches) {
		results := ExecuteParallel(ctx, in.Batches[len(out.Reasons)], in.Turn)
		out.Reasons = append(out.Reasons, reasons(results))
		for i := range results {
			out.Texts = append(out.Texts, results[i].Result.Value+results[i].Result.Error)
		}
		if in.ContinueAfter > 0 && len(out.Reasons)%in.ContinueAfter == 0 && len(out.Reasons) < len(in.Batches) || ShouldContinueAsNew(ctx) {
			in.Done = out
			return out, ContinueAsNew(ctx, batches, in)
		}
	}
	return out, nil
}

// startWorker starts a worker in this process, which stops at the end of the test.
func startWorker(t *testing.T, c client.Client, queue string, h *host) {
	t.Helper()
	plugin, err := NewPlugin(h.registry, &h.options)
	if err != nil {
		t.Fatal(err)
	}
	w := worker.New(c, queue, worker.Options{Plugins: []worker.Plugin{plugin}, StickyScheduleToStartTimeout: time.Second})
	w.RegisterWorkflow(batches)
	w.RegisterWorkflow(oneBatch)
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
}

// startBatches starts the workflow batches.
func startBatches(t *testing.T, c client.Client, queue string, in batchesInput) client.WorkflowRun {
	t.Helper()
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{TaskQueue: queue, WorkflowExecutionTimeout: 20 * time.Minute}, batches, in)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// resultOf waits for the end of a workflow of batches.
func resultOf(t *testing.T, run client.WorkflowRun) batchesOutput {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	var out batchesOutput
	if err := run.Get(ctx, &out); err != nil {
		t.Fatalf("the workflow %s: %v", run.GetID(), err)
	}
	return out
}

// rounds returns the number of rounds of a test; more with the variable.
func rounds(t *testing.T, variable string, few int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", variable, err))
	}
	return n
}
