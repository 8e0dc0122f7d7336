package values

import (
	"regexp"
	"slices"
	"unicode/utf8"
)

// text is a set of strings.
type text struct {
	// size is the number of code points.
	size size
	// patterns are regular expressions that must match a part of the string, and
	// formats are formats and encodings, sorted.
	patterns, formats []string
	// only are the strings of a finite set, sorted; nil means all. They satisfy the
	// size and the patterns, but may not satisfy the formats.
	only []string
}

// anyText has all strings.
var anyText = text{size: anySize}

// intersect returns the strings that are in both sets.
func (t text) intersect(other text) text {
	both := text{
		size:     t.size.intersect(other.size),
		patterns: union(t.patterns, other.patterns),
		formats:  union(t.formats, other.formats),
		only:     t.only,
	}
	switch {
	case t.only == nil:
		both.only = other.only
	case other.only != nil:
		both.only = slices.DeleteFunc(slices.Clone(t.only), func(s string) bool { return !slices.Contains(other.only, s) })
	}
	return both
}

// union returns the words of both lists, sorted.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// normalize returns the same set with the values of a finite set listed.
func (t text) normalize() text {
	if t.only == nil && t.size.max == 0 {
		t.only = []string{""}
	}
	if t.only == nil {
		return t
	}
	kept := []string{}
	var unknown []string
	for _, pattern := range t.patterns {
		if _, err := regexp.Compile(pattern); err != nil {
			unknown = append(unknown, pattern)
		}
	}
	for _, s := range t.only {
		if t.size.has(utf8.RuneCountInString(s)) && matchesAll(s, t.patterns) {
			kept = append(kept, s)
		}
	}
	slices.Sort(kept)
	return text{size: anySize, patterns: unknown, formats: t.formats, only: slices.Compact(kept)}
}

// matchesAll reports whether a string matches all regular expressions that can be
// compiled.
func matchesAll(s string, patterns []string) bool {
	return !slices.ContainsFunc(patterns, func(pattern string) bool {
		compiled, err := regexp.Compile(pattern)
		return err == nil && !compiled.MatchString(s)
	})
}

// isComplete reports whether the set has all strings.
func (t *text) isComplete() bool {
	return t.size == anySize && len(t.patterns) == 0 && len(t.formats) == 0 && t.only == nil
}

// isEmpty reports whether a normalized set has no strings.
func (t *text) isEmpty() bool { return t.size.isEmpty() || t.only != nil && len(t.only) == 0 }

// isIn reports whether each string of a normalized set is in another one.
func (t *text) isIn(other *text) bool {
	if !isSubset(other.formats, t.formats) {
		return false
	}
	if t.only != nil {
		return !slices.ContainsFunc(t.only, func(s string) bool { return !other.has(s, t.patterns) })
	}
	return other.only == nil && t.size.isIn(other.size) && isSubset(other.patterns, t.patterns)
}

// has reports whether a string that satisfies the formats of the set, and the given
// regular expressions, is in the set.
func (t *text) has(s string, satisfied []string) bool {
	if t.only != nil && !slices.Contains(t.only, s) || !t.size.has(utf8.RuneCountInString(s)) {
		return false
	}
	return !slices.ContainsFunc(t.patterns, func(pattern string) bool {
		compiled, err := regexp.Compile(pattern)
		return !slices.Contains(satisfied, pattern) && (err != nil || !compiled.MatchString(s))
	})
}

// isSubset reports whether each word is in the other list.
func isSubset(words, of []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(of, word) })
}

// join adds the strings of another set if both are finite and differ only in their
// strings, and reports whether it did.
func (t *text) join(other *text) bool {
	if t.only == nil || other.only == nil || !slices.Equal(t.patterns, other.patterns) || !slices.Equal(t.formats, other.formats) {
		return false
	}
	t.only = union(t.only, other.only)
	return true
}
