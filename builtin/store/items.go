package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// MaxTodoItems is how many items a to-do list holds.
const MaxTodoItems = 100

// The statements of the table todo.
const (
	listTodoSQL = `SELECT id, text, status FROM todo WHERE session = ? ORDER BY id`
	setTodoSQL  = `INSERT INTO todo (session, id, text, status, updated_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET text = excluded.text, status = excluded.status, updated_at = excluded.updated_at`
	clearTodoSQL = `DELETE FROM todo WHERE session = ?`
)

// loadTodo is the list of the call's session.
func (s *Store) loadTodo(ctx context.Context, tx *sql.Tx, call *runtime.Call) (*TodoList, error) {
	session, err := s.sessionOf(call)
	if err != nil {
		return nil, err
	}
	items, err := collect(ctx, tx, scanTodo, listTodoSQL, session.id)
	if err != nil {
		return nil, err
	}
	return &TodoList{Items: items, session: session.id, at: s.clock().UnixMilli()}, nil
}

func scanTodo(rows *sql.Rows, item *TodoItem) error {
	return rows.Scan(&item.ID, &item.Text, &item.Status)
}

// apply writes the items that changed, or removes all where none is left. Those
// that leave in_progress come first in the list of changes.
func (l *TodoList) apply(ctx context.Context, tx *sql.Tx) error {
	if len(l.Items) == 0 {
		_, err := tx.ExecContext(ctx, clearTodoSQL, l.session)
		return err
	}
	for _, item := range l.changed {
		if _, err := tx.ExecContext(ctx, setTodoSQL, l.session, item.ID, item.Text, item.Status, l.at); err != nil {
			return err
		}
	}
	return nil
}

// planAdd adds items.
func (s *Store) planAdd(ctx context.Context, tx *sql.Tx, call *runtime.Call, args TodoAddArgs) (*TodoList, error) {
	l, err := s.loadTodo(ctx, tx, call)
	if err != nil {
		return nil, err
	}
	if len(l.Items)+len(args.Items) > MaxTodoItems {
		return nil, texts.Failed(ReasonLimit, "items", "the list has %s and takes %d at most: add fewer, or clear it with todo_clear",
			texts.Counted(len(l.Items), "item"), MaxTodoItems)
	}
	for _, text := range args.Items {
		item := TodoItem{ID: len(l.Items) + 1, Text: texts.OneLine(text), Status: TodoPending}
		l.Items = append(l.Items, item)
		l.changed = append(l.changed, item)
	}
	l.Change = fmt.Sprintf("Added %d, numbered %d to %d.", len(l.changed), l.changed[0].ID, len(l.Items))
	return l, nil
}

// planUpdate changes an item, and the one that is in progress if need be.
func (s *Store) planUpdate(ctx context.Context, tx *sql.Tx, call *runtime.Call, args TodoUpdateArgs) (*TodoList, error) {
	l, err := s.loadTodo(ctx, tx, call)
	if err != nil {
		return nil, err
	}
	if args.ID > len(l.Items) {
		return nil, texts.Error(runtime.InputInvalid, ReasonNotFound, "id", "the list has no item %d, it has %d; todo_list shows them", args.ID, len(l.Items))
	}
	item := &l.Items[args.ID-1]
	if args.Status != nil {
		l.Change = fmt.Sprintf("Item %d: %s, before %s.", item.ID, *args.Status, item.Status)
		if *args.Status == TodoInProgress {
			l.putBack(item.ID)
		}
		item.Status = *args.Status
	}
	if args.Text != nil {
		item.Text = texts.OneLine(*args.Text)
		l.Change = strings.TrimSpace(l.Change + fmt.Sprintf(" Item %d has a new wording.", item.ID))
	}
	l.changed = append(l.changed, *item)
	return l, nil
}

// putBack makes room for an item that is to be in progress.
func (l *TodoList) putBack(starting int) {
	for i := range l.Items {
		if item := &l.Items[i]; item.Status == TodoInProgress && item.ID != starting {
			item.Status = TodoPending
			l.changed = append(l.changed, *item)
			l.Change += fmt.Sprintf(" Item %d was in progress and is pending again.", item.ID)
		}
	}
}

// planClear removes all items.
func (s *Store) planClear(ctx context.Context, tx *sql.Tx, call *runtime.Call) (*TodoList, error) {
	l, err := s.loadTodo(ctx, tx, call)
	if err != nil {
		return nil, err
	}
	l.Change = "Removed " + texts.Counted(len(l.Items), "item") + "."
	l.Items = []TodoItem{}
	return l, nil
}
