package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// The limits of boards.
const (
	// MaxTickets is how many tickets a board holds, archived ones too;
	// ForgetArchived makes room.
	MaxTickets = 2000
	// described is how many tickets are listed with their descriptions.
	described = 10
)

// TicketChange is what a tool did to a ticket.
type TicketChange struct {
	ID int `json:"id"`
	// Before is the column that it was in; empty for a new ticket.
	Before TicketStatus `json:"status_before,omitempty"`
	Status TicketStatus `json:"status"`
	// Changed says whether anything changed.
	Changed bool `json:"changed"`

	whose  owner
	ticket Ticket
}

// String says what changed. It has nothing that others wrote.
func (c *TicketChange) String() string {
	switch {
	case c.Before == "":
		return fmt.Sprintf("Ticket %d added, in %s.", c.ID, c.Status)
	case !c.Changed:
		return fmt.Sprintf("Ticket %d is like that already, in %s; nothing changed.", c.ID, c.Status)
	case c.Before == c.Status:
		return fmt.Sprintf("Ticket %d changed, still in %s.", c.ID, c.Status)
	}
	return fmt.Sprintf("Ticket %d moved from %s to %s.", c.ID, c.Before, c.Status)
}

// The statements of the table tickets.
const (
	ticketColumns  = `id, title, description, status, assignee, priority, created_at, updated_at`
	listTicketsSQL = `SELECT ` + ticketColumns + ` FROM tickets WHERE scope = ? AND owner = ? ORDER BY id`
	findTicketSQL  = `SELECT ` + ticketColumns + ` FROM tickets WHERE scope = ? AND owner = ? AND id = ?`
	lastTicketSQL  = `SELECT coalesce(max(id), 0), count(*) FROM tickets WHERE scope = ? AND owner = ?`
	setTicketSQL   = `INSERT INTO tickets (scope, owner, ` + ticketColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET status = excluded.status, assignee = excluded.assignee,
			priority = excluded.priority, updated_at = excluded.updated_at`
	// The last ticket stays, so that no id is given twice.
	forgetTicketsSQL = `DELETE FROM tickets WHERE scope = ?1 AND owner = ?2 AND status = 'archived' AND updated_at < ?3
		AND id < (SELECT max(id) FROM tickets WHERE scope = ?1 AND owner = ?2)`
)

// ForgetArchived removes the tickets of a board that are archived and were last
// updated before that time, but for the board's newest one. The board is that
// of the team, or of the personality where no team is given; an empty
// personality means Options.DefaultPersonality. It waits for other writers up
// to Options.BusyTimeout; its errors are those of a tool.
func (s *Store) ForgetArchived(ctx context.Context, personality, team string, before time.Time) error {
	whose := owner{"team", team}
	if team == "" {
		whose = owner{"personality", cmp.Or(personality, s.personality)}
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, forgetTicketsSQL, whose.scope, whose.id, before.UnixMilli())
		return err
	})
}

func scanTicket(rows *sql.Rows, t *Ticket) error {
	var created, updated int64
	err := rows.Scan(&t.ID, &t.Title, &t.Description, &t.Status, &t.Assignee, &t.Priority, &created, &updated)
	t.CreatedAt, t.UpdatedAt = moment(created), moment(updated)
	return err
}

func (c *TicketChange) apply(ctx context.Context, tx *sql.Tx) error {
	if !c.Changed {
		return nil
	}
	t := c.ticket
	_, err := tx.ExecContext(ctx, setTicketSQL, c.whose.scope, c.whose.id, t.ID, t.Title, t.Description, t.Status, t.Assignee, t.Priority,
		t.CreatedAt.UnixMilli(), t.UpdatedAt.UnixMilli())
	return err
}

// planTicket makes a new ticket.
func (s *Store) planTicket(ctx context.Context, tx *sql.Tx, call *runtime.Call, args KanbanAddArgs) (*TicketChange, error) {
	args.Status, args.Priority = cmp.Or(args.Status, TicketBacklog), cmp.Or(args.Priority, PriorityMedium)
	whose, err := s.boardOf(call)
	if err != nil {
		return nil, err
	}
	var last, count int
	if err := tx.QueryRowContext(ctx, lastTicketSQL, whose.scope, whose.id).Scan(&last, &count); err != nil {
		return nil, err
	}
	if count >= MaxTickets {
		return nil, texts.Failed(ReasonLimit, "", "the board holds %d tickets, archived ones too, and takes no more: a person must remove some", MaxTickets)
	}
	now := s.clock()
	return &TicketChange{ID: last + 1, Status: args.Status, Changed: true, whose: whose, ticket: Ticket{
		ID: last + 1, Title: texts.OneLine(args.Title), Description: args.Description, Status: args.Status,
		Assignee: texts.OneLine(args.Assignee), Priority: args.Priority, CreatedAt: now, UpdatedAt: now,
	}}, nil
}

// planMove changes a ticket.
func (s *Store) planMove(ctx context.Context, tx *sql.Tx, call *runtime.Call, args KanbanMoveArgs) (*TicketChange, error) {
	whose, err := s.boardOf(call)
	if err != nil {
		return nil, err
	}
	found, err := collect(ctx, tx, scanTicket, findTicketSQL, whose.scope, whose.id, args.ID)
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, texts.Error(runtime.InputInvalid, ReasonNotFound, "id", "the board has no ticket %d; kanban_list shows them", args.ID)
	case args.late(found[0]):
		return nil, &runtime.Error{Code: runtime.StaleWrite, Field: "from_status", ConflictKey: fmt.Sprintf("ticket %d", args.ID),
			Message: fmt.Sprintf("ticket %d is no longer in %s, it is in %s: somebody else moved it; look at it with kanban_list first", args.ID, *args.FromStatus, found[0].Status)}
	}
	before, after := found[0], args.of(found[0])
	c := &TicketChange{ID: args.ID, Before: before.Status, Status: after.Status, Changed: before != after, whose: whose, ticket: after}
	c.ticket.UpdatedAt = s.clock()
	return c, nil
}

// late reports whether somebody else moved the ticket before. An agent that asks
// again for what it has got is not late, if it said who it is.
func (a KanbanMoveArgs) late(t Ticket) bool {
	mine := a.Assignee != nil && *a.Assignee != "" && t == a.of(t)
	return a.FromStatus != nil && *a.FromStatus != t.Status && !mine
}

// of is a ticket with what the arguments change.
func (a KanbanMoveArgs) of(t Ticket) Ticket {
	t.Status = a.Status
	if a.Assignee != nil {
		t.Assignee = texts.OneLine(*a.Assignee)
	}
	if a.Priority != nil {
		t.Priority = *a.Priority
	}
	return t
}

// columns are the statuses in their order on the board.
var columns = []TicketStatus{TicketBacklog, TicketTodo, TicketInProgress, TicketReview, TicketDone, TicketArchived}

// choose is what was asked for of a board's tickets, by column and id.
func (a KanbanListArgs) choose(all []Ticket) []Ticket {
	found := slices.DeleteFunc(all, func(t Ticket) bool { return !a.wants(t) })
	slices.SortStableFunc(found, func(x, y Ticket) int {
		return slices.Index(columns, x.Status) - slices.Index(columns, y.Status)
	})
	if len(found) > described {
		for i := range found {
			found[i].Description = ""
		}
	}
	return found
}

func (a KanbanListArgs) wants(t Ticket) bool {
	if strings.TrimSpace(a.Query) == fmt.Sprintf("#%d", t.ID) {
		return true
	}
	byStatus := t.Status != TicketArchived
	if a.Status != nil {
		byStatus = t.Status == *a.Status
	}
	byAssignee := a.Assignee == "" || strings.EqualFold(a.Assignee, t.Assignee) || a.Assignee == "none" && t.Assignee == ""
	return byStatus && byAssignee && a.matches(t)
}

// matches reports whether all words of the query occur.
func (a KanbanListArgs) matches(t Ticket) bool {
	text := strings.ToLower(t.Title + "\n" + t.Description)
	for _, word := range strings.Fields(strings.ToLower(a.Query)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
