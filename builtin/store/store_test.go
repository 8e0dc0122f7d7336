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

// newYear is the time on the tests' clock.
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

// fresh is an empty store, whose clock stands still.
func fresh(t testing.TB) *store.Store {
	return open(t, filepath.Join(t.TempDir(), "store.db"), &store.Options{Now: func() time.Time { return newYear }})
}

// turn is one of the personality ada in the session s1.
func turn() *runtime.Turn {
	return &runtime.Turn{Session: runtime.NewSession("s1", "chat"), PersonalityID: "ada"}
}

func toolNamed(t testing.TB, s *store.Store, name string) *runtime.Tool {
	t.Helper()
	tools := store.StoreTools(s)
	i := slices.IndexFunc(tools, func(tool *runtime.Tool) bool { return tool.Name == name })
	if i < 0 {
		t.Fatalf("there is no tool %s", name)
	}
	tool := *tools[i]
	tool.Shutdown = nil // the store outlives the registry of one call
	return &tool
}

// call calls a tool in the turn, which may be nil, and returns the answer.
func call(t testing.TB, s *store.Store, name, arguments string, in *runtime.Turn) runtime.Result {
	t.Helper()
	return toolstest.Call(t, toolNamed(t, s, name), arguments, in).Result
}

// must is call, and the structured content of its success.
func must[T any](t testing.TB, s *store.Store, name, arguments string, in *runtime.Turn) (structured T) {
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

// say records messages of ada in a past session.
func say(t testing.TB, s *store.Store, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err := s.AppendMessages(context.Background(), store.Message{Personality: "ada", Session: "past", Role: "user", Text: text}); err != nil {
			t.Fatal(err)
		}
	}
}

// query reads one value behind the store's back.
func query[T any](t testing.TB, s *store.Store, text string, args ...any) (value T) {
	t.Helper()
	if err := s.DB().QueryRow(text, args...).Scan(&value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// intact fails the test unless the file and its index are in order.
func intact(t testing.TB, s *store.Store) {
	t.Helper()
	if got := query[string](t, s, "PRAGMA integrity_check"); got != "ok" {
		t.Errorf("integrity_check: %s", got)
	}
	if _, err := s.DB().Exec("INSERT INTO message_search (message_search, rank) VALUES ('integrity-check', 1)"); err != nil {
		t.Errorf("the index does not fit the messages: %v", err)
	}
}

func TestToolsKeepTheirContract(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	say(t, s, "release version 2 with the deploy script")
	must[store.TodoList](t, s, "todo_add", `{"items":["a","b"]}`, turn())
	must[store.Notes](t, s, "memory_write", `{"key":"deploy-steps","content":"x"}`, turn())
	for range 3 {
		must[store.TicketChange](t, s, "kanban_add", `{"title":"x","status":"todo"}`, turn())
	}
	invalid := map[string][]string{
		"memory_read":    {`{"scope":"everyone"}`},
		"memory_write":   {`{}`, `{"key":"k"}`, `{"key":"k","action":"delete","content":"x"}`, `{"key":"a\nb","content":"x"}`, `{"key":"k","content":"a\u0000b"}`},
		"session_search": {`{}`, `{"search_query":"a","since":"2026-01-02","until":"2026-01-01"}`, `{"search_query":"a","since":"yesterday"}`, `{"search_query":"a","limit":51}`},
		"todo_add":       {`{"items":[]}`, `{"items":["  "]}`},
		"todo_update":    {`{"id":1}`, `{"id":0,"status":"pending"}`, `{"id":1,"status":"bogus"}`},
		"kanban_add":     {`{}`, `{"title":" "}`, `{"title":"x","priority":"huge"}`},
		"kanban_move":    {`{"id":1}`, `{"id":1,"status":"gone"}`},
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
			t.Errorf("%s is described in %d characters", tool.Name, n)
		}
		delete(invalid, tool.Name)
	}
	for name := range invalid {
		t.Errorf("there is no tool %s", name)
	}
	intact(t, s)
}

// content is everything that a store holds, as text.
func content(t testing.TB, s *store.Store) (all string) {
	t.Helper()
	for _, table := range []string{"memory", "sessions", "messages", "todo", "tickets"} {
		rows, err := s.DB().Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		all += table + ":\n" + dump(t, rows)
	}
	return all
}

func dump(t testing.TB, rows *sql.Rows) (all string) {
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

// A dry run says what the call then does, and fails where it then fails.
func TestDryRunSaysTheSameAndChangesNothing(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	for _, test := range []struct{ reason, tool, arguments, written string }{
		{"a new note", "memory_write", `{"key":"a","content":"one\u202e\ntwo"}`, "\nThe note would be:\none\\u202e\ntwo"},
		{"a longer note", "memory_write", `{"key":"a","action":"append","content":"two"}`, "\nThis would be added to the note:\ntwo"},
		{"a note that there is not", "memory_write", `{"key":"b","action":"delete"}`, ""},
		{"a note that goes", "memory_write", `{"key":"a","action":"delete"}`, ""},
		{"a new list", "todo_add", `{"items":["a","b"]}`, ""},
		{"starting an item", "todo_update", `{"id":1,"status":"in_progress"}`, ""},
		{"starting another one", "todo_update", `{"id":2,"status":"in_progress"}`, ""},
		{"an item that there is not", "todo_update", `{"id":3,"text":"x"}`, ""},
		{"an empty list", "todo_clear", `{}`, ""},
		{"a new ticket", "kanban_add", `{"title":"t"}`, "\nTitle: t\nPriority: medium"},
		{"a new ticket with everything", "kanban_add", `{"title":"t\nPriority: low","description":"d\ne","status":"todo","assignee":"ada","priority":"high"}`,
			"\nTitle: t Priority: low\nPriority: high\nAssignee: ada\nDescription:\nd\ne"},
		{"a ticket that moves", "kanban_move", `{"id":1,"status":"todo","from_status":"backlog"}`, ""},
		{"a ticket that has moved", "kanban_move", `{"id":1,"status":"todo","from_status":"backlog"}`, ""},
		{"a ticket that somebody gets", "kanban_move", `{"id":1,"status":"done","assignee":"ada\u200b","priority":"low"}`, "\nPriority: low\nAssignee: ada\\u200b"},
		{"a ticket that nobody has any more", "kanban_move", `{"id":1,"status":"todo","assignee":""}`, "\nAssignee: nobody"},
	} {
		before, dry := content(t, s), turn()
		dry.DryRun = true
		said := call(t, s, test.tool, test.arguments, dry)
		if after := content(t, s); after != before {
			t.Errorf("%s: the dry run changed\n%s\nto\n%s", test.reason, before, after)
		}
		done := call(t, s, test.tool, test.arguments, turn())
		switch {
		case said.OK != done.OK || said.Code != done.Code || said.Reason != done.Reason || said.Error != done.Error:
			t.Errorf("%s: the dry run answered %q (%s), the call %q (%s)", test.reason, said.Error, said.Code, done.Error, done.Code)
		case done.OK && unfenced(said.Value) != "would answer: "+unfenced(done.Value)+test.written:
			t.Errorf("%s: the dry run answered\n%s\nthe call\n%s", test.reason, said.Value, done.Value)
		case done.OK && content(t, s) == before:
			t.Errorf("%s: the call changed nothing", test.reason)
		}
	}
}

// What a call lacks is refused, for every tool: strangers never share.
func TestCallsOfNobody(t *testing.T) {
	s := fresh(t)
	for _, test := range []struct {
		reason, tool, arguments string
		turn                    runtime.Turn
		want                    string
	}{
		{"no memory and no personality", "memory_read", `{}`, runtime.Turn{}, store.ReasonNoPersonality},
		{"no session", "memory_write", `{"scope":"session","key":"a","content":"b"}`, *turnWithout(), store.ReasonNoSession},
		{"no team", "memory_read", `{"scope":"team"}`, *turn(), store.ReasonNoTeam},
		{"no personality to search for", "session_search", `{"search_query":"a"}`, runtime.Turn{TeamID: "t"}, store.ReasonNoPersonality},
		{"no session to have a list", "todo_list", `{}`, *turnWithout(), store.ReasonNoSession},
		{"nor to add to", "todo_add", `{"items":["a"]}`, *turnWithout(), store.ReasonNoSession},
		{"a session without an id is none", "todo_list", `{}`, runtime.Turn{Session: &runtime.Session{}}, store.ReasonNoSession},
		{"no board", "kanban_list", `{}`, runtime.Turn{Session: runtime.NewSession("s", "k")}, store.ReasonNoPersonality},
		{"nor one to add to", "kanban_add", `{"title":"a"}`, runtime.Turn{}, store.ReasonNoPersonality},
	} {
		if r := call(t, s, test.tool, test.arguments, &test.turn); r.OK || r.Code != runtime.NotAvailable || r.Reason != test.want {
			t.Errorf("%s: %v %s (%s, %s)", test.reason, r.OK, r.Error, r.Code, r.Reason)
		}
	}
}

func turnWithout() *runtime.Turn { return &runtime.Turn{PersonalityID: "ada"} }

func TestDefaultPersonality(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store.db"), &store.Options{DefaultPersonality: "me"})
	if err := s.AppendMessages(context.Background(), store.Message{Session: "past", Role: "user", Text: "hello there"}); err != nil {
		t.Fatal(err)
	}
	if r := must[store.SearchResult](t, s, "session_search", `{"search_query":"hello"}`, nil); len(r.Messages) != 1 {
		t.Errorf("found %v", r)
	}
	if r := must[store.SearchResult](t, s, "session_search", `{"search_query":"hello"}`, turn()); len(r.Messages) != 0 {
		t.Errorf("a call with a personality found %v", r)
	}
	must[store.TicketChange](t, s, "kanban_add", `{"title":"t"}`, nil)
	if r := call(t, s, "kanban_list", `{}`, &runtime.Turn{PersonalityID: "me"}); r.Value == "[]" {
		t.Errorf("the board of the default personality is not its own")
	}
}
