package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxSource is the maximum size of a source file, in bytes.
const maxSource = 64 << 20

// Errors of ReadInModule. They do not contain the path.
var (
	ErrOutside = errors.New("it leads out of the module")
	ErrSpecial = errors.New("it is not a regular file")
)

// TooLargeError is the error of a file that is larger than the limit.
type TooLargeError struct {
	// Limit is the maximum size, in bytes.
	Limit int64
}

// Error returns a message with the limit.
func (e *TooLargeError) Error() string { return fmt.Sprintf("it is larger than %d bytes", e.Limit) }

// ReadInModule reads a regular file of at most limit bytes. Neither the name nor symbolic links can lead out of
// the module of the directory dir, or out of dir if it is in no module.
func ReadInModule(dir, name string, limit int64) ([]byte, error) {
	root := moduleRoot(dir)
	relative, err := filepath.Rel(root, name)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return nil, ErrOutside
	}
	module, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer module.Close()
	info, err := module.Stat(relative)
	if err != nil {
		return nil, outsideError(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for its other end
		return nil, ErrSpecial
	}
	file, err := module.Open(relative)
	if err != nil {
		return nil, outsideError(err)
	}
	defer file.Close()
	return readRegular(file, limit)
}

// outsideError returns ErrOutside for the error of os.Root for a path that leads out of it. It is the only error
// that is not one of the operating system, which has the method Temporary.
func outsideError(err error) error {
	pathError, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err
	}
	if _, ofSystem := pathError.Err.(interface{ Temporary() bool }); !ofSystem {
		return ErrOutside
	}
	return err
}

// readRegular reads an open file, which must be a regular file of at most limit bytes.
func readRegular(file *os.File, limit int64) ([]byte, error) {
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, ErrSpecial
	}
	if info.Size() > limit {
		return nil, &TooLargeError{limit}
	}
	content := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead)) // the file may grow
	_, err = content.ReadFrom(io.LimitReader(file, limit+1))
	if int64(content.Len()) > limit {
		return nil, &TooLargeError{limit}
	}
	return content.Bytes(), err
}

// readSource reads a source file. The go command decides which files these are; links can lead anywhere.
func readSource(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrSpecial}
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readRegular(file, maxSource)
}

// moduleRoot returns the directory of the go.mod for a directory, or the directory itself without one.
func moduleRoot(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, "go.mod")); err == nil && info.Mode().IsRegular() {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}
