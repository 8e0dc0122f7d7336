// Package names converts paths that a model has written to names of a
// capability.FS, and errors of the file system to errors that a model can act on.
package names

import (
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Clean returns the name of a path in a capability.FS: "./src/" is "src", and
// an empty path is ".", the working directory. A path outside of the working
// directory, or with a NUL character, is an input_invalid error of the
// argument. Absolute paths are kept for the file system, which decides whether
// they are allowed.
func Clean(argument, written string) (string, error) {
	name := path.Clean(written)
	switch {
	case strings.ContainsRune(written, 0):
		return "", invalid(argument, written, "has a NUL character: remove it")
	case name == ".." || strings.HasPrefix(name, "../"):
		return "", invalid(argument, written, `leads out of the working directory: give a path below it, such as "src/main.go"`)
	}
	return name, nil
}

// Display returns a path for one line of a result. It quotes a path that is not
// UTF-8, or that has invisible characters or characters that change the
// direction of text.
func Display(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// Quoted returns a path for the words of a tool outside of a fence: a name that others
// have chosen and that has spaces or signs, which could look like a sentence, is
// quoted.
func Quoted(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+@~:", r)
	}) {
		return strconv.Quote(name)
	}
	return name
}

// invalid returns the error of an invalid path.
func invalid(argument, written, problem string) error {
	return texts.Invalid(argument, "%q %s", written, problem)
}

// explanations has the texts for errors of file systems. The first entry that
// matches is used.
var explanations = []struct {
	target error
	text   string
}{
	{fs.ErrNotExist, "does not exist, or is not accessible: call list_files to see the existing files"},
	{fs.ErrPermission, "may not be accessed by this program: its permissions forbid it"},
	{fs.ErrExist, "exists already"},
	{syscall.ENOSPC, "was not changed: the disk is full"},
	{syscall.EDQUOT, "was not changed: the disk quota is used up"},
	{syscall.EROFS, "was not changed: the file system is read-only"},
	{syscall.ENAMETOOLONG, "has a name that is too long"},
	{syscall.ENOTDIR, "has a file where a directory is expected"},
	{syscall.EISDIR, "is a directory"},
}

// Explain returns the failure of a tool for an error of a file system.
// capability.Stale is returned as it is, and capability.Denied with the path as the
// model wrote it. An invalid
// name is an input_invalid error of the argument, and every other error is
// execution_failed with the path as the model wrote it. A nil error stays nil.
func Explain(argument, written string, err error) error {
	if err == nil {
		return nil
	}
	var denied *capability.Denied
	var stale *capability.Stale
	if errors.As(err, &stale) {
		return err
	}
	if errors.As(err, &denied) {
		refused := texts.Error(runtime.NotAvailable, denied.Kind.String(), "", "%s: %s", Quoted(written), denied.Error())
		refused.Cause = err
		return refused
	}
	if errors.Is(err, fs.ErrInvalid) {
		return invalid(argument, written, "is not a path within the working directory")
	}
	for _, e := range explanations {
		if errors.Is(err, e.target) {
			return executionError(argument, err, "%s %s", Quoted(written), e.text)
		}
	}
	var inPath *fs.PathError
	if errors.As(err, &inPath) {
		err = inPath.Err
	}
	return texts.Quoting(executionError(argument, err, "%s: %v", Quoted(written), err))
}

// executionError returns an execution_failed error with its cause.
func executionError(argument string, cause error, format string, args ...any) *runtime.Error {
	err := texts.Failure("", argument, format, args...)
	err.Cause = cause
	return err
}
