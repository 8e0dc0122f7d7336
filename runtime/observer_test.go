package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// watcher is a hook that records the events of each call.
type watcher struct {
	mu     sync.Mutex
	events map[string][]string
}

func (w *watcher) Observe(_ context.Context, e runtime.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	note := string(e.Kind)
	if e.Result != nil {
		note += "/" + string(e.Result.Result.Code)
		if e.Result.Result.OK {
			note += "ok"
		}
	}
	if e.Call.Tool() == "" {
		note += " without a tool"
	}
	if w.events == nil {
		w.events = map[string][]string{}
	}
	w.events[e.Call.ID()] = append(w.events[e.Call.ID()], note)
}

func TestHooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w watcher
		o := quiet(io.Discard)
		o.Hooks, o.Timeout = []runtime.Hook{&w}, time.Second
		o.Approver = constantApprover(runtime.Decision{}, nil)
		hang := func(any) error { time.Sleep(time.Minute); return nil }
		registry := newRegistry(t, o,
			runtime.Tool{Name: "fine", Decode: decodeWord},
			runtime.Tool{Name: "long", Decode: decodeWord, Invoke: textHandler(strings.Repeat("x", 200))},
			runtime.Tool{Name: "panics", Decode: decodeWord, Invoke: func(context.Context, *runtime.Call) runtime.Result { panic("x") }},
			runtime.Tool{Name: "hangs", Decode: decodeWord, Invoke: sleepingTool("", time.Minute).Invoke},
			runtime.Tool{Name: "hangs_before", Decode: decodeWord, Check: hang},
			approvalTool("asks", nil), countingTool("kept", runtime.Cache{}),
		)
		batch := plannedCalls("fine long panics hangs hangs_before asks absent kept kept fine fine")
		batch[9].Args = json.RawMessage(`{"text":"x","size":"5"}`)
		batch[10].Args = json.RawMessage(`{}`)
		registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{ResultBudgetChars: 500, Session: runtime.NewSession("s", "k")})
		time.Sleep(time.Hour)
		w.mu.Lock()
		defer w.mu.Unlock()
		want := map[string][]string{
			"0": {"start", "end/ok"}, "1": {"start", "end/ok", "cut/ok"}, "2": {"start", "end/execution_failed"},
			"3": {"start", "end/execution_failed"}, "4": {"refused/execution_failed"}, "5": {"refused/not_available"}, "6": {"refused/not_available"},
			"9": {"repaired", "start", "end/ok"}, "10": {"refused/input_invalid"},
		}
		kept := append(w.events["7"], w.events["8"]...)
		slices.Sort(kept)
		if diff := cmp.Diff([]string{"cached", "end/ok", "end/ok", "start", "start"}, kept); diff != "" {
			t.Errorf("the two equal calls (-want +got):\n%s", diff)
		}
		delete(w.events, "7")
		delete(w.events, "8")
		if diff := cmp.Diff(want, w.events); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

// hookFunc is a function that implements Hook.
type hookFunc func()

func (h hookFunc) Observe(context.Context, runtime.Event) { h() }

// Each call has a result, even if a hook misbehaves.
func TestHooksFail(t *testing.T) {
	for reason, hook := range map[string]hookFunc{
		"panics": func() { panic("boom") },
		"exits":  func() { goruntime.Goexit() },
		"hangs":  func() { time.Sleep(time.Minute) },
	} {
		t.Run(reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := quiet(io.Discard)
				o.Hooks = []runtime.Hook{hook, nil}
				registry := newRegistry(t, o, runtime.Tool{Name: "a"})
				results := execute(t, registry, "a", "absent", "a")
				if !results[0].Result.OK || results[1].Result.OK || !results[2].Result.OK {
					t.Errorf("the results are %+v", results)
				}
				time.Sleep(time.Hour)
			})
		})
	}
}

// The log has one record at the level debug for each call, without arguments
// and texts.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	handler := slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})
	registry := newRegistry(t, &runtime.Options{Logger: slog.New(handler)},
		runtime.Tool{Name: "a", Decode: decodeWord, Invoke: textHandler(strings.Repeat("secret", 20))})
	batch := plannedCalls("a:secret absent")
	registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{Session: runtime.NewSession("s", "k"), ResultBudgetChars: 70})
	var got []map[string]any
	for line := range strings.Lines(log.String()) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		delete(record, "time")
		delete(record, "duration")
		got = append(got, record)
	}
	want := []map[string]any{
		{"level": "DEBUG", "msg": "tool called", "tool": "a", "call": "0", "session": "s", "ok": true, "chars": 120.0, "chars_reduced": 120.0, "chars_kept": 31.0},
		{"level": "DEBUG", "msg": "tool called", "tool": "absent", "call": "1", "session": "s", "ok": false, "code": "not_available", "reason": "", "chars": 20.0, "chars_reduced": 20.0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	if strings.Contains(log.String(), "secret") {
		t.Error("the log has arguments or texts")
	}
	log.Reset()
	registry = newRegistry(t, quiet(&log), runtime.Tool{Name: "a"})
	execute(t, registry, "a")
	if log.Len() > 0 {
		t.Errorf("a log at the level info has %s", &log)
	}
}
