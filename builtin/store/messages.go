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

// MaxMessageBytes is how long the text of a message may be.
const MaxMessageBytes = 256 << 10

// Message is one message of a session, as an agent loop records it for
// session_search.
type Message struct {
	// Personality is the personality whose session it is; empty means
	// Options.DefaultPersonality, and one of the two is required. Only calls of
	// that personality find the message.
	Personality string
	// Team is the team that the session belongs to, if any. Only calls in that
	// team find the message.
	Team string
	// Session is the session's id. Required.
	Session string
	// Role is who spoke, such as "user", "assistant" or "tool". Required.
	Role string
	// Time is when, in the years 0 to 9999; the zero time means now.
	Time time.Time
	// Text is what was said, up to MaxMessageBytes. What is not UTF-8 in it, and
	// NUL, becomes U+FFFD. Secrets should have been taken out.
	Text string
}

// AppendMessages records messages, all or none of them. Once it has returned
// nil they survive the process being killed, and are found by session_search.
// It is safe for concurrent use, and waits for other writers up to
// Options.BusyTimeout; its errors are those of a tool.
func (s *Store) AppendMessages(ctx context.Context, messages ...Message) error {
	messages = slices.Clone(messages)
	for i := range messages {
		if err := s.complete(&messages[i]); err != nil {
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

// complete fills in what a message leaves out, and says what it lacks.
func (s *Store) complete(m *Message) error {
	if m.Personality == "" {
		m.Personality = s.personality
	}
	if m.Time.IsZero() {
		m.Time = s.clock()
	}
	m.Text = texts.Valid(m.Text) // SQLite reads texts up to NUL
	return m.check()
}

// check says what a message lacks.
func (m *Message) check() error {
	switch {
	case m.Personality == "":
		return errors.New("has no personality, and the store no default for it")
	case m.Session == "" || m.Role == "":
		return errors.New("needs a session and a role")
	case m.Time.UTC().Year() < 0 || m.Time.UTC().Year() > 9999:
		return fmt.Errorf("is of the year %d, which RFC 3339 cannot write", m.Time.UTC().Year())
	case len(m.Text) > MaxMessageBytes:
		return fmt.Errorf("has %d bytes, at most %d are kept", len(m.Text), MaxMessageBytes)
	}
	return nil
}

// The statements of the tables sessions and messages.
const (
	addSessionSQL = `INSERT INTO sessions (personality, team, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`
	addMessageSQL = `INSERT INTO messages (session, role, text, words, written_at)
		SELECT number, ?, ?, ?, ? FROM sessions WHERE personality = ? AND team = ? AND id = ?`
	forgetSessionSQL = `DELETE FROM sessions WHERE personality = ? AND team = ? AND id = ?`
	forgetNotesSQL   = `DELETE FROM memory WHERE scope = ? AND owner = ?`
	allTextsSQL      = `SELECT id, text FROM messages WHERE id > ? ORDER BY id LIMIT 100`
	setWordsSQL      = `UPDATE messages SET words = ? WHERE id = ?`
	reindexSQL       = `INSERT INTO message_search (message_search) VALUES ('rebuild')`
)

func (m *Message) insert(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, addSessionSQL, m.Personality, m.Team, m.Session); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, addMessageSQL, m.Role, m.Text, indexed(m.Text), m.Time.UnixMilli(), m.Personality, m.Team, m.Session)
	return err
}

// ForgetSession removes a session's messages, also from the index, so that no
// search finds them, and the notes and the to-do list that are kept under its
// id. Traces may stay in the file until SQLite uses the space again. A session
// that there is not is no error.
func (s *Store) ForgetSession(ctx context.Context, personality, team, session string) error {
	if personality == "" {
		personality = s.personality
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, forgetSessionSQL, personality, team, session); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, forgetNotesSQL, ownerOfSession(session).scope, session); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, clearTodoSQL, session)
		return err
	})
}

// indexed is what the column words holds for a text: nothing where it is
// indexed as it is.
func indexed(text string) sql.NullString {
	words := apart(text)
	return sql.NullString{String: words, Valid: words != text}
}

// indexAll indexes the messages of a file that had no index.
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
		batch, err := collect(ctx, tx, scan, allTextsSQL, last)
		if err != nil || len(batch) == 0 {
			return err
		}
		for _, r := range batch {
			last = r.id
			if words := indexed(r.text); words.Valid {
				if _, err := tx.ExecContext(ctx, setWordsSQL, words, r.id); err != nil {
					return err
				}
			}
		}
	}
}
