package temporal

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/toolgen/toolgen/runtime"
)

// memoryStore is a Store in memory. It is the model for stores in other tests, and
// can fail.
type memoryStore struct {
	mu      sync.Mutex
	records map[string][]byte
	expires map[string]time.Time
	fail    func(operation, key string) error
}

func newMemoryStore() *memoryStore {
	return &memoryStore{records: map[string][]byte{}, expires: map[string]time.Time{}}
}

// failure returns the error of an operation.
func (s *memoryStore) failure(operation, key string) error {
	if s.fail == nil {
		return nil
	}
	return s.fail(operation, key)
}

func (s *memoryStore) Get(_ context.Context, key string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failure("get", key); err != nil || time.Now().After(s.expires[key]) {
		return nil, err
	}
	return s.records[key], nil
}

func (s *memoryStore) Update(_ context.Context, key string, expires time.Time, change func([]byte) ([]byte, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failure("update", key); err != nil {
		return err
	}
	value, err := change(s.records[key])
	if err != nil {
		return err
	}
	s.records[key], s.expires[key] = value, expires
	return nil
}

// all returns a copy of all records.
func (s *memoryStore) all() map[string][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.records)
}

// farFuture is after the end of every test.
var farFuture = time.Now().Add(time.Hour)

// anything matches every argument of an activity.
var anything = mock.Anything

var errDown = errors.New("the store is down")

// args are the arguments of the tools in these tests.
type args struct {
	Text string `json:"text"`
	Size int    `json:"size"`
}

// newTool returns a tool whose arguments are args.
func newTool(t runtime.Tool, invoke func(ctx context.Context, c *runtime.Call, a args) runtime.Result) runtime.Tool {
	t.Input = `{"type":"object","properties":{"text":{"type":"string"},"size":{"type":"integer"}}}`
	t.Invoke = func(ctx context.Context, c *runtime.Call) runtime.Result {
		var a args
		if err := json.Unmarshal(c.RawArgs(), &a); err != nil {
			return runtime.FromError(err)
		}
		return invoke(ctx, c, a)
	}
	made, err := runtime.NewTool(t)
	if err != nil {
		panic(err)
	}
	return *made
}

// call returns a call of a tool with a text.
func call(id, tool string, a args) runtime.ToolCall {
	data, _ := json.Marshal(a)
	return runtime.ToolCall{ID: id, Name: tool, Args: data}
}

// newRegistry returns a registry with the tools.
func newRegistry(t testing.TB, o *runtime.Options, tools ...runtime.Tool) *runtime.Registry {
	t.Helper()
	if o == nil {
		o = &runtime.Options{}
	}
	o.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	registry := runtime.NewRegistry(o)
	for i := range tools {
		if err := registry.Register(&tools[i]); err != nil {
			t.Fatal(err)
		}
	}
	return registry
}

// anyTurn is an Options.Turn that allows every tool.
func anyTurn(context.Context, Turn) (*runtime.Turn, error) { return &runtime.Turn{}, nil }

// newHost returns the activities of a worker.
func newHost(t testing.TB, registry *runtime.Registry, o Options) *host {
	t.Helper()
	if o.Turn == nil {
		o.Turn = anyTurn
	}
	if o.Store == nil {
		o.Store = newMemoryStore()
	}
	o.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	plugin, err := NewPlugin(registry, &o)
	if err != nil {
		t.Fatal(err)
	}
	return plugin.host
}

// quietLogger drops the records of the SDK, unless the tests are verbose.
type quietLogger struct{ log.Logger }

func (quietLogger) Debug(string, ...any) {}
func (quietLogger) Info(string, ...any)  {}
func (quietLogger) Warn(string, ...any)  {}
func (quietLogger) Error(message string, keys ...any) {
	if flag.Parsed() && testing.Verbose() { // a worker process has no flags
		fmt.Fprintln(os.Stderr, append([]any{message}, keys...)...)
	}
}

// newEnvironment returns an environment in which workflows run with the activities of
// a worker, without a server.
func newEnvironment(t testing.TB, h *host) *testsuite.TestWorkflowEnvironment {
	t.Helper()
	suite := &testsuite.WorkflowTestSuite{}
	suite.SetLogger(quietLogger{})
	environment := suite.NewTestWorkflowEnvironment()
	environment.SetWorkerOptions(worker.Options{
		Interceptors: []interceptor.WorkerInterceptor{&workflowInterceptor{}}, DeadlockDetectionTimeout: 20 * time.Second, // a busy machine pauses the workflow
	})
	environment.SetTestTimeout(30 * time.Second)
	h.register(environment)
	environment.RegisterWorkflow(oneBatch)
	return environment
}

// oneBatch is a workflow that executes one batch.
func oneBatch(ctx workflow.Context, calls []runtime.ToolCall, turn Turn) ([]runtime.CallResult, error) {
	return ExecuteParallel(ctx, calls, turn), nil
}

// runBatch runs oneBatch and returns its results.
func runBatch(t testing.TB, environment *testsuite.TestWorkflowEnvironment, turn Turn, calls ...runtime.ToolCall) []runtime.CallResult {
	t.Helper()
	environment.ExecuteWorkflow(oneBatch, calls, turn)
	var results []runtime.CallResult
	if err := environment.GetWorkflowResult(&results); err != nil {
		t.Fatal(err)
	}
	if len(results) != len(calls) {
		t.Fatalf("got %d results of %d calls", len(results), len(calls))
	}
	return results
}

// reasons returns the reasons of results, and "ok" for successes.
func reasons(results []runtime.CallResult) string {
	var texts []string
	for i := range results {
		text := "ok"
		if r := &results[i].Result; !r.OK {
			text = r.Reason
			if text == "" {
				text = string(r.Code)
			}
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}
