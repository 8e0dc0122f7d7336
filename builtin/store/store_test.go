package store_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// newYear is the time of the clock in the tests.
var newYear = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// open opens a store for a test.
func open(t testing.TB, path string, o *store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// newStore opens a new store whose clock always returns newYear.
func newStore(t testing.TB) *store.Store {
	return open(t, filepath.Join(t.TempDir(), "store.db"), &store.Options{Now: func() time.Time { return newYear }})
}

// turn returns a turn of the personality ada in the session s1.
func turn() *runtime.Turn {
	return &runtime.Turn{Session: runtime.NewSession("s1", "chat"), PersonalityID: "ada"}
}

// toolNamed returns a tool of the store.
func toolNamed(t testing.TB, s *store.Store, name string) *runtime.Tool {
	t.Helper()
	tools := store.StoreTools(s)
	i := slices.IndexFunc(tools, func(tool *runtime.Tool) bool { return tool.Name == name })
	if i < 0 {
		t.Fatalf("there is no tool %s", name)
	}
	tool := *tools[i]
	tool.Shutdown = nil // the store stays open after the registry of one call is closed
	return &tool
}

// call calls a tool and returns the result. The turn may be nil.
func call(t testing.TB, s *store.Store, name, arguments string, in *runtime.Turn) runtime.Result {
	t.Helper()
	return toolstest.Call(t, toolNamed(t, s, name), arguments, in).Result
}

// mustCall calls a tool that must succeed, and returns the structured content.
func mustCall[T any](t testing.TB, s *store.Store, name, arguments string, in *runtime.Turn) (structured T) {
	t.Helper()
	r := call(t, s, name, arguments, in)
	if !r.OK {
		t.Fatalf("%s %s: %s: %s", name, arguments, r.Code, r.Error)
	}
	data, err := json.Marshal(r.Structured)
	if err == nil {
		err = json.Unmarshal(data, &structured)
	}
	if err != nil {
		t.Fatal(err)
	}
	return structured
}

// appendMessages records messages of ada in a past session.
func appendMessages(t testing.TB, s *store.Store, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err := s.AppendMessages(context.Background(), store.Message{Personality: "ada", Session: "past", Role: "user", Text: text}); err != nil {
			t.Fatal(err)
		}
	}
}

// queryValue reads one value from the database without the store.
func queryValue[T any](t testing.TB, s *store.Store, text string, args ...any) (value T) {
	t.Helper()
	if err := s.DB().QueryRow(text, args...).Scan(&value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// checkIntegrity checks the database and the search index.
func checkIntegrity(t testing.TB, s *store.Store) {
	t.Helper()
	if got := queryValue[string](t, s, "PRAGMA integrity_check"); got != "ok" {
		t.Errorf("integrity_check: %s", got)
	}
	if _, err := s.DB().Exec("INSERT INTO message_search (message_search, rank) VALUES ('integrity-check', 1)"); err != nil {
		t.Errorf("the index does not match the messages: %v", err)
	}
}

func TestToolContracts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	appendMessages(t, s, "release version 2 with the deploy script")
	mustCall[store.TodoList](t, s, "todo_add", `{"items":["a","b"]}`, turn())
	mustCall[store.Notes](t, s, "memory_write", `{"key":"deploy-steps","content":"x"}`, turn())
	for range 3 {
		mustCall[store.TicketChange](t, s, "kanban_add", `{"title":"x","status":"todo"}`, turn())
	}
	invalid := map[string][]string{
		"memory_read":    {`{"scope":"everyone"}`, `{"key":"a","query":"b"}`},
		"memory_write":   {`{}`, `{"key":"k"}`, `{"key":"k","action":"delete","content":"x"}`, `{"key":"a\nb","content":"x"}`, `{"key":"k","content":"a\u0000b"}`},
		"session_search": {`{}`, `{"query":"a","since":"2026-01-02","until":"2026-01-01"}`, `{"query":"a","since":"yesterday"}`, `{"query":"a","limit":51}`},
		"todo_add":       {`{"items":[]}`, `{"items":["  "]}`},
		"todo_update":    {`{"id":1}`, `{"id":0,"status":"pending"}`, `{"id":1,"status":"bogus"}`, `{"status":"pending"}`, `{"id":1,"status":"pending","updates":[{"id":1,"text":"x"}]}`, `{"updates":[]}`, `{"updates":[{"id":1}]}`, `{"updates":[{"id":1,"text":" "}]}`},
		"kanban_add":     {`{}`, `{"title":" "}`, `{"title":"x","priority":"huge"}`},
		"kanban_move":    {`{"id":1}`, `{"id":1,"status":"gone"}`, `{"id":1,"from_status":"todo"}`, `{"id":1,"title":" "}`, `{"id":1,"comment":" "}`},
		"kanban_list":    {`{"status":"gone"}`},
	}
	tools := store.StoreTools(s)
	if len(tools) != 10 {
		t.Errorf("%d tools, want 10", len(tools))
	}
	for _, tool := range tools {
		if err := toolstest.CheckTool(tool, &toolstest.ToolOptions{Turn: turn(), Invalid: invalid[tool.Name]}); err != nil {
			t.Error(err)
		}
		if n := len([]rune(tool.Description)); n >= 200 {
			t.Errorf("the description of %s has %d characters, want less than 200", tool.Name, n)
		}
		delete(invalid, tool.Name)
	}
	for name := range invalid {
		t.Errorf("there is no tool %s", name)
	}
	checkIntegrity(t, s)
}

// storeContent returns all rows of the store as text.
func storeContent(t testing.TB, s *store.Store) (all string) {
	t.Helper()
	for _, table := range []string{"memory", "sessions", "messages", "todo", "tickets", "comments"} {
		rows, err := s.DB().Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		all += table + ":\n" + dumpRows(t, rows)
	}
	return all
}

// dumpRows returns rows as text, one line per row.
func dumpRows(t testing.TB, rows *sql.Rows) (all string) {
	t.Helper()
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values := make([]any, len(names))
	for i := range values {
		values[i] = new(any)
	}
	for rows.Next() {
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			all += fmt.Sprintf("%v|", *v.(*any))
		}
		all += "\n"
	}
	return all
}

// A dry run returns the result that the call then returns, or the same error,
// and changes nothing.
func TestDryRun(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, test := range []struct{ reason, tool, arguments, preview string }{
		{"a new note", "memory_write", `{"key":"a","content":"one\u202e\ntwo"}`, "\nThe note would be:\none\\u202e\ntwo"},
		{"append to a note", "memory_write", `{"key":"a","action":"append","content":"two"}`, "\nThis would be added to the note:\ntwo"},
		{"delete a missing note", "memory_write", `{"key":"b","action":"delete"}`, ""},
		{"delete a note", "memory_write", `{"key":"a","action":"delete"}`, ""},
		{"new items", "todo_add", `{"items":["a","b"]}`, ""},
		{"start an item", "todo_update", `{"id":1,"status":"in_progress"}`, ""},
		{"start another item", "todo_update", `{"id":2,"status":"in_progress"}`, ""},
		{"a missing item", "todo_update", `{"id":3,"text":"x"}`, ""},
		{"clear a list", "todo_clear", `{}`, ""},
		{"a new ticket", "kanban_add", `{"title":"t"}`, "\nTitle: t\nPriority: medium"},
		{"a new ticket with all arguments", "kanban_add", `{"title":"t\nPriority: low","description":"d\ne","status":"todo","assignee":"ada","priority":"high"}`,
			"\nTitle: t Priority: low\nPriority: high\nAssignee: ada\nDescription:\nd\ne"},
		{"move a ticket", "kanban_move", `{"id":1,"status":"todo","from_status":"backlog"}`, ""},
		{"a stale move", "kanban_move", `{"id":1,"status":"todo","from_status":"backlog"}`, ""},
		{"a new assignee and priority", "kanban_move", `{"id":1,"status":"done","assignee":"ada\u200b","priority":"low"}`, "\nPriority: low\nAssignee: ada\\u200b"},
		{"no assignee", "kanban_move", `{"id":1,"status":"todo","assignee":""}`, "\nAssignee: none"},
		{"an edit and a comment", "kanban_move", `{"id":1,"title":"u","description":"e\u202e","comment":"c\u202e"}`,
			"\nTitle: u\n\nDescription:\ne\\u202e\n\nComment:\nc\\u202e"},
		{"several items", "todo_update", `{"updates":[{"id":1,"status":"completed"},{"id":2,"text":"y"}]}`, ""},
	} {
		before, dry := storeContent(t, s), turn()
		dry.DryRun = true
		dryRun := call(t, s, test.tool, test.arguments, dry)
		if after := storeContent(t, s); after != before {
			t.Errorf("%s: the dry run changed\n%s\nto\n%s", test.reason, before, after)
		}
		done := call(t, s, test.tool, test.arguments, turn())
		switch {
		case dryRun.OK != done.OK || dryRun.Code != done.Code || dryRun.Reason != done.Reason || dryRun.Error != done.Error:
			t.Errorf("%s: the dry run returned %q (%s), the call %q (%s)", test.reason, dryRun.Error, dryRun.Code, done.Error, done.Code)
		case done.OK && withoutFence(dryRun.Value) != "would return: "+withoutFence(done.Value)+test.preview:
			t.Errorf("%s: the dry run returned\n%s\nthe call\n%s", test.reason, dryRun.Value, done.Value)
		case done.OK && storeContent(t, s) == before:
			t.Errorf("%s: the call changed nothing", test.reason)
		}
	}
}

// A call without the id that a tool needs is refused.
func TestCallsWithoutOwner(t *testing.T) {
	s := newStore(t)
	for _, test := range []struct {
		reason, tool, arguments string
		turn                    runtime.Turn
		want                    string
	}{
		{"no memory scope and no personality", "memory_read", `{}`, runtime.Turn{}, store.ReasonNoPersonality},
		{"no session", "memory_write", `{"scope":"session","key":"a","content":"b"}`, *turnWithoutSession(), store.ReasonNoSession},
		{"no team", "memory_read", `{"scope":"team"}`, *turn(), store.ReasonNoTeam},
		{"a search without a personality", "session_search", `{"query":"a"}`, runtime.Turn{TeamID: "t"}, store.ReasonNoPersonality},
		{"a list without a session", "todo_list", `{}`, *turnWithoutSession(), store.ReasonNoSession},
		{"an item without a session", "todo_add", `{"items":["a"]}`, *turnWithoutSession(), store.ReasonNoSession},
		{"a session without an id", "todo_list", `{}`, runtime.Turn{Session: &runtime.Session{}}, store.ReasonNoSession},
		{"a board without a personality", "kanban_list", `{}`, runtime.Turn{Session: runtime.NewSession("s", "k")}, store.ReasonNoPersonality},
		{"a ticket without a personality", "kanban_add", `{"title":"a"}`, runtime.Turn{}, store.ReasonNoPersonality},
	} {
		if r := call(t, s, test.tool, test.arguments, &test.turn); r.OK || r.Code != runtime.NotAvailable || r.Reason != test.want {
			t.Errorf("%s: %v %s (%s, %s)", test.reason, r.OK, r.Error, r.Code, r.Reason)
		}
	}
}

// turnWithoutSession returns a turn of ada without a session.
func turnWithoutSession() *runtime.Turn { return &runtime.Turn{PersonalityID: "ada"} }

func TestDefaultPersonality(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store.db"), &store.Options{DefaultPersonality: "me"})
	if err := s.AppendMessages(context.Background(), store.Message{Session: "past", Role: "user", Text: "hello there"}); err != nil {
		t.Fatal(err)
	}
	if r := mustCall[store.SearchResult](t, s, "session_search", `{"query":"hello"}`, nil); len(r.Messages) != 1 {
		t.Errorf("found %v", r)
	}
	if r := mustCall[store.SearchResult](t, s, "session_search", `{"query":"hello"}`, turn()); len(r.Messages) != 0 {
		t.Errorf("a call with a personality found %v", r)
	}
	mustCall[store.TicketChange](t, s, "kanban_add", `{"title":"t"}`, nil)
	if r := call(t, s, "kanban_list", `{}`, &runtime.Turn{PersonalityID: "me"}); r.Value == "[]" {
		t.Errorf("the default personality does not own its board")
	}
}
