package store_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// patience is far more than any wait of these tests, on a machine under load.
const patience = 20 * time.Second

// busy is how long the stores of these tests wait.
const busy = 300 * time.Millisecond

// refusedInTime checks a failure for want of a lock.
func refusedInTime(t *testing.T, what string, begun time.Time, err error) {
	t.Helper()
	failure, ok := errors.AsType[*runtime.Error](err)
	if !ok || failure.Code != runtime.ExecutionFailed || failure.Reason != store.ReasonLocked {
		t.Errorf("%s: %v", what, err)
	}
	if took := time.Since(begun); took < busy/2 || took > patience {
		t.Errorf("%s: after %s, want about %s", what, took, busy)
	}
}

// asError is a failed result as the error that it came from.
func asError(r runtime.Result) error {
	if r.OK {
		return nil
	}
	return &runtime.Error{Code: r.Code, Reason: r.Reason, Message: r.Error}
}

// A lock of another process: who has to write is told in time, who reads is
// not in the way, and with the lock gone all is well.
func TestLockedByAnotherProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, &store.Options{BusyTimeout: busy})
	must[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"v"}`, turn())
	other := start(t, "hold the lock", path)
	other.line(t)
	begun := time.Now()
	refusedInTime(t, "memory_write", begun, asError(call(t, s, "memory_write", `{"key":"k","content":"w"}`, turn())))
	begun = time.Now()
	refusedInTime(t, "AppendMessages", begun, s.AppendMessages(context.Background(), store.Message{Personality: "ada", Session: "past", Role: "user", Text: "x"}))
	var group sync.WaitGroup
	for range 8 { // also those that wait for one another
		group.Go(func() {
			begun := time.Now()
			refusedInTime(t, "one of many", begun, asError(call(t, s, "kanban_add", `{"title":"x"}`, turn())))
		})
	}
	group.Wait()
	if n := must[store.Notes](t, s, "memory_read", `{"key":"k"}`, turn()); n.Notes[0].Content != "v" {
		t.Errorf("the note is %+v", n)
	}
	dry := turn()
	dry.DryRun = true
	if r := call(t, s, "memory_write", `{"key":"k","content":"w"}`, dry); !r.OK {
		t.Errorf("a dry run: %s", r.Error)
	}
	other.release(t)
	must[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"w"}`, turn())
	if got := board(t, s, `{}`, turn()); len(got) != 0 {
		t.Errorf("what failed was done all the same: %v", got)
	}
}

// A process that lets nobody else in: opening says so.
func TestHeldByAnotherProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	if err := open(t, path, nil).Close(); err != nil {
		t.Fatal(err)
	}
	other := start(t, "hold everything", path)
	other.line(t)
	begun := time.Now()
	s, err := store.Open(path, &store.Options{BusyTimeout: busy})
	if err == nil {
		s.Close()
	}
	refusedInTime(t, "Open", begun, err)
	other.release(t)
	must[store.Notes](t, open(t, path, nil), "memory_read", `{}`, turn())
}

// lock takes the write lock behind the store's back, as another program might.
func lock(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A call that is cancelled while it waits returns, and does nothing later.
func TestCancelled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, nil)
	if err := done(s, "memory_write", `{"key":"k","content":"v"}`, "todo_add", `{"items":["a"]}`, "kanban_add", `{"title":"t"}`, "kanban_add", `{"title":"t","status":"archived"}`, "kanban_add", `{"title":"t"}`); err != nil {
		t.Fatal(err)
	}
	say(t, s, "text")
	before := content(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, &store.Options{BusyTimeout: time.Hour})
	unlock := lock(t, path)
	type change struct {
		name string
		do   func(ctx context.Context) error
	}
	changes := []change{
		{"AppendMessages", func(ctx context.Context) error {
			return s.AppendMessages(ctx, store.Message{Personality: "ada", Session: "past", Role: "user", Text: "x"})
		}},
		{"ForgetSession", func(ctx context.Context) error { return s.ForgetSession(ctx, "ada", "", "past") }},
		{"ForgetArchived", func(ctx context.Context) error { return s.ForgetArchived(ctx, "ada", "", time.Now()) }},
	}
	for name, arguments := range map[string]string{
		"memory_write": `{"key":"k","content":"w"}`, "todo_add": `{"items":["b"]}`, "todo_update": `{"id":1,"status":"completed"}`, "todo_clear": `{}`,
		"kanban_add": `{"title":"u"}`, "kanban_move": `{"id":1,"status":"done"}`,
	} {
		changes = append(changes, change{name, func(ctx context.Context) error { return asError(invoke(ctx, s, name, arguments)) }})
	}
	var group sync.WaitGroup
	for _, c := range changes {
		group.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			defer cancel()
			if err := c.do(ctx); err == nil {
				t.Errorf("%s succeeded against a lock", c.name)
			}
		})
	}
	group.Wait()
	unlock()
	if err := s.Close(); err != nil { // waits for what is still under way
		t.Error(err)
	}
	if after := content(t, open(t, path, nil)); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := open(t, path, nil).ForgetSession(ctx, "ada", "", "past"); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that was cancelled before: %v", err)
	}
}

// Close waits for the calls under way, and refuses the later ones.
func TestClose(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, nil)
	var group sync.WaitGroup
	var mu sync.Mutex
	acknowledged := 0
	for range 4 {
		group.Go(func() {
			for {
				r := call(t, s, "kanban_add", `{"title":"x"}`, turn())
				if !r.OK {
					if r.Code != runtime.NotAvailable || r.Reason != store.ReasonClosed {
						t.Errorf("after closing: %s (%s, %s)", r.Error, r.Code, r.Reason)
					}
					return
				}
				mu.Lock()
				acknowledged++
				mu.Unlock()
			}
		})
	}
	late := time.Now().Add(patience)
	for enough := false; !enough; time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Error("the calls do not get on")
			break
		}
		mu.Lock()
		enough = acknowledged > 20
		mu.Unlock()
	}
	if err := errors.Join(s.Shutdown(context.Background()), s.Close()); err != nil {
		t.Error(err)
	}
	group.Wait()
	if r := call(t, s, "memory_read", `{}`, turn()); r.Reason != store.ReasonClosed {
		t.Errorf("reading after closing: %s (%s)", r.Error, r.Reason)
	}
	s = open(t, path, nil)
	if n := len(board(t, s, `{}`, turn())); n != acknowledged {
		t.Errorf("%d tickets, %d were acknowledged", n, acknowledged)
	}
	intact(t, s)
}

// Several stores of one process share a file, and opening or closing one takes
// no lock from another.
func TestSeveralStores(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	stores := []*store.Store{open(t, path, nil), open(t, path, nil), open(t, path, nil)}
	var group sync.WaitGroup
	for _, s := range stores {
		group.Go(func() {
			for range 10 {
				if r := call(t, s, "kanban_add", `{"title":"x"}`, turn()); !r.OK {
					t.Error(r.Error)
				}
			}
		})
	}
	group.Wait()
	if got := board(t, stores[0], `{}`, turn()); len(got) != 30 || got[29].ID != 30 {
		t.Errorf("%d tickets", len(got))
	}
	tx, err := stores[0].DB().Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if err := errors.Join(stores[1].Close(), open(t, path, nil).Close()); err != nil {
		t.Fatal(err)
	}
	if other := start(t, "hold the lock", path); other.line(t) == "held" {
		t.Error("another process got the lock that a store has")
	}
}

// Readers that hold on to all they can get are not in a writer's way.
func TestReadersDoNotKeepWritersOut(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "store.db"), nil)
	must[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"v"}`, turn())
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	for range 8 { // more than may read at a time
		group.Go(func() {
			for ctx.Err() == nil {
				if r := call(t, s, "memory_read", `{"key":"k"}`, turn()); !r.OK {
					t.Error(r.Error)
				}
			}
		})
	}
	for range 5 {
		must[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"w"}`, turn())
	}
	cancel()
	group.Wait()
}
