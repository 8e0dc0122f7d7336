package session

import (
	"errors"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Texts belong to their session, keep to a size, and are deleted with the session.
func TestTexts(t *testing.T) {
	dir := t.TempDir()
	store, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if info, err := os.Stat(filepath.Join(dir, "sessions.db")); err != nil || goruntime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	texts, err := NewTexts(store)
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	texts.maxBytes = 100
	held, err := store.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	own, child := runtime.NewSession(held.ID, ""), runtime.NewSession(held.ID+"/task-1", "")
	put := func(s *runtime.Session, text string) string {
		t.Helper()
		handle, err := texts.Put(t.Context(), s, text, time.Now().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		texts.Note(s, handle, "note of "+text)
		return handle
	}
	get := func(s *runtime.Session, handle string) string {
		t.Helper()
		text, _, err := texts.Get(t.Context(), s, handle, 1, 4)
		if err != nil && !errors.Is(err, runtime.ErrNoSpill) {
			t.Fatal(err)
		}
		return text
	}
	first, sub := put(own, "aé\x00bc"), put(child, "12345")
	if got := get(own, first); got != "é\x00b" {
		t.Errorf("the text is %q", got)
	}
	if note, ok := texts.Recall(own, first); !ok || note != "note of aé\x00bc" {
		t.Errorf("the note is %q", note)
	}
	if get(child, sub) != "234" || get(own, sub) != "" || get(child, first) != "" {
		t.Error("a text does not belong to its session")
	}
	if _, err := texts.Put(t.Context(), own, strings.Repeat("x", 101), time.Now()); err == nil {
		t.Error("a text larger than the store is stored")
	}
	second := put(own, strings.Repeat("x", 60))
	third := put(own, strings.Repeat("y", 40))
	if get(own, first) != "" || get(own, second) != "xxx" || get(own, third) != "yyy" {
		t.Error("the oldest text is not removed, or too many are")
	}
	if err := store.Remove(held); err != nil {
		t.Fatal(err)
	}
	if get(own, second) != "" {
		t.Error("a text outlives its session")
	}
}
