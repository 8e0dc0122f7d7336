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

// execSQL executes statements on a file without a store.
func execSQL(t testing.TB, path, statements string) {
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

// createVersion1File creates a file with version 1 of the schema.
func createVersion1File(t testing.TB) (path string) {
	t.Helper()
	text, err := os.ReadFile("testdata/v1.sql")
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "store.db")
	execSQL(t, path, string(text))
	return path
}

// Opening a file with an older schema keeps its data and adds the new parts of
// the schema.
func TestMigration(t *testing.T) {
	t.Parallel()
	path := createVersion1File(t)
	for range 2 {
		checkMigrated(t, open(t, path, nil))
	}
}

// checkMigrated checks a store that was opened on a file of
// createVersion1File.
func checkMigrated(t *testing.T, s *store.Store) {
	t.Helper()
	checkIntegrity(t, s)
	if got, want := queryValue[int](t, s, "PRAGMA user_version"), queryValue[int](t, open(t, filepath.Join(t.TempDir(), "new.db"), nil), "PRAGMA user_version"); got != want {
		t.Errorf("the version is %d, want %d", got, want)
	}
	if got := searchSnippets(t, s, "parser", turn()); !slices.Equal(got, []string{"How do we deploy the [parser]?"}) {
		t.Errorf("found %q", got)
	}
	if got := searchSnippets(t, s, "タワー", turn()); len(got) != 1 {
		t.Errorf("found %q in Japanese", got)
	}
	if n := mustCall[store.Notes](t, s, "memory_read", `{"key":"deploy"}`, turn()); n.Notes[0].Content != "make release" {
		t.Errorf("the note is %+v", n)
	}
	if got := listBoard(t, s, `{}`, turn()); len(got) != 1 || got[0].Title != "Parser loses comments" || got[0].UpdatedAt != newYear {
		t.Errorf("the board has %+v", got)
	}
	in := &runtime.Turn{Session: runtime.NewSession("now", "chat")}
	if l := mustCall[store.TodoList](t, s, "todo_list", `{}`, in); len(l.Items) != 1 || l.Items[0] != (store.TodoItem{ID: 1, Text: "Write the test", Status: store.TodoInProgress}) {
		t.Errorf("the list has %+v", l.Items)
	}
}

// A migrated file and a new file have the same schema.
func TestMigratedSchemaEqualsNewSchema(t *testing.T) {
	t.Parallel()
	schema := func(s *store.Store) (all []string) {
		rows, err := s.DB().Query("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(dumpRows(t, rows))
	}
	if got, want := schema(open(t, createVersion1File(t), nil)), schema(newStore(t)); !slices.Equal(got, want) {
		t.Errorf("migrated: %v\nnew: %v", got, want)
	}
}

// Open refuses a file that is not a store of a known version, and does not change it.
func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	createStore := func(path string) {
		s := open(t, path, nil)
		mustCall[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"v"}`, turn())
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
		{"a newer version", func(path string) { createStore(path); execSQL(t, path, "PRAGMA user_version = 1000") }, store.ReasonNewer},
		{"a negative version", func(path string) { createStore(path); execSQL(t, path, "PRAGMA user_version = -1") }, store.ReasonNewer},
		{"the application id of another program", func(path string) { execSQL(t, path, "PRAGMA application_id = 7; CREATE TABLE x (y)") }, store.ReasonForeign},
		{"tables without an application id", func(path string) { execSQL(t, path, "CREATE TABLE memory (y)") }, store.ReasonForeign},
		{"a version without an application id", func(path string) { execSQL(t, path, "PRAGMA user_version = 1") }, store.ReasonForeign},
		{"a text file", func(path string) { write(path, []byte(strings.Repeat("no database ", 1000))) }, store.ReasonCorrupt},
		{"a text file shorter than a database header", func(path string) { write(path, []byte("x")) }, store.ReasonCorrupt},
		{"a text file as long as a small database", func(path string) { write(path, []byte(strings.Repeat("no database ", 50))) }, store.ReasonCorrupt},
		{"a database header followed by invalid bytes", func(path string) {
			write(path, append([]byte("SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20"), bytes.Repeat([]byte{0xff}, 8168)...))
		}, store.ReasonCorrupt},
		{"a directory", func(path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, store.ReasonUnreachable},
		{"a link without a target", func(path string) {
			if err := os.Symlink(filepath.Join(dir, "missing"), path); err != nil {
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
				t.Fatal("Open succeeded")
			}
			failure, ok := errors.AsType[*runtime.Error](err)
			if !ok || failure.Reason != test.want || !strings.Contains(err.Error(), fmt.Sprintf("%q", path)) {
				t.Errorf("%v, want %s", err, test.want)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			if _, err := os.Stat(filepath.Join(dir, "missing")); err == nil {
				t.Error("Open created the target of the link")
			}
		})
	}
	for _, path := range []string{"", "a\x00b", filepath.Join(dir, "a text file", "store.db")} {
		if s, err := store.Open(path, nil); err == nil {
			s.Close()
			t.Errorf("Open(%q) succeeded", path)
		} else if failure, ok := errors.AsType[*runtime.Error](err); !ok || failure.Reason != store.ReasonUnreachable {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// Open does not read all pages of a file. A call that reads a damaged page
// fails.
func TestDamagedPages(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, nil)
	for i := range 20 {
		mustCall[store.NoteChange](t, s, "memory_write", fmt.Sprintf(`{"key":"k%d","content":%q}`, i, strings.Repeat("x", store.MaxNoteChars)), turn())
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
		if i >= 8*page { // the schema is in the first pages
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
				t.Errorf("the error of %s contains the path of the file: %s", name, r.Error)
			}
		}
	}
	if found == 0 {
		t.Error("no call reported the damage")
	}
}

// A limit on the size of the file has the same effect as a full disk.
func TestFullFile(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	s.DB().SetMaxOpenConns(1) // the limit applies to one connection
	if _, err := s.DB().Exec("PRAGMA max_page_count = 60"); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", store.MaxNoteChars)
	for i := range store.MaxNotes {
		before := storeContent(t, s)
		r := call(t, s, "memory_write", fmt.Sprintf(`{"key":"k%d","content":%q}`, i, long), turn())
		if r.OK {
			continue
		}
		if r.Code != "execution_failed" || r.Reason != store.ReasonFull || storeContent(t, s) != before {
			t.Errorf("a note above the limit: %s (%s)", r.Error, r.Reason)
		}
		huge := store.Message{Personality: "ada", Session: "past", Role: "user", Text: strings.Repeat("y ", store.MaxMessageBytes/2)}
		small := huge
		small.Text = "small"
		if err := s.AppendMessages(context.Background(), small, huge); err == nil || storeContent(t, s) != before {
			t.Errorf("a failed call stored a message: %v", err)
		}
		mustCall[store.NoteChange](t, s, "memory_write", `{"key":"k0","action":"delete"}`, turn())
		checkIntegrity(t, s)
		return
	}
	t.Error("the limit was never reached")
}

// No part of a path is read as an option of SQLite.
func TestPathsWithSpecialCharacters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a?mode=memory", "b#c", "100%41", "sp ace;'\"", "ü/東京.db", "file:x", ":memory:", "-x"} {
		path := filepath.Join(dir, name)
		s := open(t, path, nil)
		mustCall[store.NoteChange](t, s, "memory_write", `{"key":"k","content":"v"}`, turn())
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
