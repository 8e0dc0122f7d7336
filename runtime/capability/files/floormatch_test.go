package files

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMatches compares what is matched with what path.Match alone matches, for names
// made from the patterns themselves and for any others.
func TestMatches(t *testing.T) {
	names := []string{"", ".", "x", "*", "?", ".env", ".environment"}
	for _, c := range Floor() {
		last := fold(path.Base(c.Pattern))
		for _, with := range []string{"", "x", "xx", ".", "*", "é", "_history", ".env."} {
			name := strings.NewReplacer("*", with, "?", with).Replace(last)
			names = append(names, name, "x"+name, name+"x", name[1:], name[:len(name)-1], name+name)
		}
	}
	matched := 0
	check := func(pattern string) {
		r := newRow(&Closed{Pattern: pattern})
		for _, name := range names {
			want, err := path.Match(r.last(), name)
			if got := r.matches(name); got != (want && err == nil) {
				t.Errorf("%q and %q: %t", pattern, name, got)
			} else if got {
				matched++
			}
		}
	}
	for _, c := range Floor() {
		check(c.Pattern)
	}
	for _, pattern := range []string{"*", "?", "**", "a*", "*a", "a*b*c", "?.env", "[.x]*", `\.env*`, "*[xy]", "*]", `*\*`, "*.env.*?", ".env.*.env.", "[", "*["} {
		check(pattern)
	}
	if matched < len(Floor()) {
		t.Errorf("only %d matched", matched)
	}
}

// TestClosedAt compares the index of the floor with a look at every rule.
func TestClosedAt(t *testing.T) {
	slowly := func(at string) *Closed {
		name := fold(filepath.Base(at))
		if slices.Contains(exempt, name) {
			return nil
		}
		var found *Closed
		for i := range floor {
			r := newRow(&floor[i])
			if ok, _ := path.Match(r.last(), name); ok && r.ends(at) && (found == nil || found.WriteOnly && !r.rule.WriteOnly) {
				found = r.rule
			}
		}
		return found
	}
	closed := 0
	for _, c := range Floor() {
		for _, name := range []string{c.Pattern, strings.ToUpper(c.Pattern), c.Pattern + ".", c.Pattern + "x", "x" + c.Pattern, path.Base(c.Pattern), c.Pattern + "/x"} {
			for _, with := range []string{"", "x", "example"} {
				at := filepath.Join(topOf(""), "home", strings.ReplaceAll(name, "*", with))
				if path.IsAbs(name) {
					at = filepath.FromSlash(strings.ReplaceAll(name, "*", with))
				}
				got, want := closedAt(at), slowly(at)
				if (got == nil) != (want == nil) || got != nil && got.WriteOnly != want.WriteOnly {
					t.Errorf("%s: %+v, not %+v", at, got, want)
				}
				if got != nil {
					closed++
				}
			}
		}
	}
	if closed < len(Floor()) {
		t.Errorf("only %d are closed", closed)
	}
}
