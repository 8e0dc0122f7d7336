package session

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// Session is a conversation that only this process can use until it is closed. Only StartCall and EndCall are safe for
// concurrent use.
type Session struct {
	// ID, Dir and Title are the id, the working directory and the first words of the conversation.
	ID, Dir, Title string
	// Entries are the steps of the conversation, oldest first.
	Entries []model.Entry
	// Calls are the calls of the last entry, if their results are not yet an entry.
	Calls []Call

	store   *Store
	lock    *flock.Flock
	state   []byte           // the stored snapshot; nil if there is none
	runtime *runtime.Session // made from state when it is first needed
}

// Call is a call of the last answer with its state.
type Call struct {
	Prepared runtime.Prepared
	// Started reports that the call began; Outcome is how it ended, nil if it did not.
	Started bool
	Outcome *runtime.Outcome
}

// Project returns the owner of the notes and messages of sessions in a directory: its path without symbolic links.
func Project(dir string) string {
	if path, err := filepath.EvalSymlinks(dir); err == nil {
		return path
	}
	return dir
}

// Close lets other processes use the session.
func (s *Session) Close() error { return s.lock.Close() }

// Leave closes the session, and deletes it if there is nothing to continue and nothing to undo.
func (s *Session) Leave() error {
	var changedFiles bool
	err := s.store.db.QueryRow(`SELECT EXISTS (SELECT 1 FROM changes WHERE session = ?)`, s.ID).Scan(&changedFiles)
	if err == nil && len(s.Entries) == 0 && !changedFiles {
		return s.store.Remove(s)
	}
	return errors.Join(err, s.Close())
}

// load reads the entries and the calls.
func (s *Session) load() error {
	rows, err := s.store.db.Query(`SELECT entry FROM entries WHERE session = ? ORDER BY number`, s.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var text []byte
		var entry model.Entry
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if err := json.Unmarshal(text, &entry); err != nil {
			return fmt.Errorf("session %s: entry %d is damaged: %w; begin a new session (agent sessions remove deletes this one)", s.ID, len(s.Entries)+1, err)
		}
		s.Entries = append(s.Entries, entry)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return s.loadCalls()
}

// loadCalls reads the calls of the last answer.
func (s *Session) loadCalls() error {
	rows, err := s.store.db.Query(`SELECT prepared, started, outcome FROM calls WHERE session = ? ORDER BY position`, s.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var prepared, outcome []byte
		var call Call
		if err := rows.Scan(&prepared, &call.Started, &outcome); err != nil {
			return err
		}
		if err := json.Unmarshal(prepared, &call.Prepared); err != nil {
			return fmt.Errorf("session %s: a call is damaged: %w", s.ID, err)
		}
		if outcome != nil {
			call.Outcome = new(runtime.Outcome)
			if err := json.Unmarshal(outcome, call.Outcome); err != nil {
				return fmt.Errorf("session %s: an outcome is damaged: %w", s.ID, err)
			}
		}
		s.Calls = append(s.Calls, call)
	}
	return rows.Err()
}

// Runtime returns the session of the runtime: read times, totals and used decisions. AddResults stores its state.
func (s *Session) Runtime() (*runtime.Session, error) {
	if s.runtime == nil && s.state == nil {
		s.runtime = runtime.NewSession(s.ID, s.ID)
	}
	if s.runtime == nil {
		var snapshot runtime.Snapshot
		if err := json.Unmarshal(s.state, &snapshot); err != nil {
			return nil, fmt.Errorf("session %s: its state is damaged: %w", s.ID, err)
		}
		s.runtime = runtime.RestoreSession(snapshot)
	}
	return s.runtime, nil
}

// AddPrompt appends a text of the user.
func (s *Session) AddPrompt(text string) error {
	if s.Title == "" {
		s.Title = firstWords(text)
	}
	return s.add(model.Entry{Prompt: text}, models.Usage{}, nil, statement{`UPDATE sessions SET title = ? WHERE id = ?`, []any{s.Title, s.ID}})
}

// AddAnswer appends an answer of the model, and its calls before any of them runs.
func (s *Session) AddAnswer(answer *model.Answer, prepared []runtime.Prepared) error {
	calls := make([]Call, len(prepared))
	var more []statement
	for i := range prepared {
		calls[i].Prepared = prepared[i]
		text, err := encode(prepared[i])
		if err != nil {
			return err
		}
		more = append(more, statement{`INSERT INTO calls (session, position, prepared) VALUES (?, ?, ?)`, []any{s.ID, i, text}})
	}
	return s.add(model.Entry{Answer: answer}, answer.Usage, calls, more...)
}

// StartCall records that a call of the last answer begins. The call must not begin before StartCall has returned nil.
func (s *Session) StartCall(i int) error {
	_, err := s.store.db.Exec(`UPDATE calls SET started = 1 WHERE session = ? AND position = ?`, s.ID, i)
	return err
}

// EndCall records the outcome of a call of the last answer.
func (s *Session) EndCall(i int, outcome *runtime.Outcome) error {
	text, err := encode(outcome)
	if err != nil {
		return err
	}
	_, err = s.store.db.Exec(`UPDATE calls SET outcome = ? WHERE session = ? AND position = ?`, text, s.ID, i)
	return err
}

// AddResults appends the results of the calls of the last answer, with the state of the runtime's session.
func (s *Session) AddResults(results []runtime.CallResult) error {
	text, err := encode(s.runtime.Snapshot())
	if err != nil {
		return err
	}
	return s.add(model.Entry{Results: results}, models.Usage{}, nil,
		statement{`DELETE FROM calls WHERE session = ?`, []any{s.ID}}, statement{`UPDATE sessions SET state = ? WHERE id = ?`, []any{text, s.ID}})
}

// add appends an entry and sets the calls, in one transaction with the other statements.
func (s *Session) add(entry model.Entry, usage models.Usage, calls []Call, more ...statement) error {
	text, err := encode(entry)
	if err != nil {
		return err
	}
	all := append([]statement{
		{`INSERT INTO entries (session, number, entry) VALUES (?, (SELECT 1 + coalesce(max(number), 0) FROM entries WHERE session = ?), ?)`, []any{s.ID, s.ID, text}},
		{`UPDATE sessions SET updated = ?, input = input + ?, output = output + ? WHERE id = ?`, []any{time.Now().UnixMilli(), usage.Input, usage.Output, s.ID}},
	}, more...)
	if err := s.store.write(func(tx *sql.Tx) error { return execAll(tx, all) }); err != nil {
		return fmt.Errorf("session %s: %w", s.ID, err)
	}
	s.Entries, s.Calls = append(s.Entries, entry), calls
	return nil
}

// SetResults replaces the results of an entry by shorter ones.
func (s *Session) SetResults(i int, results []runtime.CallResult) error {
	entry := model.Entry{Results: results}
	text, err := encode(entry)
	if err != nil {
		return err
	}
	if _, err := s.store.db.Exec(`UPDATE entries SET entry = ? WHERE session = ? AND number = `+numberOf, text, s.ID, s.ID, i); err != nil {
		return fmt.Errorf("session %s: %w", s.ID, err)
	}
	s.Entries[i] = entry
	return nil
}

// numberOf is the number of an entry in the database, for its index in a session.
const numberOf = `(SELECT number FROM entries WHERE session = ? ORDER BY number LIMIT 1 OFFSET ?)`

// Summarize replaces the first n entries by fewer ones: their summary, and what remains of them.
func (s *Session) Summarize(n int, by []model.Entry, usage models.Usage) error {
	if len(by) > n {
		return fmt.Errorf("session %s: %d entries cannot replace %d", s.ID, len(by), n)
	}
	all := []statement{{`UPDATE sessions SET input = input + ?, output = output + ? WHERE id = ?`, []any{usage.Input, usage.Output, s.ID}}}
	first := n - len(by)
	for i, entry := range by {
		text, err := encode(entry)
		if err != nil {
			return err
		}
		all = append(all, statement{`UPDATE entries SET entry = ? WHERE session = ? AND number = ` + numberOf, []any{text, s.ID, s.ID, first + i}})
	}
	all = append(all, statement{`DELETE FROM entries WHERE session = ? AND number < ` + numberOf, []any{s.ID, s.ID, first}})
	if err := s.store.write(func(tx *sql.Tx) error { return execAll(tx, all) }); err != nil {
		return fmt.Errorf("session %s: %w", s.ID, err)
	}
	s.Entries = slices.Concat(by, s.Entries[n:])
	return nil
}

// maxTitle is the maximum length of a title in code points.
const maxTitle = 60

// firstWords returns the beginning of the first line of a text.
func firstWords(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(line); len(runes) > maxTitle {
		return string(runes[:maxTitle-1]) + "…"
	}
	return line
}
