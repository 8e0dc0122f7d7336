//go:build linux && !mips && !mipsle && !mips64 && !mips64le

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// quick opens a regular file without walking there: the kernel follows the whole path
// below an anchor at once, and refuses links and mounts. It gives nil where there is
// more to say than that the file is open; the walk says it.
func (v *view) quick(path string) (*os.File, fs.FileInfo) {
	a := v.anchorAt(path)
	if a == nil || a.path == path || v.ctx.Err() != nil || !v.isPlain(a, path) {
		return nil, nil
	}
	opened, info := a.gate.open(below(path, a.path), v.backend.options.Mounts)
	if opened == nil || !v.rules.isDenied(info) {
		return opened, info
	}
	_ = opened.Close()
	return nil, nil
}

// isPlain reports whether the walk from an anchor would have nothing to judge
// but names, each of which may be read. A denied directory is also known by
// other names, to the walk alone.
func (v *view) isPlain(a *anchor, path string) bool {
	if v.respelled(path) != path {
		return false
	}
	for at := path; at != a.path; at = filepath.Dir(at) {
		if !v.rules.readable(at) {
			return false
		}
	}
	return !slices.ContainsFunc(v.rules.denies, func(d denial) bool { return d.info != nil && d.info.IsDir() })
}

// open opens the regular file at a path below the gate's directory, or nothing. What
// is there is looked at before it is opened: opening a device may do something.
func (g gate) open(rel string, mounts bool) (*os.File, fs.FileInfo) {
	var seen syscall.Stat_t
	found := false
	g.use(func(dir uintptr) { found = statBeneath(dir, rel, mounts, &seen) == nil })
	if !found || seen.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, nil
	}
	return g.openSeen(rel, mounts, &seen)
}

// openSeen opens the regular file that was seen at a path, or nothing. The walk
// opens every directory on the way, so what can only be entered is left to it.
func (g gate) openSeen(rel string, mounts bool, seen *syscall.Stat_t) (*os.File, fs.FileInfo) {
	fd := -1
	g.use(func(dir uintptr) {
		if opensAbove(dir, rel, mounts) {
			fd, _ = openBeneath(dir, rel, mounts, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_LARGEFILE)
		}
	})
	if fd < 0 {
		return nil, nil
	}
	opened := os.NewFile(uintptr(fd), rel)
	info, err := opened.Stat()
	if err == nil {
		if now, ok := info.Sys().(*syscall.Stat_t); ok && now.Dev == seen.Dev && now.Ino == seen.Ino && info.Mode().IsRegular() {
			return opened, info
		}
	}
	_ = opened.Close()
	return nil, nil
}

// use calls a function with the descriptor of the gate's directory, unless it is closed.
func (g gate) use(do func(dir uintptr)) {
	if raw, err := g.dir.SyscallConn(); err == nil {
		_ = raw.Control(do)
	}
}

// opensAbove reports whether the directories on the way to a path can be opened.
func opensAbove(dir uintptr, rel string, mounts bool) bool {
	for at := filepath.Dir(rel); at != "."; at = filepath.Dir(at) {
		fd, err := openBeneath(dir, at, mounts, syscall.O_RDONLY|syscall.O_DIRECTORY)
		if err != nil {
			return false
		}
		_ = syscall.Close(fd)
	}
	return true
}
