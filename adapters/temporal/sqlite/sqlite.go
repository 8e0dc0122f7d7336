// Package sqlite has a store for workers of package temporal that run on one
// machine: one SQLite file, which any number of processes may have open.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/toolgen/toolgen/adapters/temporal"
)

// applicationID identifies a database of this package in SQLite's header. Its bytes
// are "tlgd".
const applicationID = 0x746c6764

// schema is the schema of a new database. STRICT refuses values of other types.
const schema = `CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS records_expires ON records (expires);`

// busyTimeout is how long an update waits for other processes.
const busyTimeout = 10 * time.Second

// Store is a temporal.Store in an SQLite file. It is safe for concurrent use. Use
// [Open] to make one.
type Store struct {
	db *sql.DB
	// writer limits this process to one writer, so that its updates wait in a queue
	// instead of polling SQLite.
	writer chan struct{}
}

var _ temporal.Store = (*Store)(nil)

// Open opens the store in a file, which it creates with mode 0600 if it does not
// exist. The file must be on a local disk, because SQLite cannot lock files of most
// network file systems. A file of another program is not changed, and Open returns
// an error.
func Open(path string) (*Store, error) {
	s := &Store{writer: make(chan struct{}, 1)}
	if err := s.open(path); err != nil {
		return nil, fmt.Errorf("sqlite: %q: %w", path, err)
	}
	return s, nil
}

// open creates the file, connects to it and creates its schema.
func (s *Store) open(path string) error {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(absolute, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	switch {
	case err == nil:
		err = file.Close()
	case errors.Is(err, os.ErrExist):
		err = nil
	}
	if err != nil {
		return err
	}
	if s.db, err = sql.Open("sqlite", dataSourceName(absolute)); err != nil {
		return err
	}
	s.db.SetMaxOpenConns(4)
	s.db.SetMaxIdleConns(4)
	if err := s.prepare(context.Background()); err != nil {
		return errors.Join(err, s.db.Close())
	}
	return nil
}

// dataSourceName returns the path as an escaped URI with the settings of every
// connection.
func dataSourceName(absolute string) string {
	path := filepath.ToSlash(absolute)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // on Windows: /C:/…
	}
	settings := url.Values{
		"_txlock": {"immediate"},
		"_pragma": {fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()), "synchronous(FULL)", "trusted_schema(0)"},
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: settings.Encode()}).String()
}

// prepare checks the owner of the file, creates the schema and removes expired
// records.
func (s *Store) prepare(ctx context.Context) error {
	var owner, objects int
	if err := s.db.QueryRowContext(ctx, "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id").Scan(&owner, &objects); err != nil {
		return err
	}
	if owner != applicationID && (owner != 0 || objects > 0) {
		return errors.New("the file is a database of another program; it was not changed")
	}
	if _, err := s.db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, schema); err != nil {
			return err
		}
		return sweep(ctx, tx)
	})
}

// sweep removes up to a hundred expired records.
func sweep(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM records WHERE key IN (SELECT key FROM records WHERE expires < ? LIMIT 100)", time.Now().UnixMilli())
	return err
}

// Get returns the value of a key; see temporal.Store.
func (s *Store) Get(ctx context.Context, key string) ([]byte, error) {
	value, err := get(ctx, s.db, key)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return value, nil
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// get returns the value of a key that has not expired; nil if there is none.
func get(ctx context.Context, q querier, key string) (value []byte, err error) {
	err = q.QueryRowContext(ctx, "SELECT value FROM records WHERE key = ? AND expires >= ?", key, time.Now().UnixMilli()).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, err
}

// Update replaces the value of a key in one transaction; see temporal.Store.
func (s *Store) Update(ctx context.Context, key string, expires time.Time, change func(old []byte) ([]byte, error)) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		old, err := get(ctx, tx, key)
		if err != nil {
			return err
		}
		value, err := change(old)
		if err != nil {
			return err
		}
		if value == nil {
			value = []byte{}
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO records (key, value, expires) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires",
			key, value, expires.UnixMilli())
		if err != nil {
			return err
		}
		return sweep(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return nil
}

// write runs a function in a transaction that writes.
func (s *Store) write(ctx context.Context, change func(tx *sql.Tx) error) error {
	select {
	case s.writer <- struct{}{}:
		defer func() { <-s.writer }()
	case <-ctx.Done():
		return ctx.Err()
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := change(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Close closes the file. Later calls return an error.
func (s *Store) Close() error { return s.db.Close() }
