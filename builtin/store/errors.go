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

// The reasons of failures, in runtime.Error.Reason.
const (
	// ReasonLocked: another writer did not finish in time. Nothing was changed.
	ReasonLocked = "DATABASE_LOCKED"
	// ReasonFull: the disk is full. Nothing was changed.
	ReasonFull = "DATABASE_FULL"
	// ReasonReadOnly: the file may not be written.
	ReasonReadOnly = "DATABASE_READ_ONLY"
	// ReasonCorrupt: the file is damaged, or no database.
	ReasonCorrupt = "DATABASE_CORRUPT"
	// ReasonForeign: the file is another program's database.
	ReasonForeign = "DATABASE_FOREIGN"
	// ReasonNewer: the file is of a newer version.
	ReasonNewer = "DATABASE_NEWER"
	// ReasonUnreachable: the file could not be opened, read or written.
	ReasonUnreachable = "DATABASE_UNREACHABLE"
	// ReasonClosed: the store is closed.
	ReasonClosed = "STORE_CLOSED"
	// ReasonNoSession, ReasonNoPersonality, ReasonNoTeam: the call has none,
	// and the tool needs it.
	ReasonNoSession     = "NO_SESSION"
	ReasonNoPersonality = "NO_PERSONALITY"
	ReasonNoTeam        = "NO_TEAM"
	// ReasonLimit: a scope, list or board is full.
	ReasonLimit = "LIMIT_REACHED"
	// ReasonNotFound: there is nothing under that key or id.
	ReasonNotFound = "NOT_FOUND"
)

// explanations say what SQLite's primary result codes mean to a caller.
var explanations = map[int]struct{ reason, text string }{
	sqlite3.SQLITE_BUSY:     {ReasonLocked, "another program is writing to the store and did not finish in time; nothing was changed, try again in a moment"},
	sqlite3.SQLITE_LOCKED:   {ReasonLocked, "another call is writing to the store and did not finish in time; nothing was changed, try again in a moment"},
	sqlite3.SQLITE_PROTOCOL: {ReasonLocked, "too many programs use the store at once; nothing was changed, try again in a moment"},
	sqlite3.SQLITE_FULL:     {ReasonFull, "the disk that holds the store is full; nothing was changed"},
	sqlite3.SQLITE_READONLY: {ReasonReadOnly, "the store's file, or its directory, may not be written by this program"},
	sqlite3.SQLITE_PERM:     {ReasonReadOnly, "the store's file may not be accessed by this program"},
	sqlite3.SQLITE_CORRUPT:  {ReasonCorrupt, "the store's file is damaged; a person must mend it or put a backup in its place"},
	sqlite3.SQLITE_NOTADB:   {ReasonCorrupt, "the store's file is not an SQLite database"},
	sqlite3.SQLITE_CANTOPEN: {ReasonUnreachable, "the store's file cannot be opened"},
	sqlite3.SQLITE_IOERR:    {ReasonUnreachable, "the store's file cannot be read or written; the disk may be full or failing"},
}

// primary is the primary result code of an error of SQLite, 0 for any other.
func primary(err error) int {
	var failure *sqlite.Error
	if errors.As(err, &failure) {
		return failure.Code() & 0xff
	}
	return 0
}

// explain is an error as the failure of a tool: what the store decided itself
// and the end of the context stay what they are, and an error of SQLite is said
// in words that name no path.
func (s *Store) explain(ctx context.Context, err error) error {
	var ours *runtime.Error
	if err == nil || errors.As(err, &ours) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if s.closed.Load() {
		return errClosed()
	}
	return explained(primary(err), err)
}

// explained is the failure that a result code of SQLite means.
func explained(code int, cause error) error {
	e, known := explanations[code]
	if !known {
		e.reason, e.text = ReasonUnreachable, "the store failed unexpectedly"
	}
	return &runtime.Error{Code: runtime.ExecutionFailed, Reason: e.reason, Message: e.text, Cause: cause}
}

// unprepared is why there is no file to open.
func unprepared(err error) error {
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

func errClosed() error {
	return texts.Unavailable(ReasonClosed, "the store is closed")
}

// notBlank refuses a text of an argument that has nothing to see on one line.
func notBlank(field, text string) error {
	if texts.OneLine(text) != "" {
		return nil
	}
	return texts.Invalid(field, "must not be blank")
}
