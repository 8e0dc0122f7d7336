package search

import (
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// filter selects files by a glob. The zero value takes all.
type filter struct {
	names []glob   // any of which the name of a file may match
	paths [][]glob // any of which its path may match
	on    bool
}

// maxGlob is how long a glob may be, in bytes.
const maxGlob = 500

// newFilter reads the glob of a call.
func newFilter(pattern string) (f filter, err error) {
	if len(pattern) > maxGlob {
		return f, texts.Invalid("glob", "the glob has %d bytes, and may have at most %d", len(pattern), maxGlob)
	}
	all, tooMany, ok := alternatives(pattern)
	if tooMany {
		return f, texts.Invalid("glob", "the braces in %q stand for more than %d patterns: search several times", pattern, maxAlternatives)
	}
	for _, one := range all {
		one = strings.TrimPrefix(one, "./")
		parts, valid := parseGlobs(one)
		switch {
		case strings.HasPrefix(one, "/"), strings.HasPrefix(one, "../"):
			return f, texts.Invalid("glob", `%q can match nothing: a glob is relative to dir, such as "src/**/*.go"`, pattern)
		case strings.HasSuffix(one, "/"):
			return f, texts.Invalid("glob", `%q can match nothing: a glob selects files; all below a directory are "src/**"`, pattern)
		case !valid:
			ok = false
		case len(parts) > 1:
			f.paths = append(f.paths, parts)
		case one != "":
			f.names = append(f.names, parts[0])
		}
	}
	if !ok {
		return f, texts.Invalid("glob", `%q is not a valid glob: every [ and { must be closed, and \ be followed by a character`, pattern)
	}
	f.on = strings.TrimPrefix(pattern, "./") != ""
	return f, nil
}

// takes reports whether a file is selected, given its path below the directory
// that is walked.
func (f *filter) takes(name string) bool {
	if !f.on {
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
