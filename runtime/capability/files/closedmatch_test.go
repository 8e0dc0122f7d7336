package files

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
)

// TestMatchesLast compares the result with path.Match, for names made from the patterns and for others.
func TestMatchesLast(t *testing.T) {
	names := []string{"", ".", "x", "*", "?", ".env", ".environment"}
	for _, c := range ClosedPaths() {
		last := fold(path.Base(c.Pattern))
		for _, with := range []string{"", "x", "xx", ".", "*", "é", "_history", ".env."} {
			name := strings.NewReplacer("*", with, "?", with).Replace(last)
			names = append(names, name, "x"+name, name+"x", name[1:], name[:len(name)-1], name+name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	matched := 0
	check := func(pattern string) {
		r := newMatcher(&ClosedPath{Pattern: pattern})
		last := r.last()
		for _, name := range names {
			want, err := path.Match(last, name)
			if got := r.matchesLast(name); got != (want && err == nil) {
				t.Errorf("%q and %q: %t", pattern, name, got)
			} else if got {
				matched++
			}
		}
	}
	for i, c := range ClosedPaths() {
		if !racetest.Enabled || i%8 == 0 {
			check(c.Pattern)
		}
	}
	for _, pattern := range []string{"*", "?", "**", "a*", "*a", "a*b*c", "?.env", "[.x]*", `\.env*`, "*[xy]", "*]", `*\*`, "*.env.*?", ".env.*.env.", "[", "*["} {
		check(pattern)
	}
	if matched < racetest.Fewer(len(ClosedPaths()), 8) {
		t.Errorf("only %d matched", matched)
	}
}

// TestRuleAt compares the result with a search through all rules.
func TestRuleAt(t *testing.T) {
	type rule struct {
		of      *ClosedPath
		matcher matcher
		last    string
	}
	var rules []rule
	for i := range closedPaths {
		r := newMatcher(&closedPaths[i])
		rules = append(rules, rule{&closedPaths[i], r, r.last()})
	}
	search := func(at string, applies func(*ClosedPath) bool) bool {
		name := fold(filepath.Base(at))
		return slices.ContainsFunc(rules, func(r rule) bool {
			ok, _ := path.Match(r.last, name)
			return ok && !isExample(r.of, name) && !isText(r.of, at) && r.matcher.matchesEnd(at) && r.matcher.isSpelled(at) && applies(r.of)
		})
	}
	closed := 0
	for i, c := range ClosedPaths() {
		if racetest.Enabled && i%4 > 0 {
			continue
		}
		for _, name := range []string{c.Pattern, strings.ToUpper(c.Pattern), c.Pattern + ".", c.Pattern + "x", "x" + c.Pattern, path.Base(c.Pattern), c.Pattern + "/x"} {
			for _, with := range []string{"", "x", "example"} {
				at := filepath.Join(volumeRoot(""), "home", strings.ReplaceAll(name, "*", with))
				if path.IsAbs(name) {
					at = filepath.FromSlash(strings.ReplaceAll(name, "*", with))
				}
				for _, applies := range []func(*ClosedPath) bool{
					func(*ClosedPath) bool { return true },
					func(c *ClosedPath) bool { return !c.WriteOnly },
					func(c *ClosedPath) bool { return !c.UnlessNamed },
				} {
					got := defaultIndex().ruleAt(at, applies)
					if want := search(at, applies); (got != nil) != want || got != nil && !applies(got) {
						t.Errorf("%s: %+v, not %t", at, got, want)
					}
					if got != nil {
						closed++
					}
				}
			}
		}
	}
	if closed < racetest.Fewer(len(ClosedPaths()), 4) {
		t.Errorf("only %d are closed", closed)
	}
}
