package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/adapters/temporal/sqlite"
)

// open opens a store, which is closed at the end of the test.
func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// set returns a change that replaces every value.
func set(value string) func([]byte) ([]byte, error) {
	return func([]byte) ([]byte, error) { return []byte(value), nil }
}

// Values are kept for all stores of the file, until they expire.
func TestStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a ?%#b.db")
	one, other := open(t, path), open(t, path)
	later := time.Now().Add(time.Hour)
	if value, err := one.Get(t.Context(), "absent"); value != nil || err != nil {
		t.Errorf("an absent key: %q, %v", value, err)
	}
	for key, value := range map[string]string{"a": "one", "session/漢/%": "two\x00\xff", "empty": "", strings.Repeat("k", 1024): strings.Repeat("v", 5<<20)} {
		if err := one.Update(t.Context(), key, later, set(value)); err != nil {
			t.Fatal(err)
		}
		if got, err := other.Get(t.Context(), key); string(got) != value || err != nil {
			t.Errorf("the key %.20q: got %.20q, %v", key, got, err)
		}
	}
	if err := one.Update(t.Context(), "a", later, func([]byte) ([]byte, error) { return nil, os.ErrPermission }); !errors.Is(err, os.ErrPermission) {
		t.Errorf("the error of a change: %v", err)
	}
	if got, _ := other.Get(t.Context(), "a"); string(got) != "one" {
		t.Errorf("a failed change has changed the value: %q", got)
	}
	if err := one.Update(t.Context(), "a", time.Now().Add(-time.Second), set("gone")); err != nil {
		t.Fatal(err)
	}
	if got, _ := other.Get(t.Context(), "a"); got != nil {
		t.Errorf("an expired value: %q", got)
	}
	if err := one.Update(t.Context(), "a", later, func(old []byte) ([]byte, error) { return fmt.Append(nil, old == nil), nil }); err != nil {
		t.Fatal(err)
	}
	if got, _ := one.Get(t.Context(), "a"); string(got) != "true" {
		t.Errorf("a change got an expired value")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info.Mode(), err)
	}
}

// Concurrent updates of two stores lose nothing.
func TestConcurrentUpdates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	stores := []*sqlite.Store{open(t, path), open(t, path)}
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			err := stores[i%2].Update(t.Context(), "n", time.Now().Add(time.Hour), func(old []byte) ([]byte, error) {
				n, _ := strconv.Atoi(string(old))
				return []byte(strconv.Itoa(n + 1)), nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got, err := stores[0].Get(t.Context(), "n"); string(got) != "40" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// A file that is not a store is refused and not changed.
func TestOtherFiles(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	content := strings.Repeat("this is no database\n", 100)
	if err := os.WriteFile(text, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, dir, filepath.Join(dir, "absent", "store.db")} {
		if store, err := sqlite.Open(path); err == nil {
			store.Close()
			t.Errorf("%s was opened", path)
		}
	}
	if data, err := os.ReadFile(text); string(data) != content || err != nil {
		t.Errorf("the file was changed: %v", err)
	}
}

// An update that waits ends with its context, and a closed store returns errors.
func TestEnds(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "store.db"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := store.Update(ctx, "a", time.Now(), set("")); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled update: %v", err)
	}
	store.Close()
	if _, err := store.Get(t.Context(), "a"); err == nil {
		t.Error("a closed store returns a value")
	}
}

// BenchmarkUpdates measures the updates of the records of sessions, by 16 goroutines that
// use two stores of the file.
func BenchmarkUpdates(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store.db")
	stores := []*sqlite.Store{open(b, path), open(b, path)}
	later, record := time.Now().Add(time.Hour), strings.Repeat("s", 4000)
	var next atomic.Int64
	b.SetParallelism(16 / goruntime.GOMAXPROCS(0))
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		n := int(next.Add(1))
		for pb.Next() {
			if err := stores[n%2].Update(b.Context(), fmt.Sprint("session/", n), later, set(record)); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "updates/s")
}
