package files

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/toolgen/toolgen/internal/hidepath"
	"github.com/toolgen/toolgen/runtime/capability"
)

// LimitError is the error of reading a file or directory that is larger than a limit.
type LimitError struct {
	// Unit is "bytes" or "entries".
	Unit string
	// Limit is the maximum number of units.
	Limit int64
}

// Error returns the limit, and how to read a larger file.
func (e *LimitError) Error() string {
	return fmt.Sprintf("more than %d %s: open it and read it in parts", e.Limit, e.Unit)
}

// Internal errors. pathError translates them into errors for the tool.
var (
	// errOutside is the error of a path out of reach: for reading it does not exist, for writing
	// it is denied.
	errOutside = errors.New("out of reach")
	// errChanged makes retry look the path up again.
	errChanged = errors.New("the path changed repeatedly while it was looked up: try again")
	errMount   = errors.New("another file system is mounted there")
	// errAbsolute does not show whether the path exists.
	errAbsolute = errors.New("this absolute path is out of reach: give a path relative to the working directory, or an absolute path below a directory that the policy opens")
)

// Errors that have no errno on some systems.
var (
	errDirectory = errors.New("is a directory")
	errNotDir    = errors.New("not a directory")
	errTooLong   = errors.New("file name too long")
	errLoop      = errors.New("too many levels of symbolic links")
)

// closedError is the error of a path that a rule of ClosedPaths closes. Writers get its reason.
type closedError struct{ rule *ClosedPath }

func (e *closedError) Error() string        { return e.rule.Reason }
func (e *closedError) Is(target error) bool { return target == errOutside }

// pathError returns the error of an operation on the name that the tool used. It contains no other
// path.
func pathError(op, name string, kind capability.Kind, err error) error {
	stale, isStale := errors.AsType[*capability.Stale](err)
	closed, isClosed := errors.AsType[*closedError](err)
	switch {
	case err == nil:
		return nil
	case isStale:
		return stale
	case isClosed && kind == capability.KindWrite:
		err = capability.Deny(kind, closed.rule.Reason)
	case errors.Is(err, errOutside) && kind == capability.KindWrite:
		err = capability.Deny(kind, "the path is not one that may be written")
	case errors.Is(err, errOutside):
		err = fs.ErrNotExist
	case errors.Is(err, errMount), errors.Is(err, errAbsolute):
		err = capability.Deny(kind, err.Error())
	}
	return &fs.PathError{Op: op, Path: name, Err: hidepath.Cause(err)}
}

// reopenError returns the error of opening a file that was found before: errChanged if the file is no
// longer the same, or else err.
func reopenError(err error) error {
	err = hidepath.Cause(err)
	// Errors of the operating system have the method Temporary. The error of os.Root for a path that
	// leads out of it does not.
	_, ofSystem := errors.AsType[interface {
		error
		Temporary() bool
	}](err)
	if !ofSystem || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, errManyLinks) {
		return errChanged
	}
	return err
}
