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

// The statuses of an item. At most one item of a list is in progress.
const (
	TodoPending    TodoStatus = "pending"
	TodoInProgress TodoStatus = "in_progress"
	TodoCompleted  TodoStatus = "completed"
	TodoCancelled  TodoStatus = "cancelled"
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

// OwnText returns true: the agent itself wrote the list. Template tokens in it are
// neutralized nevertheless.
func (l *TodoList) OwnText() bool { return true }

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

// TodoAddArgs are the arguments of todo_add. An item may begin with a check box, as the
// list shows it: "[x] Write the test".
type TodoAddArgs struct {
	Items []string `json:"items" jsonschema:"minItems=1,maxItems=50,minLength=1,maxLength=500" tool:"alias=todos,alias=tasks,alias=plan,alias=list,alias=item,alias=todo,alias=task,alias=text,alias=title,alias=content"`
}

// Validate returns an error if an item is blank.
func (a *TodoAddArgs) Validate() error {
	for i, text := range a.Items {
		_, text = cutBox(text)
		if err := checkNotBlank(fmt.Sprintf("items[%d]", i), text); err != nil {
			return err
		}
	}
	return nil
}

// AddTodo adds items to this session's to-do list.
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

// TodoUpdateArgs are the arguments of todo_update: the number of one item with its new
// status and text, or several changes, of which all or none are made.
type TodoUpdateArgs struct {
	ID     int         `json:"id,omitzero" jsonschema:"minimum=1" tool:"alias=number,alias=index,alias=item,alias=item_id,alias=todo_id,alias=task_id"`
	Status *TodoStatus `json:"status,omitzero"`
	Text   *string     `json:"text,omitzero" jsonschema:"minLength=1,maxLength=500" tool:"alias=content,alias=title"`
	// Several changes instead of one.
	Updates []TodoUpdate `json:"updates,omitzero" jsonschema:"minItems=1,maxItems=50" tool:"alias=items,alias=todos,alias=changes,alias=plan,alias=tasks"`
}

// TodoUpdate is the change of one item of a list.
type TodoUpdate struct {
	ID     int         `json:"id" jsonschema:"minimum=1" tool:"alias=number,alias=index,alias=item"`
	Status *TodoStatus `json:"status,omitzero"`
	Text   *string     `json:"text,omitzero" jsonschema:"minLength=1,maxLength=500" tool:"alias=content,alias=title"`
}

// Validate returns an error if there is no change, if a new text is blank, or if
// the arguments have one item and several.
func (a *TodoUpdateArgs) Validate() error {
	if len(a.Updates) == 0 {
		if a.ID == 0 {
			return texts.Invalid("id", "must be given, unless updates is given")
		}
		return TodoUpdate{a.ID, a.Status, a.Text}.check("")
	}
	if a.ID != 0 || a.Status != nil || a.Text != nil {
		return texts.Invalid("updates", "must be left out if id, status or text is given")
	}
	for i, update := range a.Updates {
		if err := update.check(fmt.Sprintf("updates[%d].", i)); err != nil {
			return err
		}
	}
	return nil
}

// all returns the changes of the call in their order.
func (a TodoUpdateArgs) all() []TodoUpdate {
	if len(a.Updates) > 0 {
		return a.Updates
	}
	return []TodoUpdate{{a.ID, a.Status, a.Text}}
}

// check returns an error if there is no change, or if the new text is blank. The
// prefix is the path of the change in the arguments.
func (u TodoUpdate) check(prefix string) error {
	switch {
	case u.Text != nil:
		return checkNotBlank(prefix+"text", *u.Text)
	case u.Status == nil:
		return texts.Invalid(prefix+"status", "must be given, unless text is given")
	}
	return nil
}

// UpdateTodo changes the status or text of items. At most one is in progress.
//
//tool:register todo_update
//tool:toolset todo
//tool:untrusted-output
//tool:side-effects
//tool:idempotent
//tool:dry-run DescribeUpdateTodo
//tool:example {"id": 1, "status": "in_progress"}
//tool:example {"updates": [{"id": 1, "status": "completed"}, {"id": 2, "status": "in_progress"}]}
func (s *Store) UpdateTodo(ctx context.Context, call *runtime.Call, args TodoUpdateArgs) (*TodoList, error) {
	return applyPlan(ctx, s, func(tx *sql.Tx) (*TodoList, error) { return s.planUpdateTodo(ctx, tx, call, args) })
}

// DescribeUpdateTodo is the dry run of UpdateTodo.
func (s *Store) DescribeUpdateTodo(ctx context.Context, call *runtime.Call, args TodoUpdateArgs) (string, error) {
	return describePlan(ctx, s, "", func(tx *sql.Tx) (*TodoList, error) { return s.planUpdateTodo(ctx, tx, call, args) })
}

// TodoClearArgs is empty, because a session has one list.
type TodoClearArgs struct{}

// ClearTodo deletes all items of this session's to-do list.
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
