package files

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// closure decides which paths are closed to a call.
type closure struct {
	index *ruleIndex
	// ignoresNames is set while the paths of the policy are opened: rules with UnlessNamed do not apply.
	ignoresNames bool
	real         namedPaths // without those to which a symbolic link leads
	given        namedPaths // as the host wrote them, for names through symbolic links
	links        []hostPath // the paths of the host that lead elsewhere by symbolic links
}

// namedPaths are the paths that the policy names; those for writing are also among those for reading.
type namedPaths struct{ read, write []string }

// add adds paths.
func (n *namedPaths) add(write bool, paths ...string) {
	n.read = append(n.read, paths...)
	if write {
		n.write = append(n.write, paths...)
	}
}

// ruleTo returns the rule that closes the last component of a path for the use of a path at or below it, or nil.
func (c *closure) ruleTo(path, at string, writing bool, named *namedPaths) *ClosedPath {
	return c.index.ruleAt(at, func(rule *ClosedPath) bool {
		return (writing || !rule.WriteOnly) && (!rule.UnlessNamed || !c.ignoresNames && !named.has(path, at, writing))
	})
}

// readRule returns the rule that closes reading the last component of a path, or nil. The paths by which the host
// reaches it are judged too.
func (c *closure) readRule(path string) *ClosedPath {
	if closed := c.ruleTo(path, path, false, &c.real); closed != nil {
		return closed
	}
	for _, l := range c.links {
		if path == l.real {
			if closed := c.ruleAbove(l.given, false, &c.given); closed != nil {
				return closed
			}
		} else if isWithin(path, l.real) {
			at := l.givenTo(path)
			if closed := c.ruleTo(at, at, false, &c.given); closed != nil {
				return closed
			}
		}
	}
	return nil
}

// rule returns the rule that closes a path or a directory above it, also by the paths by which the host reaches
// it, or nil.
func (c *closure) rule(path string, writing bool) *ClosedPath {
	if closed := c.ruleAbove(path, writing, &c.real); closed != nil {
		return closed
	}
	for _, given := range c.givenTo(path) {
		if closed := c.ruleAbove(given, writing, &c.given); closed != nil {
			return closed
		}
	}
	return nil
}

// ruleAbove returns the rule that closes a path or a directory above it, or nil.
func (c *closure) ruleAbove(path string, writing bool, named *namedPaths) *ClosedPath {
	at := path
	for top := volumeRoot(at); at != top; at = filepath.Dir(at) {
		if closed := c.ruleTo(path, at, writing, named); closed != nil {
			return closed
		}
	}
	return nil
}

// addHostPath records a path of the host.
func (c *closure) addHostPath(p hostPath) {
	if p.given != p.real && !slices.Contains(c.links, p) {
		c.links = append(c.links, p)
	}
}

// givenTo returns the paths by which the host reaches a path, without the path itself.
func (c *closure) givenTo(path string) []string {
	var given []string
	for _, l := range c.links {
		if isWithin(path, l.real) {
			given = append(given, l.givenTo(path))
		}
	}
	return given
}

// has reports whether the policy names the path that a rule matches, or a path below it that contains path
// or is inside path: directories that lead to a named path can be created.
func (n *namedPaths) has(path, at string, writing bool) bool {
	named := n.read
	if writing {
		named = n.write
	}
	return slices.ContainsFunc(named, func(name string) bool {
		return isWithin(name, at) && (isWithin(path, name) || isWithin(name, path))
	})
}

// setNamed sets the paths that the policy names.
func (c *closure) setNamed(roots []policyPath) {
	for _, r := range roots {
		c.given.add(r.write, r.given)
		if r.named {
			c.real.add(r.write, r.real)
			c.given.add(r.write, r.real)
			c.given.add(r.write, c.givenTo(r.real)...)
		}
	}
	c.ignoresNames = false
}

// closedPaths returns the rules of a backend with these options.
func (o *Options) closedPaths() ([]ClosedPath, error) {
	rules := slices.Clone(closedPaths)
	for _, pattern := range o.Reopen {
		count := len(rules)
		if rules = slices.DeleteFunc(rules, func(c ClosedPath) bool { return c.Pattern == pattern }); len(rules) == count {
			return nil, fmt.Errorf("files: Options.Reopen has the entry %q: expected the Pattern of a rule of ClosedPaths", pattern)
		}
	}
	for _, rule := range o.Close {
		if err := rule.check(); err != nil {
			return nil, fmt.Errorf("files: Options.Close has the pattern %q: %w", rule.Pattern, err)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// check returns an error if a rule is not valid.
func (c *ClosedPath) check() error {
	rest := strings.TrimPrefix(c.Pattern, "/")
	_, malformed := path.Match(rest, "")
	switch {
	case c.Reason == "":
		return errors.New("its Reason is empty: write why the paths are closed")
	case rest == "" || c.Pattern != path.Clean(c.Pattern) || malformed != nil:
		return errors.New("expected a path without \"..\" and without a slash at its end")
	case strings.ContainsAny(path.Dir(rest), wildcards):
		return errors.New("only the last component can contain wildcards")
	}
	return nil
}

// ruleIndex returns the index of the rules of the backend.
func (b *Backend) ruleIndex() (*ruleIndex, error) {
	if len(b.options.Close) == 0 && len(b.options.Reopen) == 0 {
		return defaultIndex(), nil
	}
	return b.index()
}
