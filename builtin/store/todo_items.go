package store

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// MaxTodoItems is the maximum number of items in a to-do list.
const MaxTodoItems = 100

// The SQL statements for the table todo.
const (
	listTodoSQL = `SELECT id, text, status FROM todo WHERE session = ? ORDER BY id`
	setTodoSQL  = `INSERT INTO todo (session, id, text, status, updated_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET text = excluded.text, status = excluded.status, updated_at = excluded.updated_at`
	clearTodoSQL = `DELETE FROM todo WHERE session = ?`
)

// loadTodo reads the list of the call's session.
func (s *Store) loadTodo(ctx context.Context, tx *sql.Tx, call *runtime.Call) (*TodoList, error) {
	session, err := s.sessionOwner(call)
	if err != nil {
		return nil, err
	}
	items, err := queryAll(ctx, tx, scanTodo, listTodoSQL, session.id)
	if err != nil {
		return nil, err
	}
	return &TodoList{Items: items, session: session.id, at: s.currentTime().UnixMilli()}, nil
}

// scanTodo reads a row of listTodoSQL.
func scanTodo(rows *sql.Rows, item *TodoItem) error {
	return rows.Scan(&item.ID, &item.Text, &item.Status)
}

// apply writes the changed items, or deletes all items if the list is empty.
// Items that leave in_progress come first in l.changedItems, because the table
// allows one item in progress per session.
func (l *TodoList) apply(ctx context.Context, tx *sql.Tx) error {
	if len(l.Items) == 0 {
		_, err := tx.ExecContext(ctx, clearTodoSQL, l.session)
		return err
	}
	for _, item := range l.changedItems {
		if _, err := tx.ExecContext(ctx, setTodoSQL, l.session, item.ID, item.Text, item.Status, l.at); err != nil {
			return err
		}
	}
	return nil
}

// planAddTodo returns the list with the new items.
func (s *Store) planAddTodo(ctx context.Context, tx *sql.Tx, call *runtime.Call, args TodoAddArgs) (*TodoList, error) {
	l, err := s.loadTodo(ctx, tx, call)
	if err != nil {
		return nil, err
	}
	if len(l.Items)+len(args.Items) > MaxTodoItems {
		return nil, texts.Failure(ReasonLimit, "items", "the list has %s and can have at most %d: add fewer items, or clear the list with todo_clear",
			texts.Count(len(l.Items), "item"), MaxTodoItems)
	}
	first := len(l.Items) + 1
	for _, text := range args.Items {
		status, text := cutBox(text)
		item := TodoItem{ID: len(l.Items) + 1, Text: texts.OneLine(text), Status: status}
		if status == TodoInProgress {
			l.resetInProgress(item.ID)
		}
		l.Items = append(l.Items, item)
		l.changedItems = append(l.changedItems, item)
	}
	l.Change = fmt.Sprintf("Added %d, numbered %d to %d.", len(args.Items), first, len(l.Items)) + l.Change
	return l, nil
}

// checkBox matches a check box at the beginning of an item, as the list shows it.
var checkBox = regexp.MustCompile(`^\s*(?:[-*] )?(\[[ xX>~-]\])\s+`)

// cutBox returns the status of a text with a check box, and the text after it. Without a
// box, the item is pending.
func cutBox(text string) (TodoStatus, string) {
	m := checkBox.FindStringSubmatch(text)
	if m == nil {
		return TodoPending, text
	}
	status := TodoPending
	switch m[1] {
	case "[x]", "[X]":
		status = TodoCompleted
	case "[>]", "[~]":
		status = TodoInProgress
	case "[-]":
		status = TodoCancelled
	}
	return status, text[len(m[0]):]
}

// planUpdateTodo returns the list with the changed items. If an item is started, the
// item that was in progress becomes pending.
func (s *Store) planUpdateTodo(ctx context.Context, tx *sql.Tx, call *runtime.Call, args TodoUpdateArgs) (*TodoList, error) {
	l, err := s.loadTodo(ctx, tx, call)
	if err != nil {
		return nil, err
	}
	for _, update := range args.all() {
		if update.ID > len(l.Items) {
			return nil, texts.Error(runtime.InputInvalid, ReasonNotFound, "id", "there is no item %d, the list has %s; call todo_list to see them", update.ID, texts.Count(len(l.Items), "item"))
		}
		l.update(update)
	}
	l.Change = strings.TrimSpace(l.Change)
	return l, nil
}

// update changes an item of the list.
func (l *TodoList) update(u TodoUpdate) {
	item := &l.Items[u.ID-1]
	if u.Status != nil {
		l.Change += fmt.Sprintf(" Item %d: %s (was %s).", item.ID, *u.Status, item.Status)
		if *u.Status == TodoInProgress {
			l.resetInProgress(item.ID)
		}
		item.Status = *u.Status
	}
	if u.Text != nil {
		item.Text = texts.OneLine(*u.Text)
		l.Change += fmt.Sprintf(" Item %d has a new text.", item.ID)
	}
	l.changedItems = append(l.changedItems, *item)
}

// resetInProgress sets the item that is in progress to pending, except the item
// that is being started.
func (l *TodoList) resetInProgress(startedID int) {
	for i := range l.Items {
		if item := &l.Items[i]; item.Status == TodoInProgress && item.ID != startedID {
			item.Status = TodoPending
			l.changedItems = append(l.changedItems, *item)
			l.Change += fmt.Sprintf(" Item %d was in progress and is pending again.", item.ID)
		}
	}
}

// planClearTodo returns the list without items.
func (s *Store) planClearTodo(ctx context.Context, tx *sql.Tx, call *runtime.Call) (*TodoList, error) {
	l, err := s.loadTodo(ctx, tx, call)
	if err != nil {
		return nil, err
	}
	l.Change = "Removed " + texts.Count(len(l.Items), "item") + "."
	l.Items = []TodoItem{}
	return l, nil
}
