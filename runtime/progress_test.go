package runtime_test

import (
	"context"
	"fmt"
	"math"
	goruntime "runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// progressTool returns a tool that sends n events, one per second.
func progressTool(name string, n int) runtime.Tool {
	return runtime.Tool{Name: name, Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
		for i := range n {
			call.Progress(runtime.ProgressEvent{Message: fmt.Sprint(i)})
			time.Sleep(time.Second)
		}
		return runtime.Text("")
	}}
}

func TestProgressIsCompleted(t *testing.T) {
	number := func(f float64) *float64 { return &f }
	tests := []struct {
		reason      string
		event, want runtime.ProgressEvent
	}{
		{"the audience is internal when none is given", runtime.ProgressEvent{Message: "m"},
			runtime.ProgressEvent{Message: "m", Audience: runtime.AudienceInternal}},
		{"an unknown audience is internal", runtime.ProgressEvent{Audience: "Users"},
			runtime.ProgressEvent{Audience: runtime.AudienceInternal}},
		{"the audience is kept", runtime.ProgressEvent{Audience: runtime.AudienceUser, Percent: number(5)},
			runtime.ProgressEvent{Audience: runtime.AudienceUser, Percent: number(5)}},
		{"more than 100 percent", runtime.ProgressEvent{Percent: number(120)},
			runtime.ProgressEvent{Percent: number(100), Audience: runtime.AudienceInternal}},
		{"less than 0 percent", runtime.ProgressEvent{Percent: number(-1)},
			runtime.ProgressEvent{Percent: number(0), Audience: runtime.AudienceInternal}},
		{"not a number is unknown", runtime.ProgressEvent{Percent: number(math.NaN())},
			runtime.ProgressEvent{Audience: runtime.AudienceInternal}},
		{"a tool cannot send events of another call", runtime.ProgressEvent{CallID: "x", Tool: "y", Audience: runtime.AudienceDashboard},
			runtime.ProgressEvent{Audience: runtime.AudienceDashboard}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
				call.Progress(test.event)
				return runtime.Text("")
			}})
			var got []runtime.ProgressEvent
			emit := func(e runtime.ProgressEvent) { got = append(got, e) }
			registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{Emit: emit})
			test.want.CallID, test.want.Tool = "c0", "a"
			if diff := cmp.Diff([]runtime.ProgressEvent{test.want}, got); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

// Events are delivered while the call runs, in the order of each call, and
// before the batch returns.
func TestProgressOrder(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		registry := newRegistry(t, nil, progressTool("a", 20))
		start, got := time.Now(), map[string][]string{}
		emit := func(e runtime.ProgressEvent) {
			if want := fmt.Sprint(int(time.Since(start).Seconds())); e.Message != want {
				t.Errorf("event %s of %s arrives after %s s", e.Message, e.CallID, want)
			}
			got[e.CallID] = append(got[e.CallID], e.Message)
		}
		registry.ExecuteParallel(t.Context(), calls("a", "a", "a"), &runtime.Turn{Emit: emit})
		var want []string
		for i := range 20 {
			want = append(want, fmt.Sprint(i))
		}
		for id, messages := range got {
			if diff := cmp.Diff(want, messages); diff != "" {
				t.Errorf("%s (-want +got):\n%s", id, diff)
			}
		}
		if len(got) != 3 {
			t.Errorf("%d calls reported, want 3", len(got))
		}
	})
}

// A slow reader does not delay a tool: the oldest events are dropped and
// counted.
func TestSlowProgressReader(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		var took time.Duration
		registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			start := time.Now()
			call.Progress(runtime.ProgressEvent{Message: "first"})
			synctest.Wait() // the reader holds the first and sleeps
			for i := range 100 {
				call.Progress(runtime.ProgressEvent{Message: fmt.Sprint(i)})
			}
			took = time.Since(start)
			return runtime.Text("")
		}})
		var got []string
		emit := func(e runtime.ProgressEvent) {
			time.Sleep(time.Second)
			got = append(got, e.Message)
		}
		registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{Emit: emit})
		want := []string{"first"}
		for i := 36; i < 100; i++ {
			want = append(want, fmt.Sprint(i))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
		if took != 0 {
			t.Errorf("the tool waited %s for the reader", took)
		}
		if dropped := registry.Stats().ProgressDropped; dropped != 36 {
			t.Errorf("%d events are counted as dropped, want 36", dropped)
		}
	})
}

// Events after the tool has returned or was abandoned are dropped.
func TestLateProgressIsDropped(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		back := runtime.Tool{Name: "back", Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			go func() {
				time.Sleep(time.Second)
				call.Progress(runtime.ProgressEvent{Message: "from a goroutine that outlived the call"})
			}()
			return runtime.Text("")
		}}
		late := runtime.Tool{Name: "late", Timeout: time.Second, Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			call.Progress(runtime.ProgressEvent{Message: "in time"})
			time.Sleep(2 * time.Second)
			call.Progress(runtime.ProgressEvent{Message: "too late"})
			return runtime.Text("")
		}}
		registry := newRegistry(t, quiet(t.Output()), back, late, sleepingTool("slow", 10*time.Second))
		var got []string
		registry.ExecuteParallel(t.Context(), calls("back", "late", "slow"), &runtime.Turn{Emit: func(e runtime.ProgressEvent) { got = append(got, e.Message) }})
		if diff := cmp.Diff([]string{"in time"}, got); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

// If the reader panics or calls runtime.Goexit, only that event is lost.
func TestProgressReaderFails(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		var got []string
		emit := func(e runtime.ProgressEvent) {
			switch e.Message {
			case "1":
				panic("reader")
			case "2":
				goruntime.Goexit()
			}
			got = append(got, e.Message)
		}
		newRegistry(t, nil, progressTool("a", 5)).ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{Emit: emit})
		if diff := cmp.Diff([]string{"0", "3", "4"}, got); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

// A reader that hangs does not delay a batch whose context or time has ended.
func TestProgressReaderHangs(t *testing.T) {
	tests := []struct {
		reason  string
		timeout time.Duration // of the caller's context
		options runtime.Options
	}{
		{"the context ends", 5 * time.Second, runtime.Options{}},
		{"the time of the batch ends", time.Hour, runtime.Options{BatchTimeout: 5 * time.Second}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			withFakeTime(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
				defer cancel()
				release, start := make(chan bool), time.Now()
				turn := &runtime.Turn{Emit: func(runtime.ProgressEvent) { <-release }}
				newRegistry(t, &test.options, progressTool("a", 2)).ExecuteParallel(ctx, calls("a"), turn)
				if took := time.Since(start); took != 5*time.Second {
					t.Errorf("the batch took %s, want 5s", took)
				}
				close(release)
			})
		})
	}
}

// Outside a batch, progress events go to Turn.Emit immediately.
func TestNewCallProgress(t *testing.T) {
	var got []string
	call := runtime.NewCall(&runtime.Turn{Emit: func(e runtime.ProgressEvent) { got = append(got, e.CallID+e.Message) }}, runtime.ToolCall{ID: "c", Name: "a"})
	call.Progress(runtime.ProgressEvent{Message: "m"})
	runtime.NewCall(nil, runtime.ToolCall{}).Progress(runtime.ProgressEvent{Message: "no reader"})
	if diff := cmp.Diff([]string{"cm"}, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}
