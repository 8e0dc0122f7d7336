package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// listBoard returns the tickets that the arguments select.
func listBoard(t testing.TB, s *store.Store, arguments string, in *runtime.Turn) []store.Ticket {
	t.Helper()
	return mustCall[struct{ Result []store.Ticket }](t, s, "kanban_list", arguments, in).Result
}

func TestKanbanListFilters(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, arguments := range []string{
		`{"title":"Parser loses comments","priority":"high","description":"It removes them."}`,
		`{"title":"Write release\n notes","status":"todo","assignee":"ada"}`,
		`{"title":"Old","status":"archived"}`,
		`{"title":"Ärger with 100%","status":"in_progress","assignee":"Bob"}`,
	} {
		mustCall[store.TicketChange](t, s, "kanban_add", arguments, turn())
	}
	for _, test := range []struct {
		reason, arguments string
		want              []int
	}{
		{"all except archived tickets, those in progress first", `{}`, []int{4, 2, 1}},
		{"a status", `{"status":"archived"}`, []int{3}},
		{"an assignee with another case", `{"assignee":"bob"}`, []int{4}},
		{"no assignee", `{"assignee":"none"}`, []int{1}},
		{"words of the title with another case", `{"query":"COMMENTS parser"}`, []int{1}},
		{"a word of the description", `{"query":"removes"}`, []int{1}},
		{"a word with another case, not ASCII", `{"query":"ÄRGER"}`, []int{4}},
		{"% is not a wildcard", `{"query":"%"}`, []int{4}},
		{"an id", `{"query":"#3"}`, []int{3}},
		{"all conditions must hold", `{"status":"todo","assignee":"bob"}`, nil},
	} {
		var got []int
		for _, ticket := range listBoard(t, s, test.arguments, turn()) {
			got = append(got, ticket.ID)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.reason, got, test.want)
		}
	}
	want := store.Ticket{ID: 2, Title: "Write release notes", Status: store.TicketTodo, Assignee: "ada", Priority: store.PriorityMedium, CreatedAt: newYear, UpdatedAt: newYear}
	if got := listBoard(t, s, `{"query":"#2"}`, turn())[0]; got != want {
		t.Errorf("a ticket is %+v, want %+v", got, want)
	}
}

func TestKanbanMove(t *testing.T) {
	t.Parallel()
	now := newYear
	s := open(t, t.TempDir()+"/store.db", &store.Options{Now: func() time.Time { return now }})
	mustCall[store.TicketChange](t, s, "kanban_add", `{"title":"T","status":"todo"}`, turn())
	for _, test := range []struct {
		reason, arguments string
		want              string // status, assignee, priority and minute of the last update; or the code of the error
	}{
		{"claim a ticket", `{"id":1,"status":"in_progress","from_status":"todo","assignee":"ada"}`, "in_progress ada medium 1"},
		{"claim it again for the same assignee", `{"id":1,"status":"in_progress","from_status":"todo","assignee":"ada"}`, "in_progress ada medium 1"},
		{"claim it for another assignee", `{"id":1,"status":"in_progress","from_status":"todo","assignee":"bob"}`, "STALE_WRITE"},
		{"claim it without an assignee", `{"id":1,"status":"in_progress","from_status":"todo"}`, "STALE_WRITE"},
		{"no change", `{"id":1,"status":"in_progress"}`, "in_progress ada medium 1"},
		{"another status", `{"id":1,"status":"review"}`, "review ada medium 6"},
		{"another priority", `{"id":1,"status":"review","priority":"urgent"}`, "review ada urgent 7"},
		{"no assignee", `{"id":1,"status":"todo","assignee":""}`, "todo  urgent 8"},
		{"a missing ticket", `{"id":2,"status":"todo"}`, "input_invalid"},
	} {
		now = now.Add(time.Minute)
		r := call(t, s, "kanban_move", test.arguments, turn())
		ticket := listBoard(t, s, `{}`, turn())[0]
		got := fmt.Sprintf("%s %s %s %d", ticket.Status, ticket.Assignee, ticket.Priority, ticket.UpdatedAt.Minute())
		if !r.OK {
			got = string(r.Code)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s (%s)", test.reason, got, test.want, r.Error)
		}
	}
}

// A board belongs to a team, or to a personality if there is no team.
func TestKanbanBoards(t *testing.T) {
	s := newStore(t)
	turns := []*runtime.Turn{{PersonalityID: "x"}, {PersonalityID: "y"}, {TeamID: "x"}, {TeamID: "y", PersonalityID: "x"}}
	for i, in := range turns {
		mustCall[store.TicketChange](t, s, "kanban_add", fmt.Sprintf(`{"title":"%d"}`, i), in)
	}
	for i, in := range append(turns, &runtime.Turn{TeamID: "y", PersonalityID: "other"}) {
		got := listBoard(t, s, `{}`, in)
		if len(got) != 1 || got[0].ID != 1 || got[0].Title != fmt.Sprint(min(i, 3)) {
			t.Errorf("board %d has %v", i, got)
		}
	}
}

// The reducer can read the result of kanban_list.
func TestKanbanListIsReduced(t *testing.T) {
	t.Parallel()
	now := newYear
	s := open(t, t.TempDir()+"/store.db", &store.Options{Now: func() time.Time { now = now.Add(time.Minute); return now }})
	for i := range 12 {
		mustCall[store.TicketChange](t, s, "kanban_add", fmt.Sprintf(`{"title":"ticket number %d","description":"long","status":%q}`, i+1, []store.TicketStatus{store.TicketBacklog, store.TicketTodo, store.TicketInProgress, store.TicketReview}[i%4]), turn())
	}
	mustCall[store.TicketChange](t, s, "kanban_move", `{"id":3,"status":"done"}`, turn())
	full := call(t, s, "kanban_list", `{}`, turn())
	var tickets []store.Ticket
	if err := json.Unmarshal([]byte(withoutFence(full.Value)), &tickets); err != nil || len(tickets) != 12 {
		t.Fatalf("%d tickets, %v", len(tickets), err)
	}
	if tickets[0].Description != "" || listBoard(t, s, `{"status":"todo"}`, turn())[0].Description != "long" {
		t.Error("descriptions must be in short lists only")
	}
	all := &runtime.Reducers{}
	if _, err := all.Register(reducers.KanbanList()); err != nil {
		t.Fatal(err)
	}
	reduced := toolstest.CallWith(t, &runtime.Options{Reducers: all}, toolNamed(t, s, "kanban_list"), `{}`, turn()).Result
	want := "12 tickets. By status: in_progress=2, review=3, todo=3, backlog=3, done=1.\nOpen and updated last:"
	got := withoutFence(reduced.Value)
	if !strings.HasPrefix(strings.ReplaceAll(got, ". Open", ".\nOpen"), want) || !strings.Contains(got, "12: ticket number 12 (review)\n11: ticket number 11 (in_progress)") {
		t.Errorf("reduced to\n%s", got)
	}
}

func TestKanbanLimit(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	_, err := s.DB().Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO tickets SELECT 'personality', 'ada', i, 'x', '', iif(i % 2, 'todo', 'archived'), '', 'low', 0, i FROM n`, store.MaxTickets)
	if err != nil {
		t.Fatal(err)
	}
	if r := call(t, s, "kanban_add", `{"title":"x"}`, turn()); r.Reason != store.ReasonLimit {
		t.Errorf("a ticket above the limit: %v %s", r.OK, r.Error)
	}
	if got := listBoard(t, s, `{}`, turn()); len(got) != store.MaxTickets/2 {
		t.Errorf("a full board lists %d tickets", len(got))
	}
	deleteArchived := func(personality, team string, before int64) {
		t.Helper()
		if err := s.DeleteArchivedTickets(context.Background(), personality, team, time.UnixMilli(before)); err != nil {
			t.Fatal(err)
		}
	}
	deleteArchived("ada", "team", math.MaxInt32)
	deleteArchived("bob", "", math.MaxInt32)
	deleteArchived("ada", "", 2)
	if n := queryValue[int](t, s, "SELECT count(*) FROM tickets"); n != store.MaxTickets {
		t.Errorf("%d tickets are left, but no archived ticket of those boards is that old", n)
	}
	deleteArchived("ada", "", math.MaxInt32)
	if n := queryValue[int](t, s, "SELECT count(*) FROM tickets WHERE status = 'archived'"); n != 1 {
		t.Errorf("%d archived tickets are left, want only the last ticket", n)
	}
	if c := mustCall[store.TicketChange](t, s, "kanban_add", `{"title":"x"}`, turn()); c.ID != store.MaxTickets+1 {
		t.Errorf("the next id is %d", c.ID)
	}
}

// Tickets are fenced, and the fence names the board. The text of an empty board has no fence, because the tool wrote it.
func TestKanbanFence(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if got := call(t, s, "kanban_list", `{}`, turn()); got.Value != "There are no tickets on the board." || string(got.Structured) != `{"result":[]}` {
		t.Errorf("an empty board is %q, %s, want a sentence without a fence", got.Value, got.Structured)
	}
	mustCall[store.TicketChange](t, s, "kanban_add", `{"title":"x"}`, turn())
	if got := call(t, s, "kanban_list", `{}`, turn()); !strings.HasPrefix(got.Value, `<untrusted source="kanban board" tool="kanban_list">`) {
		t.Errorf("the board is %q, want a fence with its source", got.Value)
	}
	if got := call(t, s, "kanban_list", `{"status":"review"}`, turn()); !strings.HasPrefix(got.Value, "No ticket has these values") {
		t.Errorf("a list of no tickets is %q", got.Value)
	}
	mustCall[store.TicketChange](t, s, "kanban_move", `{"id":1,"status":"archived"}`, turn())
	if got := call(t, s, "kanban_list", `{}`, turn()); !strings.HasPrefix(got.Value, "All tickets of the board are archived") {
		t.Errorf("a board of archived tickets is %q", got.Value)
	}
}
