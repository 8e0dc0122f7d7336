package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// rules say which paths may be touched. All are absolute and without symbolic
// links. The zero value allows nothing.
type rules struct {
	all           bool // everything but what is denied; only while the reach is worked out
	reads, writes []string
	denies        []denial
	passages      []string // what directories on the way may lead to
	opened        []string // what the policy opens for writing, whatever the tool declares
}

// denial is one path that policy closes.
type denial struct {
	path string
	// info is what is there, to know it by other names: those of a file system
	// that ignores case or how letters are composed, and hard links. It is nil
	// when there is nothing yet.
	info fs.FileInfo
}

// ignoresCase reports whether file systems here usually do.
var ignoresCase = slices.Contains([]string{"windows", "darwin", "ios"}, runtime.GOOS)

// covers reports whether the path is denied. What does not exist yet is denied in
// any case, since the file system may ignore it.
func (d *denial) covers(path string) bool {
	if within(path, d.path) {
		return true
	}
	return (ignoresCase || d.info == nil) && within(strings.ToLower(path), strings.ToLower(d.path))
}

func (r *rules) denied(path string) bool {
	return slices.ContainsFunc(r.denies, func(d denial) bool { return d.covers(path) })
}

// isDenied reports whether something is denied under another name.
func (r *rules) isDenied(info fs.FileInfo) bool {
	return slices.ContainsFunc(r.denies, func(d denial) bool { return d.info != nil && os.SameFile(d.info, info) })
}

// readable reports whether a path may be read whose directory was judged
// before: of what is closed to all, only the last component is looked at.
func (r *rules) readable(path string) bool {
	if !r.all && !inAny(path, r.reads) || r.denied(path) {
		return false
	}
	closed := closedAt(path)
	return closed == nil || closed.WriteOnly
}

// writable reports whether a path may be written, and why not when it is closed to
// all tools.
func (r *rules) writable(path string) (reason string, ok bool) {
	return r.changeable(path, inAny(path, r.writes))
}

// makeable reports, as writable does, whether a missing directory may be made at a path: it may
// be written, or it is above a path that may be written and the policy opens it for writing.
func (r *rules) makeable(path string) (reason string, ok bool) {
	holds := slices.ContainsFunc(r.writes, func(write string) bool { return within(write, path) })
	return r.changeable(path, inAny(path, r.writes) || holds && inAny(path, r.opened))
}

// changeable reports whether a path that is in reach is neither denied nor closed to all tools, and
// why it is closed.
func (r *rules) changeable(path string, inReach bool) (reason string, ok bool) {
	if !inReach || r.denied(path) {
		return "", false
	}
	if closed := closedOnTheWay(path, true); closed != nil {
		return closed.Reason, false
	}
	return "", true
}

// passage reports whether a path is a directory on the way to what may be read.
func (r *rules) passage(path string) bool {
	return slices.ContainsFunc(r.passages, func(to string) bool { return to != path && within(to, path) })
}

// steps are the names in a directory on the way, sorted.
func (r *rules) steps(dir string) []string {
	var names []string
	for _, to := range r.passages {
		if to != dir && within(to, dir) {
			name, _, _ := strings.Cut(below(to, dir), separator)
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// fixed reports whether the rules name a path.
func (r *rules) fixed(path string) bool {
	return slices.Contains(r.reads, path) || slices.Contains(r.writes, path)
}

// entangled reports whether rules of their own hold for something below a
// directory, so that it must stay where it is.
func (r *rules) entangled(dir string) bool {
	inside := func(path string) bool { return path != dir && within(path, dir) }
	return slices.ContainsFunc(r.reads, inside) || slices.ContainsFunc(r.writes, inside) ||
		slices.ContainsFunc(r.denies, func(d denial) bool { return inside(d.path) }) || startsClosed(dir)
}

func inAny(path string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return within(path, dir) })
}

// spelling is a path as the host wrote it, and the same without symbolic links.
type spelling struct{ given, real string }

// spelled reports whether an absolute path may be named at all: it is the
// working directory, or in reach, or below one of them.
func (v *view) spelled(path string) bool {
	return slices.ContainsFunc(v.spellings, func(s spelling) bool { return within(path, s.given) || within(path, s.real) })
}

// respelled is an absolute path with the longest part of it that the host wrote
// replaced by the same without symbolic links.
func (v *view) respelled(path string) string {
	var longest spelling
	for _, s := range v.spellings {
		if s.given != s.real && within(path, s.given) && len(s.given) > len(longest.given) {
			longest = s
		}
	}
	if longest.given == "" {
		return path
	}
	return filepath.Join(longest.real, below(path, longest.given))
}

// resolve is a path without symbolic links. What does not exist keeps its name.
func resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if parent := filepath.Dir(path); os.IsNotExist(err) && parent != path {
		real, err = resolve(parent)
		return filepath.Join(real, filepath.Base(path)), err
	}
	return real, err
}
