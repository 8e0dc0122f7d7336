package runtime_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// journal records shutdowns in order.
type journal struct {
	mu    sync.Mutex
	lines []string
}

// tool returns a tool that records its name when it is shut down, and fails
// with err.
func (j *journal) tool(name string, key any, err error) *runtime.Tool {
	return &runtime.Tool{Name: name, Invoke: noop, ShutdownKey: key, Shutdown: func(context.Context) error {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.lines = append(j.lines, name)
		return err
	}}
}

func (j *journal) expect(t *testing.T, reason string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, j.lines); diff != "" {
		t.Errorf("%s (-want +got):\n%s", reason, diff)
	}
}

func TestCloseOrder(t *testing.T) {
	var j journal
	store, failed := new(int), errors.New("disk full")
	registry := runtime.NewRegistry(nil)
	plain := &runtime.Tool{Name: "plain", Invoke: noop, ShutdownKey: store}
	err := registry.Register(j.tool("a", store, nil), j.tool("b", nil, failed), j.tool("c", store, nil), plain, j.tool("d", nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	if err := registry.Close(t.Context()); !errors.Is(err, failed) || !strings.Contains(err.Error(), "b") {
		t.Errorf("the error is %v, want that of b", err)
	}
	j.expect(t, "each receiver once, the last registered first, after an error too", "d", "c", "b")
	if err := registry.Close(t.Context()); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	j.expect(t, "closing twice does nothing", "d", "c", "b")
	if err := registry.Register(plain); !errors.Is(err, runtime.ErrClosed) {
		t.Errorf("registering after that: %v, want ErrClosed", err)
	}
	if got := execute(t, registry, "a")[0].Result.Code; got != runtime.NotAvailable {
		t.Errorf("executing after that: %s, want not_available", got)
	}
}

func TestUnregisterShutsDown(t *testing.T) {
	var j journal
	store := new(int)
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(j.tool("a", store, nil), j.tool("b", store, nil), j.tool("c", nil, nil)); err != nil {
		t.Fatal(err)
	}
	registry.Unregister("absent")
	registry.Unregister("a")
	j.expect(t, "the receiver still has a tool")
	registry.Unregister("b")
	registry.Unregister("b")
	j.expect(t, "the last tool of a receiver", "b")
	registry.Unregister("c")
	j.expect(t, "a tool without a key", "b", "c")
	if got := names(registry.Tools()); len(got) != 0 {
		t.Errorf("%v are left", got)
	}
}

// A panic in a shutdown is an error, which is logged if there is no caller to
// return it to.
func TestShutdownPanics(t *testing.T) {
	var log bytes.Buffer
	registry := runtime.NewRegistry(quiet(&log))
	panics := func(context.Context) error { panic("boom") }
	if err := registry.Register(
		&runtime.Tool{Name: "a", Invoke: noop, Shutdown: panics},
		&runtime.Tool{Name: "b", Invoke: noop, Shutdown: panics},
	); err != nil {
		t.Fatal(err)
	}
	registry.Unregister("b")
	if !strings.Contains(log.String(), "boom") {
		t.Errorf("the log is %q, want the panic", &log)
	}
	if err := registry.Close(t.Context()); err == nil || !strings.Contains(err.Error(), "shutting down a: panic: boom") {
		t.Errorf("the error is %v, want the panic", err)
	}
}

// If a shutdown calls runtime.Goexit, the other shutdowns still run.
func TestShutdownExits(t *testing.T) {
	var j journal
	exits := &runtime.Tool{Name: "b", Invoke: noop, Shutdown: func(context.Context) error { goruntime.Goexit(); return nil }}
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(j.tool("a", nil, nil), exits); err != nil {
		t.Fatal(err)
	}
	if err := registry.Close(t.Context()); err == nil || !strings.Contains(err.Error(), "shutting down b") {
		t.Errorf("the error is %v, want that of b", err)
	}
	j.expect(t, "the others are shut down", "a")
}

// Concurrent calls of Unregister shut a tool down once.
func TestUnregisterConcurrently(t *testing.T) {
	for range 100 {
		var (
			j     journal
			group sync.WaitGroup
			store = new(int)
		)
		registry := runtime.NewRegistry(nil)
		if err := registry.Register(j.tool("a", store, nil), j.tool("b", store, nil)); err != nil {
			t.Fatal(err)
		}
		for _, end := range []func(){
			func() { registry.Unregister("a") },
			func() { registry.Unregister("b") },
			func() { _ = registry.Close(context.Background()) },
		} {
			group.Go(end)
		}
		group.Wait()
		if len(j.lines) != 1 {
			t.Fatalf("shut down %d times: %v", len(j.lines), j.lines)
		}
	}
}

// If a shutdown ignores its context, the others still run once, and the error
// names it.
func TestShutdownHangs(t *testing.T) {
	for _, bounded := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var j journal
			hangs := &runtime.Tool{Name: "b", Invoke: noop, Shutdown: func(context.Context) error { time.Sleep(time.Hour); return nil }}
			registry := runtime.NewRegistry(nil)
			if err := registry.Register(j.tool("a", nil, nil), hangs, j.tool("c", nil, nil)); err != nil {
				t.Fatal(err)
			}
			ctx, limit := t.Context(), runtime.DefaultShutdownTimeout
			if bounded {
				var cancel context.CancelFunc
				limit = time.Second
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			start := time.Now()
			err := registry.Close(ctx)
			if took := time.Since(start); took != limit {
				t.Errorf("closing took %s, want %s", took, limit)
			}
			if err == nil || !strings.Contains(err.Error(), "shutting down b: it did not finish") || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %v", err)
			}
			synctest.Wait()
			j.expect(t, "the others", "c", "a")
			time.Sleep(2 * time.Hour)
		})
	}
}

// Unregister has the same time limit.
func TestUnregisterHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		registry := newRegistry(t, quiet(&log), runtime.Tool{Name: "a", Shutdown: func(context.Context) error { time.Sleep(time.Hour); return nil }})
		start := time.Now()
		registry.Unregister("a")
		if took := time.Since(start); took != runtime.DefaultShutdownTimeout || !strings.Contains(log.String(), "did not finish") {
			t.Errorf("it took %s and logged %s", took, &log)
		}
		time.Sleep(2 * time.Hour)
	})
}

// A check that panics, exits or hangs hides only its tool. A check that hangs
// is called once, and the caller waits for it for two seconds.
func TestAvailabilityChecksFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		hang := func() bool { asked.Add(1); time.Sleep(time.Minute); return true }
		slow := func() bool { time.Sleep(time.Second); return true }
		check := func(name string, f func() bool) runtime.Tool {
			return runtime.Tool{Name: name, Available: &runtime.Availability{Check: f}}
		}
		registry := newRegistry(t, quiet(io.Discard),
			runtime.Tool{Name: "a"}, check("panics", func() bool { panic("boom") }), check("exits", func() bool { goruntime.Goexit(); return true }),
			check("hangs", hang), check("slow", slow), check("slow_too", slow), runtime.Tool{Name: "b"})
		start := time.Now()
		for range 3 {
			var got []string
			for _, definition := range registry.Definitions(runtime.Policy{}) {
				got = append(got, definition.Name)
			}
			if diff := cmp.Diff([]string{"a", "slow", "slow_too", "b"}, got); diff != "" {
				t.Errorf("definitions (-want +got):\n%s", diff)
			}
		}
		if took := time.Since(start); took != 2*time.Second+2*time.Second || asked.Load() != 1 {
			t.Errorf("it took %s and asked %d times", took, asked.Load())
		}
		if got := execute(t, registry, "hangs")[0].Result; got.Code != runtime.NotAvailable || !strings.Contains(got.Reason, "did not return") {
			t.Errorf("the result is %+v", got)
		}
		time.Sleep(time.Hour)
		if got := names(registry.Available()); !slices.Contains(got, "a") || slices.Contains(got, "hangs") || asked.Load() != 2 {
			t.Errorf("available are %v after %d checks", got, asked.Load())
		}
		time.Sleep(time.Hour)
	})
}
