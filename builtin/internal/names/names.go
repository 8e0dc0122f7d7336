// Package names stands between models and file systems: it makes of a path as
// a model writes it the name that a capability.FS takes, and of an error of
// the file system one that a model can act on.
package names

import (
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Clean is the name that a path means: "./src/" is "src", and an empty path is
// ".", the working directory. A path that leads out of the working directory,
// or that no file can have, is an input_invalid error at that argument.
// Absolute paths are left to the file system, which knows what is in reach.
func Clean(argument, written string) (string, error) {
	name := path.Clean(written)
	switch {
	case strings.ContainsRune(written, 0):
		return "", invalid(argument, written, "has a NUL character, which no path has")
	case name == ".." || strings.HasPrefix(name, "../"):
		return "", invalid(argument, written, `leads out of the working directory: give a path below it, such as "src/main.go"`)
	}
	return name, nil
}

// Shown is a path on one line, as results show it: quoted where it is no UTF-8, or has characters that show
// nothing or turn what is behind them around.
func Shown(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// invalid is the error of a path that none can be, at that argument.
func invalid(argument, written, problem string) error {
	return texts.Invalid(argument, "%q %s", written, problem)
}

// explanations say what an error means to whoever asked for a file, the first
// that fits.
var explanations = []struct {
	is   error
	text string
}{
	{fs.ErrNotExist, "does not exist, or is out of reach; list_files shows what there is"},
	{fs.ErrPermission, "may not be accessed by this program: its permissions forbid it"},
	{fs.ErrExist, "exists already"},
	{syscall.ENOSPC, "was not changed: the disk is full"},
	{syscall.EDQUOT, "was not changed: the disk quota is used up"},
	{syscall.EROFS, "was not changed: the file system is read-only"},
	{syscall.ENAMETOOLONG, "has a name that is too long"},
	{syscall.ENOTDIR, "has a file on its way where a directory is due"},
	{syscall.EISDIR, "is a directory"},
}

// Explain is an error of a file system as the failure of a tool: refusals and
// stale writes stay what they are, a name that is none is input_invalid at
// that argument, and the rest execution_failed with the name as the model
// wrote it. A nil error stays nil.
func Explain(argument, written string, err error) error {
	if err == nil {
		return nil
	}
	var denied *capability.Denied
	var stale *capability.Stale
	if errors.As(err, &denied) || errors.As(err, &stale) {
		return err
	}
	if errors.Is(err, fs.ErrInvalid) {
		return invalid(argument, written, "is not a path within the working directory")
	}
	for _, e := range explanations {
		if errors.Is(err, e.is) {
			return failed(argument, err, "%s %s", Shown(written), e.text)
		}
	}
	var inPath *fs.PathError
	if errors.As(err, &inPath) {
		err = inPath.Err
	}
	return failed(argument, err, "%s: %v", Shown(written), err)
}

func failed(argument string, cause error, format string, args ...any) error {
	err := texts.Failed("", argument, format, args...)
	err.Cause = cause
	return err
}
