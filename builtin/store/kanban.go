package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// TicketStatus is a column of the board.
type TicketStatus string

// The statuses of a ticket, in the order of the columns. Lists do not have archived
// tickets unless the call asks for them.
const (
	TicketBacklog    TicketStatus = "backlog"
	TicketTodo       TicketStatus = "todo"
	TicketInProgress TicketStatus = "in_progress"
	TicketReview     TicketStatus = "review"
	TicketDone       TicketStatus = "done"
	TicketArchived   TicketStatus = "archived"
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
	// Description and Comments are empty in a list of more than 10 tickets. Each
	// comment is a paragraph that begins with its author and its time.
	Description string         `json:"description,omitempty"`
	Comments    string         `json:"comments,omitempty"`
	Status      TicketStatus   `json:"status"`
	Assignee    string         `json:"assignee,omitempty"`
	Priority    TicketPriority `json:"priority"`
	CreatedAt   time.Time      `json:"created_at"`
	UpdatedAt   time.Time      `json:"updated_at"`
}

// Tickets is the result of kanban_list.
type Tickets struct {
	Result []Ticket `json:"result"`

	isFiltered bool // the call asks for some of the tickets only
	total      int  // the number of tickets on the board
}

// OwnText reports that there are no tickets, whose texts other agents and people may
// have written.
func (t Tickets) OwnText() bool { return len(t.Result) == 0 }

// ResultSource returns the source for the fence.
func (t Tickets) ResultSource() string { return "kanban board" }

// String returns the tickets as a JSON array, or a sentence if there are none.
func (t Tickets) String() string {
	switch {
	case len(t.Result) == 0 && t.isFiltered:
		return "No ticket has these values; without arguments, kanban_list lists all that are not archived."
	case len(t.Result) == 0 && t.total > 0:
		return "All tickets of the board are archived; list them with status \"archived\"."
	case len(t.Result) == 0:
		return "There are no tickets on the board."
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(t.Result) // texts, numbers and times of the store have a JSON form
	return strings.TrimSuffix(b.String(), "\n")
}

// KanbanListArgs are the arguments of kanban_list.
type KanbanListArgs struct {
	// By default all but archived.
	Status *TicketStatus `json:"status,omitzero" tool:"alias=column,alias=state"`
	// "none" for tickets without one.
	Assignee string `json:"assignee,omitzero" jsonschema:"maxLength=100" tool:"alias=assigned_to,alias=assign_to,alias=owner"`
	// Words that must all occur in the ticket, or "#7" for ticket 7.
	Query string `json:"query,omitzero" jsonschema:"maxLength=200" tool:"alias=search,alias=q"`
}

// ListKanban lists the tickets of the board, those in progress first, with descriptions and comments if there are at most 10.
//
//tool:register kanban_list
//tool:toolset kanban
//tool:read-only
//tool:untrusted-output
//tool:example {"status": "in_progress"}
//tool:example {"query": "parser", "assignee": "ada"}
func (s *Store) ListKanban(ctx context.Context, call *runtime.Call, args KanbanListArgs) (*Tickets, error) {
	found := Tickets{isFiltered: args.isFiltered()}
	err := s.read(ctx, func(tx *sql.Tx) error {
		board, err := s.boardOwner(call)
		if err != nil {
			return err
		}
		all, err := queryAll(ctx, tx, scanTicket, listTicketsSQL, board.scope, board.id)
		if err != nil {
			return err
		}
		comments, err := loadComments(ctx, tx, board)
		found.total = len(all)
		found.Result = append([]Ticket{}, args.selectTickets(all, comments)...) // not nil, which is null in JSON
		return err
	})
	if err != nil {
		return nil, err
	}
	return &found, nil
}

// KanbanAddArgs are the arguments of kanban_add. The title is one line, and the
// assignee the name of an agent or a person.
type KanbanAddArgs struct {
	Title       string         `json:"title" jsonschema:"minLength=1,maxLength=200" tool:"alias=name,alias=summary"`
	Description string         `json:"description,omitzero" jsonschema:"maxLength=8000" tool:"alias=body,alias=details,alias=text,alias=content"`
	Status      TicketStatus   `json:"status,omitzero" jsonschema:"default=backlog" tool:"alias=column,alias=state"`
	Assignee    string         `json:"assignee,omitzero" jsonschema:"maxLength=100" tool:"alias=assigned_to,alias=assign_to,alias=owner"`
	Priority    TicketPriority `json:"priority,omitzero" jsonschema:"default=medium"`
}

// Validate returns an error if the title is blank.
func (a *KanbanAddArgs) Validate() error { return checkNotBlank("title", a.Title) }

// AddKanban adds a ticket to the board.
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

// KanbanMoveArgs are the arguments of kanban_move. A field without a value does not
// change.
type KanbanMoveArgs struct {
	ID     int           `json:"id" jsonschema:"minimum=1" tool:"alias=ticket_id,alias=ticket,alias=number,alias=ticket_number"`
	Status *TicketStatus `json:"status,omitzero" tool:"alias=column,alias=state"`
	// "" removes the assignee.
	Assignee    *string         `json:"assignee,omitzero" jsonschema:"maxLength=100" tool:"alias=assigned_to,alias=assign_to,alias=owner"`
	Priority    *TicketPriority `json:"priority,omitzero"`
	Title       *string         `json:"title,omitzero" jsonschema:"minLength=1,maxLength=200" tool:"alias=name,alias=summary"`
	Description *string         `json:"description,omitzero" jsonschema:"maxLength=8000" tool:"alias=body,alias=details,alias=text,alias=content"`
	Comment     string          `json:"comment,omitzero" jsonschema:"maxLength=2000" tool:"alias=note,alias=message"`
	// Fails unless this is the status now.
	FromStatus *TicketStatus `json:"from_status,omitzero"`
}

// Validate returns an error if there is no change, or if the title or the comment
// is blank.
func (a *KanbanMoveArgs) Validate() error {
	switch {
	case a.Title != nil && texts.OneLine(*a.Title) == "":
		return checkNotBlank("title", *a.Title)
	case a.Comment != "":
		return checkNotBlank("comment", a.Comment)
	case a.Status == nil && a.Assignee == nil && a.Priority == nil && a.Title == nil && a.Description == nil:
		return texts.Invalid("status", "must be given, unless assignee, priority, title, description or comment is given")
	}
	return nil
}

// MoveKanban moves, assigns or edits a ticket, or adds a comment.
//
//tool:register kanban_move
//tool:toolset kanban
//tool:side-effects
//tool:idempotent
//tool:dry-run DescribeMoveKanban
//tool:example {"id": 3, "status": "in_progress", "from_status": "todo", "assignee": "ada"}
//tool:example {"id": 3, "comment": "The test is in parser_test.go."}
func (s *Store) MoveKanban(ctx context.Context, call *runtime.Call, args KanbanMoveArgs) (*TicketChange, error) {
	return applyPlan(ctx, s, func(tx *sql.Tx) (*TicketChange, error) { return s.planMoveTicket(ctx, tx, call, args) })
}

// DescribeMoveKanban is the dry run of MoveKanban.
func (s *Store) DescribeMoveKanban(ctx context.Context, call *runtime.Call, args KanbanMoveArgs) (string, error) {
	return describePlan(ctx, s, args.preview(), func(tx *sql.Tx) (*TicketChange, error) { return s.planMoveTicket(ctx, tx, call, args) })
}
