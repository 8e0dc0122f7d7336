package session

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

// maxTextBytes is the maximum size of the stored texts of all sessions together. The oldest ones are removed.
const maxTextBytes = 256 << 20

// Texts stores the full texts of results that were cut, for the tool read_result. A text of a session is in the database
// until the session is removed, so that a later process finds it. The texts of other callers, such as sub-agents, are in
// temporary files.
type Texts struct {
	store     *Store
	temporary *spill.Files
	maxBytes  int
}

var _ interface {
	runtime.SpillStore
	runtime.SpillNotes
} = (*Texts)(nil)

// NewTexts returns the texts of the store. The caller closes them before the store.
func NewTexts(s *Store) (*Texts, error) {
	temporary, err := spill.NewFiles(nil)
	return &Texts{s, temporary, maxTextBytes}, err
}

// Close removes the temporary files.
func (t *Texts) Close() error { return t.temporary.Close() }

// The statements of the texts. A session and its copies can have the same handles.
const (
	putText = `INSERT INTO texts (session, handle, text)
		SELECT id, 't' || (SELECT 1 + coalesce(max(number), 0) FROM texts), ? FROM sessions WHERE id = ? RETURNING handle`
	removeOldTexts = `DELETE FROM texts WHERE number <= (SELECT max(number) FROM (
		SELECT number, sum(length(text)) OVER (ORDER BY number DESC) AS size FROM texts) WHERE size > ?)`
	getText = `SELECT text FROM texts WHERE session = ? AND handle = ?`
	setNote = `UPDATE texts SET note = ? WHERE session = ? AND handle = ?`
	getNote = `SELECT note FROM texts WHERE session = ? AND handle = ? AND note IS NOT NULL`
)

// Put stores a text. A text of a session does not expire.
func (t *Texts) Put(ctx context.Context, s *runtime.Session, text string, expires time.Time) (handle string, err error) {
	if len(text) > t.maxBytes {
		return "", fmt.Errorf("the text has %d bytes, at most %d can be stored", len(text), t.maxBytes)
	}
	err = t.store.write(func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, putText, []byte(text), s.ID()).Scan(&handle); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, removeOldTexts, t.maxBytes)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return t.temporary.Put(ctx, s, text, expires)
	}
	return handle, err
}

// Get returns a part of a text.
func (t *Texts) Get(ctx context.Context, s *runtime.Session, handle string, start, end int) (text string, total int, err error) {
	err = t.store.db.QueryRowContext(ctx, getText, s.ID(), handle).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return t.temporary.Get(ctx, s, handle, start, end)
	}
	full := []rune(text)
	start = min(max(start, 0), len(full))
	return string(full[start:min(max(end, start), len(full))]), len(full), err
}

// Note stores a note with a text.
func (t *Texts) Note(s *runtime.Session, handle, note string) {
	_, _ = t.store.db.Exec(setNote, note, s.ID(), handle) // without its note, the text is untrusted
	t.temporary.Note(s, handle, note)
}

// Recall returns the note of a text.
func (t *Texts) Recall(s *runtime.Session, handle string) (note string, ok bool) {
	if err := t.store.db.QueryRow(getNote, s.ID(), handle).Scan(&note); err == nil {
		return note, true
	}
	return t.temporary.Recall(s, handle)
}
