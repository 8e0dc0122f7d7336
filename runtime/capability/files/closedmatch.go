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

// isSpelled reports whether the path, which matches the rule, leads to the files that the pattern names: its spelling
// is that of the pattern, or its directories do not distinguish upper and lower case.
func (r *matcher) isSpelled(at string) bool {
	if !r.rule.MatchCase {
		return true
	}
	for _, part := range slices.Backward(strings.Split(strings.TrimPrefix(r.rule.Pattern, "/"), "/")) {
		dir, name := filepath.Split(at)
		if ok, _ := path.Match(part, visible(name)); !ok && !caseIgnoredIn(filepath.Clean(dir)) {
			return false
		}
		at = filepath.Clean(dir)
	}
	return true
}

// ruleIndex finds rules by their last part. Rules without wildcards are in byName.
type ruleIndex struct {
	byName    map[string][]matcher
	wildcards []matcher
	multiPart []matcher // rules with several parts, and rules that start at the root
}

// defaultIndex returns the index of ClosedPaths.
var defaultIndex = sync.OnceValue(func() *ruleIndex { return newIndex(closedPaths) })

// newIndex returns the index of rules.
func newIndex(rules []ClosedPath) *ruleIndex {
	x := &ruleIndex{byName: make(map[string][]matcher)}
	for i := range rules {
		r := newMatcher(&rules[i])
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
}

// ruleAt returns the first rule for the last component of an absolute path that applies, or nil. A copy that an editor
// makes is closed for reading like the file.
func (x *ruleIndex) ruleAt(at string, applies func(*ClosedPath) bool) *ClosedPath {
	name := fold(filepath.Base(at))
	if rule := x.ruleFor(name, at, applies); rule != nil {
		return rule
	}
	if original := copiedName(name); original != name {
		return x.ruleFor(original, at, func(rule *ClosedPath) bool { return !rule.WriteOnly && applies(rule) })
	}
	return nil
}

// ruleFor is ruleAt for the folded name of the last component.
func (x *ruleIndex) ruleFor(name, at string, applies func(*ClosedPath) bool) *ClosedPath {
	for _, r := range x.byName[name] {
		if r.closes(at, name) && applies(r.rule) && r.isSpelled(at) {
			return r.rule
		}
	}
	for i := range x.wildcards {
		if r := &x.wildcards[i]; r.matchesLast(name) && r.closes(at, name) && applies(r.rule) && r.isSpelled(at) {
			return r.rule
		}
	}
	return nil
}

// copyEndings are the endings of the names of copies of files, as editors and people make them.
var copyEndings = []string{"~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".swo"}

// copiedName returns the folded name of the file that a file with a folded name is a copy of, such as .env for .env~,
// "#.env#" and ..env.swp, or the name itself.
func copiedName(name string) string {
	if inside, ok := strings.CutPrefix(name, "#"); ok && strings.HasSuffix(inside, "#") {
		return inside[:len(inside)-1]
	}
	for _, ending := range copyEndings {
		original, ok := strings.CutSuffix(name, ending)
		switch {
		case !ok || original == "":
		case strings.HasPrefix(ending, ".sw"):
			return strings.TrimPrefix(original, ".")
		default:
			return original
		}
	}
	return name
}

// closes reports whether the rule closes a path, if its spelling is that of the pattern. The last part, with the
// folded name, is known to match.
func (r *matcher) closes(at, name string) bool {
	return r.matchesEnd(at) && !isExample(r.rule, name) && !isText(r.rule, at)
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

// mayCloseBelow reports whether the name of a directory makes a rule apply to paths below it.
func (x *ruleIndex) mayCloseBelow(dir string) bool {
	return slices.ContainsFunc(x.multiPart, func(r matcher) bool {
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
	return strings.Map(func(r rune) rune {
		smallest := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			smallest = min(smallest, next)
		}
		return unicode.ToLower(smallest)
	}, visible(name))
}

// visible returns a name without dots and white space at the end and without invisible characters.
func visible(name string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)) {
			return -1
		}
		return r
	}, name), ". ")
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
