package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// rules say which paths a call can use. All paths are absolute and without symbolic links. The zero value
// allows nothing.
type rules struct {
	all           bool // allow everything that is not denied; only while the paths of the policy are opened
	reads, writes []string
	denies        []denial
	closure       *closure
	ancestorsOf   []string // paths whose ancestors can be listed
	opened        []string // the paths that the policy opens for writing, including those that the tool does not declare
}

// denial is one path that the policy denies.
type denial struct {
	path string
	// info describes the file, so that it is recognised under other names: those of a file system that
	// ignores case or Unicode normalization, and hard links. It is nil if the path does not exist.
	info fs.FileInfo
}

// ignoresCase reports whether file systems usually ignore case on this operating system.
var ignoresCase = slices.Contains([]string{"windows", "darwin", "ios"}, runtime.GOOS)

// covers reports whether the path is denied. If the denied path does not exist, case is ignored, because
// the file system may ignore it.
func (d *denial) covers(path string) bool {
	if isWithin(path, d.path) {
		return true
	}
	return (ignoresCase || d.info == nil) && isWithin(strings.ToLower(path), strings.ToLower(d.path))
}

// isDenied reports whether the policy denies a path.
func (r *rules) isDenied(path string) bool {
	return slices.ContainsFunc(r.denies, func(d denial) bool { return d.covers(path) })
}

// isDeniedFile reports whether a file is denied, possibly under another name.
func (r *rules) isDeniedFile(info fs.FileInfo) bool {
	return slices.ContainsFunc(r.denies, func(d denial) bool { return d.info != nil && os.SameFile(d.info, info) })
}

// readable reports whether a path can be read. Of the rules of ClosedPaths it checks only the last
// component, because the caller has checked the directory before.
func (r *rules) readable(path string) bool {
	if !r.all && !isWithinAny(path, r.reads) || r.isDenied(path) {
		return false
	}
	return r.closure.readRule(path) == nil
}

// writable reports whether a path can be written. The reason is set if a rule of ClosedPaths closes the
// path.
func (r *rules) writable(path string) (reason string, ok bool) {
	return r.changeable(path, isWithinAny(path, r.writes))
}

// creatable reports whether a missing directory can be created at a path: the path can be written, or it
// contains a path that can be written and the policy opens it for writing. The reason is as for writable.
func (r *rules) creatable(path string) (reason string, ok bool) {
	holds := slices.ContainsFunc(r.writes, func(write string) bool { return isWithin(write, path) })
	return r.changeable(path, isWithinAny(path, r.writes) || holds && isWithinAny(path, r.opened))
}

// changeable reports whether a path is in reach, not denied and not closed to all tools. The reason is as
// for writable.
func (r *rules) changeable(path string, inReach bool) (reason string, ok bool) {
	if !inReach || r.isDenied(path) {
		return "", false
	}
	if closed := r.closure.rule(path, true); closed != nil {
		return closed.Reason, false
	}
	return "", true
}

// isAncestor reports whether a directory is an ancestor of what can be read.
func (r *rules) isAncestor(path string) bool {
	return slices.ContainsFunc(r.ancestorsOf, func(to string) bool { return to != path && isWithin(to, path) })
}

// childNames returns the names in an ancestor that lead to what can be read, sorted.
func (r *rules) childNames(dir string) []string {
	var names []string
	for _, to := range r.ancestorsOf {
		if to != dir && isWithin(to, dir) {
			name, _, _ := strings.Cut(relativeTo(to, dir), separator)
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isNamed reports whether the policy or the tool names a path.
func (r *rules) isNamed(path string) bool {
	return slices.Contains(r.reads, path) || slices.Contains(r.writes, path)
}

// hasRulesBelow reports whether rules name paths below a directory, so that the directory must keep its
// name.
func (r *rules) hasRulesBelow(dir string) bool {
	inside := func(path string) bool { return path != dir && isWithin(path, dir) }
	return slices.ContainsFunc(r.reads, inside) || slices.ContainsFunc(r.writes, inside) ||
		slices.ContainsFunc(r.denies, func(d denial) bool { return inside(d.path) }) || r.closure.index.mayCloseBelow(dir)
}

// isWithinAny reports whether a path is in one of the directories.
func isWithinAny(path string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return isWithin(path, dir) })
}

// hostPath is a path as the host wrote it, and the same path without symbolic links.
type hostPath struct{ given, real string }

// givenTo returns a path in real as a path in given.
func (p hostPath) givenTo(path string) string {
	return filepath.Join(p.given, relativeTo(path, p.real))
}

// canName reports whether a tool can use an absolute path as a name: it is the working directory, a path
// in reach, or below one of them.
func (v *view) canName(path string) bool {
	return slices.ContainsFunc(v.hostPaths, func(s hostPath) bool { return isWithin(path, s.given) || isWithin(path, s.real) })
}

// resolveKnown returns an absolute path in which the longest prefix that the host wrote is replaced by the
// same path without symbolic links.
func (v *view) resolveKnown(path string) string {
	var longest hostPath
	for _, s := range v.hostPaths {
		if s.given != s.real && isWithin(path, s.given) && len(s.given) > len(longest.given) {
			longest = s
		}
	}
	if longest.given == "" {
		return path
	}
	return filepath.Join(longest.real, relativeTo(path, longest.given))
}

// resolve returns a path without symbolic links. Missing components keep their names.
func resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if parent := filepath.Dir(path); os.IsNotExist(err) && parent != path {
		real, err = resolve(parent)
		return filepath.Join(real, filepath.Base(path)), err
	}
	return real, err
}
