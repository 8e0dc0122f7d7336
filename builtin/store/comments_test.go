package store_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// A call can assign, edit and comment on a ticket without moving it, and its result
// names each change.
func TestKanbanEdit(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	add := call(t, s, "kanban_add", `{"title":"Parser","status":"todo","priority":"high","assignee":"bob"}`, turn())
	if want := "Ticket 1 added in todo, assigned to bob, priority high: Parser."; add.Value != want {
		t.Errorf("added: %q, want %q", add.Value, want)
	}
	for _, test := range []struct{ reason, arguments, want string }{
		{"assign", `{"id":1,"assignee":"ada"}`, "Ticket 1 in todo, assigned to ada."},
		{"assign again", `{"id":1,"assignee":"ada"}`, "Ticket 1 already has these values, in todo; nothing changed."},
		{"no assignee", `{"id":1,"assignee":""}`, "Ticket 1 in todo, assignee removed."},
		{"edit", `{"id":1,"title":"Lexer\nand parser","description":"Both."}`, "Ticket 1 in todo, title changed, description changed (5 characters)."},
		{"comment", `{"id":1,"comment":"See lexer.go."}`, "Ticket 1 in todo, comment added."},
		{"the same comment again", `{"id":1,"comment":"See lexer.go."}`, "Ticket 1 already has these values, in todo; nothing changed."},
		{"everything", `{"id":1,"status":"review","priority":"low","comment":"Done."}`, "Ticket 1 moved from todo to review, priority low (was high), comment added."},
	} {
		if r := call(t, s, "kanban_move", test.arguments, turn()); !r.OK || r.Value != test.want {
			t.Errorf("%s: %q, want %q (%s)", test.reason, r.Value, test.want, r.Error)
		}
	}
	want := store.Ticket{ID: 1, Title: "Lexer and parser", Description: "Both.", Status: store.TicketReview, Priority: store.PriorityLow,
		Comments: "ada 2026-01-01T00:00:00Z: See lexer.go.\n\nada 2026-01-01T00:00:00Z: Done.", CreatedAt: newYear, UpdatedAt: newYear}
	for _, arguments := range []string{`{}`, `{"query":"lexer.go parser"}`} {
		if got := listBoard(t, s, arguments, turn()); len(got) != 1 || got[0] != want {
			t.Errorf("%s: the ticket is %+v, want %+v", arguments, got, want)
		}
	}
}

// A ticket has a bounded number of comments, which are deleted with it.
func TestCommentLimit(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for range 2 {
		mustCall[store.TicketChange](t, s, "kanban_add", `{"title":"T","status":"archived"}`, turn())
	}
	for i := range store.MaxComments {
		mustCall[store.TicketChange](t, s, "kanban_move", fmt.Sprintf(`{"id":1,"comment":"%d"}`, i), turn())
	}
	if r := call(t, s, "kanban_move", `{"id":1,"comment":"one more"}`, turn()); r.Code != runtime.ExecutionFailed || r.Reason != store.ReasonLimit {
		t.Errorf("a comment above the limit: %v %s", r.OK, r.Error)
	}
	if err := s.DeleteArchivedTickets(context.Background(), "ada", "", time.UnixMilli(math.MaxInt32*1000)); err != nil {
		t.Fatal(err)
	}
	if n := queryValue[int](t, s, "SELECT count(*) FROM comments"); n != 0 {
		t.Errorf("%d comments are left of a deleted ticket", n)
	}
}

// A search in memory finds the notes that have all words, and shows where.
func TestMemorySearch(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for key, content := range map[string]string{
		"deploy-steps": "1. make test\n2. make release, then tell the team",
		"servers":      strings.Repeat("filler ", 300) + "The release server is build.example.org.",
		"food":         "Ärger mit dem Mittagessen",
	} {
		mustCall[store.NoteChange](t, s, "memory_write", fmt.Sprintf(`{"key":%q,"content":%q}`, key, content), turn())
	}
	for _, test := range []struct {
		reason, query string
		want          []string
	}{
		{"a word in two notes", "RELEASE", []string{"deploy-steps", "servers"}},
		{"the beginnings of words", "relea serv", []string{"servers"}},
		{"a word of the key", "deploy", []string{"deploy-steps"}},
		{"an accent", "arger", []string{"food"}},
		{"all words must occur", "release arger", nil},
	} {
		var got []string
		for _, note := range mustCall[store.Notes](t, s, "memory_read", fmt.Sprintf(`{"query":%q}`, test.query), turn()).Notes {
			got = append(got, note.Key)
		}
		if strings.Join(got, " ") != strings.Join(test.want, " ") {
			t.Errorf("%s: %v, want %v", test.reason, got, test.want)
		}
	}
	r := call(t, s, "memory_read", `{"query":"release server"}`, turn())
	if text := withoutFence(r.Value); !strings.Contains(text, "- servers (") || !strings.Contains(text, "The release server is build") || len(text) > 700 {
		t.Errorf("found\n%s", text)
	}
	written := call(t, s, "memory_write", `{"scope":"session","key":"k","content":"x"}`, turn())
	if want := `Note "k" in the scope session written, 1 character.`; written.Value != want {
		t.Errorf("written: %s, want %s", written.Value, want)
	}
	if r := call(t, s, "memory_read", `{"query":"nothing"}`, turn()); strings.Contains(r.Value, "<untrusted") || !strings.Contains(r.Value, "No note in the scope default has all words") {
		t.Errorf("found nothing: %s", r.Value)
	}
	if r := call(t, s, "memory_read", `{"query":"…"}`, turn()); r.Code != runtime.InputInvalid {
		t.Errorf("a query without words: %+v", r)
	}
}
