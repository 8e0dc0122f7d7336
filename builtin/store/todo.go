package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// TodoStatus is how far an item is.
type TodoStatus string

// The states of an item.
const (
	TodoPending    TodoStatus = "pending"     // not begun
	TodoInProgress TodoStatus = "in_progress" // being worked on; one item at most
	TodoCompleted  TodoStatus = "completed"   // done
	TodoCancelled  TodoStatus = "cancelled"   // will not be done
)

// TodoItem is one item of a list.
type TodoItem struct {
	// ID counts from 1 within the list.
	ID     int        `json:"id"`
	Text   string     `json:"text"`
	Status TodoStatus `json:"status"`
}

// TodoList is what all tools of a list answer: the list as it now is.
type TodoList struct {
	// Change says what the call did; empty for todo_list.
	Change string     `json:"change,omitempty"`
	Items  []TodoItem `json:"items"`

	session string
	changed []TodoItem
	at      int64
}

// boxes are the states as check boxes.
var boxes = map[TodoStatus]string{TodoPending: "[ ]", TodoInProgress: "[>]", TodoCompleted: "[x]", TodoCancelled: "[-]"}

// String is the change, and the list with check boxes.
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

// TodoListArgs is empty: there is one list.
type TodoListArgs struct{}

// ListTodo shows this session's to-do list.
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

// TodoAddArgs is what to add.
type TodoAddArgs struct {
	// What is to be done, an item each, in this order, such as ["Write the test", "Mend the parser"].
	Items []string `json:"items" jsonschema:"minItems=1,maxItems=50,minLength=1,maxLength=500"`
}

// Validate wants something to see in each item.
func (a *TodoAddArgs) Validate() error {
	for i, text := range a.Items {
		if err := notBlank(fmt.Sprintf("items[%d]", i), text); err != nil {
			return err
		}
	}
	return nil
}

// AddTodo adds items at the end of this session's to-do list, all of them
// pending.
//
//tool:register todo_add
//tool:toolset todo
//tool:untrusted-output
//tool:side-effects
//tool:dry-run DescribeAddTodo
//tool:example {"items": ["Write the test", "Mend the parser"]}
func (s *Store) AddTodo(ctx context.Context, call *runtime.Call, args TodoAddArgs) (*TodoList, error) {
	return change(ctx, s, func(tx *sql.Tx) (*TodoList, error) { return s.planAdd(ctx, tx, call, args) })
}

// DescribeAddTodo says what AddTodo would do.
func (s *Store) DescribeAddTodo(ctx context.Context, call *runtime.Call, args TodoAddArgs) (string, error) {
	return describe(ctx, s, "", func(tx *sql.Tx) (*TodoList, error) { return s.planAdd(ctx, tx, call, args) })
}

// TodoUpdateArgs is a change to one item.
type TodoUpdateArgs struct {
	// The item's number in the list.
	ID int `json:"id" jsonschema:"minimum=1"`
	// How far it is now.
	Status *TodoStatus `json:"status,omitzero"`
	// A new wording.
	Text *string `json:"text,omitzero" jsonschema:"minLength=1,maxLength=500"`
}

// Validate wants something to change, and something to see in a new wording.
func (a *TodoUpdateArgs) Validate() error {
	switch {
	case a.Text != nil:
		return notBlank("text", *a.Text)
	case a.Status == nil:
		return texts.Invalid("status", "give a status, a text, or both")
	}
	return nil
}

// UpdateTodo changes the status or wording of an item. One item at most is in
// progress: starting another puts the former back to pending.
//
//tool:register todo_update
//tool:toolset todo
//tool:untrusted-output
//tool:side-effects
//tool:idempotent
//tool:dry-run DescribeUpdateTodo
//tool:example {"id": 1, "status": "in_progress"}
//tool:example {"id": 2, "text": "Mend the parser and its test"}
func (s *Store) UpdateTodo(ctx context.Context, call *runtime.Call, args TodoUpdateArgs) (*TodoList, error) {
	return change(ctx, s, func(tx *sql.Tx) (*TodoList, error) { return s.planUpdate(ctx, tx, call, args) })
}

// DescribeUpdateTodo says what UpdateTodo would do.
func (s *Store) DescribeUpdateTodo(ctx context.Context, call *runtime.Call, args TodoUpdateArgs) (string, error) {
	return describe(ctx, s, "", func(tx *sql.Tx) (*TodoList, error) { return s.planUpdate(ctx, tx, call, args) })
}

// TodoClearArgs is empty: there is one list.
type TodoClearArgs struct{}

// ClearTodo removes every item of this session's to-do list; the numbers start
// again at 1.
//
//tool:register todo_clear
//tool:toolset todo
//tool:untrusted-output
//tool:destructive
//tool:idempotent
//tool:dry-run DescribeClearTodo
//tool:example {}
func (s *Store) ClearTodo(ctx context.Context, call *runtime.Call, _ TodoClearArgs) (*TodoList, error) {
	return change(ctx, s, func(tx *sql.Tx) (*TodoList, error) { return s.planClear(ctx, tx, call) })
}

// DescribeClearTodo says what ClearTodo would do.
func (s *Store) DescribeClearTodo(ctx context.Context, call *runtime.Call, _ TodoClearArgs) (string, error) {
	return describe(ctx, s, "", func(tx *sql.Tx) (*TodoList, error) { return s.planClear(ctx, tx, call) })
}
