package search

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// location is where an earlier search ended: a line of a file, or the end of a file
// if line is 0. The zero value is before all files.
type location struct {
	path string
	line int
}

// parseLocation returns the location of the argument after: a path as a result shows it,
// with a line number or without one.
func parseLocation(written string) (l location, err error) {
	if written == "" {
		return l, nil
	}
	l.path = written
	if i := strings.LastIndexByte(written, ':'); i > 0 {
		if line, err := strconv.Atoi(written[i+1:]); err == nil && line > 0 {
			l = location{written[:i], line}
		}
	}
	if strings.HasPrefix(l.path, `"`) {
		name, err := strconv.Unquote(l.path)
		if err != nil {
			return location{}, texts.Invalid("after", `%s is not a location: give it as in the earlier result, such as "src/main.go:12"`, strconv.Quote(written))
		}
		l.path = name
	}
	l.path = strings.TrimPrefix(l.path, "./")
	return l, nil
}

// String returns the location as a result shows it.
func (l location) String() string {
	if l.path == "" {
		return ""
	}
	if l.line == 0 {
		return displayName(l.path)
	}
	return displayName(l.path) + ":" + strconv.Itoa(l.line)
}

// quoted returns the location for the words of the tool.
func (l location) quoted() string {
	if l.line == 0 {
		return names.Quoted(l.path)
	}
	return names.Quoted(l.path) + ":" + strconv.Itoa(l.line)
}

// passes reports whether a search that continues after the location has already
// searched the file, and the last line that it has searched if it has searched only
// a part of the file.
func (l location) passes(name string) (complete bool, line int) {
	if l.path == "" {
		return false, 0
	}
	switch order := compareWalked(name, l.path); {
	case order < 0:
		return true, 0
	case order == 0:
		return l.line == 0, l.line
	}
	return false, 0
}

// compareWalked compares two paths by the order of the walk: the names of each
// directory in the order of their bytes. The result is negative if a is first.
func compareWalked(a, b string) int {
	for {
		nameA, restA, moreA := strings.Cut(a, "/")
		nameB, restB, moreB := strings.Cut(b, "/")
		if order := strings.Compare(nameA, nameB); order != 0 || !moreA || !moreB {
			if order == 0 && moreA != moreB { // a file cannot have the name of a directory, unless it changed
				order = strings.Compare(a, b)
			}
			return order
		}
		a, b = restA, restB
	}
}
