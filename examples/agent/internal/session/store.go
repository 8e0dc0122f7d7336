// Package session keeps conversations in a SQLite database, so that a process that is killed loses at most the calls
// that were running.
//
// A step of a conversation is written before its effects begin: the answer of the model with its prepared calls, then
// the start and the outcome of each call, then the results. [Session.Calls] has the calls that a later process finds
// without a result.
package session

import (
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Store is a database of sessions. It is safe for concurrent use, by several processes too.
type Store struct {
	db    *sql.DB
	path  string // of the database
	locks string // the directory of the locks of sessions
}

// The errors of sessions, for errors.Is.
var (
	// ErrUnknown means that there is no session with the id.
	ErrUnknown = errors.New("there is no such session")
	// ErrInUse means that another process works on the session.
	ErrInUse = errors.New("another process works on this session")
)

// Open opens the database in a directory, and creates both if they do not exist.
func Open(dir string) (*Store, error) {
	locks := filepath.Join(dir, "locks")
	if err := os.MkdirAll(locks, 0o700); err != nil {
		return nil, fmt.Errorf("the directory for sessions: %w", err)
	}
	path := filepath.Join(dir, "sessions.db")
	if err := createFile(path); err != nil {
		return nil, fmt.Errorf("the database of sessions: %w", err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(schema); err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be used as the database of sessions: %w; move it away to begin with a new one", path, err), db.Close())
	}
	return &Store{db: db, path: path, locks: locks}, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Info describes a session in a list.
type Info struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Dir     string    `json:"dir"`
	Parent  string    `json:"parent,omitempty"`
	Updated time.Time `json:"updated"`
	Entries int       `json:"entries"`
	Input   int       `json:"input_tokens"`
	Output  int       `json:"output_tokens"`
}

// List returns the sessions, the one that was changed last first.
func (s *Store) List() ([]Info, error) {
	rows, err := s.db.Query(`SELECT id, title, dir, parent, updated, input, output,
		(SELECT count(*) FROM entries WHERE session = id) FROM sessions ORDER BY updated DESC, id`)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var all []Info
	for rows.Next() {
		var info Info
		var updated int64
		if err := rows.Scan(&info.ID, &info.Title, &info.Dir, &info.Parent, &updated, &info.Input, &info.Output, &info.Entries); err != nil {
			return nil, err
		}
		info.Updated = time.UnixMilli(updated).UTC()
		all = append(all, info)
	}
	return all, s.explain(rows.Err())
}

// Create starts a session for a working directory.
func (s *Store) Create(dir string) (*Session, error) {
	id, now := newID(), time.Now().UnixMilli()
	if _, err := s.db.Exec(`INSERT INTO sessions (id, dir, parent, created, updated) VALUES (?, ?, '', ?, ?)`, id, dir, now, now); err != nil {
		return nil, err
	}
	return s.Resume(id)
}

// newID returns a random id of a session.
func newID() string { return strings.ToLower(rand.Text()[:10]) }

// Resume opens a session for this process alone, until [Session.Close].
func (s *Store) Resume(id string) (*Session, error) {
	held, err := s.Hold(id)
	if err != nil {
		return nil, err
	}
	if err := held.load(); err != nil {
		return nil, errors.Join(s.explain(err), held.Close())
	}
	return held, nil
}

// Hold is like Resume, but does not read the entries and the calls, which can be damaged.
func (s *Store) Hold(id string) (*Session, error) {
	held, err := s.find(id)
	if err != nil {
		return nil, s.explain(err)
	}
	held.lock = flock.New(filepath.Join(s.locks, held.ID))
	switch ok, err := held.lock.TryLock(); {
	case err != nil:
		return nil, err
	case !ok:
		return nil, fmt.Errorf("session %s: %w", held.ID, ErrInUse)
	}
	return held, nil
}

// MinPrefix is how many characters of a session's id identify it, if no other id begins with them.
const MinPrefix = 4

// find returns the session without its entries. The id may be the beginning of one.
func (s *Store) find(id string) (*Session, error) {
	rows, err := s.db.Query(`SELECT id, dir, title, state FROM sessions WHERE id = ? OR substr(id, 1, length(?)) = ? AND length(?) >= ? LIMIT 2`, id, id, id, id, MinPrefix)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found *Session
	for rows.Next() {
		if found != nil {
			return nil, fmt.Errorf("session %s: several ids begin with this: write more of the id; agent sessions list prints the ids", id)
		}
		found = &Session{store: s}
		if err := rows.Scan(&found.ID, &found.Dir, &found.Title, &found.state); err != nil {
			return nil, err
		}
	}
	if found == nil && rows.Err() == nil {
		return nil, fmt.Errorf("session %s: %w: agent sessions list prints the ids, of which at least the first %d characters are needed", id, ErrUnknown, MinPrefix)
	}
	return found, rows.Err()
}

// Fork copies a session with its entries and texts and returns the copy's id. Calls that have not ended are not copied;
// nor are the changes of files, which only the first session can undo.
func (s *Store) Fork(id string) (string, error) {
	old, err := s.find(id)
	if err != nil {
		return "", s.explain(err)
	}
	fresh, now := newID(), time.Now().UnixMilli()
	return fresh, s.write(func(tx *sql.Tx) error {
		return execAll(tx, []statement{
			{`INSERT INTO sessions (id, dir, parent, created, updated, title, input, output)
				SELECT ?, dir, id, ?, ?, title, input, output FROM sessions WHERE id = ?`, []any{fresh, now, now, old.ID}},
			{`INSERT INTO entries SELECT ?, number, entry FROM entries WHERE session = ? AND
				(NOT EXISTS (SELECT 1 FROM calls WHERE session = ?) OR number < (SELECT max(number) FROM entries WHERE session = ?))`,
				[]any{fresh, old.ID, old.ID, old.ID}},
			{`INSERT INTO texts (session, handle, text, note) SELECT ?, handle, text, note FROM texts WHERE session = ? ORDER BY number`,
				[]any{fresh, old.ID}},
		})
	})
}

// Remove deletes a session that this process holds, with its texts and changes, and closes it.
func (s *Store) Remove(held *Session) error {
	_, err := s.db.Exec(`DELETE FROM sessions WHERE id = ?`, held.ID)
	return errors.Join(err, held.Close(), os.Remove(filepath.Join(s.locks, held.ID)))
}

// Prompts returns the last texts of users, oldest first, for the history of a terminal.
func (s *Store) Prompts(limit int) ([]string, error) {
	rows, err := s.db.Query(`SELECT prompt FROM (
		SELECT e.rowid AS number, json_extract(e.entry, '$.prompt') AS prompt FROM entries e WHERE prompt IS NOT NULL ORDER BY number DESC LIMIT ?
	) ORDER BY number`, limit)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var prompt string
		if err := rows.Scan(&prompt); err != nil {
			return nil, err
		}
		all = append(all, prompt)
	}
	return all, s.explain(rows.Err())
}
