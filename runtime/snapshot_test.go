package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// fullSnapshot is a snapshot with all members set.
const fullSnapshot = `{"version":1,"id":"s","key":"k","reads":[{"path":"/a","modified":"2024-02-29T23:59:59.123456789Z"},{"path":{"base64":"L/8="},"modified":"2024-01-01T00:00:00Z"}],` +
	`"totals":{"sum":{"calls":3,"failures":1,"cost_usd":0.5,"duration_ns":7},"shares":[{"origin":"o","totals":{"calls":3,"failures":1,"cost_usd":0.5,"duration_ns":7},"new":true}]},` +
	`"secrets":[{"reference":"vault/key","tool":"a"}],"notes":[{"handle":"r1","note":"n","expires":"2024-01-01T01:00:00Z"}],"decisions":["d"]}`

// sendSession returns the session that another process restores from the JSON of its
// snapshot.
func sendSession(t *testing.T, session *runtime.Session) *runtime.Session {
	t.Helper()
	return runtime.RestoreSession(transferSnapshot(t, session))
}

// transferSnapshot returns the session's snapshot after it was encoded as JSON and
// decoded.
func transferSnapshot(t *testing.T, session *runtime.Session) runtime.Snapshot {
	t.Helper()
	text, err := json.Marshal(session.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	return *read(t, new(runtime.Snapshot), string(text)).(*runtime.Snapshot)
}

func TestSnapshotOfEmptySessions(t *testing.T) {
	const empty = `{"version":1,"id":"","key":"","reads":[],"totals":{"sum":{"calls":0}},"secrets":[],"notes":[],"decisions":[]}`
	for _, session := range []*runtime.Session{nil, {}, runtime.RestoreSession(runtime.Snapshot{}), runtime.RestoreSession((*runtime.Session)(nil).Snapshot())} {
		if got := encodings(t, session.Snapshot())[0]; got != empty {
			t.Errorf("got %s, want %s", got, empty)
		}
	}
}

func TestRestoredReadTimes(t *testing.T) {
	session := runtime.NewSession("s", "k")
	now := time.Now() // has a monotonic clock and a location
	times := map[string]time.Time{"/a": now, "b": time.Unix(1, 2), "/\xff": now.In(time.FixedZone("", 3600)), "": {}, "/old": time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC), "/new": time.Unix(1<<40, 0)}
	for path, modified := range times {
		session.MarkRead(path, modified)
	}
	restored := sendSession(t, session)
	if restored.ID() != "s" || restored.Key() != "k" {
		t.Errorf("the session is %q of %q", restored.ID(), restored.Key())
	}
	for path, modified := range times {
		got, ok := restored.ReadTime(path)
		if kept := path != "/old" && path != "/new"; ok != kept || kept && !got.Equal(modified) {
			t.Errorf("%q was read at %v, %t; want %v, %t", path, got, ok, modified, kept)
		}
	}
	session.MarkRead("/a", now.Add(time.Hour))
	if got, _ := restored.ReadTime("/a"); !got.Equal(now) {
		t.Error("the restored session changed with the other")
	}
}

func TestMergedReadTimes(t *testing.T) {
	early, late := time.Unix(100, 0), time.Unix(200, 0)
	home, worker := runtime.NewSession("s", ""), runtime.NewSession("s", "")
	home.MarkRead("both", early)
	home.MarkRead("older", late)
	home.MarkRead("home", early)
	worker.MarkRead("both", late)
	worker.MarkRead("older", early)
	worker.MarkRead("worker", early)
	if err := home.Merge(transferSnapshot(t, worker)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]time.Time{"both": late, "older": late, "home": early, "worker": early} {
		if got, ok := home.ReadTime(path); !ok || !got.Equal(want) {
			t.Errorf("%s was read at %v, %t; want %v", path, got, ok, want)
		}
	}
}

func TestMergeOfAnotherSession(t *testing.T) {
	home, other := runtime.NewSession("s", "k"), runtime.NewSession("S", "k")
	home.MarkRead("a", time.Unix(1, 0))
	other.MarkRead("b", time.Unix(1, 0))
	before := encodings(t, home.Snapshot())[0]
	if err := home.Merge(other.Snapshot()); err == nil || !strings.Contains(err.Error(), `"S"`) {
		t.Errorf("the error is %v", err)
	}
	if after := encodings(t, home.Snapshot())[0]; after != before {
		t.Errorf("the session changed: %s", after)
	}
	if err := (*runtime.Session)(nil).Merge(runtime.Snapshot{}); err == nil {
		t.Error("a snapshot was merged into nothing")
	}
}

// callsTool returns a function that executes calls of a tool. Each call costs a
// quarter of a dollar.
func callsTool(t *testing.T) func(session *runtime.Session, calls int) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Result{OK: true, Value: "four", CostUSD: 0.25}
	}})
	return func(session *runtime.Session, n int) {
		if n > 0 {
			registry.ExecuteParallel(t.Context(), calls(strings.Fields(strings.Repeat("a ", n))...), &runtime.Turn{Session: session})
		}
	}
}

// checkCalls checks each sum that depends on the number of calls.
func checkCalls(t *testing.T, reason string, session *runtime.Session, want int) {
	t.Helper()
	got := session.Totals()
	if got.Calls != want || got.CharsReturned != 4*want || got.CostUSD != 0.25*float64(want) || got.Failures != 0 || (got.Duration > 0) != (want > 0) {
		t.Errorf("%s: the totals are %+v, want %d calls", reason, got, want)
	}
}

func TestMergedTotals(t *testing.T) {
	run := callsTool(t)
	home := runtime.NewSession("s", "k")
	run(home, 3)
	worker := sendSession(t, home)
	checkCalls(t, "restored", worker, 3)
	run(worker, 2)
	first := transferSnapshot(t, worker)
	run(worker, 4)
	second := transferSnapshot(t, worker)
	run(home, 1)
	merge := func(into *runtime.Session, snapshot runtime.Snapshot) {
		t.Helper()
		if err := into.Merge(snapshot); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		reason   string
		snapshot runtime.Snapshot
		want     int
	}{
		{"what the worker added", first, 6},
		{"the same again", first, 6},
		{"what it added since", second, 10},
		{"an older one", first, 10},
		{"the session's own", home.Snapshot(), 10},
		{"a copy that added nothing", transferSnapshot(t, sendSession(t, home)), 10},
	} {
		merge(home, c.snapshot)
		checkCalls(t, c.reason, home, c.want)
	}
	merge(worker, transferSnapshot(t, home))
	checkCalls(t, "merged the other way round", worker, 10)
	third := sendSession(t, worker)
	run(third, 5)
	merge(home, transferSnapshot(t, third))
	checkCalls(t, "a worker's worker", home, 15)
	late := sendSession(t, home)
	merge(late, second)
	checkCalls(t, "what was merged before the snapshot", late, 15)
}

// Sessions are restored, used and merged at random. After all snapshots are
// merged, each call is counted once.
func TestRandomMerges(t *testing.T) {
	run := callsTool(t)
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 7))
		sessions, total := []*runtime.Session{runtime.NewSession("s", "k")}, 0
		var snapshots []runtime.Snapshot
		pick := func() *runtime.Session { return sessions[random.IntN(len(sessions))] }
		for range 60 {
			switch random.IntN(4) {
			case 0:
				n := random.IntN(4)
				run(pick(), n)
				total += n
			case 1:
				if len(sessions) < 30 {
					sessions = append(sessions, sendSession(t, pick()))
				}
			case 2:
				snapshots = append(snapshots, transferSnapshot(t, pick()))
			case 3:
				if len(snapshots) > 0 {
					_ = pick().Merge(snapshots[random.IntN(len(snapshots))])
				}
			}
			if got := pick().Totals().Calls; got > total {
				t.Fatalf("seed %d: a session counts %d calls of %d", seed, got, total)
			}
		}
		home := pick()
		for _, session := range sessions {
			_ = home.Merge(transferSnapshot(t, session))
		}
		for _, snapshot := range snapshots {
			_ = home.Merge(snapshot)
		}
		checkCalls(t, fmt.Sprint("seed ", seed), home, total)
	}
}

// With many workers, the size of the snapshot is limited, and each worker is
// counted once when it is merged.
func TestManyWorkers(t *testing.T) {
	run := callsTool(t)
	home := runtime.NewSession("s", "k")
	for i := range 120 {
		worker := sendSession(t, home)
		run(worker, 1)
		result := transferSnapshot(t, worker)
		for range 2 {
			if err := home.Merge(result); err != nil {
				t.Fatal(err)
			}
		}
		checkCalls(t, fmt.Sprint("worker ", i), home, i+1)
		if i%10 == 0 {
			home = sendSession(t, home)
		}
	}
	if text := encodings(t, home.Snapshot())[0]; len(text) > 20_000 {
		t.Errorf("the snapshot has %d bytes", len(text))
	}
}

// A restored session knows whether a stored text is trusted, and the position
// of the cut.
func TestRestoredNotes(t *testing.T) {
	for _, tool := range []string{"ours", "theirs"} {
		registry := newRegistry(t, &runtime.Options{Spill: &memory{}},
			runtime.Tool{Name: "ours", Invoke: textHandler(strings.Repeat("x", 1000))},
			runtime.Tool{Name: "theirs", Invoke: textHandler(strings.Repeat("y", 1000)), Untrusted: &runtime.Untrusted{}})
		session := runtime.NewSession("s", "k")
		cut := registry.ExecuteParallel(t.Context(), calls(tool), &runtime.Turn{Session: session, ResultBudgetChars: 400})[0].Truncated
		if cut == nil || cut.Handle == "" {
			t.Fatalf("%s was not kept: %+v", tool, cut)
		}
		merged := runtime.NewSession("s", "k")
		if err := merged.Merge(transferSnapshot(t, session)); err != nil {
			t.Fatal(err)
		}
		for name, session := range map[string]*runtime.Session{"restored": sendSession(t, session), "merged": merged, "another": runtime.NewSession("s", "k")} {
			got := readOn(t, registry, &runtime.Turn{Session: session, ResultBudgetChars: 400}, fmt.Sprintf(`{"handle":%q}`, cut.Handle)).Result
			fenced := strings.Contains(got.Value, "<untrusted")
			known := strings.Contains(got.Value, fmt.Sprintf("chars %d to", cut.Kept))
			if want := tool == "theirs" || name == "another"; !got.OK || fenced != want || known != (name != "another") {
				t.Errorf("%s, %s session: fenced %t, read on from the cut %t: %+v", tool, name, fenced, known, got)
			}
		}
	}
}

// A snapshot has the references of secrets, including those of child sessions,
// but not their values.
func TestSnapshotsHaveNoSecrets(t *testing.T) {
	needs := &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"vault/*"}}
	registry := newRegistry(t, &runtime.Options{Backends: backends(nil)}, runtime.Tool{Name: "get", Needs: needs, Invoke: func(ctx context.Context, call *runtime.Call) runtime.Result {
		_, err := call.Capabilities().Secrets.Get(ctx, "vault/key")
		_, missing := call.Capabilities().Secrets.Get(ctx, "vault/missing")
		return runtime.Text(errorText(err) + errorText(missing))
	}})
	session := runtime.NewSession("s", "k")
	registry.ExecuteParallel(t.Context(), calls("get", "get"), &runtime.Turn{Session: session.Child("c")})
	text := encodings(t, session.Snapshot())[0]
	if want := `"secrets":[{"reference":"vault/key","tool":"get"}]`; !strings.Contains(text, want) || strings.Contains(text, hidden) {
		t.Errorf("the snapshot is %s", text)
	}
	if again := encodings(t, sendSession(t, session).Child("d").Snapshot())[0]; !strings.Contains(again, `"reference":"vault/key"`) {
		t.Errorf("the snapshot of a restored session's child is %s", again)
	}
}

// Snapshots can be taken and merged while calls of the session run.
func TestSnapshotsOfBusySessions(t *testing.T) {
	run := callsTool(t)
	home := runtime.NewSession("s", "k")
	workers := []*runtime.Session{sendSession(t, home), sendSession(t, home), sendSession(t, home)}
	var group sync.WaitGroup
	for _, worker := range workers {
		group.Go(func() {
			for i := range 20 {
				run(worker, 2)
				worker.MarkRead(fmt.Sprint(i), time.Unix(int64(i), 0))
				if err := errors.Join(home.Merge(worker.Snapshot()), worker.Merge(home.Snapshot())); err != nil {
					t.Error(err)
				}
				run(home, 1)
			}
		})
	}
	group.Wait()
	for _, worker := range workers {
		if err := home.Merge(worker.Snapshot()); err != nil {
			t.Error(err)
		}
	}
	checkCalls(t, "merged", home, 3*20*3)
	if read, ok := home.ReadTime("19"); !ok || read.Unix() != 19 {
		t.Errorf("the file was read at %v, %t", read, ok)
	}
}
