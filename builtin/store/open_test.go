package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// raw runs statements on a file without a store.
func raw(t testing.TB, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(statements)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// oldFile is a file of version 1.
func oldFile(t testing.TB) (path string) {
	t.Helper()
	text, err := os.ReadFile("testdata/v1.sql")
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "store.db")
	raw(t, path, string(text))
	return path
}

// A file of every older version keeps all that it holds, and gets what is new.
func TestMigration(t *testing.T) {
	t.Parallel()
	path := oldFile(t)
	for range 2 {
		checkMigrated(t, open(t, path, nil))
	}
}

// checkMigrated checks a store that was opened on an oldFile.
func checkMigrated(t *testing.T, s *store.Store) {
	t.Helper()
	intact(t, s)
	if got, want := query[int](t, s, "PRAGMA user_version"), query[int](t, open(t, filepath.Join(t.TempDir(), "new.db"), nil), "PRAGMA user_version"); got != want {
		t.Errorf("the version is %d, want %d", got, want)
	}
	if got := search(t, s, "parser", turn()); !slices.Equal(got, []string{"How do we deploy the [parser]?"}) {
		t.Errorf("found %q", got)
	}
	if got := search(t, s, "タワー", turn()); len(got) != 1 {
		t.Errorf("found %q in Japanese", got)
	}
	if n := must[store.Notes](t, s, "memory_read", `{"key":"deploy"}`, turn()); n.Notes[0].Content != "make release" {
		t.Errorf("the note is %+v", n)
	}
	if got := board(t, s, `{}`, turn()); len(got) != 1 || got[0].Title != "Parser loses comments" || got[0].UpdatedAt != newYear {
		t.Errorf("the board has %+v", got)
	}
	in := &runtime.Turn{Session: runtime.NewSession("now", "chat")}
	if l := must[store.TodoList](t, s, "todo_list", `{}`, in); len(l.Items) != 1 || l.Items[0] != (store.TodoItem{ID: 1, Text: "Write the test", Status: store.TodoInProgress}) {
		t.Errorf("the list has %+v", l.Items)
	}
}

// A migrated file and a new one have the same schema.
func TestMigratedLikeNew(t *testing.T) {
	t.Parallel()
	schema := func(s *store.Store) (all []string) {
		rows, err := s.DB().Query("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(dump(t, rows))
	}
	if got, want := schema(open(t, oldFile(t), nil)), schema(fresh(t)); !slices.Equal(got, want) {
		t.Errorf("migrated: %v\nnew: %v", got, want)
	}
}

// What is no store, or not one of ours, is refused and stays as it is.
func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good := func(path string) {
		s := open(t, path, nil)
		must[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"v"}`, turn())
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write := func(path string, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		reason  string
		prepare func(path string)
		want    string
	}{
		{"a newer version", func(path string) { good(path); raw(t, path, "PRAGMA user_version = 1000") }, store.ReasonNewer},
		{"a version below zero", func(path string) { good(path); raw(t, path, "PRAGMA user_version = -1") }, store.ReasonNewer},
		{"another program's mark", func(path string) { raw(t, path, "PRAGMA application_id = 7; CREATE TABLE x (y)") }, store.ReasonForeign},
		{"tables without a mark", func(path string) { raw(t, path, "CREATE TABLE memory (y)") }, store.ReasonForeign},
		{"a version without a mark", func(path string) { raw(t, path, "PRAGMA user_version = 1") }, store.ReasonForeign},
		{"a text", func(path string) { write(path, []byte(strings.Repeat("no database ", 1000))) }, store.ReasonCorrupt},
		{"a text shorter than a header", func(path string) { write(path, []byte("x")) }, store.ReasonCorrupt},
		{"a text as long as a small database", func(path string) { write(path, []byte(strings.Repeat("no database ", 50))) }, store.ReasonCorrupt},
		{"a header and nothing sensible after it", func(path string) {
			write(path, append([]byte("SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20"), bytes.Repeat([]byte{0xff}, 8168)...))
		}, store.ReasonCorrupt},
		{"a directory", func(path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, store.ReasonUnreachable},
		{"a link that leads nowhere", func(path string) {
			if err := os.Symlink(filepath.Join(dir, "nowhere"), path); err != nil {
				t.Skip(err)
			}
		}, store.ReasonUnreachable},
	} {
		t.Run(test.reason, func(t *testing.T) {
			path := filepath.Join(dir, test.reason)
			test.prepare(path)
			before, _ := os.ReadFile(path)
			s, err := store.Open(path, nil)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			failure, ok := errors.AsType[*runtime.Error](err)
			if !ok || failure.Reason != test.want || !strings.Contains(err.Error(), fmt.Sprintf("%q", path)) {
				t.Errorf("%v, want %s", err, test.want)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			if _, err := os.Stat(filepath.Join(dir, "nowhere")); err == nil {
				t.Error("a file was made where a link leads")
			}
		})
	}
	for _, path := range []string{"", "a\x00b", filepath.Join(dir, "a text", "store.db")} {
		if s, err := store.Open(path, nil); err == nil {
			s.Close()
			t.Errorf("%q was opened", path)
		} else if failure, ok := errors.AsType[*runtime.Error](err); !ok || failure.Reason != store.ReasonUnreachable {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// A file that is damaged where opening it does not look is found out by those
// calls that need what is damaged.
func TestDamagedInside(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, nil)
	for i := range 20 {
		must[store.NoteChange](t, s, "memory_write", fmt.Sprintf(`{"key":"k%d","content":%q}`, i, strings.Repeat("x", store.MaxNoteChars)), turn())
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for i := range data {
		if i >= 8*page { // the schema is before
			data[i] = 0xff
		}
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, nil)
	found := 0
	for name, arguments := range map[string]string{"memory_read": `{"key":"k5"}`, "memory_write": `{"key":"k5","content":"v"}`, "kanban_add": `{"title":"x"}`, "todo_add": `{"items":["x"]}`} {
		if r := call(t, s, name, arguments, turn()); !r.OK && (r.Code != runtime.ExecutionFailed || r.Reason != store.ReasonCorrupt) {
			t.Errorf("%s: %s (%s, %s)", name, r.Error, r.Code, r.Reason)
		} else if !r.OK {
			found++
			if strings.Contains(r.Error, path) {
				t.Errorf("%s tells the model where the file is: %s", name, r.Error)
			}
		}
	}
	if found == 0 {
		t.Error("nothing noticed the damage")
	}
}

// A file that may not grow is as good as a full disk, wherever it lies.
func TestFullFile(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	s.DB().SetMaxOpenConns(1) // the limit is the connection's
	if _, err := s.DB().Exec("PRAGMA max_page_count = 60"); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", store.MaxNoteChars)
	for i := range store.MaxNotes {
		before := content(t, s)
		r := call(t, s, "memory_write", fmt.Sprintf(`{"key":"k%d","content":%q}`, i, long), turn())
		if r.OK {
			continue
		}
		if r.Code != "execution_failed" || r.Reason != store.ReasonFull || content(t, s) != before {
			t.Errorf("beyond the limit: %s (%s)", r.Error, r.Reason)
		}
		huge := store.Message{Personality: "ada", Session: "past", Role: "user", Text: strings.Repeat("y ", store.MaxMessageBytes/2)}
		small := huge
		small.Text = "small"
		if err := s.AppendMessages(context.Background(), small, huge); err == nil || content(t, s) != before {
			t.Errorf("a message of a call that failed stays: %v", err)
		}
		must[store.NoteChange](t, s, "memory_write", `{"key":"k0","action":"delete"}`, turn())
		intact(t, s)
		return
	}
	t.Error("the limit was never met")
}

// Nothing of a path is an option of SQLite, or a pattern.
func TestOddPaths(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a?mode=memory", "b#c", "100%41", "sp ace;'\"", "ü/東京.db", "file:x", ":memory:", "-x"} {
		path := filepath.Join(dir, name)
		s := open(t, path, nil)
		must[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"v"}`, turn())
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		data, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(data, []byte("SQLite format 3\x00")) {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}
