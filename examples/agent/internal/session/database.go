package session

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// schema creates the tables. PRAGMA user_version is 0; a later form of a table has a higher one.
const schema = `
CREATE TABLE IF NOT EXISTS sessions (
	id TEXT PRIMARY KEY, dir TEXT NOT NULL, parent TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL,
	title TEXT NOT NULL DEFAULT '', input INTEGER NOT NULL DEFAULT 0, output INTEGER NOT NULL DEFAULT 0, state BLOB) STRICT;
CREATE TABLE IF NOT EXISTS entries (
	session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, number INTEGER NOT NULL, entry BLOB NOT NULL,
	PRIMARY KEY (session, number)) STRICT;
CREATE TABLE IF NOT EXISTS calls (
	session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, position INTEGER NOT NULL,
	prepared BLOB NOT NULL, started INTEGER NOT NULL DEFAULT 0, outcome BLOB,
	PRIMARY KEY (session, position)) STRICT;
CREATE TABLE IF NOT EXISTS changes (
	number INTEGER PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
	path TEXT NOT NULL, before BLOB, after TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS texts (
	number INTEGER PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
	handle TEXT NOT NULL, text BLOB NOT NULL, note TEXT, UNIQUE (session, handle)) STRICT;
CREATE TABLE IF NOT EXISTS servers (
	name TEXT PRIMARY KEY, command BLOB NOT NULL, pins BLOB NOT NULL) STRICT;
`

// createFile creates the file of the database, which only the user can read, unless it exists. SQLite gives the files that
// it makes next to it the same mode.
func createFile(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return errors.Join(err, file.Close())
}

// explain adds the path of the database to an error of SQLite, and what the user can do if the database is damaged.
func (s *Store) explain(err error) error {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return err
	}
	switch failure.Code() & 0xff { // without the details of an extended code
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s is damaged: %w; restore a copy of it, or move it away to begin with a new one", s.path, err)
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

// statement is one SQL statement with its arguments.
type statement struct {
	sql       string
	arguments []any
}

// execAll executes statements in a transaction.
func execAll(tx *sql.Tx, all []statement) error {
	for _, s := range all {
		if _, err := tx.Exec(s.sql, s.arguments...); err != nil {
			return err
		}
	}
	return nil
}

// write runs a function in a transaction.
func (s *Store) write(f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return s.explain(err)
	}
	if err := f(tx); err != nil {
		return errors.Join(s.explain(err), tx.Rollback())
	}
	return s.explain(tx.Commit())
}

// encode and decode convert values of the database.
func encode(value any) ([]byte, error)    { return json.Marshal(value) }
func decode(text []byte, value any) error { return json.Unmarshal(text, value) }
