package attachments

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/toolgen/toolgen/runtime/capability"
)

// file is an open attachment. It is also an io.Seeker and an io.ReaderAt.
type file struct {
	open       *os.File
	attachment *capability.Attachment
}

var (
	_ io.ReadSeeker = (*file)(nil)
	_ io.ReaderAt   = (*file)(nil)
)

// Stat describes the file under the attachment's own name.
func (f *file) Stat() (fs.FileInfo, error) {
	info, err := f.open.Stat()
	if err != nil {
		return nil, f.named("stat", err)
	}
	return named{info, f.attachment.Name}, nil
}

func (f *file) Read(b []byte) (int, error) {
	n, err := f.open.Read(b)
	return n, f.named("read", err)
}

func (f *file) ReadAt(b []byte, offset int64) (int, error) {
	n, err := f.open.ReadAt(b, offset)
	return n, f.named("read", err)
}

func (f *file) Seek(offset int64, whence int) (int64, error) {
	n, err := f.open.Seek(offset, whence)
	return n, f.named("seek", err)
}

func (f *file) Close() error { return f.named("close", f.open.Close()) }

// named is an error that names the attachment by its id. The end of the file
// is not an error of that kind.
func (f *file) named(op string, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return &fs.PathError{Op: op, Path: f.attachment.ID, Err: cause(err)}
}

// named is a description without the name of the host's file.
type named struct {
	fs.FileInfo
	name string
}

// Name is the attachment's name.
func (n named) Name() string { return n.name }

// Sys tells nothing of the host's file.
func (n named) Sys() any { return nil }
