package files

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// matcher is a rule that is prepared for matching.
type matcher struct {
	parts    []string // the components of the pattern, folded
	fromRoot bool     // the pattern starts at the root
	rule     *ClosedPath
	// prefix and after are the literal text before the first wildcard of the last part and after
	// the last one. Few names have both, so that path.Match is seldom called.
	prefix, suffix string
}

const (
	wildcards = "*?"
	// meta are the characters with a special meaning in path.Match.
	meta = wildcards + `[]\`
)

// newMatcher prepares a rule for matching.
func newMatcher(rule *ClosedPath) matcher {
	rest, top := strings.CutPrefix(rule.Pattern, "/")
	r := matcher{fromRoot: top, rule: rule}
	for part := range strings.SplitSeq(rest, "/") {
		r.parts = append(r.parts, fold(part))
	}
	if last := r.last(); strings.ContainsAny(last, wildcards) {
		r.prefix, r.suffix = last[:strings.IndexAny(last, meta)], last[strings.LastIndexAny(last, meta)+1:]
	}
	return r
}

func (r *matcher) last() string { return r.parts[len(r.parts)-1] }

// matchesLast reports whether the last part matches a folded name.
func (r *matcher) matchesLast(name string) bool {
	if !strings.HasPrefix(name, r.prefix) || !strings.HasSuffix(name, r.suffix) {
		return false
	}
	ok, err := path.Match(r.last(), name)
	return ok && err == nil
}

// ruleIndex finds rules by their last part. Rules without wildcards are in byName.
type ruleIndex struct {
	byName    map[string][]matcher
	wildcards []matcher
	multiPart []matcher // rules with several parts, and rules that start at the root
}

// closedIndex returns the index of all rules.
var closedIndex = sync.OnceValue(func() *ruleIndex {
	x := &ruleIndex{byName: make(map[string][]matcher)}
	for i := range closedPaths {
		r := newMatcher(&closedPaths[i])
		if last := r.last(); strings.ContainsAny(last, wildcards) {
			x.wildcards = append(x.wildcards, r)
		} else {
			x.byName[last] = append(x.byName[last], r)
		}
		if len(r.parts) > 1 || r.fromRoot {
			x.multiPart = append(x.multiPart, r)
		}
	}
	return x
})

// ruleAt returns the rule that closes the last component of an absolute path, or nil. It prefers rules
// that close reading too.
func ruleAt(at string) *ClosedPath {
	x, name := closedIndex(), fold(filepath.Base(at))
	if slices.Contains(exemptNames, name) {
		return nil
	}
	var found *ClosedPath
	for _, r := range x.byName[name] {
		if (found == nil || found.WriteOnly) && r.matchesEnd(at) {
			found = r.rule
		}
	}
	for i := range x.wildcards {
		if found != nil && !found.WriteOnly {
			break
		}
		if r := &x.wildcards[i]; r.matchesLast(name) && r.matchesEnd(at) {
			found = r.rule
		}
	}
	return found
}

// matchesEnd reports whether the path ends in the parts of the rule. The last part is known to match.
func (r *matcher) matchesEnd(at string) bool {
	rest := filepath.Dir(at)
	for i := len(r.parts) - 2; i >= 0; i-- {
		if rest == volumeRoot(rest) || fold(filepath.Base(rest)) != r.parts[i] {
			return false
		}
		rest = filepath.Dir(rest)
	}
	return !r.fromRoot || rest == volumeRoot(rest)
}

// ruleFor returns the rule that closes an absolute path or a directory above it, or nil.
func ruleFor(at string, writing bool) *ClosedPath {
	for top := volumeRoot(at); at != top; at = filepath.Dir(at) {
		if closed := ruleAt(at); closed != nil && (writing || !closed.WriteOnly) {
			return closed
		}
	}
	return nil
}

// mayCloseBelow reports whether the name of a directory makes a rule apply to paths below it.
func mayCloseBelow(dir string) bool {
	return slices.ContainsFunc(closedIndex().multiPart, func(r matcher) bool {
		for n := len(r.parts) - 1; n > 0; n-- {
			start := matcher{parts: r.parts[:n], fromRoot: r.fromRoot}
			if fold(filepath.Base(dir)) == r.parts[n-1] && start.matchesEnd(dir) {
				return true
			}
		}
		return r.fromRoot && dir == volumeRoot(dir)
	})
}

// fold returns a name without what file systems may ignore: case, dots and white space at the end, and
// invisible characters.
func fold(name string) string {
	if !needsFolding(name) {
		return name
	}
	folded := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)) {
			return -1
		}
		smallest := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			smallest = min(smallest, next)
		}
		return unicode.ToLower(smallest)
	}, name)
	return strings.TrimRight(folded, ". ")
}

// needsFolding reports whether fold can change a name.
func needsFolding(name string) bool {
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ")
}
