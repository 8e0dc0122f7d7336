package search

import (
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// filter selects files by a glob. The zero value selects all files.
type filter struct {
	names  []glob   // patterns for the name of a file
	paths  [][]glob // patterns for the path of a file, one glob per part
	active bool     // false selects all files
}

// maxGlobBytes is the maximum length of a glob.
const maxGlobBytes = 500

// newFilter returns the filter for the glob of a call.
func newFilter(pattern string) (f filter, err error) {
	if len(pattern) > maxGlobBytes {
		return f, texts.Invalid("glob", "the glob has %d bytes, at most %d are allowed", len(pattern), maxGlobBytes)
	}
	all, tooMany, ok := expandBraces(pattern)
	if tooMany {
		return f, texts.Invalid("glob", "the braces in %q expand to more than %d patterns: use several calls with fewer alternatives", pattern, maxAlternatives)
	}
	for _, one := range all {
		one = strings.TrimPrefix(one, "./")
		parts, valid := parseGlobs(one)
		switch {
		case strings.HasPrefix(one, "/"), strings.HasPrefix(one, "../"):
			return f, texts.Invalid("glob", `%q cannot match a file: a glob must be relative to dir, such as "src/**/*.go"`, pattern)
		case strings.HasSuffix(one, "/"):
			return f, texts.Invalid("glob", `%q cannot match a file: a glob must not end with a slash; all files below a directory are "src/**"`, pattern)
		case !valid:
			ok = false
		case len(parts) > 1:
			f.paths = append(f.paths, parts)
		case one != "":
			f.names = append(f.names, parts[0])
		}
	}
	if !ok {
		return f, texts.Invalid("glob", `%q is not a valid glob: every [ and { must be closed, and a character must follow every \`, pattern)
	}
	f.active = strings.TrimPrefix(pattern, "./") != ""
	return f, nil
}

// selects reports whether the filter selects a file. The name is the file's
// path relative to the directory of the walk.
func (f *filter) selects(name string) bool {
	if !f.active {
		return true
	}
	parts := strings.Split(name, "/")
	for i := range f.names {
		if f.names[i].matches(parts[len(parts)-1]) {
			return true
		}
	}
	for _, pattern := range f.paths {
		if matchParts(pattern, parts) {
			return true
		}
	}
	return false
}
