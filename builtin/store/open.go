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

// DefaultBusyTimeout is Options.BusyTimeout where none is given.
const DefaultBusyTimeout = 5 * time.Second

// Options say how a store is opened. The zero value, and nil, mean the
// defaults that each field names.
type Options struct {
	// BusyTimeout is how long a call waits for another writer to finish before
	// it fails with the reason DATABASE_LOCKED; zero or less means
	// DefaultBusyTimeout.
	BusyTimeout time.Duration
	// DefaultPersonality is the personality of calls and messages that name none,
	// for programs with a single user. Empty: what needs a personality is
	// refused to them.
	DefaultPersonality string
	// Now is the clock; nil means time.Now. It must be safe for concurrent use.
	Now func() time.Time
}

// Store keeps notes, messages, to-do lists and tickets in one SQLite file. It
// is safe for concurrent use, and other stores, of this process or another, may
// have the same file open.
type Store struct {
	db          *sql.DB
	personality string
	busy        time.Duration
	now         func() time.Time
	// writing is held by the one writer of this store, so that its calls wait
	// in a queue and not in SQLite's polling.
	writing chan struct{}
	// reading is held by the readers, so that a connection is left for the writer.
	reading chan struct{}
	// active is held by the calls under way, for reading, and by Close.
	active sync.RWMutex
	closed atomic.Bool
}

// readers is how many calls of a store read at a time; one more may write.
const readers = 3

// Open opens the store in that file, which it creates with mode 0600 if need
// be, and missing parent directories with 0700. The mode of an existing file
// stays. A file of an older version is migrated; one of a newer version, of
// another program, or damaged is refused and stays as it is. The errors say
// which, wrap a *runtime.Error with a Reason, and name the path: they are for
// the application.
func Open(path string, o *Options) (*Store, error) {
	if o == nil {
		o = &Options{}
	}
	s := &Store{personality: o.DefaultPersonality, busy: o.BusyTimeout, now: o.Now, writing: make(chan struct{}, 1), reading: make(chan struct{}, readers)}
	if s.busy <= 0 {
		s.busy = DefaultBusyTimeout
	}
	if s.now == nil {
		s.now = time.Now
	}
	if err := s.open(path); err != nil {
		return nil, fmt.Errorf("store: %q: %w", path, err)
	}
	return s, nil
}

func (s *Store) open(path string) error {
	absolute, err := prepare(path)
	if err != nil {
		return unprepared(err)
	}
	connector, err := sqlite.NewConnector(dsn(absolute, s.busy))
	if err != nil {
		return err
	}
	s.db = sql.OpenDB(connector)
	s.db.SetMaxOpenConns(readers + 1)
	s.db.SetMaxIdleConns(readers + 1)
	if err := s.migrate(context.Background()); err != nil {
		return errors.Join(err, s.db.Close())
	}
	return nil
}

// creating keeps the stores of this process from opening a file while another
// one creates it: closing a file drops every POSIX lock that the process has on
// it, SQLite's too.
var creating sync.Mutex

// prepare checks the path, creates what is missing and returns the path in
// full. An existing file is only looked at from outside: see creating.
func prepare(path string) (absolute string, err error) {
	if path == "" || strings.ContainsRune(path, 0) {
		return "", errors.New("is not the path of a file")
	}
	if absolute, err = filepath.Abs(path); err != nil {
		return "", err
	}
	creating.Lock()
	defer creating.Unlock()
	err = regular(absolute)
	if errors.Is(err, fs.ErrNotExist) {
		err = create(absolute)
	}
	return absolute, err
}

// smallest is the size of the smallest database.
const smallest = 512

// regular says why a path is not that of a regular file.
func regular(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a directory, and the store is a file: name one in it, such as store.db")
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	case info.Size() > 0 && info.Size() < smallest:
		return explained(sqlite3.SQLITE_NOTADB, nil) // SQLite would take it for an empty file, and write over it
	}
	return nil
}

// create makes an empty file, which SQLite takes for an empty database. The
// files that SQLite puts beside it get the same mode.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return regular(path) // another process was faster, or it is a link that leads nowhere
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// slice is how long SQLite waits for a lock at a time: its waiting cannot be
// interrupted, so that between two slices the store looks whether anybody still
// waits for the call.
const slice = 100 * time.Millisecond

// dsn is what the driver takes: the path as a URI, in which no character of a
// path means anything else, and what holds for every connection.
func dsn(absolute string, busy time.Duration) string {
	path := filepath.ToSlash(absolute)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // of Windows: /C:/…
	}
	settings := url.Values{
		"_txlock":    {"immediate"},
		"_defensive": {"1"},
		"_dqs":       {"0"},
		"_pragma": {
			fmt.Sprintf("busy_timeout(%d)", min(busy, slice).Milliseconds()),
			"foreign_keys(1)",
			"synchronous(FULL)",
			"trusted_schema(0)",
		},
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: settings.Encode()}).String()
}

// Close waits for the calls under way and closes the store; later calls fail
// with not_available. Closing twice does nothing.
func (s *Store) Close() error {
	s.closed.Store(true)
	s.active.Lock()
	defer s.active.Unlock()
	return s.db.Close()
}

// Shutdown is Close: a registry calls it when the last tool of the store is
// unregistered.
func (s *Store) Shutdown(context.Context) error { return s.Close() }
