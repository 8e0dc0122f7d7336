package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// file is an open regular file.
type file struct {
	open *os.File
	name string
	info fs.FileInfo // when it was opened
}

var (
	_ io.ReadSeeker = (*file)(nil)
	_ io.ReaderAt   = (*file)(nil)
)

// Stat describes the file as it is now.
func (f *file) Stat() (fs.FileInfo, error) {
	info, err := f.open.Stat()
	if err != nil {
		return nil, f.failed("stat", err)
	}
	return described{info, f.info.Name()}, nil
}

func (f *file) Read(b []byte) (int, error) {
	n, err := f.open.Read(b)
	return n, f.failed("read", err)
}

func (f *file) ReadAt(b []byte, offset int64) (int, error) {
	n, err := f.open.ReadAt(b, offset)
	return n, f.failed("read", err)
}

func (f *file) Seek(offset int64, whence int) (int64, error) {
	n, err := f.open.Seek(offset, whence)
	return n, f.failed("seek", err)
}

func (f *file) Close() error { return f.failed("close", f.open.Close()) }

// failed is an error with the name that the tool used. The end of the file is
// not an error of that kind.
func (f *file) failed(op string, err error) error {
	if errors.Is(err, io.EOF) {
		return err
	}
	return named(op, f.name, capability.KindRead, err)
}

// described is a description under the tool's name.
type described struct {
	fs.FileInfo
	name string
}

// Name is the last part of the name that the tool used.
func (d described) Name() string { return d.name }

// Sys tells nothing of the host's file.
func (d described) Sys() any { return nil }

func (d described) String() string { return fs.FormatFileInfo(d) }

// passage describes a directory on the way to what is in reach. Its text is its name.
type passage string

func (p passage) Name() string       { return string(p) }
func (p passage) Size() int64        { return 0 }
func (p passage) Mode() fs.FileMode  { return fs.ModeDir | 0o555 }
func (p passage) ModTime() time.Time { return time.Time{} }
func (p passage) IsDir() bool        { return true }
func (p passage) Sys() any           { return nil }
