package builtin_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// plan runs the first session. It creates a list of steps, of which the first is done, a note about the next
// step, and a ticket for each remaining step.
func plan(w *worker, goal string, steps []string) {
	list, _ := structuredContent[store.TodoList](w, "todo_add", arguments{"items": steps})
	if len(list.Items) != len(steps) {
		w.Fatalf("%d items, want %d", len(list.Items), len(steps))
	}
	first := list.Items[0].ID
	structuredContent[store.TodoList](w, "todo_update", arguments{"id": first, "status": "in_progress"})
	list, _ = structuredContent[store.TodoList](w, "todo_update", arguments{"id": first, "status": "completed"})
	next := ""
	for _, item := range list.Items {
		if item.Status != store.TodoPending {
			continue
		}
		if next == "" {
			next = item.Text
		}
		structuredContent[store.TicketChange](w, "kanban_add", arguments{"title": item.Text, "status": "todo", "assignee": "ada"})
	}
	structuredContent[store.NoteChange](w, "memory_write", arguments{"scope": "personality", "key": "next-step", "content": next})
	message := store.Message{Personality: "ada", Session: "first", Role: "user", Time: time.Now(), Text: goal}
	if err := w.tools.Store.AppendMessages(w.Context(), message); err != nil {
		w.Fatal(err)
	}
}

// resume runs the second session. It uses only data that the tools stored: it finds the next step, the
// conversation about it and its ticket, and moves the ticket.
func resume(w *worker, words string) (step string, found []store.FoundMessage, left []string) {
	if list, _ := structuredContent[store.TodoList](w, "todo_list", arguments{}); len(list.Items) != 0 {
		w.Errorf("the list of the first session is that of the second: %+v", list.Items)
	}
	notes, ok := structuredContent[store.Notes](w, "memory_read", arguments{"scope": "personality", "key": "next-step"})
	if !ok || len(notes.Notes) != 1 {
		w.Fatalf("the note is lost: %+v", notes)
	}
	step = notes.Notes[0].Content
	said, _ := structuredContent[store.SearchResult](w, "session_search", arguments{"query": words})
	board := tickets(w, "todo")
	for _, ticket := range board {
		if ticket.Title != step {
			left = append(left, ticket.Title)
			continue
		}
		change, _ := structuredContent[store.TicketChange](w, "kanban_move", arguments{"id": ticket.ID, "status": "done", "from_status": "todo"})
		if !change.Changed {
			w.Errorf("the ticket was not moved: %+v", change)
		}
	}
	return step, said.Messages, left
}

// tickets returns the tickets of a column.
func tickets(w *worker, status string) []store.Ticket {
	board, _ := structuredContent[struct{ Result []store.Ticket }](w, "kanban_list", arguments{"status": status})
	return board.Result
}

// TestResumePlan checks that another process can continue a plan of an earlier session.
func TestResumePlan(t *testing.T) {
	for _, test := range []struct {
		reason string
		steps  []string
		next   string
		left   []string
	}{
		{"three steps", []string{"draw the map", "paint the walls", "open the doors"}, "paint the walls", []string{"open the doors"}},
		{"the same in another order", []string{"draw the map", "open the doors", "paint the walls"}, "open the doors", []string{"paint the walls"}},
		{"one remaining step", []string{"draw the map", "open the doors"}, "open the doors", nil},
	} {
		t.Run(test.reason, func(t *testing.T) {
			w := newWorker(t, "")
			plan(w, "We want a museum of lighthouses", test.steps)

			w.restart()
			w.turn.Session = runtime.NewSession("second", "")
			step, found, left := resume(w, "museum lighthouses")
			if step != test.next || !cmp.Equal(test.left, left) {
				t.Errorf("went on with %q and left %q, want %q and %q", step, left, test.next, test.left)
			}
			if len(found) != 1 || found[0].Session != "first" {
				t.Errorf("found %+v of what was said", found)
			}
			if done := tickets(w, "done"); len(done) != 1 || done[0].Title != test.next {
				t.Errorf("done are %+v", done)
			}
		})
	}
}
