package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
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

// diary records the start and the end of calls.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) note(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, line)
}

// read returns the lines so far.
func (d *diary) read() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.lines)
}

// tool returns a tool that takes the given time. Its key is its text.
func (d *diary) tool(name string, takes time.Duration) runtime.Tool {
	return runtime.Tool{Name: name, Decode: decodeWord, Key: func(args any) string { return args.(*word).Text },
		Serialize: []string{"text"}, Invoke: d.handler(takes)}
}

func (d *diary) handler(takes time.Duration) runtime.Handler {
	return func(_ context.Context, c *runtime.Call) runtime.Result {
		d.note("+" + c.ID())
		time.Sleep(takes)
		d.note("-" + c.ID())
		return runtime.Text(c.ID())
	}
}

// plannedCalls returns calls that are written as "tool" or "tool:text". Their
// ids are their indices.
func plannedCalls(written string) []runtime.ToolCall {
	var batch []runtime.ToolCall
	for i, item := range strings.Fields(written) {
		name, text, _ := strings.Cut(item, ":")
		args, _ := json.Marshal(map[string]string{"text": text})
		batch = append(batch, runtime.ToolCall{ID: fmt.Sprint(i), Name: name, Args: args})
	}
	return batch
}

// Calls with equal keys and exclusive calls run in input order, and not
// concurrently.
func TestOrder(t *testing.T) {
	tests := []struct {
		reason, batch string
		concurrency   int
		want          string // the diary
		took          time.Duration
	}{
		{"without keys all at once", "free free free", 0, "", time.Second},
		{"equal keys one after the other, in input order", "keyed:a keyed:a keyed:a", 0, "+0 -0 +1 -1 +2 -2", 3 * time.Second},
		{"the keys of different tools are compared", "keyed:a other:a", 0, "+0 -0 +1 -1", 2 * time.Second},
		{"different keys at once", "keyed:a keyed:b keyed:c", 0, "", time.Second},
		{"two keys and free calls", "keyed:a keyed:b keyed:a keyed:b free", 0, "", 2 * time.Second},
		{"a call that waits for a key uses no worker", "keyed:a keyed:a keyed:a free free", 2, "", 3 * time.Second},
		{"an exclusive call waits for those before it, and those after it wait", "free free only free free", 0, "", 3 * time.Second},
		{"exclusive calls one after the other", "only only only", 0, "+0 -0 +1 -1 +2 -2", 3 * time.Second},
		{"an exclusive call first and last", "only free only", 0, "+0 -0 +1 -1 +2 -2", 3 * time.Second},
		{"keys on both sides of an exclusive call", "keyed:a keyed:a only keyed:a", 0, "+0 -0 +1 -1 +2 -2 +3 -3", 4 * time.Second},
		{"one worker", "keyed:a free only keyed:a", 1, "+0 -0 +1 -1 +2 -2 +3 -3", 4 * time.Second},
		{"refused and invalid calls delay no other call", "only:wrong absent keyed:wrong keyed:a", 0, "+3 -3", time.Second},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var d diary
				free := runtime.Tool{Name: "free", Decode: decodeWord, Invoke: d.handler(time.Second)}
				only := runtime.Tool{Name: "only", Decode: decodeWord, Exclusive: true, Invoke: d.handler(time.Second)}
				keyed, other := d.tool("keyed", time.Second), d.tool("other", time.Second)
				refuse := func(args any) error {
					if args.(*word).Text == "wrong" {
						return io.EOF
					}
					return nil
				}
				only.Check, keyed.Check = refuse, refuse
				registry := newRegistry(t, &runtime.Options{Concurrency: test.concurrency}, free, keyed, other, only)
				start := time.Now()
				batch := plannedCalls(test.batch)
				results := registry.ExecuteParallel(t.Context(), batch, nil)
				if took := time.Since(start); took != test.took {
					t.Errorf("it took %s, want %s", took, test.took)
				}
				for i, result := range results {
					if ran := slices.Contains(d.read(), "-"+batch[i].ID); ran != result.Result.OK || ran && result.Result.Value != batch[i].ID {
						t.Errorf("call %d: %+v", i, result.Result)
					}
				}
				if got := strings.Join(d.read(), " "); test.want != "" && got != test.want {
					t.Errorf("the diary is %q, want %q", got, test.want)
				}
			})
		})
	}
}

// Calls with keys are decoded in input order before any call starts.
func TestKeysAreKnownBeforeStart(t *testing.T) {
	var d diary
	keyed := d.tool("keyed", 0)
	key := keyed.Key
	keyed.Key = func(args any) string { d.note("key " + args.(*word).Text); return key(args) }
	free := runtime.Tool{Name: "free", Decode: decodeWord, Invoke: d.handler(0)}
	registry := newRegistry(t, &runtime.Options{Concurrency: 4}, keyed, free)
	registry.ExecuteParallel(t.Context(), plannedCalls("free keyed:x free keyed:y keyed:z"), nil)
	if diff := cmp.Diff([]string{"key x", "key y", "key z"}, d.read()[:3]); diff != "" {
		t.Errorf("the beginning (-want +got):\n%s", diff)
	}
}

// An abandoned call blocks the calls that conflict with it, because it may
// still be writing.
func TestBlockedCalls(t *testing.T) {
	const (
		done, held, timeout = "", runtime.ReasonHeld, runtime.ReasonTimeout
	)
	tests := []struct {
		reason, batch string
		want          []string
	}{
		{"a key", "hangs:a keyed:a keyed:b keyed:a", []string{timeout, held, done, held}},
		{"a key, while other calls wait for it", "keyed:a hangs:a keyed:a", []string{done, timeout, held}},
		{"a key, also for later calls", "hangs:a only keyed:a", []string{timeout, held, held}},
		{"a key of a call that returned late", "late:a keyed:a free:slow only keyed:a keyed:a", []string{timeout, held, done, done, done, done}},
		{"an exclusive call blocks all calls after it", "free onlyhangs free keyed:a only", []string{done, timeout, held, held, held}},
		{"an exclusive call cannot run concurrently with it", "stuck free only free", []string{timeout, done, held, done}},
		{"it blocks nothing after it has returned", "late:a free:slow only", []string{timeout, done, done}},
		{"a call whose tool never started blocks nothing", "slowcheck:a keyed:a", []string{timeout, done}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var d diary
				hangs, keyed, slow := d.tool("hangs", time.Hour), d.tool("keyed", 0), d.tool("slowcheck", 0)
				slow.Check = func(any) error { time.Sleep(time.Hour); return nil }
				late := d.tool("late", 1500*time.Millisecond)
				free := runtime.Tool{Name: "free", Decode: decodeWord, Timeout: time.Hour, Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
					if c.Args().(*word).Text == "slow" {
						time.Sleep(5 * time.Second)
					}
					return runtime.Text("")
				}}
				stuck := runtime.Tool{Name: "stuck", Decode: decodeWord, Invoke: d.handler(time.Hour)}
				only := runtime.Tool{Name: "only", Decode: decodeWord, Exclusive: true, Invoke: d.handler(0)}
				onlyHangs := runtime.Tool{Name: "onlyhangs", Decode: decodeWord, Exclusive: true, Invoke: d.handler(time.Hour)}
				o := quiet(io.Discard)
				o.Timeout = time.Second
				registry := newRegistry(t, o, hangs, keyed, slow, late, free, stuck, only, onlyHangs)
				var got []string
				for _, result := range registry.ExecuteParallel(t.Context(), plannedCalls(test.batch), nil) {
					if result.Result.Reason == held && (result.Result.Code != runtime.ExecutionFailed || slices.Contains(d.read(), "+"+result.ID)) {
						t.Errorf("a held call: %+v", result.Result)
					}
					got = append(got, result.Result.Reason)
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("reasons (-want +got):\n%s", diff)
				}
				time.Sleep(2 * time.Hour)
				if stats := registry.Stats(); stats.Abandoned != 0 {
					t.Errorf("%d are abandoned in the end", stats.Abandoned)
				}
			})
		})
	}
}

// The end of the context answers waiting calls, and none of them starts.
func TestOrderedCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d diary
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(1500*time.Millisecond, cancel)
		registry := newRegistry(t, quiet(io.Discard), d.tool("keyed", time.Second))
		results := registry.ExecuteParallel(ctx, plannedCalls("keyed:a keyed:a keyed:a"), nil)
		want := []outcome{
			{"0", "", time.Second},
			{"Tool keyed was cancelled; it may still be running", runtime.ReasonCancelled, 500 * time.Millisecond},
			{"Tool keyed was cancelled; it had not started", runtime.ReasonCancelled, 0},
		}
		if diff := cmp.Diff(want, outcomes(results)); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
		time.Sleep(time.Minute)
		if diff := cmp.Diff([]string{"+0", "-0", "+1", "-1"}, d.read()); diff != "" {
			t.Errorf("diary (-want +got):\n%s", diff)
		}
	})
}

// A Key function that panics or calls runtime.Goexit fails only its call.
func TestKeyFails(t *testing.T) {
	var d diary
	keyed := d.tool("keyed", 0)
	key := keyed.Key
	keyed.Key = func(args any) string {
		switch args.(*word).Text {
		case "panics":
			panic("boom")
		case "exits":
			goruntime.Goexit()
		}
		return key(args)
	}
	registry := newRegistry(t, quiet(io.Discard), keyed)
	var got []string
	for _, result := range registry.ExecuteParallel(t.Context(), plannedCalls("keyed:a keyed:panics keyed:exits keyed:a"), nil) {
		got = append(got, result.Result.Reason)
	}
	if diff := cmp.Diff([]string{"", runtime.ReasonPanic, runtime.ReasonExited, ""}, got); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

// The time for thousands of calls with keys does not grow quadratically.
func TestManyOrderedCalls(t *testing.T) {
	var d diary
	registry := newRegistry(t, nil, d.tool("keyed", 0), runtime.Tool{Name: "only", Decode: decodeWord, Exclusive: true, Invoke: d.handler(0)})
	batch := plannedCalls(strings.Repeat("keyed:a keyed:b only ", 3000))
	for i, result := range registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{ResultBudgetChars: 1 << 20}) {
		if result.Result.Value != batch[i].ID {
			t.Fatalf("call %d: %+v", i, result.Result)
		}
	}
	if len(d.read()) != 2*len(batch) {
		t.Errorf("the diary has %d lines", len(d.read()))
	}
}
