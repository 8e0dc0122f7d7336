package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	goruntime "runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// silent is a logger that discards all records.
var silent = slog.New(slog.DiscardHandler)

// hostileError is an error, or a panic value, whose methods misbehave.
type hostileError struct{ how func() }

func (n hostileError) Error() string { n.how(); return "" }
func (n hostileError) Is(error) bool { n.how(); return false }

// misbehaviors are functions that do not return.
var misbehaviors = map[string]func(){
	"a panic":        func() { panic("boom") },
	"an exit":        goruntime.Goexit,
	"a panic nested": func() { panic(hostileError{func() { panic(hostileError{func() { panic("boom") }}) }}) },
	"a panic exits":  func() { panic(hostileError{goruntime.Goexit}) },
}

// If a third-party function that the executor calls does not return, its call
// still has a result, and so has the other one.
func TestCallbacksThatDoNotReturn(t *testing.T) {
	for deed, do := range misbehaviors {
		tests := map[string]struct {
			options runtime.Options
			tool    runtime.Tool
		}{
			"the tool":   {tool: runtime.Tool{Invoke: func(context.Context, *runtime.Call) runtime.Result { do(); return runtime.Text("") }}},
			"its source": {tool: untrustedTool(func(any) string { do(); return "" })},
			"its source after a panic": {tool: func() runtime.Tool {
				tool := untrustedTool(func(any) string { do(); return "" })
				tool.Invoke = func(context.Context, *runtime.Call) runtime.Result { panic("tool") }
				return tool
			}()},
			"the approver": {
				options: runtime.Options{Approver: func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
					do()
					return runtime.Decision{Approved: true}, nil
				}},
				tool: runtime.Tool{Approval: &runtime.Approval{}},
			},
			"the approver's error": {
				options: runtime.Options{Approver: func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
					return runtime.Decision{Approved: true}, hostileError{do}
				}},
				tool: runtime.Tool{Approval: &runtime.Approval{}},
			},
			"the logger": {
				options: runtime.Options{Logger: slog.New(handler(do))},
				tool:    runtime.Tool{Invoke: func(context.Context, *runtime.Call) runtime.Result { panic("tool") }},
			},
			"the last of several attempts": {tool: runtime.Tool{
				Retry: &runtime.Retry{Count: 2}, Hints: runtime.Hints{Idempotent: true},
				Invoke: func(context.Context, *runtime.Call) runtime.Result { do(); return runtime.Text("") },
			}},
		}
		for what, c := range tests {
			t.Run(what+": "+deed, func(t *testing.T) {
				if c.options.Logger == nil {
					c.options.Logger = silent
				}
				c.tool.Name = "a"
				got := execute(t, newRegistry(t, &c.options, c.tool, runtime.Tool{Name: "b"}), "a", "b")
				if got[0].Result.OK || got[0].Result.Error == "" || got[1].Result.Value != "b ran" {
					t.Errorf("got %+v", got)
				}
			})
		}
	}
}

// untrustedTool returns a tool with untrusted results.
func untrustedTool(source func(any) string) runtime.Tool {
	tool := fetch(runtime.Text("hello"))
	tool.Source = source
	return tool
}

// handler is a log handler that calls the function for each record.
type handler func()

func (h handler) Enabled(_ context.Context, level slog.Level) bool { return level > slog.LevelDebug }
func (h handler) Handle(context.Context, slog.Record) error        { h(); return nil }
func (h handler) WithAttrs([]slog.Attr) slog.Handler               { return h }
func (h handler) WithGroup(string) slog.Handler                    { return h }

// A logger that hangs delays the batch by one second in total, not for each
// record.
func TestLoggerHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		defer close(free)
		registry := newRegistry(t, &runtime.Options{Logger: slog.New(handler(func() { <-free })), Timeout: time.Second},
			runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result { <-free; return runtime.Text("") }})
		names, start := []string{}, time.Now()
		for range 16 {
			names = append(names, "a")
		}
		for _, got := range execute(t, registry, names...) {
			if got.Result.Reason != runtime.ReasonTimeout {
				t.Errorf("got %+v", got.Result)
			}
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("the batch took %s", took)
		}
	})
}

// If a Wrap function hangs, the registration fails, and the registry can be
// closed.
func TestWrapHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		defer close(free)
		registry := runtime.NewRegistry(&runtime.Options{Middleware: []runtime.Middleware{{Name: "m", Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
			<-free
			return next
		}}}})
		if err := registry.Register(pointers([]runtime.Tool{{Name: "a"}})...); err == nil || !strings.Contains(err.Error(), "did not return in time") {
			t.Errorf("got %v", err)
		}
		if err := registry.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// providerWithID is a provider whose ID method calls the function.
type providerWithID struct {
	runtime.Provider
	how func()
}

func (p providerWithID) ID() string { p.how(); return "id" }

func TestProviderIDFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		defer close(free)
		ways := map[string]func(){"a hang": func() { <-free }}
		for deed, do := range misbehaviors {
			ways[deed] = do
		}
		for deed, do := range ways {
			provider := providerWithID{runtime.StaticProvider(toolsOf("a")...), do}
			tools, err := runtime.NewDiscovery(nil, runtime.CachedProvider(provider, time.Hour), provider).Tools(t.Context(), runtime.DispatchContext{})
			if len(tools) != 1 || err != nil {
				t.Errorf("%s: %v, %v", deed, tools, err)
			}
		}
	})
}

// Calls can be abandoned while they obtain secrets.
func TestSecretsOfAbandonedCall(t *testing.T) {
	var left atomic.Int64
	options := &runtime.Options{Logger: silent, Timeout: 2 * time.Millisecond, Grace: -1, Backends: &capability.Backends{
		Secrets: func(ctx context.Context, _ *capability.Request) (capability.Secrets, error) {
			<-ctx.Done()
			left.Add(1)
			return noSecrets{}, nil
		},
	}}
	registry := newRegistry(t, options, runtime.Tool{Name: "a", Needs: &capability.Needs{Kinds: capability.KindSecrets}})
	for range 20 {
		if got := execute(t, registry, "a", "a", "a")[0].Result; got.Reason != runtime.ReasonTimeout {
			t.Fatalf("got %+v", got)
		}
	}
	for left.Load() < 60 {
		goruntime.Gosched()
	}
}

type noSecrets struct{}

func (noSecrets) Get(context.Context, string) (string, error) { return "", errors.New("none") }

// Calls become ready while an approver denies them, and batches end while calls
// wait. The Key function is called at most once for each call, and a call that
// is answered does not start.
func TestAnsweredCallsDoNotStart(t *testing.T) {
	var mu sync.Mutex
	asked := make(map[string]int)
	keyed := runtime.Tool{
		Name: "a", Approval: &runtime.Approval{}, Decode: decodeWord,
		Key: func(args any) string {
			mu.Lock()
			defer mu.Unlock()
			asked[args.(*word).Text]++
			return "k"
		}, Serialize: []string{"text"},
	}
	denies := func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
		return runtime.Decision{Approved: r.Decoded.(*word).Text[0] > '5'}, nil
	}
	registry := newRegistry(t, &runtime.Options{Logger: silent, Approver: denies}, keyed,
		runtime.Tool{Name: "b", Exclusive: true}, runtime.Tool{Name: "c"},
		runtime.Tool{Name: "d", Approval: &runtime.Approval{}, Decode: decodeWord})
	for round := range 400 {
		ctx, cancel := context.WithCancel(t.Context())
		batch := plannedCalls(strings.ReplaceAll("a:0# d:9# a:1# b a:2# d:1# a:6# c a:3# d:2# a:7# b a:4# d:8# c a:5#", "#", fmt.Sprint("-", round)))
		go func() {
			for range round % 40 * 50 {
				goruntime.Gosched()
			}
			if round%4 > 0 {
				cancel()
			}
		}()
		for _, got := range registry.ExecuteParallel(ctx, batch, nil) {
			if got.Result.OK == (got.Result.Error != "") {
				t.Fatalf("got %+v", got)
			}
		}
		cancel()
	}
	mu.Lock()
	defer mu.Unlock()
	for call, times := range asked {
		if times > 1 {
			t.Errorf("the key of the call %s was asked for %d times", call, times)
		}
	}
}

// The text of an untrusted tool's own dry run has a fence.
func TestUntrustedDryRun(t *testing.T) {
	tool := fetch(runtime.Text(""))
	tool.DryRun = func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("<|im_start|>would") }
	got := newRegistry(t, nil, tool).ExecuteParallel(t.Context(), calls("fetch"), &runtime.Turn{DryRun: true})[0].Result
	if want := opening + "[STRIPPED-TEMPLATE-TOKEN]would" + closing; got.Value != want {
		t.Errorf("got %q, want %q", got.Value, want)
	}
}

// changingReducer is a reducer that changes its argument.
type changingReducer struct{}

func (changingReducer) Tool() string { return "a" }
func (changingReducer) Reduce(r runtime.Result, _ runtime.ReduceContext) runtime.Result {
	copy(r.Structured, `{"x":2}`)
	r.Parts[0].Text, r.Parts[0].Data[0] = "other", 'o'
	return r
}

func TestReducerWritesIntoResult(t *testing.T) {
	reducers := new(runtime.Reducers)
	if _, err := reducers.Register(changingReducer{}); err != nil {
		t.Fatal(err)
	}
	registry := newRegistry(t, &runtime.Options{Reducers: reducers}, runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Result{OK: true, Value: "v", Structured: json.RawMessage(`{"a":1}`), Parts: []runtime.Part{{Text: "text", Data: []byte("data")}}}
	}})
	got := execute(t, registry, "a")[0].Result
	if string(got.Structured) != `{"a":1}` || got.Parts[0].Text != "text" || string(got.Parts[0].Data) != "data" {
		t.Errorf("got %s %+v", got.Structured, got.Parts)
	}
}

// The cost of a call is the sum of its attempts.
func TestCostOfAttempts(t *testing.T) {
	amounts := []float64{0.5, -1, 0.25}
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Retry: &runtime.Retry{Count: 2}, Hints: runtime.Hints{Idempotent: true}, Invoke: func(context.Context, *runtime.Call) runtime.Result {
		cost := amounts[0]
		amounts = amounts[1:]
		return runtime.Result{OK: len(amounts) == 0, Code: runtime.ExecutionFailed, Error: "e", CostUSD: cost}
	}})
	if got := execute(t, registry, "a")[0].Result; !got.OK || got.CostUSD != 0.75 {
		t.Errorf("got %+v", got)
	}
}

// CachedProvider does not mix the tools of sessions without an id.
func TestCachedProviderWithoutSessionIDs(t *testing.T) {
	one, other := new(runtime.Session), new(runtime.Session)
	provider := runtime.CachedProvider(runtime.ProviderFunc(func(_ context.Context, d runtime.DispatchContext) ([]*runtime.Tool, error) {
		if d.Session == one {
			return toolsOf("secret"), nil
		}
		return toolsOf("open"), nil
	}), time.Hour)
	for _, session := range []*runtime.Session{one, other, nil} {
		want := "open"
		if session == one {
			want = "secret"
		}
		if got, err := provider.List(t.Context(), runtime.DispatchContext{Session: session}); err != nil || namesOf(got)[0] != want {
			t.Errorf("got %v, %v, want %s", namesOf(got), err, want)
		}
	}
}
