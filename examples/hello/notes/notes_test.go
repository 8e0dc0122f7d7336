package notes

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Tools are ordinary methods, so tests call them directly.
func TestStoreAddSearchRemove(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "notes.json")
	store := Open(path)
	plants := addNote(t, store, AddArgs{Text: "Water the plants", Kind: KindTask})
	addNote(t, store, AddArgs{Text: "Plants need light", Kind: KindFact})

	task, tomorrow := KindTask, time.Now().Add(24*time.Hour)
	for _, test := range []struct {
		reason string
		args   SearchArgs
		want   int
	}{
		{"all words must occur, with another case", SearchArgs{Words: []string{"PLANTS", "water"}, Limit: 10}, 1},
		{"one word in two notes", SearchArgs{Words: []string{"plants"}, Limit: 10}, 2},
		{"a limit", SearchArgs{Words: []string{"plants"}, Limit: 1}, 1},
		{"a kind", SearchArgs{Kind: &task, Limit: 10}, 1},
		{"no note is from tomorrow", SearchArgs{Written: Period{From: &tomorrow}, Limit: 10}, 0},
		{"all notes are before tomorrow", SearchArgs{Written: Period{To: &tomorrow}, Limit: 10}, 2},
	} {
		found, err := Open(path).Search(ctx, test.args)
		if err != nil || len(found) != test.want {
			t.Errorf("%s: found %d notes, %v; want %d", test.reason, len(found), err, test.want)
		}
	}

	if _, err := store.Remove(ctx, RemoveArgs{ID: plants.ID}); err != nil {
		t.Fatal(err)
	}
	_, err := store.Remove(ctx, RemoveArgs{ID: plants.ID})
	var refused *runtime.Error
	if !errors.As(err, &refused) || refused.Code != runtime.InputInvalid {
		t.Errorf("removing a note twice: %v", err)
	}
}

func TestConcurrentAddsLoseNoNote(t *testing.T) {
	store := Open(filepath.Join(t.TempDir(), "notes.json"))
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() { addNote(t, store, AddArgs{Text: "one of many"}) })
	}
	group.Wait()
	found, err := store.Search(context.Background(), SearchArgs{Limit: 100})
	if err != nil || len(found) != 20 {
		t.Errorf("found %d notes, %v; want 20", len(found), err)
	}
}

func TestDamagedFileIsNotOverwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.json")
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path).Add(context.Background(), AddArgs{Text: "x"}); err == nil {
		t.Error("a note was added to a damaged file")
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "{" {
		t.Errorf("the file has %q, %v", data, err)
	}
}

// addNote adds a note, and reports an error to the test.
func addNote(t *testing.T, store *Store, args AddArgs) *Note {
	t.Helper()
	note, err := store.Add(context.Background(), args)
	if err != nil {
		t.Error(err)
		return &Note{}
	}
	return note
}
