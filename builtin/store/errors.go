package store

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// The values of runtime.Error.Reason in this package's errors.
const (
	// ReasonLocked means that another writer did not finish in time. Nothing
	// was changed.
	ReasonLocked = "DATABASE_LOCKED"
	// ReasonFull means that the disk is full. Nothing was changed.
	ReasonFull = "DATABASE_FULL"
	// ReasonReadOnly means that the program has no permission to write the
	// file.
	ReasonReadOnly = "DATABASE_READ_ONLY"
	// ReasonCorrupt means that the file is damaged, or is not a database.
	ReasonCorrupt = "DATABASE_CORRUPT"
	// ReasonForeign means that the file is the database of another program.
	ReasonForeign = "DATABASE_FOREIGN"
	// ReasonNewer means that the file's schema is newer than this program.
	ReasonNewer = "DATABASE_NEWER"
	// ReasonUnreachable means that the file could not be opened, read or
	// written.
	ReasonUnreachable = "DATABASE_UNREACHABLE"
	// ReasonClosed means that the store is closed.
	ReasonClosed = "STORE_CLOSED"
	// ReasonNoSession, ReasonNoPersonality and ReasonNoTeam mean that the tool
	// needs an id that the call does not have.
	ReasonNoSession     = "NO_SESSION"
	ReasonNoPersonality = "NO_PERSONALITY"
	ReasonNoTeam        = "NO_TEAM"
	// ReasonLimit means that a scope, a list or a board is full.
	ReasonLimit = "LIMIT_REACHED"
	// ReasonNotFound means that there is no note, item or ticket with the key
	// or id.
	ReasonNotFound = "NOT_FOUND"
)

// sqliteErrors has the reason and the error text of each primary result code of
// SQLite.
var sqliteErrors = map[int]struct{ reason, text string }{
	sqlite3.SQLITE_BUSY:     {ReasonLocked, "another program is writing to the store and did not finish in time; nothing was changed, try again in a moment"},
	sqlite3.SQLITE_LOCKED:   {ReasonLocked, "another call is writing to the store and did not finish in time; nothing was changed, try again in a moment"},
	sqlite3.SQLITE_PROTOCOL: {ReasonLocked, "too many programs are using the store; nothing was changed, try again in a moment"},
	sqlite3.SQLITE_FULL:     {ReasonFull, "the disk that holds the store is full; nothing was changed"},
	sqlite3.SQLITE_READONLY: {ReasonReadOnly, "this program has no permission to write the store's file or its directory"},
	sqlite3.SQLITE_PERM:     {ReasonReadOnly, "this program has no permission to access the store's file"},
	sqlite3.SQLITE_CORRUPT:  {ReasonCorrupt, "the store's file is damaged; a person must repair it or restore a backup"},
	sqlite3.SQLITE_NOTADB:   {ReasonCorrupt, "the store's file is not an SQLite database"},
	sqlite3.SQLITE_CANTOPEN: {ReasonUnreachable, "the store's file cannot be opened"},
	sqlite3.SQLITE_IOERR:    {ReasonUnreachable, "the store's file cannot be read or written; the disk may be full or failing"},
}

// resultCode returns the primary result code of an SQLite error, and 0 for any
// other error.
func resultCode(err error) int {
	var failure *sqlite.Error
	if errors.As(err, &failure) {
		return failure.Code() & 0xff
	}
	return 0
}

// toolError converts an error to one that a tool may return. A *runtime.Error
// is returned unchanged, and the error of an ended context replaces any other
// error. The text for an SQLite error has no path.
func (s *Store) toolError(ctx context.Context, err error) error {
	var ours *runtime.Error
	if err == nil || errors.As(err, &ours) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if s.closed.Load() {
		return closedError()
	}
	return resultCodeError(resultCode(err), err)
}

// resultCodeError returns the error for a primary result code of SQLite.
func resultCodeError(code int, cause error) error {
	e, known := sqliteErrors[code]
	if !known {
		e.reason, e.text = ReasonUnreachable, "the store failed unexpectedly"
	}
	return &runtime.Error{Code: runtime.ExecutionFailed, Reason: e.reason, Message: e.text, Cause: cause}
}

// fileError converts an error of prepareFile to a *runtime.Error with a reason.
func fileError(err error) error {
	var ours *runtime.Error
	reason := ReasonUnreachable
	switch {
	case errors.As(err, &ours):
		return err
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		reason = ReasonReadOnly
	case errors.Is(err, syscall.ENOSPC):
		reason = ReasonFull
	}
	return &runtime.Error{Code: runtime.NotAvailable, Reason: reason, Message: err.Error(), Cause: err}
}

// closedError returns the error for a call after Close.
func closedError() error {
	return texts.Unavailable(ReasonClosed, "the store is closed")
}

// checkNotBlank returns an error if the text of an argument consists only of
// white space and control characters.
func checkNotBlank(field, text string) error {
	if texts.OneLine(text) != "" {
		return nil
	}
	return texts.Invalid(field, "must not be blank")
}
