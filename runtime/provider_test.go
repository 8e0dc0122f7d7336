package runtime_test

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// toolsOf returns tools with the names; the first letter is the toolset.
func toolsOf(names ...string) []*runtime.Tool {
	var tools []*runtime.Tool
	for _, name := range names {
		tools = append(tools, &runtime.Tool{Name: name, Toolset: name[:1]})
	}
	return tools
}

func namesOf(tools []*runtime.Tool) []string {
	names := []string{}
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
}

var errDown = errors.New("down")

func failingProvider(context.Context, runtime.DispatchContext) ([]*runtime.Tool, error) {
	return nil, errDown
}

func TestProviders(t *testing.T) {
	static := runtime.StaticProvider(toolsOf("a1", "b1", "a2")...)
	for _, c := range []struct {
		reason   string
		provider runtime.Provider
		dispatch runtime.DispatchContext
		want     []string
		fails    bool
	}{
		{"the same tools always, in their order", static, runtime.DispatchContext{}, []string{"a1", "b1", "a2"}, false},
		{"nil is no tool", runtime.StaticProvider(nil, toolsOf("a1")[0]), runtime.DispatchContext{}, []string{"a1"}, false},
		{"a filter receives the context",
			runtime.FilteredProvider(static, func(d runtime.DispatchContext, tool *runtime.Tool) bool {
				return d.Iteration == 2 && tool.Name != "a1"
			}), runtime.DispatchContext{Iteration: 2}, []string{"b1", "a2"}, false},
		{"a filter that panics returns nothing",
			runtime.FilteredProvider(static, func(runtime.DispatchContext, *runtime.Tool) bool { panic("filter") }), runtime.DispatchContext{}, nil, true},
		{"toolsets", runtime.ToolsetProvider(static, "a"), runtime.DispatchContext{}, []string{"a1", "a2"}, false},
		{"no toolset shows nothing", runtime.ToolsetProvider(static), runtime.DispatchContext{}, []string{}, false},
		{"a skill that is not active shows nothing", runtime.SkillProvider("deploy", toolsOf("a1")...), runtime.DispatchContext{ActiveSkills: []string{"Deploy"}}, []string{}, false},
		{"an active skill", runtime.SkillProvider("deploy", toolsOf("a1")...), runtime.DispatchContext{ActiveSkills: []string{"x", "deploy"}}, []string{"a1"}, false},
		{"combined in order, each tool once", runtime.CombinedProvider(runtime.SkillProvider("s"), static, runtime.ToolsetProvider(static, "b")), runtime.DispatchContext{}, []string{"a1", "b1", "a2"}, false},
		{"two tools of one name", runtime.CombinedProvider(static, runtime.StaticProvider(toolsOf("b1")...)), runtime.DispatchContext{}, nil, true},
		{"one of the combined fails", runtime.CombinedProvider(static, runtime.ProviderFunc(failingProvider)), runtime.DispatchContext{}, nil, true},
		{"nothing combined", runtime.CombinedProvider(), runtime.DispatchContext{}, []string{}, false},
	} {
		tools, err := c.provider.List(t.Context(), c.dispatch)
		if (err != nil) != c.fails {
			t.Errorf("%s: error %v", c.reason, err)
		}
		if err == nil && !cmp.Equal(namesOf(tools), c.want) {
			t.Errorf("%s: %s", c.reason, cmp.Diff(c.want, namesOf(tools)))
		}
	}
}

func TestProvidersReturnFreshSlices(t *testing.T) {
	static := runtime.StaticProvider(toolsOf("a1", "a2")...)
	for reason, provider := range map[string]runtime.Provider{
		"static":   static,
		"skill":    runtime.SkillProvider("s", toolsOf("a1", "a2")...),
		"cached":   runtime.CachedProvider(static, time.Hour),
		"combined": runtime.CombinedProvider(static),
	} {
		for range 3 {
			tools, err := provider.List(t.Context(), runtime.DispatchContext{ActiveSkills: []string{"s"}})
			if err != nil || !cmp.Equal(namesOf(tools), []string{"a1", "a2"}) {
				t.Fatalf("%s: what a caller did to its slice shows: %v, %v", reason, namesOf(tools), err)
			}
			tools[0] = nil
		}
	}
}

func TestCachedProvider(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, fail := 0, false
		provider := runtime.CachedProvider(runtime.ProviderFunc(func(_ context.Context, d runtime.DispatchContext) ([]*runtime.Tool, error) {
			if asked++; fail {
				return nil, errDown
			}
			return toolsOf(fmt.Sprint("a", asked)), nil
		}), time.Minute)
		ann, bob := runtime.NewSession("1", "ann"), runtime.NewSession("2", "bob")
		for _, c := range []struct {
			reason   string
			after    time.Duration
			dispatch runtime.DispatchContext
			fail     bool
			want     string
		}{
			{"the first time", 0, runtime.DispatchContext{Session: ann, Iteration: 1}, false, "a1"},
			{"kept over iterations", time.Second, runtime.DispatchContext{Session: ann, Iteration: 2}, false, "a1"},
			{"another session has its own", 0, runtime.DispatchContext{Session: bob}, false, "a2"},
			{"another skill, too", 0, runtime.DispatchContext{Session: ann, ActiveSkills: []string{"x"}}, false, "a3"},
			{"another identity, too", 0, runtime.DispatchContext{Session: ann, Identity: runtime.Identity{AgentID: "x"}}, false, "a4"},
			{"no longer than its time to live", time.Minute, runtime.DispatchContext{Session: ann}, false, "a5"},
			{"a failure is returned", time.Minute, runtime.DispatchContext{Session: ann}, true, ""},
			{"and not kept", 0, runtime.DispatchContext{Session: ann}, false, "a7"},
		} {
			time.Sleep(c.after)
			fail = c.fail
			tools, err := provider.List(t.Context(), c.dispatch)
			if got := namesOf(tools); (err != nil) != c.fail || err == nil && got[0] != c.want {
				t.Errorf("%s: got %v, %v, want %s", c.reason, got, err, c.want)
			}
		}
	})
}

func TestDiscovery(t *testing.T) {
	static := runtime.StaticProvider(toolsOf("a1")...)
	for _, c := range []struct {
		reason    string
		rule      runtime.DiscoveryRule
		providers []runtime.Provider
		want      []string
		failed    string
	}{
		{"all of them, in their order", runtime.DiscoveryStop, []runtime.Provider{runtime.StaticProvider(toolsOf("b1")...), static}, []string{"b1", "a1"}, ""},
		{"no providers return no tools", runtime.DiscoveryStop, nil, []string{}, ""},
		{"a failure stops the iteration", runtime.DiscoveryStop, []runtime.Provider{static, runtime.ProviderFunc(failingProvider)}, nil, "runtime.ProviderFunc"},
		{"DiscoveryContinue skips the provider", runtime.DiscoveryContinue, []runtime.Provider{runtime.ProviderFunc(failingProvider), static}, []string{"a1"}, ""},
		{"a retry that fails", runtime.DiscoveryRetry, []runtime.Provider{runtime.ProviderFunc(failingProvider)}, nil, "runtime.ProviderFunc"},
		{"a retry that succeeds", runtime.DiscoveryRetry, []runtime.Provider{flaky()}, []string{"f1"}, ""},
		{"a panic is a failure", runtime.DiscoveryStop, []runtime.Provider{panickingProvider{}}, nil, "panicking"},
		{"runtime.Goexit is a failure", runtime.DiscoveryStop, []runtime.Provider{runtime.ProviderFunc(func(context.Context, runtime.DispatchContext) ([]*runtime.Tool, error) {
			goruntime.Goexit()
			return nil, nil
		})}, nil, "runtime.ProviderFunc"},
		{"another tool of a name that is taken", runtime.DiscoveryStop, []runtime.Provider{static, runtime.SkillProvider("s", toolsOf("a1")...)}, nil, "skill-scoped:s"},
		{"DiscoveryContinue uses the first of the two", runtime.DiscoveryContinue, []runtime.Provider{static, runtime.SkillProvider("s", toolsOf("a1")...)}, []string{"a1"}, ""},
	} {
		discovery := runtime.NewDiscovery(&runtime.DiscoveryOptions{Rule: c.rule}, c.providers...)
		tools, err := discovery.Tools(t.Context(), runtime.DispatchContext{ActiveSkills: []string{"s"}})
		var failure *runtime.DiscoveryError
		if errors.As(err, &failure); (err != nil) != (c.failed != "") || failure != nil && failure.Provider != c.failed {
			t.Errorf("%s: error %v", c.reason, err)
		}
		if err == nil && (tools == nil || !slices.Equal(namesOf(tools), c.want)) {
			t.Errorf("%s: got %v, want %v", c.reason, namesOf(tools), c.want)
		}
	}
}

// flaky returns a provider that fails once.
func flaky() runtime.Provider {
	asked := 0
	return runtime.ProviderFunc(func(context.Context, runtime.DispatchContext) ([]*runtime.Tool, error) {
		if asked++; asked == 1 {
			return nil, errDown
		}
		return toolsOf("f1"), nil
	})
}

type panickingProvider struct{}

func (panickingProvider) ID() string { return "panicking" }

func (panickingProvider) List(context.Context, runtime.DispatchContext) ([]*runtime.Tool, error) {
	panic("listing")
}

func TestDiscoveryTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		deaf := runtime.ProviderFunc(func(context.Context, runtime.DispatchContext) ([]*runtime.Tool, error) {
			<-release
			return nil, nil
		})
		start := time.Now()
		_, err := runtime.NewDiscovery(&runtime.DiscoveryOptions{Timeout: time.Second}, deaf).Tools(t.Context(), runtime.DispatchContext{})
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != time.Second {
			t.Errorf("a provider that ignores its context: %v after %s", err, took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := runtime.NewDiscovery(nil, deaf).Tools(ctx, runtime.DispatchContext{}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	})
}

func TestDiscoveryEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shown := [][]*runtime.Tool{toolsOf("a1", "a2"), toolsOf("a1", "a2"), toolsOf("a2", "a3"), nil, {{Name: "a2"}, {Name: "a3", Description: "new"}}}
		provider := runtime.ProviderFunc(func(_ context.Context, d runtime.DispatchContext) ([]*runtime.Tool, error) {
			time.Sleep(time.Second)
			if shown[d.Iteration] == nil {
				return nil, errDown
			}
			return shown[d.Iteration], nil
		})
		var events []runtime.DiscoveryEvent
		discovery := runtime.NewDiscovery(&runtime.DiscoveryOptions{Rule: runtime.DiscoveryContinue, Emit: func(e runtime.DiscoveryEvent) {
			events = append(events, e)
			panic("a panic in Emit")
		}}, provider)
		for i := range shown {
			if _, err := discovery.Tools(t.Context(), runtime.DispatchContext{Iteration: i}); err != nil {
				t.Fatal(err)
			}
		}
		const id = "runtime.ProviderFunc"
		started := runtime.DiscoveryEvent{Kind: runtime.DiscoveryStarted, Provider: id}
		completed := runtime.DiscoveryEvent{Kind: runtime.DiscoveryCompleted, Provider: id, Count: 2, Duration: time.Second}
		changed, described := completed, completed
		changed.Changed, changed.Added, changed.Removed = true, []string{"a3"}, []string{"a1"}
		described.Changed = true
		want := []runtime.DiscoveryEvent{
			started, completed,
			started, completed,
			started, changed,
			started, {Kind: runtime.DiscoveryFailed, Provider: id, Duration: time.Second, Err: &runtime.DiscoveryError{Provider: id, Cause: errDown}},
			started, described,
		}
		same := cmp.Comparer(func(a, b error) bool { return errors.Is(a, errDown) == errors.Is(b, errDown) })
		if diff := cmp.Diff(want, events, same); diff != "" {
			t.Error(diff)
		}
	})
}

// A tool that a provider does not return cannot run.
func TestVisibleToolsOfProvider(t *testing.T) {
	registry := runtime.NewRegistry(nil)
	for _, name := range []string{"a1", "b1"} {
		tool := &runtime.Tool{Name: name, Toolset: name[:1], Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("ran") }}
		if err := registry.Register(tool); err != nil {
			t.Fatal(err)
		}
	}
	shown, err := runtime.NewDiscovery(nil, runtime.ToolsetProvider(runtime.StaticProvider(registry.Available()...), "a")).Tools(t.Context(), runtime.DispatchContext{})
	if err != nil {
		t.Fatal(err)
	}
	results := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: "a1"}, {Name: "b1"}}, &runtime.Turn{Visible: shown})
	if !results[0].Result.OK || results[1].Result.Code != runtime.NotAvailable {
		t.Errorf("got %+v", results)
	}
}
