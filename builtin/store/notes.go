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
	// MaxNoteChars is the maximum length of a note, in code points.
	MaxNoteChars = 8000
	// MaxNotes is the maximum number of notes of one owner in one scope.
	MaxNotes = 200
)

// NoteChange is the result of memory_write.
type NoteChange struct {
	Scope  MemoryScope  `json:"scope"`
	Key    string       `json:"key"`
	Action MemoryAction `json:"action"`
	// Before and After are the note's length in code points; 0 means that there
	// is no note.
	Before int `json:"characters_before"`
	After  int `json:"characters_after"`

	owner   owner
	content string
	at      time.Time
}

// String describes the change in one sentence. It names the scope that the call
// asked for.
func (c *NoteChange) String() string {
	note := fmt.Sprintf("Note %q", c.Key)
	if c.Scope != ScopeDefault {
		note += fmt.Sprintf(" in the scope %s", c.Scope)
	}
	switch {
	case c.Action == ActionDelete:
		return fmt.Sprintf("%s deleted; it had %s.", note, texts.Count(c.Before, "character"))
	case c.Before == 0:
		return fmt.Sprintf("%s written, %s.", note, texts.Count(c.After, "character"))
	case c.Action == ActionAppend:
		return fmt.Sprintf("%s extended from %d to %s.", note, c.Before, texts.Count(c.After, "character"))
	}
	return fmt.Sprintf("%s replaced: %s (was %d).", note, texts.Count(c.After, "character"), c.Before)
}

// planNote reads the note and returns the change to it, or an error if the
// change is not possible.
func (s *Store) planNote(ctx context.Context, tx *sql.Tx, call *runtime.Call, args MemoryWriteArgs) (*NoteChange, error) {
	args.Scope, args.Action = cmp.Or(args.Scope, ScopeDefault), cmp.Or(args.Action, ActionSet)
	owner, err := s.noteOwner(call, args.Scope)
	if err != nil {
		return nil, err
	}
	old, exists, err := findNote(ctx, tx, owner, args.Key)
	if err != nil {
		return nil, err
	}
	c := &NoteChange{Scope: args.Scope, Key: args.Key, Action: args.Action, Before: old.Characters,
		owner: owner, content: args.Content, at: s.currentTime()}
	switch {
	case args.Action == ActionDelete && !exists:
		return nil, noteNotFound(args.Scope, args.Key)
	case args.Action == ActionDelete:
		return c, nil
	case args.Action == ActionAppend && exists:
		c.content = strings.TrimSuffix(old.Content, "\n") + "\n" + args.Content
	}
	c.After = utf8.RuneCountInString(c.content)
	return c, c.check(ctx, tx, exists)
}

// check returns an error if the change exceeds MaxNoteChars or MaxNotes.
func (c *NoteChange) check(ctx context.Context, tx *sql.Tx, exists bool) error {
	if c.After > MaxNoteChars {
		return texts.Error(runtime.InputInvalid, ReasonLimit, "content", "the note %q would have %d characters, at most %d are allowed: write a shorter text, or use another key",
			c.Key, c.After, MaxNoteChars)
	}
	if exists {
		return nil
	}
	var count int
	if err := tx.QueryRowContext(ctx, countNotesSQL, c.owner.scope, c.owner.id).Scan(&count); err != nil {
		return err
	}
	if count >= MaxNotes {
		return texts.Failure(ReasonLimit, "key", "the scope %s already has %d notes, which is the maximum: delete a note first, or append to one", c.Scope, MaxNotes)
	}
	return nil
}

// The SQL statements for the table memory.
const (
	listNotesSQL  = `SELECT key, '', length(content), updated_at FROM memory WHERE scope = ? AND owner = ? ORDER BY key`
	allNotesSQL   = `SELECT key, content, length(content), updated_at FROM memory WHERE scope = ? AND owner = ? ORDER BY key`
	findNoteSQL   = `SELECT key, content, length(content), updated_at FROM memory WHERE scope = ? AND owner = ? AND key = ?`
	countNotesSQL = `SELECT count(*) FROM memory WHERE scope = ? AND owner = ?`
	setNoteSQL    = `INSERT INTO memory (scope, owner, key, content, updated_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`
	deleteNoteSQL = `DELETE FROM memory WHERE scope = ? AND owner = ? AND key = ?`
)

// apply writes or deletes the note.
func (c *NoteChange) apply(ctx context.Context, tx *sql.Tx) (err error) {
	if c.Action == ActionDelete {
		_, err = tx.ExecContext(ctx, deleteNoteSQL, c.owner.scope, c.owner.id, c.Key)
		return err
	}
	_, err = tx.ExecContext(ctx, setNoteSQL, c.owner.scope, c.owner.id, c.Key, c.content, c.at.UnixMilli())
	return err
}

// listNotes returns the notes of an owner without their content.
func listNotes(ctx context.Context, tx *sql.Tx, o owner) ([]Note, error) {
	return queryAll(ctx, tx, scanNote, listNotesSQL, o.scope, o.id)
}

// searchNotes returns the notes of an owner whose key and content have words that begin
// with all words of a query, each with a part of its content. redact removes secrets.
func searchNotes(ctx context.Context, tx *sql.Tx, o owner, query string, redact func(string) string) ([]Note, error) {
	terms, err := parseQuery("query", query)
	if err != nil {
		return nil, err
	}
	for i := range terms {
		terms[i].prefix = true
	}
	all, err := queryAll(ctx, tx, scanNote, allNotesSQL, o.scope, o.id)
	found := all[:0]
	for _, note := range all {
		if hasAllTerms(note.Key+"\n"+note.Content, terms) {
			note.Content = passage(redact(note.Content), terms)
			found = append(found, note)
		}
	}
	return found, err
}

// findNote returns the note with a key, if it exists.
func findNote(ctx context.Context, tx *sql.Tx, o owner, key string) (note Note, exists bool, err error) {
	notes, err := queryAll(ctx, tx, scanNote, findNoteSQL, o.scope, o.id, key)
	if err != nil || len(notes) == 0 {
		return note, false, err
	}
	return notes[0], true, nil
}

// noteNotFound returns the error for a key without a note.
func noteNotFound(scope MemoryScope, key string) error {
	return texts.Error(runtime.InputInvalid, ReasonNotFound, "key", "the scope %s has no note %q; call memory_read without a key to list the notes", scope, key)
}

// scanNote reads a row of listNotesSQL, allNotesSQL or findNoteSQL.
func scanNote(rows *sql.Rows, n *Note) error {
	var updated int64
	err := rows.Scan(&n.Key, &n.Content, &n.Characters, &updated)
	n.UpdatedAt = timeFromMillis(updated)
	return err
}
