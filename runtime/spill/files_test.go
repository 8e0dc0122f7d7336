package spill_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

// files returns a store in a directory of the test.
func files(t testing.TB, o spill.FilesOptions) *spill.Files {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	store, err := spill.NewFiles(&o)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// TestFiles checks what the store keeps, for whom, how much and how long, and the
// names and modes of its files.
func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	store := files(t, spill.FilesOptions{Dir: dir, MaxBytes: 100})
	a, b := runtime.NewSession("../../a/b\x00", "k"), runtime.NewSession("b", "k")
	later := time.Now().Add(time.Hour)
	put := func(session *runtime.Session, text string, expires time.Time) string {
		t.Helper()
		handle, err := store.Put(t.Context(), session, text, expires)
		if err != nil {
			t.Fatal(err)
		}
		return handle
	}
	get := func(session *runtime.Session, handle string, start, end int) string {
		text, total, err := store.Get(t.Context(), session, handle, start, end)
		if err != nil && !errors.Is(err, runtime.ErrNoSpill) {
			t.Error(err)
		}
		return fmt.Sprintf("%s/%d", text, total)
	}
	first := put(a, "aäöü漢", later)
	want := []string{"äö/5", "aäöü漢/5", "/5", "/0", "/0"}
	got := []string{get(a, first, 1, 3), get(a, first, -5, 99), get(a, first, 4, 2), get(b, first, 0, 9), get(a, "r99", 0, 9)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reads (-want +got):\n%s", diff)
	}
	// The store chooses the names, and only its user can read the files.
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		info, _ := entry.Info()
		name, _ := filepath.Rel(dir, path)
		mode := fs.FileMode(0o600)
		if entry.IsDir() {
			mode = 0o700
		}
		if info.Mode().Perm() != mode || strings.Contains(name, "..") || strings.Count(name, "/") > 1 {
			t.Errorf("%s has the mode %s", name, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// The oldest text is removed first, whichever session owns it.
	second, third := put(b, strings.Repeat("y", 60), later), put(a, strings.Repeat("z", 40), later)
	if get(a, first, 0, 1) != "/0" || get(b, second, 0, 1) != "y/60" || get(a, third, 0, 1) != "z/40" {
		t.Error("a hundred bytes: want the first text dropped, and the two others kept")
	}
	if _, err := store.Put(t.Context(), a, strings.Repeat("x", 101), later); err == nil {
		t.Error("a text larger than the store is taken")
	}
	if gone := put(b, "gone", time.Now().Add(-time.Second)); get(b, gone, 0, 1) != "/0" {
		t.Error("an expired text is read")
	}
	if err := store.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the closed store leaves its directory: %v", err)
	}
	if _, err := store.Put(t.Context(), a, "x", later); err == nil {
		t.Error("the closed store takes a text")
	}
}

// TestSweep checks that a new store removes the expired files of an earlier store,
// and no other files.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	old := files(t, spill.FilesOptions{Dir: dir})
	session := runtime.NewSession("s", "k")
	if _, err := old.Put(t.Context(), session, "live", time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	over := time.Now().Add(-time.Hour)
	own := "session-" + strings.Repeat("a", 32)
	strangers := []string{"session-x/r1.txt", "own.txt", "mine/own.txt", "mine/r1.txt", own + "/notes.txt", "session-2024/notes.txt"}
	for _, name := range append(strangers, own+"/r1.txt") {
		path := filepath.Join(dir, name)
		_ = os.MkdirAll(filepath.Dir(path), 0o700)
		_ = os.WriteFile(path, nil, 0o600)
		_ = os.Chtimes(path, over, over)
	}
	outside := filepath.Join(t.TempDir(), "r1.txt")
	_ = os.WriteFile(outside, nil, 0o600)
	_ = os.Chtimes(outside, over, over)
	for link, target := range map[string]string{"b": filepath.Dir(outside), "c": "mine"} {
		if err := os.Symlink(target, filepath.Join(dir, "session-"+strings.Repeat(link, 32))); err != nil {
			t.Skip("this system has no symbolic links")
		}
	}
	fresh := files(t, spill.FilesOptions{Dir: dir})
	for _, name := range strangers {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Errorf("a file of another program: %v", err)
		}
	}
	if _, err := os.Stat(outside); err != nil {
		t.Errorf("a file to which a link leads: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, own, "r1.txt")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a text of an earlier run stays: %v", err)
	}
	if live, _ := filepath.Glob(filepath.Join(dir, "session-*", "r1.txt")); len(live) != 4 {
		t.Errorf("left are %v, want the text that has not expired, the file of another program, and two files to which links lead", live)
	}
	if _, _, err := fresh.Get(t.Context(), session, "r1", 0, 1); !errors.Is(err, runtime.ErrNoSpill) {
		t.Errorf("a store returns the text of another store: %v", err)
	}
}

// TestFilesConcurrently uses one store from eight goroutines and three sessions.
func TestFilesConcurrently(t *testing.T) {
	store := files(t, spill.FilesOptions{MaxBytes: 2000})
	done := make(chan bool)
	for n := range 8 {
		go func() {
			defer func() { done <- true }()
			session := runtime.NewSession(fmt.Sprint(n%3), "k")
			for range 50 {
				text := strings.Repeat(fmt.Sprint(n), 100)
				handle, err := store.Put(context.Background(), session, text, time.Now().Add(time.Hour))
				if err != nil {
					t.Error(err)
					return
				}
				if got, _, err := store.Get(context.Background(), session, handle, 0, 100); err == nil && got != text {
					t.Errorf("read %q", got)
				}
			}
		}()
	}
	for range 8 {
		<-done
	}
}

// TestNotes checks that sessions with the id of the owner get the note of a text until the text expires,
// and that no other session gets it.
func TestNotes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := files(t, spill.FilesOptions{})
		first, second, other := runtime.NewSession("s", "k"), runtime.NewSession("s", "l"), runtime.NewSession("t", "k")
		handle, err := store.Put(t.Context(), first, "text", time.Now().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		recall := func(want string, session *runtime.Session, handle string) {
			t.Helper()
			if note, ok := store.Recall(session, handle); fmt.Sprint(note, ok) != want {
				t.Errorf("the note is %q, %t, want %s", note, ok, want)
			}
		}
		recall("false", first, handle)
		store.Note(other, handle, "another session's")
		store.Note(first, "r99", "of no text")
		recall("false", first, handle)
		store.Note(first, handle, "")
		recall("true", first, handle)
		store.Note(first, handle, "n\x00\xff")
		recall("n\x00\xfftrue", first, handle)
		recall("n\x00\xfftrue", second, handle)
		recall("false", other, handle)
		recall("false", first, "r99")
		time.Sleep(time.Hour)
		recall("false", first, handle)
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		store.Note(first, handle, "n")
		recall("false", first, handle)
	})
}
