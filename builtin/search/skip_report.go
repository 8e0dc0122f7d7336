package search

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

const (
	// maxErrors is the maximum number of errors in a result.
	maxErrors = 5
	// maxErrorChars is the maximum length of the name and of the reason in
	// each error, in code points.
	maxErrorChars = 120
)

// SkipReport describes what a search or a list left out, and why.
type SkipReport struct {
	// Ignored is the number of files and directories that .gitignore files
	// exclude. The content of such a directory is not counted.
	Ignored int `json:"ignored"`
	// Special is the number of symbolic links, pipes, devices and sockets.
	Special int `json:"special"`
	// Binary is the number of files with a NUL byte in their first 64 KiB.
	Binary int `json:"binary"`
	// Unreadable is the number of files and directories that could not be read
	// completely.
	Unreadable int `json:"unreadable"`
	// LongLines is the number of lines that were too long for a regular
	// expression, so that only their beginning was searched.
	LongLines int `json:"long_lines"`
	// Errors has the first errors of files and directories that could not be
	// read.
	Errors []string `json:"errors,omitempty"`
}

// addError counts a file or directory that could not be read.
func (s *SkipReport) addError(name string, err error) {
	s.Unreadable++
	if len(s.Errors) < maxErrors {
		s.Errors = append(s.Errors, texts.Cut(names.Quoted(name), maxErrorChars)+": "+texts.Cut(replaceUnprintable(errorWithoutPath(err).Error()), maxErrorChars))
	}
}

// errNotUTF8 is the error for a name that io/fs does not accept.
var errNotUTF8 = errors.New("its name is not UTF-8")

// errorWithoutPath returns an error of a file system without the path that it
// contains.
func errorWithoutPath(err error) error {
	var inPath *fs.PathError
	if errors.As(err, &inPath) {
		err = inPath.Err
	}
	if errors.Is(err, fs.ErrInvalid) {
		return errNotUTF8
	}
	return err
}

// plus returns the sum of s and other.
func (s SkipReport) plus(other SkipReport) SkipReport {
	s.Ignored += other.Ignored
	s.Special += other.Special
	s.Binary += other.Binary
	s.Unreadable += other.Unreadable
	s.LongLines += other.LongLines
	all := append(s.Errors[:len(s.Errors):len(s.Errors)], other.Errors...)
	s.Errors = all[:min(len(all), maxErrors)]
	return s
}

// String lists the numbers that are not zero, such as "3 ignored by
// .gitignore, 1 binary". It is empty if nothing was skipped.
func (s SkipReport) String() string {
	var parts []string
	for _, part := range []struct {
		count int
		text  string
	}{
		{s.Ignored, "%d ignored by .gitignore"},
		{s.Special, "%d symbolic links or special files"},
		{s.Binary, "%d binary"},
		{s.Unreadable, "%d unreadable"},
		{s.LongLines, "the ends of %d very long lines"},
	} {
		if part.count > 0 {
			parts = append(parts, fmt.Sprintf(part.text, part.count))
		}
	}
	text := strings.Join(parts, ", ")
	if len(s.Errors) > 0 {
		text += " (" + strings.Join(s.Errors, "; ") + ")"
	}
	return text
}
