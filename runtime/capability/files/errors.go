package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/toolgen/toolgen/runtime/capability"
)

// LimitError is the error of what is too large to be read at once.
type LimitError struct {
	// Unit is "bytes" or "entries".
	Unit string
	// Limit is how many there may be.
	Limit int64
}

// Error says how much can be read at once.
func (e *LimitError) Error() string {
	return fmt.Sprintf("more than %d %s: open it and read it in parts", e.Limit, e.Unit)
}

// Reasons that stay within the package: each becomes what its user may know.
var (
	// errOutside is out of reach: not there for readers, denied to writers.
	errOutside = errors.New("out of reach")
	// errChanged asks for another try.
	errChanged = errors.New("it kept changing while it was looked up")
	errMount   = errors.New("another file system is mounted there")
	// errAbsolute says nothing of what there is at that path.
	errAbsolute = errors.New("that absolute path is out of reach: give a path relative to the working directory")
)

// Errors that no errno stands for everywhere.
var (
	errDirectory = errors.New("is a directory")
	errNotDir    = errors.New("not a directory")
	errTooLong   = errors.New("file name too long")
	errLoop      = errors.New("too many levels of symbolic links")
)

// closedError is out of reach because the floor closes it, which writers are told.
type closedError struct{ rule *Closed }

func (e *closedError) Error() string        { return e.rule.Reason }
func (e *closedError) Is(target error) bool { return target == errOutside }

func denied(kind capability.Kind, reason string) error {
	return capability.Deny(kind, reason)
}

// named is an error of an operation with the name that the tool used, and
// nothing else of where the file is.
func named(op, name string, kind capability.Kind, err error) error {
	stale, isStale := errors.AsType[*capability.Stale](err)
	closed, isClosed := errors.AsType[*closedError](err)
	switch {
	case err == nil:
		return nil
	case isStale:
		return stale
	case isClosed && kind == capability.KindWrite:
		err = denied(kind, closed.rule.Reason)
	case errors.Is(err, errOutside) && kind == capability.KindWrite:
		err = denied(kind, "it is not among the files that may be written")
	case errors.Is(err, errOutside):
		err = fs.ErrNotExist
	case errors.Is(err, errMount), errors.Is(err, errAbsolute):
		err = denied(kind, err.Error())
	}
	return &fs.PathError{Op: op, Path: name, Err: cause(err)}
}

// cause is an error without the paths that it names.
func cause(err error) error {
	for {
		switch e := err.(type) { //nolint:errorlint // each layer is taken off by itself
		case *fs.PathError:
			err = e.Err
		case *os.LinkError:
			err = e.Err
		case *os.SyscallError:
			err = e.Err
		default:
			return err
		}
	}
}

// moved is what an error means of opening what was there a moment ago:
// that it is no longer the same, or the error itself.
func moved(err error) error {
	err = cause(err)
	// Errors of the system know whether they are temporary; that a path leads out of an
	// os.Root is none of those.
	_, ofSystem := errors.AsType[interface {
		error
		Temporary() bool
	}](err)
	if !ofSystem || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, errManyLinks) {
		return errChanged
	}
	return err
}
