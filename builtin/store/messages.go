package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// MaxMessageBytes is the maximum length of a message's text, in bytes.
const MaxMessageBytes = 256 << 10

// Message is one message of a session, as an agent loop records it for
// session_search.
type Message struct {
	// Personality is the id of the session's personality. Empty means
	// Options.DefaultPersonality; one of the two is required. Only calls of the
	// same personality find the message.
	Personality string
	// Team is the id of the session's team; empty means no team. Only calls of
	// the same team find the message.
	Team string
	// Session is the session's id. Required.
	Session string
	// Role is the author's role, such as "user", "assistant" or "tool". Required.
	Role string
	// Time is the time of the message, in the years 0 to 9999; the zero time
	// means now.
	Time time.Time
	// Text is the content, at most MaxMessageBytes. Invalid UTF-8 and NUL are
	// replaced by U+FFFD. The caller removes secrets from it.
	Text string
}

// AppendMessages records all of the messages, or none if it returns an error.
// After it has returned nil, session_search finds the messages, and they
// survive the end of the process. It is safe for concurrent use, and waits for
// other writers up to Options.BusyTimeout. Its errors are those of an invalid
// message, the error of an ended context, or a *runtime.Error with a Reason.
func (s *Store) AppendMessages(ctx context.Context, messages ...Message) error {
	messages = slices.Clone(messages)
	for i := range messages {
		if err := s.setDefaults(&messages[i]); err != nil {
			return fmt.Errorf("store: message %d: %w", i, err)
		}
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		for i := range messages {
			if err := messages[i].insert(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
}

// setDefaults sets the empty fields of a message that have a default, and
// returns an error if the message is invalid.
func (s *Store) setDefaults(m *Message) error {
	if m.Personality == "" {
		m.Personality = s.defaultPersonality
	}
	if m.Time.IsZero() {
		m.Time = s.currentTime()
	}
	m.Text = texts.Valid(m.Text) // SQLite ends a text at NUL
	return m.check()
}

// check returns an error if the message is invalid.
func (m *Message) check() error {
	switch {
	case m.Personality == "":
		return errors.New("has no personality, and the store has no DefaultPersonality")
	case m.Session == "" || m.Role == "":
		return errors.New("needs a session and a role")
	case m.Time.UTC().Year() < 0 || m.Time.UTC().Year() > 9999:
		return fmt.Errorf("is from the year %d, expected 0 to 9999", m.Time.UTC().Year())
	case len(m.Text) > MaxMessageBytes:
		return fmt.Errorf("has %d bytes, at most %d are allowed", len(m.Text), MaxMessageBytes)
	}
	return nil
}

// The SQL statements for the tables sessions and messages.
const (
	addSessionSQL = `INSERT INTO sessions (personality, team, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`
	addMessageSQL = `INSERT INTO messages (session, role, text, words, written_at)
		SELECT number, ?, ?, ?, ? FROM sessions WHERE personality = ? AND team = ? AND id = ?`
	deleteSessionSQL = `DELETE FROM sessions WHERE personality = ? AND team = ? AND id = ?`
	deleteNotesSQL   = `DELETE FROM memory WHERE scope = ? AND owner = ?`
	allTextsSQL      = `SELECT id, text FROM messages WHERE id > ? ORDER BY id LIMIT 100`
	setWordsSQL      = `UPDATE messages SET words = ? WHERE id = ?`
	reindexSQL       = `INSERT INTO message_search (message_search) VALUES ('rebuild')`
)

// insert writes the message, and its session if it is new.
func (m *Message) insert(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, addSessionSQL, m.Personality, m.Team, m.Session); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, addMessageSQL, m.Role, m.Text, indexWords(m.Text), m.Time.UnixMilli(), m.Personality, m.Team, m.Session)
	return err
}

// DeleteSession deletes the messages of a session from the table and from the
// search index, and the notes and the to-do list of the session. An empty
// personality means Options.DefaultPersonality. The deleted bytes can remain in
// the file until SQLite overwrites them. It is not an error if the session does
// not exist.
func (s *Store) DeleteSession(ctx context.Context, personality, team, session string) error {
	if personality == "" {
		personality = s.defaultPersonality
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, deleteSessionSQL, personality, team, session); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, deleteNotesSQL, sessionOwnerFromID(session).scope, session); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, clearTodoSQL, session)
		return err
	})
}

// indexWords returns the value of the column words for a text: NULL if the
// index takes the text without a change.
func indexWords(text string) sql.NullString {
	words := separateLetters(text)
	return sql.NullString{String: words, Valid: words != text}
}

// indexAll builds the search index for all messages in the file.
func indexAll(ctx context.Context, tx *sql.Tx) error {
	type row struct {
		id   int64
		text string
	}
	scan := func(rows *sql.Rows, r *row) error { return rows.Scan(&r.id, &r.text) }
	if _, err := tx.ExecContext(ctx, reindexSQL); err != nil {
		return err
	}
	for last := int64(0); ; {
		batch, err := queryAll(ctx, tx, scan, allTextsSQL, last)
		if err != nil || len(batch) == 0 {
			return err
		}
		for _, r := range batch {
			last = r.id
			if words := indexWords(r.text); words.Valid {
				if _, err := tx.ExecContext(ctx, setWordsSQL, words, r.id); err != nil {
					return err
				}
			}
		}
	}
}
