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
		Name:   "ping", // without a description
		Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("pong") },
	}
	fmt.Println(toolstest.CheckTool(tool, nil))
	// Output: tool ping: description: the description is empty: models choose a tool by its description
}

// A test of a tool checks its result, its progress events and its duration, without waiting.
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
				t.Errorf("the events for the user are %q", got)
			}
		})
	}
	_ = test // "go test" would run it
}

func TestClock(t *testing.T) {
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
			t.Errorf("the events for the user are %q, of %d events", got, len(progress.Events()))
		}
		clock.Advance(time.Hour)
		if clock.Elapsed() != time.Hour+time.Minute {
			t.Errorf("the clock shows %s", clock.Elapsed())
		}
	})
}
