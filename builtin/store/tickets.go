package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// The limits of boards.
const (
	// MaxTickets is the maximum number of tickets on a board, including
	// archived ones. DeleteArchivedTickets frees space.
	MaxTickets = 2000
	// maxDescriptions is the maximum length of a list with descriptions.
	maxDescriptions = 10
)

// TicketChange is the result of kanban_add and kanban_move.
type TicketChange struct {
	ID int `json:"id"`
	// Before is the previous status; it is empty for a new ticket.
	Before TicketStatus `json:"status_before,omitempty"`
	Status TicketStatus `json:"status"`
	// Changed reports whether the call changed the ticket.
	Changed bool `json:"changed"`

	owner   owner
	before  Ticket
	ticket  Ticket
	comment Comment // to be added; empty for none
}

// String describes the change in one sentence. It contains texts of the call, but
// not the other texts of the ticket, which other agents can write.
func (c *TicketChange) String() string {
	switch changes := c.changes(); {
	case c.Before == "":
		return fmt.Sprintf("Ticket %d added in %s%s: %s.", c.ID, c.Status, changes, texts.Visible(c.ticket.Title))
	case !c.Changed:
		return fmt.Sprintf("Ticket %d already has these values, in %s; nothing changed.", c.ID, c.Status)
	case c.Before == c.Status:
		return fmt.Sprintf("Ticket %d in %s%s.", c.ID, c.Status, changes)
	default:
		return fmt.Sprintf("Ticket %d moved from %s to %s%s.", c.ID, c.Before, c.Status, changes)
	}
}

// changes returns what changed except the status. Each change begins with a comma.
func (c *TicketChange) changes() (all string) {
	before, after := c.before, c.ticket
	switch {
	case before.Assignee == after.Assignee:
	case after.Assignee == "":
		all = ", assignee removed"
	default:
		all = ", assigned to " + texts.Visible(after.Assignee)
	}
	if before.Priority != after.Priority {
		all += ", priority " + string(after.Priority)
		if before.Priority != "" {
			all += " (was " + string(before.Priority) + ")"
		}
	}
	if before.Title != after.Title && c.Before != "" {
		all += ", title changed"
	}
	if before.Description != after.Description && c.Before != "" {
		all += fmt.Sprintf(", description changed (%s)", texts.Count(utf8.RuneCountInString(after.Description), "character"))
	}
	if c.comment.Text != "" {
		all += ", comment added"
	}
	return all
}

// The SQL statements for the table tickets.
const (
	ticketColumns  = `id, title, description, status, assignee, priority, created_at, updated_at`
	listTicketsSQL = `SELECT ` + ticketColumns + ` FROM tickets WHERE scope = ? AND owner = ? ORDER BY id`
	findTicketSQL  = `SELECT ` + ticketColumns + ` FROM tickets WHERE scope = ? AND owner = ? AND id = ?`
	lastTicketSQL  = `SELECT coalesce(max(id), 0), count(*) FROM tickets WHERE scope = ? AND owner = ?`
	setTicketSQL   = `INSERT INTO tickets (scope, owner, ` + ticketColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET title = excluded.title, description = excluded.description, status = excluded.status, assignee = excluded.assignee,
			priority = excluded.priority, updated_at = excluded.updated_at`
	// The last ticket is kept, so that no id is used twice.
	deleteArchivedSQL = `DELETE FROM tickets WHERE scope = ?1 AND owner = ?2 AND status = 'archived' AND updated_at < ?3
		AND id < (SELECT max(id) FROM tickets WHERE scope = ?1 AND owner = ?2)`
)

// DeleteArchivedTickets deletes the archived tickets of a board whose last
// update was before the given time, except the ticket with the highest id. The
// board is that of the team, or of the personality if the team is empty. An
// empty personality means Options.DefaultPersonality. The call waits for other
// writers up to Options.BusyTimeout. Its errors are the error of an ended
// context, or a *runtime.Error with a Reason.
func (s *Store) DeleteArchivedTickets(ctx context.Context, personality, team string, before time.Time) error {
	board := owner{"team", team}
	if team == "" {
		board = owner{"personality", cmp.Or(personality, s.defaultPersonality)}
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, deleteArchivedSQL, board.scope, board.id, before.UnixMilli())
		return err
	})
}

// scanTicket reads a row of ticketColumns.
func scanTicket(rows *sql.Rows, t *Ticket) error {
	var created, updated int64
	err := rows.Scan(&t.ID, &t.Title, &t.Description, &t.Status, &t.Assignee, &t.Priority, &created, &updated)
	t.CreatedAt, t.UpdatedAt = timeFromMillis(created), timeFromMillis(updated)
	return err
}

// apply writes the ticket if it changed.
func (c *TicketChange) apply(ctx context.Context, tx *sql.Tx) error {
	if !c.Changed {
		return nil
	}
	t := c.ticket
	_, err := tx.ExecContext(ctx, setTicketSQL, c.owner.scope, c.owner.id, t.ID, t.Title, t.Description, t.Status, t.Assignee, t.Priority,
		t.CreatedAt.UnixMilli(), t.UpdatedAt.UnixMilli())
	if err == nil && c.comment.Text != "" {
		err = c.comment.insert(ctx, tx, c.owner, t.ID)
	}
	return err
}

// planAddTicket returns the new ticket, or an error if the board is full.
func (s *Store) planAddTicket(ctx context.Context, tx *sql.Tx, call *runtime.Call, args KanbanAddArgs) (*TicketChange, error) {
	args.Status, args.Priority = cmp.Or(args.Status, TicketBacklog), cmp.Or(args.Priority, PriorityMedium)
	board, err := s.boardOwner(call)
	if err != nil {
		return nil, err
	}
	var last, count int
	if err := tx.QueryRowContext(ctx, lastTicketSQL, board.scope, board.id).Scan(&last, &count); err != nil {
		return nil, err
	}
	if count >= MaxTickets {
		return nil, texts.Failure(ReasonLimit, "", "the board has %d tickets, including archived ones, which is the maximum: a person must delete archived tickets", MaxTickets)
	}
	now := s.currentTime()
	return &TicketChange{ID: last + 1, Status: args.Status, Changed: true, owner: board, ticket: Ticket{
		ID: last + 1, Title: texts.OneLine(args.Title), Description: args.Description, Status: args.Status,
		Assignee: texts.OneLine(args.Assignee), Priority: args.Priority, CreatedAt: now, UpdatedAt: now,
	}}, nil
}

// planMoveTicket returns the change to an existing ticket, or an error if the
// ticket does not exist or does not have the expected status.
func (s *Store) planMoveTicket(ctx context.Context, tx *sql.Tx, call *runtime.Call, args KanbanMoveArgs) (*TicketChange, error) {
	board, err := s.boardOwner(call)
	if err != nil {
		return nil, err
	}
	found, err := queryAll(ctx, tx, scanTicket, findTicketSQL, board.scope, board.id, args.ID)
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, texts.Error(runtime.InputInvalid, ReasonNotFound, "id", "the board has no ticket %d; call kanban_list to see the tickets", args.ID)
	case args.isStale(found[0]):
		return nil, &runtime.Error{Code: runtime.StaleWrite, Field: "from_status", ConflictKey: fmt.Sprintf("ticket %d", args.ID),
			Message: fmt.Sprintf("ticket %d is not in %s but in %s, another call has moved it; read it with kanban_list first", args.ID, *args.FromStatus, found[0].Status)}
	}
	before, after := found[0], args.applyTo(found[0])
	c := &TicketChange{ID: args.ID, Before: before.Status, Status: after.Status, owner: board, before: before, ticket: after}
	c.comment, err = s.newComment(ctx, tx, call, board, args)
	c.Changed = before != after || c.comment.Text != ""
	c.ticket.UpdatedAt = s.currentTime()
	return c, err
}

// isStale reports whether the ticket does not have the status that the call
// expects. A call that names an assignee and repeats a change that is already
// made is not stale.
func (a KanbanMoveArgs) isStale(t Ticket) bool {
	isRepeated := a.Assignee != nil && *a.Assignee != "" && t == a.applyTo(t)
	return a.FromStatus != nil && *a.FromStatus != t.Status && !isRepeated
}

// applyTo returns the ticket with the changes of the arguments.
func (a KanbanMoveArgs) applyTo(t Ticket) Ticket {
	t.Status = valueOr(a.Status, t.Status)
	t.Priority = valueOr(a.Priority, t.Priority)
	t.Description = valueOr(a.Description, t.Description)
	if a.Title != nil {
		t.Title = texts.OneLine(*a.Title)
	}
	if a.Assignee != nil {
		t.Assignee = texts.OneLine(*a.Assignee)
	}
	return t
}

// valueOr returns the value that a pointer points to, or another one for nil.
func valueOr[T any](value *T, other T) T {
	if value == nil {
		return other
	}
	return *value
}

// listOrder has the statuses in the order of lists: what is worked on comes first.
var listOrder = []TicketStatus{TicketInProgress, TicketReview, TicketTodo, TicketBacklog, TicketDone, TicketArchived}

// selectTickets returns the tickets that the arguments select, ordered by
// status and id, with their comments. It sets those of all.
func (a KanbanListArgs) selectTickets(all []Ticket, comments map[int]string) []Ticket {
	for i := range all {
		all[i].Comments = comments[all[i].ID]
	}
	found := make([]Ticket, 0, len(all))
	for _, status := range listOrder {
		for i := range all {
			if all[i].Status == status && a.isSelected(all[i]) {
				found = append(found, all[i])
			}
		}
	}
	if len(found) > maxDescriptions {
		for i := range found {
			found[i].Description, found[i].Comments = "", ""
		}
	}
	return found
}

// isFiltered reports whether the arguments ask for some of the tickets only.
func (a KanbanListArgs) isFiltered() bool {
	return a.Status != nil || a.Assignee != "" || a.Query != ""
}

// isSelected reports whether the arguments select the ticket.
func (a KanbanListArgs) isSelected(t Ticket) bool {
	if strings.TrimSpace(a.Query) == fmt.Sprintf("#%d", t.ID) {
		return true
	}
	byStatus := t.Status != TicketArchived
	if a.Status != nil {
		byStatus = t.Status == *a.Status
	}
	byAssignee := a.Assignee == "" || strings.EqualFold(a.Assignee, t.Assignee) || a.Assignee == "none" && t.Assignee == ""
	return byStatus && byAssignee && a.matchesQuery(t)
}

// matchesQuery reports whether all words of the query occur in the ticket.
func (a KanbanListArgs) matchesQuery(t Ticket) bool {
	text := strings.ToLower(t.Title + "\n" + t.Description + "\n" + t.Comments)
	for _, word := range strings.Fields(strings.ToLower(a.Query)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
