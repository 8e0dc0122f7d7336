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

// maxWait is longer than any wait of these tests on a busy machine.
const maxWait = 20 * time.Second

// busyTimeout is the busy timeout of the stores in these tests.
const busyTimeout = 300 * time.Millisecond

// checkLockedError checks that an error has the reason DATABASE_LOCKED and
// came after about busyTimeout.
func checkLockedError(t *testing.T, what string, begun time.Time, err error) {
	t.Helper()
	failure, ok := errors.AsType[*runtime.Error](err)
	if !ok || failure.Code != runtime.ExecutionFailed || failure.Reason != store.ReasonLocked {
		t.Errorf("%s: %v", what, err)
	}
	if took := time.Since(begun); took < busyTimeout/2 || took > maxWait {
		t.Errorf("%s: after %s, want about %s", what, took, busyTimeout)
	}
}

// asError converts a failed result to an error.
func asError(r runtime.Result) error {
	if r.OK {
		return nil
	}
	return &runtime.Error{Code: r.Code, Reason: r.Reason, Message: r.Error}
}

// While another process holds the write lock, writers fail after the busy
// timeout and readers succeed. After the lock is released, writers succeed.
func TestLockedByAnotherProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, &store.Options{BusyTimeout: busyTimeout})
	mustCall[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"v"}`, turn())
	other := startChild(t, "hold the lock", path)
	other.readLine(t)
	begun := time.Now()
	checkLockedError(t, "memory_write", begun, asError(call(t, s, "memory_write", `{"key":"k","content":"w"}`, turn())))
	begun = time.Now()
	checkLockedError(t, "AppendMessages", begun, s.AppendMessages(context.Background(), store.Message{Personality: "ada", Session: "past", Role: "user", Text: "x"}))
	var group sync.WaitGroup
	for range 8 { // writers that also wait for each other
		group.Go(func() {
			begun := time.Now()
			checkLockedError(t, "one of many", begun, asError(call(t, s, "kanban_add", `{"title":"x"}`, turn())))
		})
	}
	group.Wait()
	if n := mustCall[store.Notes](t, s, "memory_read", `{"key":"k"}`, turn()); n.Notes[0].Content != "v" {
		t.Errorf("the note is %+v", n)
	}
	dry := turn()
	dry.DryRun = true
	if r := call(t, s, "memory_write", `{"key":"k","content":"w"}`, dry); !r.OK {
		t.Errorf("a dry run: %s", r.Error)
	}
	other.release(t)
	mustCall[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"w"}`, turn())
	if got := listBoard(t, s, `{}`, turn()); len(got) != 0 {
		t.Errorf("a failed call added a ticket: %v", got)
	}
}

// Open returns an error if another process holds an exclusive lock.
func TestOpenOfLockedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	if err := open(t, path, nil).Close(); err != nil {
		t.Fatal(err)
	}
	other := startChild(t, "hold an exclusive lock", path)
	other.readLine(t)
	begun := time.Now()
	s, err := store.Open(path, &store.Options{BusyTimeout: busyTimeout})
	if err == nil {
		s.Close()
	}
	checkLockedError(t, "Open", begun, err)
	other.release(t)
	mustCall[store.Notes](t, open(t, path, nil), "memory_read", `{}`, turn())
}

// lockFile takes the write lock without the store, like another program.
func lockFile(t *testing.T, path string) (unlock func()) {
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

// A call that is cancelled while it waits returns, and makes no change later.
func TestCancelledCallsChangeNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, nil)
	if err := callAll(s, "memory_write", `{"key":"k","content":"v"}`, "todo_add", `{"items":["a"]}`, "kanban_add", `{"title":"t"}`, "kanban_add", `{"title":"t","status":"archived"}`, "kanban_add", `{"title":"t"}`); err != nil {
		t.Fatal(err)
	}
	appendMessages(t, s, "text")
	before := storeContent(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, &store.Options{BusyTimeout: time.Hour})
	unlock := lockFile(t, path)
	type change struct {
		name string
		do   func(ctx context.Context) error
	}
	changes := []change{
		{"AppendMessages", func(ctx context.Context) error {
			return s.AppendMessages(ctx, store.Message{Personality: "ada", Session: "past", Role: "user", Text: "x"})
		}},
		{"DeleteSession", func(ctx context.Context) error { return s.DeleteSession(ctx, "ada", "", "past") }},
		{"DeleteArchivedTickets", func(ctx context.Context) error { return s.DeleteArchivedTickets(ctx, "ada", "", time.Now()) }},
	}
	for name, arguments := range map[string]string{
		"memory_write": `{"key":"k","content":"w"}`, "todo_add": `{"items":["b"]}`, "todo_update": `{"id":1,"status":"completed"}`, "todo_clear": `{}`,
		"kanban_add": `{"title":"u"}`, "kanban_move": `{"id":1,"status":"done"}`,
	} {
		changes = append(changes, change{name, func(ctx context.Context) error { return asError(invokeTool(ctx, s, name, arguments)) }})
	}
	var group sync.WaitGroup
	for _, c := range changes {
		group.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			defer cancel()
			if err := c.do(ctx); err == nil {
				t.Errorf("%s succeeded while the file was locked", c.name)
			}
		})
	}
	group.Wait()
	unlock()
	if err := s.Close(); err != nil { // waits for running calls
		t.Error(err)
	}
	if after := storeContent(t, open(t, path, nil)); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := open(t, path, nil).DeleteSession(ctx, "ada", "", "past"); !errors.Is(err, context.Canceled) {
		t.Errorf("a call with a cancelled context: %v", err)
	}
}

// Close waits for running calls, and later calls are refused.
func TestClose(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, nil)
	var group sync.WaitGroup
	var mu sync.Mutex
	confirmed := 0
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
				confirmed++
				mu.Unlock()
			}
		})
	}
	deadline := time.Now().Add(maxWait)
	for enough := false; !enough; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Error("too few calls succeeded")
			break
		}
		mu.Lock()
		enough = confirmed > 20
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
	if n := len(listBoard(t, s, `{}`, turn())); n != confirmed {
		t.Errorf("%d tickets, %d were confirmed", n, confirmed)
	}
	checkIntegrity(t, s)
}

// Several stores of one process share a file. Opening or closing one store
// does not release a lock of another one.
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
	if got := listBoard(t, stores[0], `{}`, turn()); len(got) != 30 || got[29].ID != 30 {
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
	if other := startChild(t, "hold the lock", path); other.readLine(t) == "held" {
		t.Error("another process got a lock that a store holds")
	}
}

// Many concurrent readers do not prevent a write.
func TestReadersDoNotBlockWriters(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "store.db"), nil)
	mustCall[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"v"}`, turn())
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	for range 8 { // more than the maximum number of concurrent readers
		group.Go(func() {
			for ctx.Err() == nil {
				if r := call(t, s, "memory_read", `{"key":"k"}`, turn()); !r.OK {
					t.Error(r.Error)
				}
			}
		})
	}
	for range 5 {
		mustCall[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"w"}`, turn())
	}
	cancel()
	group.Wait()
}
