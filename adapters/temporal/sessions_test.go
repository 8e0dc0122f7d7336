package temporal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
)

const apiKey = "correct horse battery staple"

// sessionTools use the state of a session: read times, and secrets.
func sessionTools() []runtime.Tool {
	login := newTool(runtime.Tool{Name: "login", Needs: &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"api/key"}}},
		func(ctx context.Context, c *runtime.Call, _ args) runtime.Result {
			if _, err := c.Capabilities().Secrets.Get(ctx, "api/key"); err != nil {
				return runtime.FromError(err)
			}
			return runtime.Text("logged in")
		})
	leak := newTool(runtime.Tool{Name: "leak"}, func(_ context.Context, c *runtime.Call, _ args) runtime.Result {
		c.Progress(runtime.ProgressEvent{Message: "with " + apiKey, Audience: runtime.AudienceUser})
		return runtime.Text("the key is " + apiKey)
	})
	read := newTool(runtime.Tool{Name: "read"}, func(_ context.Context, c *runtime.Call, a args) runtime.Result {
		c.Session().MarkRead(a.Text, time.Unix(1000, 0))
		return runtime.Text("read")
	})
	edit := newTool(runtime.Tool{Name: "edit"}, func(_ context.Context, c *runtime.Call, a args) runtime.Result {
		if _, ok := c.Session().ReadTime(a.Text); !ok {
			return runtime.Fail(runtime.StaleWrite, "read %s first", a.Text)
		}
		return runtime.Text("edited")
	})
	return []runtime.Tool{login, leak, read, edit, bigTool()}
}

// newWorkers returns the activities of some workers that share a store.
func newWorkers(t *testing.T, n int, store Store) []*host {
	t.Helper()
	vault := secrets.New(&secrets.Options{Store: secrets.Map(map[string]string{"api/key": apiKey})})
	var workers []*host
	for range n {
		o := &runtime.Options{Backends: &capability.Backends{Secrets: vault.Open}, Spill: NewSpill(store)}
		workers = append(workers, newHost(t, newRegistry(t, o, sessionTools()...), Options{Store: store}))
	}
	return workers
}

// What a call reads and receives on one worker is known on the other workers: read
// times, secrets to redact, and cut texts.
func TestSessionFollowsCalls(t *testing.T) {
	store := newMemoryStore()
	workers := newWorkers(t, 3, store)
	run := func(worker int, calls ...runtime.ToolCall) []runtime.CallResult {
		return runBatch(t, newEnvironment(t, workers[worker]), Turn{Session: "s"}, calls...)
	}
	run(0, call("1", "read", args{Text: "a.go"}), call("2", "login", args{}))
	if got := run(1, call("3", "edit", args{Text: "a.go"}), call("4", "edit", args{Text: "b.go"})); reasons(got) != "ok STALE_WRITE" {
		t.Errorf("got %+v", got)
	}
	if got := run(2, call("5", "leak", args{})); got[0].Result.Value != "the key is [REDACTED]" {
		t.Errorf("another worker does not redact what the first one was handed: %q", got[0].Result.Value)
	}
	cut := run(1, call("6", "big", args{Size: 200_000}))[0]
	if cut.Truncated == nil || cut.Truncated.Handle == "" {
		t.Fatalf("got %+v", cut.Truncated)
	}
	rest := run(2, call("7", runtime.ReadResultTool, args{}), runtime.ToolCall{ID: "8", Name: runtime.ReadResultTool, Args: fmt.Appendf(nil, `{"handle":%q,"start":199990}`, cut.Truncated.Handle)})[1]
	if !strings.HasPrefix(rest.Result.Value, "0123456789\n[chars 199990 to 200000") {
		t.Errorf("another worker cannot read on: %+v", rest.Result)
	}
	for key, value := range store.all() {
		if strings.Contains(string(value), apiKey) {
			t.Errorf("the record %s has the secret", key)
		}
	}
}

// The totals of a batch are counted once, even if its last phase runs again, on
// another worker.
func TestTotalsAreCountedOnce(t *testing.T) {
	workers := newWorkers(t, 2, newMemoryStore())
	batch := batchRef{Version: planVersion, ID: "b", Turn: Turn{Session: "s"}}
	outcome := runtime.Outcome{ID: "1", Name: "a", Result: runtime.Result{OK: true, Value: "text", CostUSD: 2}}
	packed, err := workers[0].pack(t.Context(), "k", 1<<20, outcome)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		batch.ID = fmt.Sprint(i)
		for _, w := range workers {
			if _, err := w.fit(t.Context(), batch, []endedCall{{Outcome: packed}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	session, err := workers[1].loadSession(t.Context(), batch.Turn)
	if err != nil {
		t.Fatal(err)
	}
	if got := session.Totals(); got.Calls != 100 || got.CostUSD != 200 {
		t.Errorf("got %+v", got)
	}
}

// The cache of records is bounded, and phases that continue one record do not change
// the records of each other.
func TestRecordCache(t *testing.T) {
	var cache recordCache
	data := []byte(`{"snapshot":{"version":1,"id":"s","key":"","reads":[],"totals":{"sum":{"calls":0}},"secrets":[],"notes":[],"decisions":[]},"batches":["a"]}`)
	for i := range 2 * maxCachedRecords {
		if _, err := cache.parse(Turn{Session: "s"}, fmt.Sprint(i), data); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(cache.records); n != maxCachedRecords {
		t.Errorf("the cache has %d records", n)
	}
	first, err := cache.parse(Turn{Session: "s"}, "k", data)
	if again, _ := cache.parse(Turn{Session: "s"}, "k", slices.Clone(data)); again != first || err != nil {
		t.Error("the same text was parsed twice")
	}
	for _, mark := range []string{"b", "c", "a"} {
		merged, err := first.merge(first.Snapshot, mark)
		if want := strings.Fields("a " + mark)[:len(merged.Batches)]; err != nil || !slices.Equal(merged.Batches, want) || len(first.Batches) != 1 || (merged == first) != (mark == "a") {
			t.Errorf("the batch %q: got %q, %v", mark, merged.Batches, err)
		}
	}
}
