package toolstest_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func ExampleCheckTool() {
	tool := &runtime.Tool{
		Name:   "ping", // and no description
		Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("pong") },
	}
	fmt.Println(toolstest.CheckTool(tool, nil))
	// Output: tool ping: description: is empty: the model chooses a tool by it
}

// A test of a tool: what it answers, what it tells meanwhile, and how long it
// takes, without waiting for it.
func ExampleCall() {
	tool := &runtime.Tool{
		Name: "brew",
		Invoke: func(ctx context.Context, call *runtime.Call) runtime.Result {
			call.Progress(runtime.ProgressEvent{Message: "heating", Audience: runtime.AudienceUser})
			time.Sleep(time.Minute)
			return runtime.Text("tea")
		},
	}
	test := func(t *testing.T) {
		toolstest.WithClock(t, func(t *testing.T, clock *toolstest.Clock) {
			var progress toolstest.Recorder
			answer := toolstest.Call(t, tool, nil, &runtime.Turn{Emit: progress.Emit})
			if answer.Result.Value != "tea" || clock.Elapsed() != time.Minute {
				t.Errorf("got %q after %s", answer.Result.Value, clock.Elapsed())
			}
			if got := progress.Messages(runtime.AudienceUser); len(got) != 1 {
				t.Errorf("the user was told %q", got)
			}
		})
	}
	_ = test // what "go test" would run
}

func TestCallOnAClock(t *testing.T) {
	tool := &runtime.Tool{
		Name: "brew",
		Invoke: func(ctx context.Context, call *runtime.Call) runtime.Result {
			call.Progress(runtime.ProgressEvent{Message: "heating", Audience: runtime.AudienceUser})
			call.Progress(runtime.ProgressEvent{Message: "40 degrees"})
			time.Sleep(time.Minute)
			return runtime.Text("tea")
		},
	}
	toolstest.WithClock(t, func(t *testing.T, clock *toolstest.Clock) {
		var progress toolstest.Recorder
		answer := toolstest.Call(t, tool, struct{}{}, &runtime.Turn{Emit: progress.Emit})
		if answer.Result.Value != "tea" || clock.Elapsed() != time.Minute {
			t.Errorf("got %+v after %s", answer.Result, clock.Elapsed())
		}
		if got := progress.Messages(runtime.AudienceUser); len(got) != 1 || len(progress.Events()) != 2 {
			t.Errorf("the user was told %q of %d events", got, len(progress.Events()))
		}
		clock.Advance(time.Hour)
		if clock.Elapsed() != time.Hour+time.Minute {
			t.Errorf("the clock shows %s", clock.Elapsed())
		}
	})
}
