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

// The limits of notes.
const (
	// MaxNoteChars is how long a note may be, in code points.
	MaxNoteChars = 8000
	// MaxNotes is how many notes a scope holds.
	MaxNotes = 200
)

// NoteChange is what memory_write did to a note.
type NoteChange struct {
	Scope  MemoryScope  `json:"scope"`
	Key    string       `json:"key"`
	Action MemoryAction `json:"action"`
	// Before and After are its length in code points; 0 where there is no note.
	Before int `json:"characters_before"`
	After  int `json:"characters_after"`

	whose   owner
	content string
	at      time.Time
}

// String says what became of the note.
func (c *NoteChange) String() string {
	switch {
	case c.Action == ActionDelete:
		return fmt.Sprintf("Note %q deleted; it had %s.", c.Key, texts.Counted(c.Before, "character"))
	case c.Before == 0:
		return fmt.Sprintf("Note %q written, %s.", c.Key, texts.Counted(c.After, "character"))
	case c.Action == ActionAppend:
		return fmt.Sprintf("Note %q extended from %d to %s.", c.Key, c.Before, texts.Counted(c.After, "character"))
	}
	return fmt.Sprintf("Note %q replaced: %s, before %d.", c.Key, texts.Counted(c.After, "character"), c.Before)
}

// planNote checks a change against the notes there are.
func (s *Store) planNote(ctx context.Context, tx *sql.Tx, call *runtime.Call, args MemoryWriteArgs) (*NoteChange, error) {
	args.Scope, args.Action = cmp.Or(args.Scope, ScopeDefault), cmp.Or(args.Action, ActionSet)
	whose, err := s.scopeOf(call, args.Scope)
	if err != nil {
		return nil, err
	}
	old, exists, err := findNote(ctx, tx, whose, args.Key)
	if err != nil {
		return nil, err
	}
	c := &NoteChange{Scope: args.Scope, Key: args.Key, Action: args.Action, Before: old.Characters,
		whose: whose, content: args.Content, at: s.clock()}
	switch {
	case args.Action == ActionDelete && !exists:
		return nil, noNote(args.Scope, args.Key)
	case args.Action == ActionDelete:
		return c, nil
	case args.Action == ActionAppend && exists:
		c.content = strings.TrimSuffix(old.Content, "\n") + "\n" + args.Content
	}
	c.After = utf8.RuneCountInString(c.content)
	return c, c.check(ctx, tx, exists)
}

// check holds the change to the limits.
func (c *NoteChange) check(ctx context.Context, tx *sql.Tx, exists bool) error {
	if c.After > MaxNoteChars {
		return texts.Error(runtime.InputInvalid, ReasonLimit, "content", "the note %q would have %d characters, at most %d fit: set a shorter text, or use another key",
			c.Key, c.After, MaxNoteChars)
	}
	if exists {
		return nil
	}
	var count int
	if err := tx.QueryRowContext(ctx, countNotesSQL, c.whose.scope, c.whose.id).Scan(&count); err != nil {
		return err
	}
	if count >= MaxNotes {
		return texts.Failed(ReasonLimit, "key", "the scope %s holds %d notes already: delete one first, or append to one", c.Scope, MaxNotes)
	}
	return nil
}

// The statements of the table memory.
const (
	listNotesSQL  = `SELECT key, '', length(content), updated_at FROM memory WHERE scope = ? AND owner = ? ORDER BY key`
	findNoteSQL   = `SELECT key, content, length(content), updated_at FROM memory WHERE scope = ? AND owner = ? AND key = ?`
	countNotesSQL = `SELECT count(*) FROM memory WHERE scope = ? AND owner = ?`
	setNoteSQL    = `INSERT INTO memory (scope, owner, key, content, updated_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`
	deleteNoteSQL = `DELETE FROM memory WHERE scope = ? AND owner = ? AND key = ?`
)

func (c *NoteChange) apply(ctx context.Context, tx *sql.Tx) (err error) {
	if c.Action == ActionDelete {
		_, err = tx.ExecContext(ctx, deleteNoteSQL, c.whose.scope, c.whose.id, c.Key)
		return err
	}
	_, err = tx.ExecContext(ctx, setNoteSQL, c.whose.scope, c.whose.id, c.Key, c.content, c.at.UnixMilli())
	return err
}

func listNotes(ctx context.Context, tx *sql.Tx, whose owner) ([]Note, error) {
	return collect(ctx, tx, scanNote, listNotesSQL, whose.scope, whose.id)
}

func findNote(ctx context.Context, tx *sql.Tx, whose owner, key string) (note Note, exists bool, err error) {
	notes, err := collect(ctx, tx, scanNote, findNoteSQL, whose.scope, whose.id, key)
	if err != nil || len(notes) == 0 {
		return note, false, err
	}
	return notes[0], true, nil
}

// noNote refuses a key that there is not.
func noNote(scope MemoryScope, key string) error {
	return texts.Error(runtime.InputInvalid, ReasonNotFound, "key", "the scope %s has no note %q; memory_read without a key lists them", scope, key)
}

func scanNote(rows *sql.Rows, n *Note) error {
	var updated int64
	err := rows.Scan(&n.Key, &n.Content, &n.Characters, &updated)
	n.UpdatedAt = moment(updated)
	return err
}
