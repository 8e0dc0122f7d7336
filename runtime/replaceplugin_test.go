package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// pluginVersion returns a plugin with the ID p whose tools return their name
// and the version.
func pluginVersion(version string, names ...string) runtime.Plugin {
	p := runtime.Plugin{ID: "p", Version: version}
	for _, name := range names {
		p.Tools = append(p.Tools, &runtime.Tool{Name: name, Invoke: textHandler(name + " " + version)})
	}
	return p
}

func replace(t testing.TB, registry *runtime.Registry, p runtime.Plugin) {
	t.Helper()
	if err := registry.ReplacePlugin(p); err != nil {
		t.Fatal(err)
	}
}

func TestReplacePlugin(t *testing.T) {
	var reducers runtime.Reducers
	registry := newRegistry(t, &runtime.Options{Reducers: &reducers}, runtime.Tool{Name: "first"})
	first := pluginVersion("1", "a", "b", "c")
	first.Middleware = []runtime.Middleware{around("m1", runtime.Middleware{Tools: []string{"first", "a"}})}
	first.Reducers = []runtime.Reducer{constantReducer("b", "r1"), constantReducer("c", "r1")}
	replace(t, registry, first)
	if err := registry.Register(&runtime.Tool{Name: "last", Invoke: textHandler("last ran")}); err != nil {
		t.Fatal(err)
	}
	later := runtime.Plugin{ID: "q", Middleware: []runtime.Middleware{around("q", runtime.Middleware{Tools: []string{"a"}})}}
	if err := registry.RegisterPlugin(later); err != nil {
		t.Fatal(err)
	}
	before := []string{"m1(first ran)", "m1(q(a 1))", "r1", "r1", "last ran"}
	if diff := cmp.Diff(before, values(execute(t, registry, "first", "a", "b", "c", "last"))); diff != "" {
		t.Errorf("a plugin that replaces none (-want +got):\n%s", diff)
	}

	second := pluginVersion("2", "d", "c", "a")
	second.Middleware = []runtime.Middleware{around("m2", runtime.Middleware{Tools: []string{"last", "a"}})}
	second.Reducers = []runtime.Reducer{constantReducer("d", "r2"), constantReducer("b", "r2")}
	replace(t, registry, second)
	after := []string{"first ran", "m2(q(a 2))", "c 2", "r2", "m2(last ran)", ""}
	if diff := cmp.Diff(after, values(execute(t, registry, "first", "a", "c", "d", "last", "b"))); diff != "" {
		t.Errorf("after the replacement (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"first", "a", "c", "last", "d"}, names(registry.Tools())); diff != "" {
		t.Errorf("names that stay keep their position, new ones come last (-want +got):\n%s", diff)
	}
	if version, ok := registry.PluginVersion("p"); version != "2" || !ok || registry.PluginOf("d") != "p" {
		t.Errorf("the version is %q, %t", version, ok)
	}
	registry.UnregisterPlugin("p")
	if diff := cmp.Diff([]string{"first ran", "last ran", ""}, values(execute(t, registry, "first", "last", "a"))); diff != "" {
		t.Errorf("without the plugin (-want +got):\n%s", diff)
	}
	for _, tool := range []string{"b", "c", "d"} {
		if _, ok := reducers.Get(tool); ok {
			t.Errorf("the reducer of %s is still registered", tool)
		}
	}
	if _, ok := registry.PluginVersion("p"); ok {
		t.Error("the plugin is gone and has a version")
	}
}

// If ReplacePlugin fails, the old plugin does not change.
func TestReplacePluginFails(t *testing.T) {
	boom := runtime.Middleware{Name: "boom", Tools: []string{"own"}, Wrap: func(*runtime.Tool, runtime.Handler) runtime.Handler { panic("boom") }}
	boomOnB := boom
	boomOnB.Tools = []string{"b"}
	tests := []struct {
		reason, want string
		change       func(*runtime.Plugin)
	}{
		{"no ID", "no ID", func(p *runtime.Plugin) { p.ID = "" }},
		{"a nil tool", "nil", func(p *runtime.Plugin) { p.Tools = append(p.Tools, nil) }},
		{"the name of a tool of no plugin", `two tools are named "own"`, func(p *runtime.Plugin) { p.Tools = append(p.Tools, pluginVersion("2", "own").Tools...) }},
		{"the name of a tool of another plugin", `two tools are named "other"`, func(p *runtime.Plugin) { p.Tools = append(p.Tools, pluginVersion("2", "other").Tools...) }},
		{"a name of its own twice", `two tools are named "a"`, func(p *runtime.Plugin) { p.Tools = append(p.Tools, pluginVersion("2", "a").Tools...) }},
		{"a new name twice", `two tools are named "c"`, func(p *runtime.Plugin) { p.Tools = append(p.Tools, pluginVersion("2", "c").Tools...) }},
		{"the reducer of another plugin", `the tool "other" already has a reducer`, func(p *runtime.Plugin) {
			p.Reducers = []runtime.Reducer{constantReducer("a", "r2"), constantReducer("other", "r2")}
		}},
		{"two reducers for one tool", `the tool "a" already has a reducer`, func(p *runtime.Plugin) {
			p.Reducers = []runtime.Reducer{constantReducer("a", "r2"), constantReducer("a", "r2")}
		}},
		{"middleware without Wrap", "no Wrap", func(p *runtime.Plugin) { p.Middleware = []runtime.Middleware{{}} }},
		{"middleware that cannot wrap a new tool", "cannot wrap the tool b", func(p *runtime.Plugin) { p.Middleware = []runtime.Middleware{boomOnB} }},
		{"middleware that cannot wrap another tool", "cannot wrap the tool own", func(p *runtime.Plugin) { p.Middleware = []runtime.Middleware{boom} }},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var j journal
			var reducers runtime.Reducers
			registry := newRegistry(t, &runtime.Options{Reducers: &reducers}, runtime.Tool{Name: "own"})
			other := pluginVersion("1", "other")
			other.ID, other.Reducers = "q", []runtime.Reducer{constantReducer("other", "r1")}
			old := pluginVersion("1", "a")
			old.Tools = append(old.Tools, j.tool("kept", nil, nil))
			old.Reducers = []runtime.Reducer{constantReducer("a", "r1")}
			old.Middleware = []runtime.Middleware{around("m1", runtime.Middleware{Tools: []string{"own"}})}
			if err := errors.Join(registry.RegisterPlugin(old), registry.RegisterPlugin(other)); err != nil {
				t.Fatal(err)
			}
			state := func() string {
				version, _ := registry.PluginVersion("p")
				got := values(execute(t, registry, "own", "a", "other", "b", "c"))
				return fmt.Sprint(names(registry.Tools()), got, version, registry.Revision(), string(registry.AppendDefinitions(nil, runtime.Policy{})))
			}
			before := state()
			p := pluginVersion("2", "c", "b", "a")
			p.Reducers = []runtime.Reducer{constantReducer("b", "r2")}
			test.change(&p)
			if err := registry.ReplacePlugin(p); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want one that says %q", err, test.want)
			}
			if diff := cmp.Diff(before, state()); diff != "" {
				t.Errorf("the registry has changed (-want +got):\n%s", diff)
			}
			if _, ok := reducers.Get("b"); ok {
				t.Error("a reducer is still registered")
			}
			j.expect(t, "nothing is shut down")
			replace(t, registry, pluginVersion("2", "a"))
			registry.UnregisterPlugin("p")
			if diff := cmp.Diff([]string{"own ran"}, values(execute(t, registry, "own"))); diff != "" {
				t.Errorf("after all (-want +got):\n%s", diff)
			}
		})
	}
}

// ReplacePlugin shuts down the tools that the new version does not use, once,
// after the replacement.
func TestReplacePluginShutsDown(t *testing.T) {
	var j journal
	kept, removed, foreign := new(int), new(int), new(int)
	registry := newRegistry(t, nil)
	again := j.tool("again", nil, nil) // without a key, but handed over again
	if err := errors.Join(
		registry.Register(j.tool("outside", foreign, nil)),
		registry.RegisterPlugin(runtime.Plugin{ID: "p", Tools: []*runtime.Tool{
			j.tool("a", kept, nil), j.tool("b", removed, nil), j.tool("c", removed, nil), j.tool("d", nil, nil), j.tool("e", foreign, nil), again,
		}}),
	); err != nil {
		t.Fatal(err)
	}
	last := &runtime.Tool{Name: "f", Invoke: noop, ShutdownKey: new(int), Shutdown: func(context.Context) error { return nil }}
	replace(t, registry, runtime.Plugin{ID: "p", Tools: []*runtime.Tool{last, j.tool("b2", kept, nil), again}})
	j.expect(t, "what is not used any more, the last registered first", "d", "c")
	replace(t, registry, runtime.Plugin{ID: "p"})
	j.expect(t, "the rest, the last registered first", "d", "c", "b2", "again")
	if err := registry.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	j.expect(t, "in the end", "d", "c", "b2", "again", "outside")
}

// The new plugin is registered when a shutdown runs.
func TestShutdownAfterReplacement(t *testing.T) {
	registry := newRegistry(t, nil)
	var found []string
	old := pluginVersion("1", "a")
	old.Tools[0].Shutdown = func(context.Context) error {
		found = values(execute(t, registry, "a"))
		return registry.Register(&runtime.Tool{Name: "c", Invoke: noop}) // no lock is held
	}
	replace(t, registry, old)
	replace(t, registry, pluginVersion("2", "a"))
	if diff := cmp.Diff([]string{"a 2"}, found); diff != "" {
		t.Errorf("the shutdown found (-want +got):\n%s", diff)
	}
}

// Running calls continue with the old tool.
func TestReplaceWhileCallsRun(t *testing.T) {
	inside, on := make(chan struct{}), make(chan struct{})
	old := pluginVersion("1", "a")
	old.Tools[0].Invoke = func(context.Context, *runtime.Call) runtime.Result {
		close(inside)
		<-on
		return runtime.Text("a 1")
	}
	registry := newRegistry(t, &runtime.Options{Concurrency: 1})
	replace(t, registry, old)
	first := make(chan []string)
	go func() { first <- values(execute(t, registry, "a")) }()
	<-inside
	replace(t, registry, pluginVersion("2", "a"))
	if diff := cmp.Diff([]string{"a 2"}, values(execute(t, registry, "a"))); diff != "" {
		t.Errorf("a batch after the replacement (-want +got):\n%s", diff)
	}
	close(on)
	if diff := cmp.Diff([]string{"a 1"}, <-first); diff != "" {
		t.Errorf("a batch from before (-want +got):\n%s", diff)
	}
}

// A batch, and a list of definitions, sees only one version of a plugin.
func TestReplacementIsOneStep(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "own"})
	version := func(v string) runtime.Plugin {
		p := pluginVersion(v, "a", "b", "c"+v)
		for _, tool := range p.Tools {
			tool.Description = v
		}
		p.Reducers = []runtime.Reducer{constantReducer("b", "b "+v)}
		p.Tools[1].Invoke = textHandler("not reduced")
		p.Middleware = []runtime.Middleware{around(v, runtime.Middleware{Tools: []string{"own"}})}
		return p
	}
	replace(t, registry, version("1"))
	want := map[string]bool{
		"[1(own ran) a 1 b 1 c1 1 ]": true, "[2(own ran) a 2 b 2  c2 2]": true,
		"[own ] [a 1] [b 1] [c1 1]": true, "[own ] [a 2] [b 2] [c2 2]": true,
	}
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for range 1000 {
				if got := fmt.Sprint(values(execute(t, registry, "own", "a", "b", "c1", "c2"))); !want[got] {
					t.Errorf("a batch saw %s", got)
				}
				var shown []string
				for _, d := range registry.Definitions(runtime.Policy{}) {
					shown = append(shown, fmt.Sprint([]string{d.Name, d.Description}))
				}
				if got := strings.Join(shown, " "); !want[got] {
					t.Errorf("definitions are %s", got)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { readers.Wait(); close(done) }()
	for i := 0; ; i++ {
		select {
		case <-done:
			return
		default:
			replace(t, registry, version(fmt.Sprint(1+i%2)))
		}
	}
}
