package runtime_test

import (
	"bytes"
	"context"
	"errors"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// journal notes shutdowns in their order.
type journal struct {
	mu    sync.Mutex
	lines []string
}

// tool notes its key when it is shut down, and fails with err.
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

func TestCloseShutsDownLastFirst(t *testing.T) {
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

func TestUnregisterShutsDownWithTheLast(t *testing.T) {
	var j journal
	store := new(int)
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(j.tool("a", store, nil), j.tool("b", store, nil), j.tool("c", nil, nil)); err != nil {
		t.Fatal(err)
	}
	registry.Unregister("nobody")
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

// A shutdown that panics is an error like any other; one that nobody can be
// told of goes to the log.
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

// A shutdown that ends its goroutine does not keep the others from running.
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

// However many unregister at once, a receiver is shut down once.
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
