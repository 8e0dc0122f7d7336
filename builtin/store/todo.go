package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// TodoStatus is the status of an item.
type TodoStatus string

// The statuses of an item.
const (
	TodoPending    TodoStatus = "pending"     // not started
	TodoInProgress TodoStatus = "in_progress" // started; at most one item
	TodoCompleted  TodoStatus = "completed"   // done
	TodoCancelled  TodoStatus = "cancelled"   // will not be done
)

// TodoItem is one item of a list.
type TodoItem struct {
	// ID is the item's number in the list; the first is 1.
	ID     int        `json:"id"`
	Text   string     `json:"text"`
	Status TodoStatus `json:"status"`
}

// TodoList is the result of the todo tools: the list after the call.
type TodoList struct {
	// Change describes the change of the call; it is empty for todo_list.
	Change string     `json:"change,omitempty"`
	Items  []TodoItem `json:"items"`

	session      string
	changedItems []TodoItem
	at           int64
}

// boxes has the check box for each status.
var boxes = map[TodoStatus]string{TodoPending: "[ ]", TodoInProgress: "[>]", TodoCompleted: "[x]", TodoCancelled: "[-]"}

// String returns the change, and the list with check boxes.
func (l *TodoList) String() string {
	var lines []string
	if l.Change != "" {
		lines = append(lines, l.Change)
	}
	if len(l.Items) == 0 {
		lines = append(lines, "The list is empty.")
	}
	for _, item := range l.Items {
		line := fmt.Sprintf("%s %d. %s", boxes[item.Status], item.ID, item.Text)
		if item.Status == TodoInProgress {
			line += " (in progress)"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TodoListArgs is empty, because a session has one list.
type TodoListArgs struct{}

// ListTodo returns this session's to-do list.
//
//tool:register todo_list
//tool:toolset todo
//tool:untrusted-output
//tool:read-only
//tool:example {}
func (s *Store) ListTodo(ctx context.Context, call *runtime.Call, _ TodoListArgs) (l *TodoList, err error) {
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		l, err = s.loadTodo(ctx, tx, call)
		return err
	})
	return l, err
}

// TodoAddArgs are the arguments of todo_add.
type TodoAddArgs struct {
	// The items to add, in order, such as ["Write the test", "Fix the parser"].
	Items []string `json:"items" jsonschema:"minItems=1,maxItems=50,minLength=1,maxLength=500"`
}

// Validate returns an error if an item is blank.
func (a *TodoAddArgs) Validate() error {
	for i, text := range a.Items {
		if err := checkNotBlank(fmt.Sprintf("items[%d]", i), text); err != nil {
			return err
		}
	}
	return nil
}

// AddTodo adds pending items at the end of this session's to-do list.
//
//tool:register todo_add
//tool:toolset todo
//tool:untrusted-output
//tool:side-effects
//tool:dry-run DescribeAddTodo
//tool:example {"items": ["Write the test", "Fix the parser"]}
func (s *Store) AddTodo(ctx context.Context, call *runtime.Call, args TodoAddArgs) (*TodoList, error) {
	return applyPlan(ctx, s, func(tx *sql.Tx) (*TodoList, error) { return s.planAddTodo(ctx, tx, call, args) })
}

// DescribeAddTodo is the dry run of AddTodo.
func (s *Store) DescribeAddTodo(ctx context.Context, call *runtime.Call, args TodoAddArgs) (string, error) {
	return describePlan(ctx, s, "", func(tx *sql.Tx) (*TodoList, error) { return s.planAddTodo(ctx, tx, call, args) })
}

// TodoUpdateArgs are the arguments of todo_update.
type TodoUpdateArgs struct {
	// The item's number in the list.
	ID int `json:"id" jsonschema:"minimum=1"`
	// The new status.
	Status *TodoStatus `json:"status,omitzero"`
	// The new text.
	Text *string `json:"text,omitzero" jsonschema:"minLength=1,maxLength=500"`
}

// Validate returns an error if there is no change, or if the new text is blank.
func (a *TodoUpdateArgs) Validate() error {
	switch {
	case a.Text != nil:
		return checkNotBlank("text", *a.Text)
	case a.Status == nil:
		return texts.Invalid("status", "must be given, unless text is given")
	}
	return nil
}

// UpdateTodo changes the status or the text of an item. At most one item is in
// progress: starting an item sets the previous one to pending.
//
//tool:register todo_update
//tool:toolset todo
//tool:untrusted-output
//tool:side-effects
//tool:idempotent
//tool:dry-run DescribeUpdateTodo
//tool:example {"id": 1, "status": "in_progress"}
//tool:example {"id": 2, "text": "Fix the parser and its test"}
func (s *Store) UpdateTodo(ctx context.Context, call *runtime.Call, args TodoUpdateArgs) (*TodoList, error) {
	return applyPlan(ctx, s, func(tx *sql.Tx) (*TodoList, error) { return s.planUpdateTodo(ctx, tx, call, args) })
}

// DescribeUpdateTodo is the dry run of UpdateTodo.
func (s *Store) DescribeUpdateTodo(ctx context.Context, call *runtime.Call, args TodoUpdateArgs) (string, error) {
	return describePlan(ctx, s, "", func(tx *sql.Tx) (*TodoList, error) { return s.planUpdateTodo(ctx, tx, call, args) })
}

// TodoClearArgs is empty, because a session has one list.
type TodoClearArgs struct{}

// ClearTodo deletes all items of this session's to-do list. New items are
// numbered from 1 again.
//
//tool:register todo_clear
//tool:toolset todo
//tool:untrusted-output
//tool:destructive
//tool:idempotent
//tool:dry-run DescribeClearTodo
//tool:example {}
func (s *Store) ClearTodo(ctx context.Context, call *runtime.Call, _ TodoClearArgs) (*TodoList, error) {
	return applyPlan(ctx, s, func(tx *sql.Tx) (*TodoList, error) { return s.planClearTodo(ctx, tx, call) })
}

// DescribeClearTodo is the dry run of ClearTodo.
func (s *Store) DescribeClearTodo(ctx context.Context, call *runtime.Call, _ TodoClearArgs) (string, error) {
	return describePlan(ctx, s, "", func(tx *sql.Tx) (*TodoList, error) { return s.planClearTodo(ctx, tx, call) })
}
