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

// row is a rule of the floor, made ready.
type row struct {
	parts []string // folded
	top   bool     // the first part stands at the top
	rule  *Closed
	// What stands before the first wildcard of the last part, and after its last one: few
	// names have both, and path.Match need not look at the others.
	before, after string
}

const (
	wildcards = "*?"
	// meta are all the characters that path.Match does not take for themselves.
	meta = wildcards + `[]\`
)

func newRow(rule *Closed) row {
	rest, top := strings.CutPrefix(rule.Pattern, "/")
	r := row{top: top, rule: rule}
	for part := range strings.SplitSeq(rest, "/") {
		r.parts = append(r.parts, fold(part))
	}
	if last := r.last(); strings.ContainsAny(last, wildcards) {
		r.before, r.after = last[:strings.IndexAny(last, meta)], last[strings.LastIndexAny(last, meta)+1:]
	}
	return r
}

func (r *row) last() string { return r.parts[len(r.parts)-1] }

// matches reports whether a folded name matches the last part.
func (r *row) matches(name string) bool {
	if !strings.HasPrefix(name, r.before) || !strings.HasSuffix(name, r.after) {
		return false
	}
	ok, err := path.Match(r.last(), name)
	return ok && err == nil
}

// index finds rules by their last part: those that are a name, by that name.
type index struct {
	byName    map[string][]row
	wildcards []row
	longer    []row // of more than one part, or from the top
}

var indexed = sync.OnceValue(func() *index {
	x := &index{byName: make(map[string][]row)}
	for i := range floor {
		r := newRow(&floor[i])
		if last := r.last(); strings.ContainsAny(last, wildcards) {
			x.wildcards = append(x.wildcards, r)
		} else {
			x.byName[last] = append(x.byName[last], r)
		}
		if len(r.parts) > 1 || r.top {
			x.longer = append(x.longer, r)
		}
	}
	return x
})

// closedAt is the rule that closes what stands at the end of an absolute path,
// or nil. Rules that close reading come first.
func closedAt(at string) *Closed {
	x, name := indexed(), fold(filepath.Base(at))
	if slices.Contains(exempt, name) {
		return nil
	}
	var found *Closed
	for _, r := range x.byName[name] {
		if (found == nil || found.WriteOnly) && r.ends(at) {
			found = r.rule
		}
	}
	for i := range x.wildcards {
		if found != nil && !found.WriteOnly {
			break
		}
		if r := &x.wildcards[i]; r.matches(name) && r.ends(at) {
			found = r.rule
		}
	}
	return found
}

// ends reports whether the path ends in the rule's parts; the last is known to match.
func (r *row) ends(at string) bool {
	rest := filepath.Dir(at)
	for i := len(r.parts) - 2; i >= 0; i-- {
		if rest == topOf(rest) || fold(filepath.Base(rest)) != r.parts[i] {
			return false
		}
		rest = filepath.Dir(rest)
	}
	return !r.top || rest == topOf(rest)
}

// closedOnTheWay is the rule that closes an absolute path or a directory above it,
// or nil.
func closedOnTheWay(at string, writing bool) *Closed {
	for top := topOf(at); at != top; at = filepath.Dir(at) {
		if closed := closedAt(at); closed != nil && (writing || !closed.WriteOnly) {
			return closed
		}
	}
	return nil
}

// startsClosed reports whether a rule may close something below a directory because of
// that directory's name.
func startsClosed(dir string) bool {
	return slices.ContainsFunc(indexed().longer, func(r row) bool {
		for n := len(r.parts) - 1; n > 0; n-- {
			start := row{parts: r.parts[:n], top: r.top}
			if fold(filepath.Base(dir)) == r.parts[n-1] && start.ends(dir) {
				return true
			}
		}
		return r.top && dir == topOf(dir)
	})
}

// fold is a name without what file systems may ignore: case, dots and white
// space at the end, and characters that cannot be seen.
func fold(name string) string {
	if !needsFolding(name) {
		return name
	}
	folded := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)) {
			return -1
		}
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return unicode.ToLower(least)
	}, name)
	return strings.TrimRight(folded, ". ")
}

func needsFolding(name string) bool {
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ")
}
