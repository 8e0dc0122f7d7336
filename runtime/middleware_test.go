package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// around returns middleware that puts its name around the value of a success.
func around(name string, m runtime.Middleware) runtime.Middleware {
	m.Name = name
	m.Wrap = func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			result := next(ctx, call)
			result.Value = name + "(" + result.Value + ")"
			return result
		}
	}
	return m
}

func TestMiddleware(t *testing.T) {
	o := &runtime.Options{Middleware: []runtime.Middleware{
		around("all", runtime.Middleware{}),
		around("named", runtime.Middleware{Tools: []string{"a", "c"}}),
		around("set", runtime.Middleware{Toolsets: []string{"files"}}),
		around("either", runtime.Middleware{Tools: []string{"b"}, Toolsets: []string{"files"}}),
	}}
	registry := newRegistry(t, o, runtime.Tool{Name: "a"}, runtime.Tool{Name: "b"}, runtime.Tool{Name: "c", Toolset: "files"}, runtime.Tool{Name: "d"})
	want := []string{"all(named(a ran))", "all(either(b ran))", "all(named(set(either(c ran))))", "all(d ran)"}
	if diff := cmp.Diff(want, values(execute(t, registry, "a", "b", "c", "d"))); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// Middleware may return its own result, and may pass values to the tool.
func TestMiddlewareAnswers(t *testing.T) {
	tenant := runtime.NewKey[string]("tenant")
	filter := runtime.Middleware{Wrap: func(tool *runtime.Tool, next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			if tool.Name == "closed" {
				return runtime.Fail(runtime.NotAvailable, "closed today")
			}
			tenant.Set(call, "acme")
			return next(ctx, call)
		}
	}}
	closed := runtime.Tool{Name: "closed", Invoke: func(context.Context, *runtime.Call) runtime.Result { t.Error("it ran"); return runtime.Text("") }}
	open := runtime.Tool{Name: "open", Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
		name, _ := tenant.Get(c)
		return runtime.Text(name)
	}}
	results := execute(t, newRegistry(t, &runtime.Options{Middleware: []runtime.Middleware{filter}}, closed, open), "closed", "open")
	if got := results[0].Result; got.Error != "closed today" || got.Code != runtime.NotAvailable {
		t.Errorf("the result is %+v", got)
	}
	if got := results[1].Result.Value; got != "acme" {
		t.Errorf("the tool sees %q", got)
	}
}

// A fault of middleware fails its call, or the registration of the tool.
func TestMiddlewareFails(t *testing.T) {
	wrap := func(h runtime.Handler) runtime.Middleware {
		return runtime.Middleware{Name: "m", Wrap: func(*runtime.Tool, runtime.Handler) runtime.Handler { return h }}
	}
	for reason, m := range map[string]runtime.Middleware{
		"no Wrap":          {Name: "m"},
		"Wrap returns nil": wrap(nil),
		"Wrap panics":      {Name: "m", Wrap: func(*runtime.Tool, runtime.Handler) runtime.Handler { panic("boom") }},
		"Wrap calls exit":  {Name: "m", Wrap: func(*runtime.Tool, runtime.Handler) runtime.Handler { goruntime.Goexit(); return nil }},
	} {
		registry := runtime.NewRegistry(&runtime.Options{Middleware: []runtime.Middleware{m}})
		if err := registry.Register(&runtime.Tool{Name: "a", Invoke: noop}); err == nil || !strings.Contains(err.Error(), `middleware "m"`) {
			t.Errorf("%s: the error is %v, want one that names the middleware", reason, err)
		}
		if len(registry.Tools()) != 0 {
			t.Errorf("%s: the tool is registered without what guards it", reason)
		}
	}
	for want, h := range map[string]runtime.Handler{
		runtime.ReasonPanic:    func(context.Context, *runtime.Call) runtime.Result { panic("boom") },
		runtime.ReasonExited:   func(context.Context, *runtime.Call) runtime.Result { goruntime.Goexit(); return runtime.Text("") },
		runtime.ReasonNoResult: func(context.Context, *runtime.Call) runtime.Result { return runtime.Result{} },
	} {
		o := quiet(io.Discard)
		o.Middleware = []runtime.Middleware{wrap(h)}
		if got := execute(t, newRegistry(t, o, runtime.Tool{Name: "a"}), "a")[0].Result; got.Reason != want {
			t.Errorf("the result is %+v, want the reason %s", got, want)
		}
	}
}

// A retry repeats only calls that failed with execution_failed, until the
// deadline.
func TestRetry(t *testing.T) {
	fail := func(code runtime.Code) func(int) runtime.Result {
		return func(int) runtime.Result { return runtime.Result{Error: "e", Code: code} }
	}
	until := func(n int) func(int) runtime.Result {
		return func(attempt int) runtime.Result {
			if attempt < n {
				return runtime.Fail(runtime.ExecutionFailed, "not yet")
			}
			return runtime.Text("done")
		}
	}
	tests := []struct {
		reason   string
		retry    runtime.Retry
		result   func(attempt int) runtime.Result
		attempts int
		took     time.Duration
		ok       bool
	}{
		{"a success is not repeated", runtime.Retry{Count: 3, Backoff: time.Second}, until(1), 1, 0, true},
		{"until it works, with pauses that double", runtime.Retry{Count: 3, Backoff: time.Second}, until(4), 4, 7 * time.Second, true},
		{"at most Count further attempts", runtime.Retry{Count: 2, Backoff: time.Second}, until(9), 3, 3 * time.Second, false},
		{"without a pause", runtime.Retry{Count: 2}, until(3), 3, 0, true},
		{"no times", runtime.Retry{}, until(2), 1, 0, false},
		{"invalid arguments are not repeated", runtime.Retry{Count: 3}, fail(runtime.InputInvalid), 1, 0, false},
		{"not available is not repeated", runtime.Retry{Count: 3}, fail(runtime.NotAvailable), 1, 0, false},
		{"a stale write is not repeated", runtime.Retry{Count: 3}, fail(runtime.StaleWrite), 1, 0, false},
		{"an unknown code is execution_failed", runtime.Retry{Count: 1}, fail("HTTP_503"), 2, 0, false},
		{"a panic is execution_failed", runtime.Retry{Count: 2}, func(int) runtime.Result { panic("boom") }, 3, 0, false},
		{"no pause after the deadline", runtime.Retry{Count: 9, Backoff: 20 * time.Second}, until(9), 2, 20 * time.Second, false},
		{"pauses do not overflow", runtime.Retry{Count: 3, Backoff: 1 << 62}, until(9), 1, 0, false},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				attempts := 0
				o := quiet(io.Discard)
				o.Timeout = time.Minute
				o.Middleware = []runtime.Middleware{around("m", runtime.Middleware{})}
				registry := newRegistry(t, o, runtime.Tool{
					Name: "a", Retry: &test.retry, Hints: runtime.Hints{Idempotent: true},
					Invoke: func(context.Context, *runtime.Call) runtime.Result { attempts++; return test.result(attempts) },
				})
				got := execute(t, registry, "a")[0]
				if attempts != test.attempts || got.Duration != test.took || got.Result.OK != test.ok {
					t.Errorf("%d attempts in %s: %+v; want %d in %s", attempts, got.Duration, got.Result, test.attempts, test.took)
				}
				if test.ok && got.Result.Value != "m(done)" {
					t.Errorf("the value is %q: middleware must wrap all attempts together", got.Result.Value)
				}
			})
		})
	}
}

// The end of the batch ends a pause between two attempts.
func TestRetryIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		attempts := 0
		registry := newRegistry(t, quiet(io.Discard), runtime.Tool{
			Name: "a", Retry: &runtime.Retry{Count: 3, Backoff: 10 * time.Second}, Hints: runtime.Hints{Idempotent: true},
			Invoke: func(context.Context, *runtime.Call) runtime.Result {
				attempts++
				return runtime.FromError(errors.New("down"))
			},
		})
		if got := registry.ExecuteParallel(ctx, calls("a"), nil)[0].Result; got.Reason != runtime.ReasonCancelled {
			t.Errorf("the result is %+v", got)
		}
		time.Sleep(time.Minute)
		if attempts != 1 {
			t.Errorf("%d attempts, want one", attempts)
		}
	})
}

// Tools with contradictory fields cannot be registered.
func TestRegisterContradictions(t *testing.T) {
	for want, tool := range map[string]runtime.Tool{
		"is not idempotent":       {Retry: &runtime.Retry{Count: 1}},
		"negative Count":          {Retry: &runtime.Retry{Count: -1}, Hints: runtime.Hints{Idempotent: true}},
		"or Backoff":              {Retry: &runtime.Retry{Count: 1, Backoff: -1}, Hints: runtime.Hints{Idempotent: true}},
		"has no Key":              {Serialize: []string{"path"}},
		"Cache with a negative T": {Cache: &runtime.Cache{TTL: -1}},
		"both Exclusive and Conc": {Exclusive: true, Concurrent: true},
	} {
		tool.Name, tool.Invoke = "a", noop
		if err := runtime.NewRegistry(nil).Register(&tool); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one that says %q", err, want)
		}
	}
}

func TestPlugins(t *testing.T) {
	var reducers runtime.Reducers
	var j journal
	registry := newRegistry(t, &runtime.Options{Reducers: &reducers}, runtime.Tool{Name: "own"})
	plugin := runtime.Plugin{
		ID: "p", Version: "1", Tools: []*runtime.Tool{j.tool("a", nil, nil), j.tool("b", nil, nil)},
		Reducers:   []runtime.Reducer{constantReducer("own", "r")},
		Middleware: []runtime.Middleware{around("m", runtime.Middleware{Tools: []string{"own", "later"}})},
	}
	if err := registry.RegisterPlugin(plugin); err != nil {
		t.Fatal(err)
	}
	if err := registry.Register(&runtime.Tool{Name: "later", Invoke: textHandler("later ran")}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"r", "m(later ran)", "ok"}, values(execute(t, registry, "own", "later", "a"))); diff != "" {
		t.Errorf("with the plugin (-want +got):\n%s", diff)
	}
	var duplicate *runtime.DuplicatePluginError
	if err := registry.RegisterPlugin(runtime.Plugin{ID: "p"}); !errors.As(err, &duplicate) || duplicate.ID != "p" {
		t.Errorf("a second plugin of an ID: %v", err)
	}
	registry.UnregisterPlugin("absent")
	registry.UnregisterPlugin("p")
	registry.UnregisterPlugin("p")
	if diff := cmp.Diff([]string{"own ran", "later ran", ""}, values(execute(t, registry, "own", "later", "a"))); diff != "" {
		t.Errorf("without it (-want +got):\n%s", diff)
	}
	j.expect(t, "its tools are shut down, the last first", "b", "a")
	if err := registry.RegisterPlugin(plugin); err != nil {
		t.Errorf("registering it again: %v", err)
	}
	if err := registry.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, ok := reducers.Get("own"); ok {
		t.Error("a closed registry still has a plugin's reducer")
	}
}

// A plugin is registered completely or not at all.
func TestPluginIsAtomic(t *testing.T) {
	good := &runtime.Tool{Name: "good", Invoke: noop}
	guard, reduce := around("m", runtime.Middleware{}), constantReducer("own", "r")
	tests := []struct {
		reason, want string
		plugin       runtime.Plugin
	}{
		{"no ID", "no ID", runtime.Plugin{Tools: []*runtime.Tool{good}}},
		{"a tool whose name is taken", "two tools", runtime.Plugin{ID: "p", Tools: []*runtime.Tool{good, {Name: "own", Invoke: noop}}}},
		{"a nil tool", "nil", runtime.Plugin{ID: "p", Tools: []*runtime.Tool{good, nil}}},
		{"a nil reducer", "reducer is nil", runtime.Plugin{ID: "p", Reducers: []runtime.Reducer{reduce, nil}}},
		{"two reducers for a tool", "already has a reducer", runtime.Plugin{ID: "p", Reducers: []runtime.Reducer{reduce, constantReducer("own", "s")}}},
		{"middleware without Wrap", "no Wrap", runtime.Plugin{ID: "p", Middleware: []runtime.Middleware{guard, {}}}},
		{"middleware that cannot wrap what is there", "cannot wrap the tool own", runtime.Plugin{ID: "p", Middleware: []runtime.Middleware{guard, {
			Tools: []string{"own"}, Wrap: func(*runtime.Tool, runtime.Handler) runtime.Handler { panic("boom") },
		}}}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var reducers runtime.Reducers
			registry := newRegistry(t, &runtime.Options{Reducers: &reducers}, runtime.Tool{Name: "own"})
			if test.plugin.Tools == nil {
				test.plugin.Tools = []*runtime.Tool{good}
			}
			if test.plugin.Reducers == nil {
				test.plugin.Reducers = []runtime.Reducer{reduce}
			}
			if test.plugin.Middleware == nil {
				test.plugin.Middleware = []runtime.Middleware{guard}
			}
			if err := registry.RegisterPlugin(test.plugin); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want one that says %q", err, test.want)
			}
			got := fmt.Sprint(names(registry.Tools()), values(execute(t, registry, "own")))
			if _, ok := reducers.Get("own"); ok || got != "[own] [own ran]" {
				t.Errorf("the registry has %s, a reducer: %t", got, ok)
			}
			test.plugin = runtime.Plugin{ID: "p", Tools: []*runtime.Tool{good}, Reducers: []runtime.Reducer{reduce}}
			if err := registry.RegisterPlugin(test.plugin); err != nil {
				t.Errorf("a valid plugin with the ID after that: %v", err)
			}
		})
	}
}
