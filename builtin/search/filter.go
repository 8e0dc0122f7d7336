package search

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// filter selects files by globs. The zero value selects all files.
type filter struct {
	include, exclude patterns
	isActive         bool // there is a glob; without one, all files are selected
}

// patterns are globs for names and for paths.
type patterns struct {
	names []glob   // patterns for a name
	paths [][]glob // patterns for a path, one glob per part
}

// maxGlobBytes is the maximum length of a glob.
const maxGlobBytes = 500

// newFilter returns the filter for the arguments glob and exclude of a call.
func newFilter(include, exclude string) (f filter, err error) {
	for _, one := range splitGlobs(include) {
		if excluded, isExcluded := strings.CutPrefix(one, "!"); isExcluded {
			err = f.exclude.add("glob", withoutSlash(excluded))
		} else {
			err = f.include.add("glob", one)
			f.isActive = f.isActive || strings.TrimPrefix(one, "./") != ""
		}
		if err != nil {
			return f, err
		}
	}
	for _, one := range splitGlobs(exclude) {
		if err := f.exclude.add("exclude", withoutSlash(strings.TrimPrefix(one, "!"))); err != nil {
			return f, err
		}
	}
	return f, nil
}

// withoutSlash returns a glob for files to leave out without a slash or "/**" at its
// end, because a directory is left out with its content.
func withoutSlash(pattern string) string {
	return strings.TrimSuffix(strings.TrimSuffix(pattern, "/**"), "/")
}

// splitGlobs splits a list of globs at its commas, except those in braces, in
// brackets or after a backslash.
func splitGlobs(list string) (globs []string) {
	depth, start, inSet := 0, 0, false
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '\\':
			i++
		case inSet:
			inSet = c != ']'
		case c == '[' && strings.Contains(list[i:], "]"):
			inSet = true
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ',' && depth <= 0:
			globs = append(globs, strings.TrimSpace(list[start:i]))
			start = i + 1
		}
	}
	return append(globs, strings.TrimSpace(list[start:]))
}

// add adds a pattern of an argument.
func (p *patterns) add(argument, pattern string) error {
	if len(pattern) > maxGlobBytes {
		return texts.Invalid(argument, "the glob has %d bytes, at most %d are allowed", len(pattern), maxGlobBytes)
	}
	all, tooMany, ok := expandBraces(pattern)
	if tooMany {
		return texts.Invalid(argument, "the braces in %q expand to more than %d patterns: use several calls with fewer alternatives", pattern, maxAlternatives)
	}
	for _, one := range all {
		one = strings.TrimPrefix(one, "./")
		parts, valid := parseGlobs(one)
		switch {
		case strings.HasPrefix(one, "/"), strings.HasPrefix(one, "../"):
			return texts.Invalid(argument, `%q cannot match a file: a glob must be relative to path, such as "src/**/*.go"`, pattern)
		case strings.HasSuffix(one, "/"):
			return texts.Invalid(argument, `%q cannot match a file: a glob must not end with a slash; all files below a directory are "src/**"`, pattern)
		case !valid:
			ok = false
		case len(parts) > 1:
			p.paths = append(p.paths, parts)
		case one != "":
			p.names = append(p.names, parts[0])
		}
	}
	if !ok {
		return texts.Invalid(argument, `%q is not a valid glob: every [ and { must be closed, and a character must follow every \`, pattern)
	}
	return nil
}

// isEmpty reports whether there are no patterns.
func (p *patterns) isEmpty() bool { return len(p.names)+len(p.paths) == 0 }

// match reports whether a pattern matches a path, which is relative to the
// directory of the walk.
func (p *patterns) match(name string) bool {
	parts := strings.Split(name, "/")
	for i := range p.names {
		if p.names[i].matches(parts[len(parts)-1]) {
			return true
		}
	}
	for _, pattern := range p.paths {
		if matchParts(pattern, parts) {
			return true
		}
	}
	return false
}

// selects reports whether the filter selects a file, by its path relative to the
// directory of the walk. The walk has left out what excludes returns true for.
func (f *filter) selects(name string) bool { return !f.isActive || f.include.match(name) }

// mayContain reports whether the filter can select a file below a directory, by the path of
// the directory relative to that of the walk.
func (f *filter) mayContain(dir string) bool {
	if !f.isActive || len(f.include.names) > 0 {
		return true
	}
	parts := strings.Split(dir, "/")
	return slices.ContainsFunc(f.include.paths, func(pattern []glob) bool { return matchStart(pattern, parts) })
}

// excludes reports whether the filter leaves out a file or directory, by its path
// relative to the directory of the walk.
func (f *filter) excludes(name string) bool { return !f.exclude.isEmpty() && f.exclude.match(name) }
