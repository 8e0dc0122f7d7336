package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// TicketStatus is the status of a ticket, and its column on the board.
type TicketStatus string

// The statuses of a ticket, in the order of the columns.
const (
	TicketBacklog    TicketStatus = "backlog"     // planned for later
	TicketTodo       TicketStatus = "todo"        // to be done next
	TicketInProgress TicketStatus = "in_progress" // work has started
	TicketReview     TicketStatus = "review"      // waits for a review
	TicketDone       TicketStatus = "done"        // done
	TicketArchived   TicketStatus = "archived"    // hidden from lists unless requested
)

// TicketPriority is the priority of a ticket.
type TicketPriority string

// The priorities of a ticket.
const (
	PriorityLow    TicketPriority = "low"
	PriorityMedium TicketPriority = "medium"
	PriorityHigh   TicketPriority = "high"
	PriorityUrgent TicketPriority = "urgent"
)

// Ticket is a ticket of a board.
type Ticket struct {
	// ID is the ticket's number on its board; the first is 1.
	ID    int    `json:"id"`
	Title string `json:"title"`
	// Description is empty in a list of more than 10 tickets.
	Description string         `json:"description,omitempty"`
	Status      TicketStatus   `json:"status"`
	Assignee    string         `json:"assignee,omitempty"`
	Priority    TicketPriority `json:"priority"`
	CreatedAt   time.Time      `json:"created_at"`
	UpdatedAt   time.Time      `json:"updated_at"`
}

// KanbanListArgs are the arguments of kanban_list.
type KanbanListArgs struct {
	// Only tickets with this status. Without it: all tickets except archived ones.
	Status *TicketStatus `json:"status,omitzero"`
	// Only tickets of this assignee (case is ignored); "none" for tickets without one.
	Assignee string `json:"assignee,omitzero" jsonschema:"maxLength=100"`
	// Words that must all occur in the title or description (case is ignored). "#7" finds the ticket with id 7, whatever the other arguments.
	Query string `json:"query,omitzero" jsonschema:"maxLength=200"`
}

// ListKanban lists the tickets of the board as JSON, ordered by status and id.
// Descriptions are included only if there are at most 10 tickets.
//
//tool:register kanban_list
//tool:toolset kanban
//tool:read-only
//tool:untrusted-output
//tool:example {"status": "in_progress"}
//tool:example {"query": "parser", "assignee": "ada"}
func (s *Store) ListKanban(ctx context.Context, call *runtime.Call, args KanbanListArgs) (found []Ticket, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		board, err := s.boardOwner(call)
		if err != nil {
			return err
		}
		all, err := queryAll(ctx, tx, scanTicket, listTicketsSQL, board.scope, board.id)
		found = args.selectTickets(all)
		return err
	})
	return found, err
}

// KanbanAddArgs are the arguments of kanban_add.
type KanbanAddArgs struct {
	// A one-line summary.
	Title string `json:"title" jsonschema:"minLength=1,maxLength=200"`
	// The details of the work.
	Description string `json:"description,omitzero" jsonschema:"maxLength=8000"`
	// The status of the new ticket.
	Status TicketStatus `json:"status,omitzero" jsonschema:"default=backlog"`
	// Who does the work, such as "ada". Without it, the ticket has no assignee.
	Assignee string `json:"assignee,omitzero" jsonschema:"maxLength=100"`
	// The priority of the new ticket.
	Priority TicketPriority `json:"priority,omitzero" jsonschema:"default=medium"`
}

// Validate returns an error if the title is blank.
func (a *KanbanAddArgs) Validate() error { return checkNotBlank("title", a.Title) }

// AddKanban adds a ticket to the board and returns its id.
//
//tool:register kanban_add
//tool:toolset kanban
//tool:side-effects
//tool:dry-run DescribeAddKanban
//tool:example {"title": "Parser loses comments", "priority": "high"}
//tool:example {"title": "Write release notes", "status": "todo", "assignee": "ada"}
func (s *Store) AddKanban(ctx context.Context, call *runtime.Call, args KanbanAddArgs) (*TicketChange, error) {
	return applyPlan(ctx, s, func(tx *sql.Tx) (*TicketChange, error) { return s.planAddTicket(ctx, tx, call, args) })
}

// DescribeAddKanban is the dry run of AddKanban.
func (s *Store) DescribeAddKanban(ctx context.Context, call *runtime.Call, args KanbanAddArgs) (string, error) {
	return describePlan(ctx, s, args.preview(), func(tx *sql.Tx) (*TicketChange, error) { return s.planAddTicket(ctx, tx, call, args) })
}

// KanbanMoveArgs are the arguments of kanban_move.
type KanbanMoveArgs struct {
	// The ticket's id, from kanban_list or kanban_add.
	ID int `json:"id" jsonschema:"minimum=1"`
	// The new status.
	Status TicketStatus `json:"status"`
	// The new assignee; "" removes the assignee. Without it, the assignee stays the same.
	Assignee *string `json:"assignee,omitzero" jsonschema:"maxLength=100"`
	// The new priority. Without it, the priority stays the same.
	Priority *TicketPriority `json:"priority,omitzero"`
	// Fail unless the ticket has this status now, so that two agents do not take the same ticket.
	FromStatus *TicketStatus `json:"from_status,omitzero"`
}

// MoveKanban changes the status of a ticket, and optionally its assignee and
// priority.
//
//tool:register kanban_move
//tool:toolset kanban
//tool:side-effects
//tool:idempotent
//tool:dry-run DescribeMoveKanban
//tool:example {"id": 3, "status": "review"}
//tool:example {"id": 3, "status": "in_progress", "from_status": "todo", "assignee": "ada"}
func (s *Store) MoveKanban(ctx context.Context, call *runtime.Call, args KanbanMoveArgs) (*TicketChange, error) {
	return applyPlan(ctx, s, func(tx *sql.Tx) (*TicketChange, error) { return s.planMoveTicket(ctx, tx, call, args) })
}

// DescribeMoveKanban is the dry run of MoveKanban.
func (s *Store) DescribeMoveKanban(ctx context.Context, call *runtime.Call, args KanbanMoveArgs) (string, error) {
	return describePlan(ctx, s, args.preview(), func(tx *sql.Tx) (*TicketChange, error) { return s.planMoveTicket(ctx, tx, call, args) })
}
