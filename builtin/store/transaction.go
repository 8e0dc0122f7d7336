package store

import (
	"context"
	"database/sql"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// retryDelay is the time between two attempts to get a lock, in addition to the
// time that SQLite waits.
const retryDelay = 5 * time.Millisecond

// read runs a function in a read transaction, which sees one state of the file.
// It calls the function again if another process holds the lock.
func (s *Store) read(ctx context.Context, run func(*sql.Tx) error) error {
	select {
	case s.readSlots <- struct{}{}:
		defer func() { <-s.readSlots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.retry(ctx, time.Now().Add(s.busyTimeout), func() error { return s.runInTx(ctx, &sql.TxOptions{ReadOnly: true}, run) })
}

// write runs a function in a transaction that holds the write lock from its
// beginning, so that no other writer changes the data that it reads. It calls
// the function again if another process holds the lock. All changes of the
// function are committed, or none if it returns an error. The total wait for
// other calls and other processes is at most the busy timeout.
func (s *Store) write(ctx context.Context, run func(*sql.Tx) error) error {
	deadline := time.Now().Add(s.busyTimeout)
	timeout := time.NewTimer(s.busyTimeout)
	defer timeout.Stop()
	select {
	case s.writeSlot <- struct{}{}:
		defer func() { <-s.writeSlot }()
	case <-ctx.Done():
		return ctx.Err()
	case <-timeout.C:
		return resultCodeError(sqlite3.SQLITE_LOCKED, nil)
	}
	return s.retry(ctx, deadline, func() error { return s.runInTx(ctx, nil, run) })
}

// retry calls try until it returns something other than SQLITE_BUSY, or until
// the deadline. Close waits for it.
func (s *Store) retry(ctx context.Context, deadline time.Time, try func() error) error {
	s.activeCalls.RLock()
	defer s.activeCalls.RUnlock()
	for {
		if s.closed.Load() {
			return closedError()
		}
		err := try()
		if resultCode(err) != sqlite3.SQLITE_BUSY || !time.Now().Before(deadline) {
			return s.toolError(ctx, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(retryDelay):
		}
	}
}

// runInTx runs a function in a transaction and commits it.
func (s *Store) runInTx(ctx context.Context, o *sql.TxOptions, run func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // has no effect after a commit; otherwise the earlier error is returned
	if err := run(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// plan is a checked change that is not written yet.
type plan interface {
	// apply writes the change.
	apply(ctx context.Context, tx *sql.Tx) error
	// String describes the change, for the result and for the dry run.
	String() string
}

// applyPlan makes a plan, which only reads, and writes its change in the same
// transaction.
func applyPlan[P plan](ctx context.Context, s *Store, makePlan func(*sql.Tx) (P, error)) (planned P, err error) {
	err = s.write(ctx, func(tx *sql.Tx) (err error) {
		if planned, err = makePlan(tx); err != nil {
			return err
		}
		return planned.apply(ctx, tx)
	})
	return planned, err
}

// describePlan makes a plan and returns the description of its change, followed
// by preview, which shows the arguments that the description does not contain.
// It writes nothing.
func describePlan[P plan](ctx context.Context, s *Store, preview string, makePlan func(*sql.Tx) (P, error)) (text string, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		planned, err := makePlan(tx)
		if err == nil {
			text = "would return: " + planned.String() + preview
		}
		return err
	})
	return text, err
}

// queryAll returns all rows of a query, which scan reads one by one.
func queryAll[T any](ctx context.Context, tx *sql.Tx, scan func(*sql.Rows, *T) error, query string, args ...any) ([]T, error) {
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

// currentTime returns the current time with the precision of the store.
func (s *Store) currentTime() time.Time { return timeFromMillis(s.now().UnixMilli()) }

// timeFromMillis returns the time for milliseconds since 1970, in UTC.
func timeFromMillis(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }
