package files

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
)

// linkName is a path through a symbolic link to a directory or file, which has another path without links. Other
// programs use the file under this name, so the rules of ClosedPaths apply to it too.
type linkName struct {
	path  string
	below int // how many components follow the link
	left  int // how many components of the walk are left when it arrives at the target of the link
}

// linkNames are the names of the current directory of a walk, and those of the targets of links to which it is on
// its way.
type linkNames struct{ current, pending []linkName }

// maxLinkNames limits the names of one lookup: links that lead to their own directory multiply them.
const maxLinkNames = 256

// enter extends the names of the current directory with a component.
func (n *linkNames) enter(name string) {
	for i := range n.current {
		n.current[i].path = filepath.Join(n.current[i].path, name)
		n.current[i].below++
	}
}

// up goes to the parent directory. The parent of the target of a link has no name from the link.
func (n *linkNames) up() {
	n.current = slices.DeleteFunc(n.current, func(l linkName) bool { return l.below == 0 })
	for i := range n.current {
		n.current[i].path = filepath.Dir(n.current[i].path)
		n.current[i].below--
	}
}

// follow records that the walk follows the link with a name in the current directory before the last left
// components. paths are the paths of the link without links, and by which the host reaches it.
func (n *linkNames) follow(paths []string, link string, left int) error {
	for _, path := range append(paths, n.inside(link)...) {
		if l := (linkName{path, 0, left}); !slices.Contains(n.pending, l) {
			n.pending = append(n.pending, l)
		}
	}
	if len(n.pending)+len(n.current) > maxLinkNames {
		return errLoop
	}
	return nil
}

// leave records that the walk continues elsewhere and is back in the current directory before the last left
// components.
func (n *linkNames) leave(left int) {
	for _, l := range n.current {
		n.pending = append(n.pending, linkName{l.path, l.below, left})
	}
	n.current = nil
}

// arrive adds the names of links whose target is the current directory.
func (n *linkNames) arrive(left int) {
	n.pending = slices.DeleteFunc(n.pending, func(l linkName) bool {
		if l.left >= left {
			n.current = append(n.current, linkName{l.path, l.below, 0})
		}
		return l.left >= left
	})
	slices.SortFunc(n.current, func(a, b linkName) int { return cmp.Or(strings.Compare(a.path, b.path), a.below-b.below) })
	n.current = slices.Compact(n.current)
}

// inside returns the names of a file in the current directory.
func (n *linkNames) inside(name string) []string {
	var paths []string
	for _, l := range n.current {
		paths = append(paths, filepath.Join(l.path, name))
	}
	return paths
}

// paths returns the names of the current directory or file.
func (n *linkNames) paths() []string { return n.inside("") }

// missingPaths returns the names of a missing directory in the current one, before the last left components.
func (n *linkNames) missingPaths(name string, left int) []string {
	paths := n.inside(name)
	for _, l := range n.pending {
		if l.left >= left {
			paths = append(paths, l.path)
		}
	}
	return paths
}

// linkRule returns the rule that closes reading the last component of a name through a link, or nil.
func (r *rules) linkRule(names []string) *ClosedPath {
	for _, name := range names {
		if closed := r.closure.ruleTo(name, name, false, &r.closure.given); closed != nil {
			return closed
		}
	}
	return nil
}

// linkWriteRule returns the rule that closes writing one of the names through links, or nil.
func (r *rules) linkWriteRule(names []string) *ClosedPath {
	for _, name := range names {
		if closed := r.closure.ruleAbove(name, true, &r.closure.given); closed != nil {
			return closed
		}
	}
	return nil
}
