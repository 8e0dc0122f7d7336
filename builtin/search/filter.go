package search

import "strings"

// maxAlternatives is how many patterns the braces of a glob may stand for.
const maxAlternatives = 64

// alternatives are the patterns that one with braces stands for: those of
// "*.{ts,tsx}" are "*.ts" and "*.tsx". There are too many when some are left
// out. It fails for braces and brackets that are not closed.
func alternatives(pattern string) (all []string, tooMany, ok bool) {
	for left := []string{pattern}; len(left) > 0; {
		if len(all)+len(left) > maxAlternatives {
			return nil, true, true
		}
		one := left[len(left)-1]
		left = left[:len(left)-1]
		open, choices, end := firstBraces(one)
		switch {
		case end < 0:
			return nil, false, false
		case choices == nil:
			all = append(all, one)
			continue
		}
		for i := range choices {
			left = append(left, one[:open]+choices[len(choices)-1-i]+one[end:])
		}
	}
	return all, false, true
}

// firstBraces finds the first pair of braces: where it opens, the choices in it,
// and the index behind it, which is -1 where one is not closed. Without any
// there are no choices.
func firstBraces(pattern string) (open int, choices []string, end int) {
	depth, from := 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			length := new(charSet).parse(pattern[i:])
			if length == 0 {
				return 0, nil, -1
			}
			i += length - 1
		case c == '{':
			if depth++; depth == 1 {
				open, from = i, i+1
			}
		case depth == 1 && (c == ',' || c == '}'):
			choices = append(choices, pattern[from:i])
			if from = i + 1; c == '}' {
				return open, choices, i + 1
			}
		case c == '}':
			if depth--; depth < 0 {
				return 0, nil, -1
			}
		}
	}
	if depth > 0 {
		return 0, nil, -1
	}
	return 0, nil, len(pattern)
}

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
		return f, wrong("glob", "it has %d bytes, and may have at most %d", len(pattern), maxGlob)
	}
	all, tooMany, ok := alternatives(pattern)
	if tooMany {
		return f, wrong("glob", "the braces in %q stand for more than %d patterns: search several times", pattern, maxAlternatives)
	}
	for _, one := range all {
		one = strings.TrimPrefix(one, "./")
		parts, valid := parseGlobs(one)
		switch {
		case strings.HasPrefix(one, "/"), strings.HasPrefix(one, "../"):
			return f, wrong("glob", `%q can match nothing: a glob is relative to dir, such as "src/**/*.go"`, pattern)
		case strings.HasSuffix(one, "/"):
			return f, wrong("glob", `%q can match nothing: a glob selects files; all below a directory are "src/**"`, pattern)
		case !valid:
			ok = false
		case len(parts) > 1:
			f.paths = append(f.paths, parts)
		case one != "":
			f.names = append(f.names, parts[0])
		}
	}
	if !ok {
		return f, wrong("glob", `%q is not valid: every [ and { must be closed, and \ be followed by a character`, pattern)
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
