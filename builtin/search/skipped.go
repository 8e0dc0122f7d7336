package search

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

const (
	// errorsTold is how many of the files that could not be read are named.
	errorsTold = 5
	// errorLength is how long the name and the reason of each are at most, in
	// code points.
	errorLength = 120
)

// Skipped is what was left out, and why.
type Skipped struct {
	// Ignored are the files and directories that a .gitignore file excludes;
	// what is in such a directory is not counted.
	Ignored int `json:"ignored"`
	// Special are symbolic links, pipes, devices and sockets.
	Special int `json:"special"`
	// Binary are files with a NUL byte near their beginning.
	Binary int `json:"binary"`
	// Unreadable are files and directories that could not be read, or not to
	// their end.
	Unreadable int `json:"unreadable"`
	// LongLines are lines too long for a regular expression, of which only
	// the beginning was searched.
	LongLines int `json:"long_lines"`
	// Errors say why, for the first of those that could not be read.
	Errors []string `json:"errors,omitempty"`
}

// fail counts something that could not be read.
func (s *Skipped) fail(name string, err error) {
	s.Unreadable++
	if len(s.Errors) < errorsTold {
		s.Errors = append(s.Errors, texts.Cut(shown(name), errorLength)+": "+texts.Cut(printable(cause(err).Error()), errorLength))
	}
}

// errName is what ails a name that io/fs does not take.
var errName = errors.New("its name is not UTF-8")

// cause is an error of a file system without the name that it tells.
func cause(err error) error {
	var inPath *fs.PathError
	if errors.As(err, &inPath) {
		err = inPath.Err
	}
	if errors.Is(err, fs.ErrInvalid) {
		return errName
	}
	return err
}

// add is the sum of two.
func (s Skipped) add(other Skipped) Skipped {
	s.Ignored += other.Ignored
	s.Special += other.Special
	s.Binary += other.Binary
	s.Unreadable += other.Unreadable
	s.LongLines += other.LongLines
	all := append(s.Errors[:len(s.Errors):len(s.Errors)], other.Errors...)
	s.Errors = all[:min(len(all), errorsTold)]
	return s
}

// String names what there is, such as "3 ignored by .gitignore, 1 binary". It
// is empty for nothing.
func (s Skipped) String() string {
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
