package reducers_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// ticketList returns a list of n tickets in the order of their times, which are in
// a field of that name.
func ticketList(n int, field string, statuses ...string) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"id":"T-%d","title":"Ticket %d","status":%q,"priority":2,%q:"2026-01-%02dT10:00:00Z"}`, i+1, i+1, statuses[i%len(statuses)], field, i%28+1))
	}
	return "[" + strings.Join(list, ",") + "]"
}

func TestKanbanListSortsByUpdate(t *testing.T) {
	got := reducers.KanbanList().Reduce(runtime.Text(ticketList(25, "updated_at", "todo", "done", "doing")), runtime.ReduceContext{}).Value
	want := "25 tickets. By status: todo=9, done=8, doing=8. Open and updated last:\n" +
		"T-25: Ticket 25 (todo)\nT-24: Ticket 24 (doing)\nT-22: Ticket 22 (todo)\nT-21: Ticket 21 (doing)\nT-19: Ticket 19 (todo)\n" +
		"Not named here: 20. To see them, call kanban_list with status, assignee or query: it then names up to 100 tickets, and shows up to 10 tickets in full."
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestKanbanList(t *testing.T) {
	tests := []struct{ text, want, reason string }{
		{ticketList(10, "updated_at", "todo"), "", "10 tickets"},
		{ticketList(11, "updated_at", "done", "archived"), "11 tickets. By status: done=6, archived=5.", "no open tickets"},
		{ticketList(11, "updated_at", "Done"), "11 tickets. By status: Done=11. Open and updated last:\nT-11: Ticket 11 (Done)\n", "statuses are case-sensitive"},
		{ticketList(12, "updatedAt", "todo"), "12 tickets. By status: todo=12. Open and updated last:\nT-12: Ticket 12 (todo)\n", "the time in updatedAt"},
		{ticketList(12, "elsewhere", "todo"), "12 tickets. By status: todo=12. Open:\nT-1: Ticket 1 (todo)\nT-2", "tickets without a time are in the order of the list"},
		{`{"result":` + ticketList(12, "updated_at", "todo") + `}`, "12 tickets.", "a list in an object"},
		{`{"a":` + ticketList(12, "updated_at", "todo") + `,"b":[]}`, "", "an object with two arrays"},
		{"[1" + strings.Repeat(",2", 30) + "]", "", "a list of numbers"},
		{"[null" + strings.Repeat(",null", 30) + "]", "", "a list of nulls"},
		{ticketList(12, "updated_at", "todo") + "x", "", "invalid JSON"},
		{strings.TrimSuffix(ticketList(12, "updated_at", "todo"), "]") + `,"` + notice + `"]`, notice, "a list with a notice"},
		{"[" + strings.Repeat(`{"id":7,"status":null,"updated_at":"soon"},`, 11) + `{}]`, "12 tickets. By status: unknown=12. Open:\n7: (no title) (unknown)\n", "values of other types"},
	}
	for _, tt := range tests {
		got := checkContract(t, reducers.KanbanList(), fullResult(true, tt.text), runtime.ReduceContext{})
		if tt.want == "" && got != tt.text || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.reason, got, tt.want)
		}
	}
	filtered := runtime.ReduceContext{Args: json.RawMessage(`{"status":"todo","assignee":null}`)}
	got := checkContract(t, reducers.KanbanList(), fullResult(true, ticketList(12, "updated_at", "todo", "done")), filtered)
	want := "12 tickets. By status: todo=6, done=6. Open and updated last:\nT-11: Ticket 11 (todo)\nT-9: Ticket 9 (todo)\nT-7: Ticket 7 (todo)\nT-5: Ticket 5 (todo)\nT-3: Ticket 3 (todo)\n" +
		"In the order of the list:\nT-1: Ticket 1 (todo)\nT-2: Ticket 2 (done)\nT-4: Ticket 4 (done)\nT-6: Ticket 6 (done)\nT-8: Ticket 8 (done)\nT-10: Ticket 10 (done)\nT-12: Ticket 12 (done)"
	if got != want {
		t.Errorf("filtered: got %s", got)
	}
	failure := fullResult(false, ticketList(30, "updated_at", "todo"))
	if got := reducers.KanbanList().Reduce(failure, runtime.ReduceContext{}); got.Error != failure.Error {
		t.Error("a failure was reduced")
	}
}

// The open tickets are sorted by times of any form. If a time is not known, the text
// does not say that they were updated last.
func TestKanbanListReadsTimes(t *testing.T) {
	const latest = 7
	tests := []struct {
		form   string // of the day of January 2026
		sorted bool
	}{
		{`"2026-01-%02dT10:00:00Z"`, true},
		{`"2026-01-%02dT10:00:00.123456+02:00"`, true},
		{`"2026-01-%02d"`, true},
		{`"2026-01-%02d 10:00:00"`, true},
		{`"2026-01-%02d 10:00:00.5"`, true},
		{`"2026-01-%02d 10:00"`, true},
		{`"2026-01-%02d 10:00:00+00:00"`, true},
		{`"2026-01-%02d 10:00:00 UTC"`, true},
		{`"2026-01-%02dT10:00:00"`, true},
		{`"Mon, %02d Jan 2026 10:00:00 GMT"`, true},
		{`17672%02d000`, true},
		{`17672%02d000.25`, true},
		{`17672%02d000123`, true},
		{`17672%02d000123456`, true},
		{`17672%02d000123456789`, true},
		{`"17672%02d000"`, true},
		{`"January %02d"`, false},
		{`"%02d.01.2026"`, false},
		{`%d`, false},
		{`[%d]`, false},
	}
	for _, test := range tests {
		var list []string
		for i := range 12 {
			day := (i+latest)%12 + 1 // the last one is that of ticket 5
			list = append(list, fmt.Sprintf(`{"id":%d,"title":"t","status":"todo","updated_at":`+test.form+`}`, i+1, day))
		}
		got := reducers.KanbanList().Reduce(runtime.Text("["+strings.Join(list, ",")+"]"), runtime.ReduceContext{}).Value
		want := " Open:\n1: t (todo)\n2: t (todo)\n"
		if test.sorted {
			want = " Open and updated last:\n5: t (todo)\n4: t (todo)\n"
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s", test.form, got)
		}
	}
	mixed := strings.Replace(ticketList(12, "updated_at", "todo"), `"2026-01-03T10:00:00Z"`, "null", 1)
	got := reducers.KanbanList().Reduce(runtime.Text(mixed), runtime.ReduceContext{}).Value
	if !strings.Contains(got, " Open:\nT-12: Ticket 12 (todo)\nT-11") {
		t.Errorf("one ticket has no time: %s", got)
	}
	done := strings.Replace(ticketList(12, "updated_at", "todo", "done"), `"2026-01-02T10:00:00Z"`, "null", 1)
	if got := reducers.KanbanList().Reduce(runtime.Text(done), runtime.ReduceContext{}).Value; !strings.Contains(got, " Open and updated last:") {
		t.Errorf("a ticket that is done has no time: %s", got)
	}
}

func TestKanbanListAdvice(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "store.db"), nil)
	must(t, err)
	defer s.Close()
	turn := &runtime.Turn{PersonalityID: "ada"}
	list := func(args string) string { return callReduced(t, store.StoreTools(s), "kanban_list", args, turn).Value }
	for i := range 150 {
		status, assignee := "todo", "bob"
		if i%3 == 0 {
			status, assignee = "done", "eve"
		}
		if r := callReduced(t, store.StoreTools(s), "kanban_add", fmt.Sprintf(`{"title":"Ticket %d","status":%q,"assignee":%q}`, i+1, status, assignee), turn); !r.OK {
			t.Fatal(r.Error)
		}
	}
	got := list(`{}`)
	for _, want := range []string{"150 tickets. By status: todo=100, done=50. Open and updated last:\n", "\nNot named here: 145.", "status", "assignee", "query"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, args := range []string{`{"status":"done"}`, `{"assignee":"eve"}`, `{"query":"ticket","status":"done"}`} {
		got := list(args)
		if strings.Count(got, "(done)") != 50 || !strings.Contains(got, "\n148: Ticket 148 (done)") || strings.Contains(got, "Not named") {
			t.Errorf("%s: not all are named in\n%s", args, got)
		}
	}
	got = list(`{"query":"ticket"}`)
	if n := strings.Count(got, ": Ticket "); n != 100 || !strings.Contains(got, "\nNot named here: 50.") {
		t.Errorf("%d are named in\n%s", n, got)
	}
	if got := list(`{"query":"#7"}`); !strings.Contains(got, `"title":"Ticket 7"`) {
		t.Errorf("a filtered list of one ticket is %s", got)
	}
}
