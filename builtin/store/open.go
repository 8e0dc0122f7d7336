package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// DefaultBusyTimeout is the default of Options.BusyTimeout.
const DefaultBusyTimeout = 5 * time.Second

// Options are the options of Open. The zero value and nil select the default of
// each field.
type Options struct {
	// BusyTimeout is the maximum time that a call waits for another writer.
	// After it, the call fails with the reason DATABASE_LOCKED. Zero or less
	// means DefaultBusyTimeout.
	BusyTimeout time.Duration
	// DefaultPersonality is the personality of calls and messages without one,
	// for programs with a single user. If it is empty too, tools that need a
	// personality fail with the reason NO_PERSONALITY.
	DefaultPersonality string
	// Now returns the current time; nil means time.Now. It must be safe for
	// concurrent use.
	Now func() time.Time
}

// Store keeps notes, messages, to-do lists and tickets in one SQLite file. It
// is safe for concurrent use. Other stores in this or another process may have
// the same file open.
type Store struct {
	db                 *sql.DB
	defaultPersonality string
	busyTimeout        time.Duration
	now                func() time.Time
	// writeSlot limits the store to one writer, so that its other writers wait
	// in a queue instead of polling SQLite.
	writeSlot chan struct{}
	// readSlots limits the number of readers, so that one connection is always
	// free for the writer.
	readSlots chan struct{}
	// activeCalls is held for reading by running calls, and for writing by Close.
	activeCalls sync.RWMutex
	closed      atomic.Bool
}

// maxReaders is the maximum number of calls that read at the same time. One
// more call can write.
const maxReaders = 3

// Open opens the store in the file at the given path. A missing file is created
// with mode 0600, and missing parent directories with mode 0700; the mode of an
// existing file is not changed. A file with an older schema is migrated. A file
// that has a newer schema, belongs to another program or is damaged is not
// changed, and Open returns an error. An error wraps a *runtime.Error with a
// Reason. Its text contains the path, so do not pass it to a model.
func Open(path string, o *Options) (*Store, error) {
	if o == nil {
		o = &Options{}
	}
	s := &Store{defaultPersonality: o.DefaultPersonality, busyTimeout: o.BusyTimeout, now: o.Now, writeSlot: make(chan struct{}, 1), readSlots: make(chan struct{}, maxReaders)}
	if s.busyTimeout <= 0 {
		s.busyTimeout = DefaultBusyTimeout
	}
	if s.now == nil {
		s.now = time.Now
	}
	if err := s.open(path); err != nil {
		return nil, fmt.Errorf("store: %q: %w", path, err)
	}
	return s, nil
}

// open creates or checks the file, connects to it and migrates its schema.
func (s *Store) open(path string) error {
	absolute, err := prepareFile(path)
	if err != nil {
		return fileError(err)
	}
	connector, err := sqlite.NewConnector(dataSourceName(absolute, s.busyTimeout))
	if err != nil {
		return err
	}
	s.db = sql.OpenDB(connector)
	s.db.SetMaxOpenConns(maxReaders + 1)
	s.db.SetMaxIdleConns(maxReaders + 1)
	if err := s.migrate(context.Background()); err != nil {
		return errors.Join(err, s.db.Close())
	}
	return nil
}

// createMu serializes the creation of files in this process. Closing a file
// releases all POSIX locks that the process has on it, including SQLite's, so
// no file may be closed here after a store has opened it.
var createMu sync.Mutex

// prepareFile checks the path, creates a missing file and its directories, and
// returns the absolute path. It does not open an existing file; createMu says
// why.
func prepareFile(path string) (absolute string, err error) {
	if path == "" || strings.ContainsRune(path, 0) {
		return "", errors.New("the path is empty or contains a NUL character")
	}
	if absolute, err = filepath.Abs(path); err != nil {
		return "", err
	}
	createMu.Lock()
	defer createMu.Unlock()
	err = checkRegularFile(absolute)
	if errors.Is(err, fs.ErrNotExist) {
		err = createFile(absolute)
	}
	return absolute, err
}

// minDatabaseBytes is the size of the smallest possible database file.
const minDatabaseBytes = 512

// checkRegularFile returns an error unless the path is a regular file that is
// empty or can be a database.
func checkRegularFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a directory, expected a file: add a file name, such as store.db")
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file; a store must be a regular file")
	case info.Size() > 0 && info.Size() < minDatabaseBytes:
		return resultCodeError(sqlite3.SQLITE_NOTADB, nil) // SQLite would treat it as an empty file and overwrite it
	}
	return nil
}

// createFile creates an empty file, which SQLite treats as an empty database.
// SQLite gives its additional files the same mode.
func createFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return checkRegularFile(path) // another process has created it, or it is a link without a target
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// busySlice is the maximum time that SQLite waits for a lock in one attempt.
// The wait inside SQLite cannot be interrupted, so the store checks the context
// between two attempts.
const busySlice = 100 * time.Millisecond

// dataSourceName returns the data source name for the driver: the path as an escaped URI,
// and the settings of every connection.
func dataSourceName(absolute string, busy time.Duration) string {
	path := filepath.ToSlash(absolute)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // on Windows: /C:/…
	}
	settings := url.Values{
		"_txlock":    {"immediate"},
		"_defensive": {"1"},
		"_dqs":       {"0"},
		"_pragma": {
			fmt.Sprintf("busy_timeout(%d)", min(busy, busySlice).Milliseconds()),
			"foreign_keys(1)",
			"synchronous(FULL)",
			"trusted_schema(0)",
		},
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: settings.Encode()}).String()
}

// Close waits for running calls and closes the store. Later calls fail with
// not_available. A second Close has no effect.
func (s *Store) Close() error {
	s.closed.Store(true)
	s.activeCalls.Lock()
	defer s.activeCalls.Unlock()
	return s.db.Close()
}

// Shutdown calls Close. A registry calls Shutdown after the last tool of the
// store has been unregistered.
func (s *Store) Shutdown(context.Context) error { return s.Close() }
