package temporal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
)

// The texts that must not be in a history: a secret that a tool of the session received,
// and a text that has the form of a key.
var (
	formKey = "ghp_" + strings.Repeat("Ab1Cd2", 6)
	leak    = "GET /?key=" + apiKey + " with " + formKey + " failed"
	errLeak = errors.New(leak)
)

// faults are what fails on a worker.
type faults struct {
	turn  func(phase int) error             // of the phase with the number, from 0
	store func(operation, key string) error // see memoryStore.fail
	local func() bool                       // Options.Local
}

// leakyTools put secrets into each text that a tool can give.
func leakyTools() []runtime.Tool {
	leaky := func(t runtime.Tool, run func(c *runtime.Call) runtime.Result) runtime.Tool {
		return newTool(t, func(_ context.Context, c *runtime.Call, _ args) runtime.Result { return run(c) })
	}
	fails := func(*runtime.Call) runtime.Result { return runtime.FromError(errLeak) }
	return append(sessionTools(),
		leaky(runtime.Tool{Name: "fails"}, fails),
		leaky(runtime.Tool{Name: "panics"}, func(*runtime.Call) runtime.Result { panic(errLeak) }),
		leaky(runtime.Tool{Name: "stale"}, func(*runtime.Call) runtime.Result {
			return runtime.Result{Code: runtime.StaleWrite, Error: leak, ConflictKey: leak, Field: leak, Reason: leak}
		}),
		leaky(runtime.Tool{Name: "structured"}, func(*runtime.Call) runtime.Result { return runtime.Object(map[string]string{leak: leak}) }),
		leaky(runtime.Tool{Name: "parts"}, func(*runtime.Call) runtime.Result {
			return runtime.Mixed(runtime.TextPart(leak), runtime.ImagePart("image/png", []byte{0, 255}))
		}),
		leaky(runtime.Tool{Name: "reports", Hints: runtime.Hints{ReadOnly: true}}, func(c *runtime.Call) runtime.Result {
			c.Progress(runtime.ProgressEvent{Message: leak, Audience: runtime.AudienceUser})
			time.Sleep(100 * time.Millisecond) // until a heartbeat has the message
			return runtime.Text("done")
		}),
		leaky(runtime.Tool{Name: "keyed", Key: func(a any) string { return leak }}, fails),
		newTool(runtime.Tool{
			Name: "asks", Approval: &runtime.Approval{Reason: leak}, Hints: runtime.Hints{SideEffects: true},
			DryRun: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text(leak) },
		}, func(context.Context, *runtime.Call, args) runtime.Result { return runtime.Text("done") }),
	)
}

// newLeakyHost returns a worker on which something fails.
func newLeakyHost(t *testing.T, store *memoryStore, vault capability.Backends, f faults) *host {
	t.Helper()
	store.fail = f.store
	registry := newRegistry(t, &runtime.Options{Backends: &vault, Spill: NewSpill(store)}, leakyTools()...)
	phase := 0
	o := Options{Store: store, Heartbeat: 10 * time.Second, HeartbeatTimeout: time.Minute, Turn: func(context.Context, Turn) (*runtime.Turn, error) {
		phase++
		if f.turn != nil {
			if err := f.turn(phase - 1); err != nil {
				return nil, err
			}
		}
		return &runtime.Turn{}, nil
	}}
	if f.local != nil {
		o.Local = func(*runtime.Tool) bool { return f.local() }
	}
	return newHost(t, registry, o)
}

// historyTexts has what a history would have: the arguments, results and errors of
// activities, the details of heartbeats, and the answers of queries.
type historyTexts struct {
	interceptor.WorkerInterceptorBase
	t *testing.T

	mu    sync.Mutex
	texts []string
}

// add adds values, and errors as the server stores them.
func (h *historyTexts) add(values ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, value := range values {
		var data []byte
		err, isError := value.(error)
		if isError {
			h.texts = append(h.texts, err.Error())
			data, err = protojson.Marshal(sdk.GetDefaultFailureConverter().ErrorToFailure(err))
		} else {
			data, err = json.Marshal(value)
		}
		if err != nil {
			h.t.Error(err)
		}
		h.texts = append(h.texts, string(data), decodedPayloads(data))
	}
}

// InterceptActivity records the activities.
func (h *historyTexts) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	return &activityTexts{interceptor.ActivityInboundInterceptorBase{Next: next}, h}
}

// activityTexts records one activity.
type activityTexts struct {
	interceptor.ActivityInboundInterceptorBase
	history *historyTexts
}

// ExecuteActivity records the arguments, unless they are those of a local activity,
// which a history does not have, and the result, the error or the panic.
func (a *activityTexts) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (result any, err error) {
	if !activity.GetInfo(ctx).IsLocalActivity {
		a.history.add(in.Args...)
	}
	defer func() {
		if value := recover(); value != nil {
			a.history.add(fmt.Sprint(value))
			panic(value)
		}
		a.history.add(result)
		if err != nil {
			a.history.add(err)
		}
	}()
	return a.Next.ExecuteActivity(ctx, in)
}

// watch adds all texts of an environment.
func (h *historyTexts) watch(e *testsuite.TestWorkflowEnvironment) {
	e.SetWorkerOptions(worker.Options{Interceptors: []interceptor.WorkerInterceptor{&workflowInterceptor{}, h}})
	e.SetOnActivityHeartbeatListener(func(_ *activity.Info, details converter.EncodedValues) {
		var b beat
		if err := details.Get(&b); err != nil {
			h.t.Error(err)
		}
		h.add(b)
	})
	for _, query := range []string{RequestsQuery, CallsQuery} {
		e.RegisterDelayedCallback(func() {
			var answer json.RawMessage
			value, err := e.QueryWorkflow(query)
			if err == nil {
				err = value.Get(&answer)
			}
			if err != nil {
				h.t.Error(err)
			}
			h.add(answer)
		}, time.Second)
	}
}

// leakTest is a path on which a text with secrets could reach a history.
type leakTest struct {
	reason string
	faults faults
	call   runtime.ToolCall
	want   string // the reason of the result
	text   string // in the history
}

// leakTests returns all paths.
func leakTests() []leakTest {
	inPhase := func(n int) func(int) error {
		return func(phase int) error {
			if phase == n || n == 0 {
				return errLeak
			}
			return nil
		}
	}
	store := func(operation, prefix string, fail func() error) func(string, string) error {
		return func(o, key string) error {
			if o == operation && strings.HasPrefix(key, prefix) {
				return fail()
			}
			return nil
		}
	}
	fails := func() error { return errLeak }
	panics := func() error { panic(errLeak) }
	long := args{Text: strings.Repeat("a", maxItemBytes), Size: 200_000}
	return []leakTest{
		{"Options.Turn in Prepare", faults{turn: inPhase(0)}, call("1", "read", args{}), ReasonUnavailable, "GET /?key=[REDACTED]"},
		{"Options.Turn in Execute", faults{turn: inPhase(1)}, call("1", "read", args{}), ReasonUnavailable, "GET /?key=[REDACTED]"},
		{"Options.Turn in Fit", faults{turn: func(n int) error {
			if n > 1 {
				return errLeak
			}
			return nil
		}}, call("1", "read", args{}), ReasonUnavailable, "GET /?key=[REDACTED]"},
		{"Options.Turn panics", faults{turn: func(int) error { panic(leak) }}, call("1", "read", args{}), ReasonUnavailable, "Options.Turn panicked: GET /?key=[REDACTED]"},
		{"a final error of Options.Turn with details", faults{turn: func(int) error { return sdk.NewNonRetryableApplicationError(leak, leak, errLeak, leak) }},
			call("1", "read", args{}), ReasonUnavailable, "GET /?key=[REDACTED]"},
		{"the session cannot be read", faults{store: store("get", sessionPrefix, fails)}, call("1", "read", args{}), ReasonUnavailable, "cannot be read; the log of the worker has the error"},
		{"the session cannot be saved", faults{store: store("update", sessionPrefix, fails)}, call("1", "login", args{}), ReasonUnavailable, "cannot be stored: GET /?key=[REDACTED]"},
		{"the store panics", faults{store: store("get", sessionPrefix, panics)}, call("1", "read", args{}), ReasonUnavailable, "the worker panicked; the log of the worker has the error"},
		{"the store panics when a result is stored", faults{store: store("update", dataPrefix, panics)}, call("1", "big", args{Size: 200_000}), runtime.ReasonOutcomeUnknown, "the worker panicked: GET /?key=[REDACTED]"},
		{"the arguments cannot be stored", faults{store: store("update", dataPrefix, fails)}, call("1", "read", long), ReasonUnavailable, "did not take"},
		{"the arguments cannot be read", faults{store: store("get", dataPrefix, fails)}, call("1", "read", long), ReasonUnavailable, "did not return"},
		{"the result cannot be stored", faults{store: store("update", dataPrefix, fails)}, call("1", "big", args{Size: 200_000}), ReasonNotStored, "could not be stored"},
		{"the text cannot be spilled", faults{store: store("update", textPrefix, fails)}, call("1", "big", args{Size: 400_000}), "ok", "omitted"},
		{"Options.Local panics", faults{local: func() bool { panic(leak) }}, call("1", "reports", args{}), ReasonUnavailable, "the worker panicked: GET /?key=[REDACTED]"},
		{"a tool fails", faults{}, call("1", "fails", args{}), string(runtime.ExecutionFailed), "GET /?key=[REDACTED]"},
		{"a local tool reports", faults{local: func() bool { return true }}, call("1", "reports", args{}), "ok", "done"},
		{"a tool panics", faults{}, call("1", "panics", args{}), "panic", "panicked: GET /?key=[REDACTED]"},
		{"the details of a failure", faults{}, call("1", "stale", args{}), "GET /?key=[REDACTED] with [REDACTED:github-token] failed", "GET /?key=[REDACTED]"},
		{"structured content", faults{}, call("1", "structured", args{}), "ok", "GET /?key=[REDACTED]"},
		{"parts", faults{}, call("1", "parts", args{}), "ok", "GET /?key=[REDACTED]"},
		{"progress", faults{}, call("1", "reports", args{}), "ok", "GET /?key=[REDACTED]"},
		{"a key of a call", faults{}, call("1", "keyed", args{}), string(runtime.ExecutionFailed), `"keyed":true`},
		{"arguments", faults{}, call("1", "read", args{Text: leak}), "ok", "data/"},
		{"arguments of an unknown tool", faults{}, call("1", "absent", args{Text: leak}), string(runtime.NotAvailable), "Unknown tool"},
		{"a request for approval", faults{}, call("1", "asks", args{Text: leak}), runtime.ReasonDenied, "GET /?key=[REDACTED]"},
	}
}

// Nothing that redaction knows reaches a history, on any path.
func TestNoSecretInHistory(t *testing.T) {
	vault := capability.Backends{Secrets: secrets.New(&secrets.Options{Store: secrets.Map(map[string]string{"api/key": apiKey})}).Open}
	for _, test := range leakTests() {
		t.Run(test.reason, func(t *testing.T) {
			shared := newMemoryStore()
			if got := reasons(runBatch(t, newEnvironment(t, newLeakyHost(t, shared, vault, faults{})), Turn{Session: "s"}, call("0", "login", args{}))); got != "ok" {
				t.Fatal(got)
			}
			environment := newEnvironment(t, newLeakyHost(t, shared, vault, test.faults))
			history := historyTexts{t: t}
			history.watch(environment)
			results := runBatch(t, environment, Turn{Session: "s"}, test.call)
			if got := reasons(results); got != test.want {
				t.Errorf("got %q, want %q: %+v", got, test.want, results)
			}
			history.add(results)
			all := strings.Join(history.texts, "\n")
			for _, secret := range []string{apiKey, formKey} {
				for encoding, text := range encodings(secret) {
					if strings.Contains(all, text) {
						t.Errorf("the history has a secret, in %s:\n%s", encoding, all)
						return
					}
				}
			}
			if !strings.Contains(all, test.text) {
				t.Errorf("want %q in the history:\n%s", test.text, all)
			}
		})
	}
}

// The history that a server has for errors and panics has no secret and no stack trace.
func TestNoSecretOnServer(t *testing.T) {
	c := sharedClient(t)
	vault := capability.Backends{Secrets: secrets.New(&secrets.Options{Store: secrets.Map(map[string]string{"api/key": apiKey})}).Open}
	final := sdk.NewNonRetryableApplicationError(leak, leak, errLeak, leak)
	h := newLeakyHost(t, newMemoryStore(), vault, faults{
		turn: func(phase int) error {
			if phase > 5 { // the third batch
				return final
			}
			return nil
		},
		store: func(operation, key string) error {
			if operation == "update" && strings.HasPrefix(key, dataPrefix) {
				panic(leak)
			}
			return nil
		},
	})
	startWorker(t, c, t.Name(), h)
	run := startBatches(t, c, t.Name(), batchesInput{Turn: Turn{Session: "s"}, Batches: [][]runtime.ToolCall{
		{call("1", "login", args{})}, {call("2", "big", args{Size: 200_000})}, {call("3", "read", args{})},
	}})
	want := "ok " + runtime.ReasonOutcomeUnknown + " " + ReasonUnavailable
	if out := resultOf(t, run); strings.Join(out.Reasons, " ") != want || !strings.Contains(out.Texts[2], "GET /?key=[REDACTED]") {
		t.Errorf("got %q, want %q", out, want)
	}
	for _, history := range histories(t, c, run.GetID()) {
		for _, secret := range []string{apiKey, formKey} {
			for encoding, text := range encodings(secret) {
				if strings.Contains(history, text) {
					t.Errorf("the history has a secret, in %s", encoding)
				}
			}
		}
		if !strings.Contains(history, "the worker panicked: GET /?key=[REDACTED]") || strings.Contains(history, "goroutine") || strings.Contains(history, "secrets_test.go") {
			t.Errorf("want the redacted text of the panic without a stack trace:\n%.3000s", history)
		}
	}
}
