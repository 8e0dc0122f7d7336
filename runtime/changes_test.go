package runtime_test

import (
	"context"
	"iter"
	goruntime "runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

func register(t testing.TB, registry *runtime.Registry, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := registry.Register(&runtime.Tool{Name: name, Invoke: textHandler(name + " ran")}); err != nil {
			t.Fatal(err)
		}
	}
}

// Each change of the tools is reported.
func TestChanges(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "own"})
	next, stop := iter.Pull(registry.Changes(t.Context()))
	defer stop()
	plugin := pluginVersion("1", "a", "b")
	steps := []struct {
		reason string
		do     func()
		want   runtime.Change
	}{
		{"Register", func() { register(t, registry, "x") }, runtime.Change{Added: []string{"x"}}},
		{"RegisterPlugin", func() { _ = registry.RegisterPlugin(plugin) }, runtime.Change{Added: []string{"a", "b"}}},
		{"two changes combined", func() { register(t, registry, "y"); registry.Unregister("own") },
			runtime.Change{Added: []string{"y"}, Removed: []string{"own"}}},
		{"ReplacePlugin", func() { replace(t, registry, pluginVersion("2", "c", "b")) },
			runtime.Change{Added: []string{"c"}, Removed: []string{"a"}, Changed: []string{"b"}}},
		{"unregistered and registered again", func() { registry.Unregister("x"); register(t, registry, "x") }, runtime.Change{Changed: []string{"x"}}},
		{"added and removed again", func() { register(t, registry, "z"); registry.Unregister("z"); register(t, registry, "w") },
			runtime.Change{Added: []string{"w"}}},
		{"UnregisterPlugin", func() { registry.UnregisterPlugin("p") }, runtime.Change{Removed: []string{"b", "c"}}},
		{"Close", func() { _ = registry.Close(t.Context()) }, runtime.Change{Removed: []string{"y", "x", "w"}}},
	}
	for _, step := range steps {
		step.want.Since = registry.Revision()
		step.do()
		step.want.Revision = registry.Revision()
		got, ok := next()
		if diff := cmp.Diff(step.want, got); diff != "" || !ok {
			t.Errorf("%s (-want +got):\n%s", step.reason, diff)
		}
	}
	if change, ok := next(); ok {
		t.Errorf("a change after Close: %+v", change)
	}
}

// The revision does not change if no tool is added, removed or changed.
func TestUnchangedRevision(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "own"})
	plugin := pluginVersion("1", "a")
	plugin.Middleware = []runtime.Middleware{around("m", runtime.Middleware{})}
	replace(t, registry, plugin)
	before := registry.Revision()
	for reason, do := range map[string]func(){
		"no tools are registered":        func() { _ = registry.Register() },
		"registering fails":              func() { _ = registry.Register(&runtime.Tool{Name: "own", Invoke: noop}) },
		"there is nothing to remove":     func() { registry.Unregister("absent"); registry.UnregisterPlugin("absent") },
		"a plugin without tools":         func() { replace(t, registry, runtime.Plugin{ID: "q"}); registry.UnregisterPlugin("q") },
		"a plugin is replaced by itself": func() { replace(t, registry, plugin) },
	} {
		if do(); registry.Revision() != before {
			t.Errorf("%s: the revision was %d and is %d", reason, before, registry.Revision())
		}
	}
	if runtime.NewRegistry(nil).Revision() == 0 {
		t.Error("the revision of an empty registry is zero")
	}
}

// The sequence ends with the context, with Close, and with the loop. synctest
// fails if a goroutine is still waiting.
func TestChangesEnd(t *testing.T) {
	for reason, end := range map[string]func(*runtime.Registry, context.CancelFunc){
		"the context ends":    func(_ *runtime.Registry, cancel context.CancelFunc) { cancel() },
		"the registry closes": func(registry *runtime.Registry, _ context.CancelFunc) { _ = registry.Close(context.Background()) },
		"the registry closes twice": func(registry *runtime.Registry, _ context.CancelFunc) {
			_ = registry.Close(context.Background())
			_ = registry.Close(context.Background())
		},
	} {
		t.Run(reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				registry := runtime.NewRegistry(nil) // closing it changes no tool
				seq := registry.Changes(ctx)
				var ended atomic.Int64
				for range 3 {
					go func() {
						for change := range seq {
							t.Errorf("a change: %+v", change)
						}
						ended.Add(1)
					}()
					synctest.Wait()
				}
				end(registry, cancel)
				synctest.Wait()
				if ended.Load() != 3 {
					t.Errorf("%d of 3 loops have ended", ended.Load())
				}
				for change := range seq {
					t.Errorf("a change after the end: %+v", change)
				}
			})
		})
	}
}

// Changes are not reported after the end of the context, even if they happened
// before.
func TestNoChangeAfterTheContext(t *testing.T) {
	registry := newRegistry(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	changes := registry.Changes(ctx)
	register(t, registry, "a")
	cancel()
	for change := range changes {
		t.Errorf("%+v", change)
	}
}

// Slow readers delay neither the registry nor other readers.
func TestSlowChangesReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		registry := newRegistry(t, nil)
		hang := make(chan struct{})
		var got []runtime.Change
		read := func(body func(runtime.Change)) {
			changes := registry.Changes(t.Context())
			go func() {
				defer func() { _ = recover() }()
				for change := range changes {
					body(change)
				}
			}()
		}
		read(func(runtime.Change) { <-hang })
		read(func(runtime.Change) { panic("boom") })
		read(func(runtime.Change) { goruntime.Goexit() })
		read(func(runtime.Change) { registry.Unregister("absent"); _ = registry.Tools() })
		read(func(change runtime.Change) { got = append(got, change); time.Sleep(time.Second) })
		start := time.Now()
		for _, name := range []string{"a", "b", "c", "d"} {
			register(t, registry, name)
			time.Sleep(400 * time.Millisecond)
		}
		if took := time.Since(start); took != 1600*time.Millisecond {
			t.Errorf("registering took %s", took)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		want := []runtime.Change{{Since: 1, Revision: 2, Added: []string{"a"}}, {Since: 2, Revision: 4, Added: []string{"b", "c"}}, {Since: 4, Revision: 5, Added: []string{"d"}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("a slow reader (-want +got):\n%s", diff)
		}
		close(hang)
		if err := registry.Close(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute) // until the last reader has seen the end
	})
}
