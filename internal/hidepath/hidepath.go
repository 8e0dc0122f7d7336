// Package hidepath hides where the host stores a file: it removes paths from errors, and gives
// open files another name. A [File] is safe for concurrent use like the os.File that it wraps.
package hidepath

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// Cause returns the error without the paths that it names: the error in the innermost
// *fs.PathError or *os.LinkError, or err itself if it contains none.
func Cause(err error) error {
	if failure, ok := errors.AsType[*fs.PathError](err); ok {
		return Cause(failure.Err)
	}
	if failure, ok := errors.AsType[*os.LinkError](err); ok {
		return Cause(failure.Err)
	}
	return err
}

// Error returns the error of an operation on a file that the tool knows by another name. It is
// nil for nil, and io.EOF is returned as it is.
func Error(op, name string, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return &fs.PathError{Op: op, Path: name, Err: Cause(err)}
}

// Info is a description of a file under another name.
type Info struct {
	fs.FileInfo
	name string
}

// NewInfo returns a description with that name, which is a base name.
func NewInfo(info fs.FileInfo, name string) Info { return Info{info, name} }

// Name returns the other name.
func (i Info) Name() string { return i.name }

// Sys returns nil: the data of the system would show the host's file.
func (i Info) Sys() any { return nil }

// ChangeTime returns the time at which the file last changed, as the function ChangeTime does.
func (i Info) ChangeTime() time.Time { return ChangeTime(i.FileInfo) }

// String formats the description like a line of a directory listing.
func (i Info) String() string { return fs.FormatFileInfo(i) }

// File is an open regular file under another name. It implements fs.File, io.Seeker and
// io.ReaderAt.
type File struct {
	open       *os.File
	name, base string
}

var (
	_ fs.File       = (*File)(nil)
	_ io.ReadSeeker = (*File)(nil)
	_ io.ReaderAt   = (*File)(nil)
)

// NewFile returns an open file under another name. Errors have the name, and descriptions have
// the base name.
func NewFile(open *os.File, name, base string) *File { return &File{open, name, base} }

// Stat returns a description of the file as it is now.
func (f *File) Stat() (fs.FileInfo, error) {
	info, err := f.open.Stat()
	if err != nil {
		return nil, Error("stat", f.name, err)
	}
	return NewInfo(info, f.base), nil
}

// Read reads from the file as os.File.Read does.
func (f *File) Read(b []byte) (int, error) {
	n, err := f.open.Read(b)
	return n, Error("read", f.name, err)
}

// ReadAt reads from the file as os.File.ReadAt does.
func (f *File) ReadAt(b []byte, offset int64) (int, error) {
	n, err := f.open.ReadAt(b, offset)
	return n, Error("read", f.name, err)
}

// Seek sets the offset of the next Read as os.File.Seek does.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	n, err := f.open.Seek(offset, whence)
	return n, Error("seek", f.name, err)
}

// Close closes the file.
func (f *File) Close() error { return Error("close", f.name, f.open.Close()) }
