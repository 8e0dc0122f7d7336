package search

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// place is where an earlier search ended: a line of a file, or the end of a file
// if line is 0. The zero value is before all files.
type place struct {
	path string
	line int
}

// parsePlace returns the place of the argument after: a path as a result shows it,
// with a line number or without one.
func parsePlace(written string) (p place, err error) {
	if written == "" {
		return p, nil
	}
	p.path = written
	if i := strings.LastIndexByte(written, ':'); i > 0 {
		if line, err := strconv.Atoi(written[i+1:]); err == nil && line > 0 {
			p = place{written[:i], line}
		}
	}
	if strings.HasPrefix(p.path, `"`) {
		name, err := strconv.Unquote(p.path)
		if err != nil {
			return place{}, texts.Invalid("after", `%s is not a place: give it as in the earlier result, such as "src/main.go:12"`, strconv.Quote(written))
		}
		p.path = name
	}
	p.path = strings.TrimPrefix(p.path, "./")
	return p, nil
}

// String returns the place as a result shows it.
func (p place) String() string {
	if p.path == "" {
		return ""
	}
	if p.line == 0 {
		return displayName(p.path)
	}
	return displayName(p.path) + ":" + strconv.Itoa(p.line)
}

// passes reports whether a search that continues after the place has already
// searched the file, and the last line that it has searched if it has searched only
// a part of the file.
func (p place) passes(name string) (complete bool, line int) {
	if p.path == "" {
		return false, 0
	}
	switch order := compareWalked(name, p.path); {
	case order < 0:
		return true, 0
	case order == 0:
		return p.line == 0, p.line
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
