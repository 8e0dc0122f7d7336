package store

import (
	"context"
	"database/sql"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// pause is how long the store waits before it tries again where SQLite did not
// wait itself.
const pause = 5 * time.Millisecond

// read runs a function in a transaction that sees one state of the file. It may
// be called several times, until no other process is in the way.
func (s *Store) read(ctx context.Context, look func(*sql.Tx) error) error {
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.retry(ctx, time.Now().Add(s.busy), func() error { return s.once(ctx, &sql.TxOptions{ReadOnly: true}, look) })
}

// write runs a function in a transaction that holds the write lock from its
// beginning: what it reads stays true until it is committed. It may be called
// several times; all or nothing of what it does is done. However it waits, in
// the queue or for other processes, it waits no longer than the busy timeout.
func (s *Store) write(ctx context.Context, change func(*sql.Tx) error) error {
	deadline := time.Now().Add(s.busy)
	timeout := time.NewTimer(s.busy)
	defer timeout.Stop()
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-ctx.Done():
		return ctx.Err()
	case <-timeout.C:
		return explained(sqlite3.SQLITE_LOCKED, nil)
	}
	return s.retry(ctx, deadline, func() error { return s.once(ctx, nil, change) })
}

// retry tries something until it is not in another's way, or the deadline has
// passed. Close waits for it.
func (s *Store) retry(ctx context.Context, deadline time.Time, try func() error) error {
	s.active.RLock()
	defer s.active.RUnlock()
	for {
		if s.closed.Load() {
			return errClosed()
		}
		err := try()
		if primary(err) != sqlite3.SQLITE_BUSY || !time.Now().Before(deadline) {
			return s.explain(ctx, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (s *Store) once(ctx context.Context, o *sql.TxOptions, run func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // nothing to do after a commit; else what went wrong before says more
	if err := run(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// plan is a change that was thought through and not made yet.
type plan interface {
	// apply makes it.
	apply(ctx context.Context, tx *sql.Tx) error
	// String says what it changes, in words that fit before and after.
	String() string
}

// change makes the change that think comes to; think only reads.
func change[P plan](ctx context.Context, s *Store, think func(*sql.Tx) (P, error)) (made P, err error) {
	err = s.write(ctx, func(tx *sql.Tx) (err error) {
		if made, err = think(tx); err != nil {
			return err
		}
		return made.apply(ctx, tx)
	})
	return made, err
}

// describe says what change would do, with the same checks, and changes
// nothing. Arguments that the answer does not show follow it, in written.
func describe[P plan](ctx context.Context, s *Store, written string, think func(*sql.Tx) (P, error)) (text string, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		planned, err := think(tx)
		if err == nil {
			text = "would answer: " + planned.String() + written
		}
		return err
	})
	return text, err
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, tx *sql.Tx, scan func(*sql.Rows, *T) error, query string, args ...any) ([]T, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := []T{}
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// clock is the present time, as exact as the store keeps it.
func (s *Store) clock() time.Time { return moment(s.now().UnixMilli()) }

// moment is a time as the store keeps it.
func moment(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }
