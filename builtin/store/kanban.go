package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// TicketStatus is the column of the board that a ticket is in.
type TicketStatus string

// The columns.
const (
	TicketBacklog    TicketStatus = "backlog"     // for later
	TicketTodo       TicketStatus = "todo"        // to be done next
	TicketInProgress TicketStatus = "in_progress" // being worked on
	TicketReview     TicketStatus = "review"      // to be looked over
	TicketDone       TicketStatus = "done"        // done
	TicketArchived   TicketStatus = "archived"    // out of sight
)

// TicketPriority is how pressing a ticket is.
type TicketPriority string

// The priorities.
const (
	PriorityLow    TicketPriority = "low"
	PriorityMedium TicketPriority = "medium"
	PriorityHigh   TicketPriority = "high"
	PriorityUrgent TicketPriority = "urgent"
)

// Ticket is a ticket of a board.
type Ticket struct {
	// ID counts from 1 within the board.
	ID    int    `json:"id"`
	Title string `json:"title"`
	// Description is left out of lists of more than 10 tickets.
	Description string         `json:"description,omitempty"`
	Status      TicketStatus   `json:"status"`
	Assignee    string         `json:"assignee,omitempty"`
	Priority    TicketPriority `json:"priority"`
	CreatedAt   time.Time      `json:"created_at"`
	UpdatedAt   time.Time      `json:"updated_at"`
}

// KanbanListArgs selects tickets.
type KanbanListArgs struct {
	// Only tickets in this column; without it, all but archived ones.
	Status *TicketStatus `json:"status,omitzero"`
	// Only tickets of this assignee, in any case; "none" for those that nobody has.
	Assignee string `json:"assignee,omitzero" jsonschema:"maxLength=100"`
	// Words that must all occur in title or description, in any case; or #7 alone for the ticket with that id, wherever it is.
	Query string `json:"query,omitzero" jsonschema:"maxLength=200"`
}

// ListKanban lists the tickets of the board as JSON, by column and id.
// Descriptions are given in lists of up to 10 tickets: narrow the list to read
// them.
//
//tool:register kanban_list
//tool:toolset kanban
//tool:read-only
//tool:untrusted-output
//tool:example {"status": "in_progress"}
//tool:example {"query": "parser", "assignee": "ada"}
func (s *Store) ListKanban(ctx context.Context, call *runtime.Call, args KanbanListArgs) (found []Ticket, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		whose, err := s.boardOf(call)
		if err != nil {
			return err
		}
		all, err := collect(ctx, tx, scanTicket, listTicketsSQL, whose.scope, whose.id)
		found = args.choose(all)
		return err
	})
	return found, err
}

// KanbanAddArgs is a new ticket.
type KanbanAddArgs struct {
	// What it is about, in a line.
	Title string `json:"title" jsonschema:"minLength=1,maxLength=200"`
	// Everything else that one needs to know.
	Description string `json:"description,omitzero" jsonschema:"maxLength=8000"`
	// The column to put it in.
	Status TicketStatus `json:"status,omitzero" jsonschema:"default=backlog"`
	// Who is to do it, such as "ada"; nobody if left out.
	Assignee string `json:"assignee,omitzero" jsonschema:"maxLength=100"`
	// How pressing it is.
	Priority TicketPriority `json:"priority,omitzero" jsonschema:"default=medium"`
}

// Validate wants something to see in the title.
func (a *KanbanAddArgs) Validate() error { return notBlank("title", a.Title) }

// AddKanban puts a new ticket on the board and says its id.
//
//tool:register kanban_add
//tool:toolset kanban
//tool:side-effects
//tool:dry-run DescribeAddKanban
//tool:example {"title": "Parser loses comments", "priority": "high"}
//tool:example {"title": "Write release notes", "status": "todo", "assignee": "ada"}
func (s *Store) AddKanban(ctx context.Context, call *runtime.Call, args KanbanAddArgs) (*TicketChange, error) {
	return change(ctx, s, func(tx *sql.Tx) (*TicketChange, error) { return s.planTicket(ctx, tx, call, args) })
}

// DescribeAddKanban says what AddKanban would do.
func (s *Store) DescribeAddKanban(ctx context.Context, call *runtime.Call, args KanbanAddArgs) (string, error) {
	return describe(ctx, s, args.written(), func(tx *sql.Tx) (*TicketChange, error) { return s.planTicket(ctx, tx, call, args) })
}

// KanbanMoveArgs is a change to a ticket.
type KanbanMoveArgs struct {
	// The id that kanban_list or kanban_add gave.
	ID int `json:"id" jsonschema:"minimum=1"`
	// The column to put it in.
	Status TicketStatus `json:"status"`
	// Who is to do it from now on; an empty text for nobody; without it, that stays as it is.
	Assignee *string `json:"assignee,omitzero" jsonschema:"maxLength=100"`
	// How pressing it is from now on; without it, that stays as it is.
	Priority *TicketPriority `json:"priority,omitzero"`
	// Move it only if it is still in this column, so that two agents do not take the same ticket.
	FromStatus *TicketStatus `json:"from_status,omitzero"`
}

// MoveKanban puts a ticket into a column of the board, and can give it to
// somebody and change its priority.
//
//tool:register kanban_move
//tool:toolset kanban
//tool:side-effects
//tool:idempotent
//tool:dry-run DescribeMoveKanban
//tool:example {"id": 3, "status": "review"}
//tool:example {"id": 3, "status": "in_progress", "from_status": "todo", "assignee": "ada"}
func (s *Store) MoveKanban(ctx context.Context, call *runtime.Call, args KanbanMoveArgs) (*TicketChange, error) {
	return change(ctx, s, func(tx *sql.Tx) (*TicketChange, error) { return s.planMove(ctx, tx, call, args) })
}

// DescribeMoveKanban says what MoveKanban would do.
func (s *Store) DescribeMoveKanban(ctx context.Context, call *runtime.Call, args KanbanMoveArgs) (string, error) {
	return describe(ctx, s, args.written(), func(tx *sql.Tx) (*TicketChange, error) { return s.planMove(ctx, tx, call, args) })
}
