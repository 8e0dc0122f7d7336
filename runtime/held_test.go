package runtime_test

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// hangingTools returns tools with all kinds of effects, whose calls with the text
// "hang" ignore their context until release is closed.
func hangingTools(release <-chan struct{}) []runtime.Tool {
	key := func(args any) string { return args.(*word).Text[:1] }
	tools := []runtime.Tool{
		{Name: "plain"}, {Name: "exclusive", Exclusive: true}, {Name: "keyed", Key: key},
		{Name: "key_changes", Key: key, Hints: runtime.Hints{SideEffects: true}},
		{Name: "changes", Hints: runtime.Hints{SideEffects: true}}, {Name: "reads", Hints: runtime.Hints{ReadOnly: true}},
		{Name: "concurrent", Hints: runtime.Hints{SideEffects: true}, Concurrent: true},
		{Name: "open_world", Hints: runtime.Hints{OpenWorld: true}},
	}
	for i := range tools {
		tools[i].Decode = decodeWord
		tools[i].Invoke = func(_ context.Context, c *runtime.Call) runtime.Result {
			if c.ID() == "hangs" {
				<-release
			}
			return runtime.Text("done")
		}
	}
	return tools
}

// Blocks agrees with the scheduler of a batch, for each pair of tools: a call that it
// answers with ReasonHeld is one that Blocks reports.
func TestBlocksAgreesWithScheduler(t *testing.T) {
	held := 0
	for _, first := range hangingTools(nil) {
		for _, second := range hangingTools(nil) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				registry := newRegistry(t, &runtime.Options{Timeout: time.Second, Logger: quiet(io.Discard).Logger}, hangingTools(release)...)
				batch := []runtime.ToolCall{{ID: "hangs", Name: first.Name, Args: []byte(`{"text":"k"}`)}, {ID: "next", Name: second.Name, Args: []byte(`{"text":"k"}`)}}
				p := registry.Prepare(t.Context(), batch, nil)
				outcome := registry.Execute(t.Context(), p[0], nil)
				if !outcome.Running || !encodeAndDecode(t, outcome).Running {
					t.Errorf("%s was abandoned, and its outcome does not say that it may be running: %+v", first.Name, outcome)
				}
				want := registry.ExecuteParallel(t.Context(), batch, nil)[1].Result
				close(release)
				if got := registry.Blocks(&p[0], &p[1], nil); got != (want.Reason == runtime.ReasonHeld) {
					t.Errorf("%s, then %s: Blocks is %v, and the result of the batch is %+v", first.Name, second.Name, got, want)
				}
				if want.Reason == runtime.ReasonHeld {
					held++
					if answer := registry.Fit([]runtime.Outcome{p[1].Held()}, nil)[0].Result; answer.Error != want.Error || answer.Reason != want.Reason || answer.Code != want.Code {
						t.Errorf("%s: Held gives %+v, want %+v", second.Name, answer, want)
					}
				}
			})
		}
	}
	if held == 0 {
		t.Error("no pair of tools was held, so the test shows nothing")
	}
}

// A call that was answered by its tool is not running, and a lost one may be. A tool
// that is not registered blocks nothing.
func TestRunning(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Exclusive: true, Invoke: textHandler("done")})
	p := registry.Prepare(t.Context(), calls("a", "absent"), nil)
	if outcome := registry.Execute(t.Context(), p[0], nil); outcome.Running {
		t.Errorf("an answered call: %+v", outcome)
	}
	if outcome := p[0].OutcomeUnknown(); !outcome.Running {
		t.Errorf("a lost call: %+v", outcome)
	}
	if registry.Blocks(&p[1], &p[0], nil) || registry.Blocks(&p[0], &p[1], nil) {
		t.Error("an unknown tool blocks a call")
	}
}
