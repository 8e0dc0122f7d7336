package cache_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen/cache"
)

func entry(path string) *cache.Entry {
	return &cache.Entry{
		Files:    map[string]cache.Hash{"/m/go.mod": cache.HashOf([]byte("module m"))},
		Dirs:     cache.Snapshot{"/m/" + path: {Source: cache.HashOf([]byte(path)), Matched: true}},
		Packages: []cache.Package{{Path: path, Dir: "/m/" + path, Generated: cache.HashOf(nil), Depends: []string{"/m/" + path}}},
	}
}

func TestStore(t *testing.T) {
	s := cache.Open(filepath.Join(t.TempDir(), "new"))
	key := cache.HashOf([]byte("key"))
	if got := s.Load(key); got != nil {
		t.Errorf("before Save: %v", got)
	}
	if err := s.Save(key, entry("a")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(entry("a"), s.Load(key)); diff != "" {
		t.Error(diff)
	}
	if got := s.Load(cache.HashOf([]byte("another key"))); got != nil {
		t.Errorf("another key: %v", got)
	}
}

// TestDamagedEntry changes each byte of an entry, and cuts it at each length.
func TestDamagedEntry(t *testing.T) {
	dir := t.TempDir()
	s, key := cache.Open(dir), cache.HashOf(nil)
	if err := s.Save(key, entry("a")); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*"))
	content, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range content {
		damaged := append([]byte(nil), content...)
		damaged[i] ^= 0x20
		for _, c := range [][]byte{damaged, content[:i]} {
			if err := os.WriteFile(names[0], c, 0o600); err != nil {
				t.Fatal(err)
			}
			if got := s.Load(key); got != nil {
				t.Fatalf("byte %d: %v", i, got)
			}
		}
	}
}

func TestConcurrentStores(t *testing.T) {
	dir := t.TempDir()
	key := cache.HashOf(nil)
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			s := cache.Open(dir)
			for i := range 50 {
				if err := s.Save(key, entry(fmt.Sprint(n))); err != nil {
					t.Error(err)
				}
				if s.Load(key) == nil {
					t.Errorf("store %d, entry %d: nothing", n, i)
				}
			}
		})
	}
	group.Wait()
}

func TestStoreIsBounded(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.txt")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := cache.Open(dir)
	var last cache.Hash
	for n := range 130 {
		last = cache.HashOf([]byte(fmt.Sprint(n)))
		if err := s.Save(last, entry("a")); err != nil {
			t.Fatal(err)
		}
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(names) > 100 || len(names) < 90 {
		t.Errorf("%d entries", len(names))
	}
	if s.Load(last) == nil {
		t.Error("the newest entry was removed")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}

func TestStoreThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := cache.Open(filepath.Join(file, "cache"))
	if err := s.Save(cache.HashOf(nil), entry("a")); err == nil {
		t.Error("no error")
	}
	if got := s.Load(cache.HashOf(nil)); got != nil {
		t.Errorf("%v", got)
	}
}
