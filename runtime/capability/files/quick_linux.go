//go:build linux && !mips && !mipsle && !mips64 && !mips64le

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// quick opens a regular file without walking there: the kernel follows the whole path
// below an anchor at once, and refuses links and mounts. It gives nil where there is
// more to say than that the file is open; the walk says it.
func (v *view) quick(path string) (*os.File, fs.FileInfo) {
	a := v.plain(path)
	if a == nil || a.path == path {
		return nil, nil
	}
	return v.allowed(a.gate.open(v.wayTo(a, path)))
}

// quickDirectory opens a directory to list it, as quick opens files.
func (v *view) quickDirectory(path string) (*os.File, fs.FileInfo) {
	a := v.plain(path)
	if a == nil || !v.rules.readable(path) {
		return nil, nil
	}
	return v.allowed(a.gate.openDirectory(v.wayTo(a, path)))
}

// quickInfo describes what is there, as quick opens files; of a link, the link itself.
func (v *view) quickInfo(path string) fs.FileInfo {
	a := v.plain(path)
	if a == nil || a.path == path {
		return nil
	}
	opened, info := v.allowed(a.gate.look(v.wayTo(a, path)))
	if opened != nil {
		_ = opened.Close()
	}
	return info
}

// allowed passes on what is open and not denied under another name.
func (v *view) allowed(opened *os.File, info fs.FileInfo) (*os.File, fs.FileInfo) {
	if opened == nil || !v.rules.isDenied(info) {
		return opened, info
	}
	_ = opened.Close()
	return nil, nil
}

// plain is the anchor from which the walk to a path would have nothing to judge but
// names, each of which may be read; or nil. A denied directory is also known by other
// names, to the walk alone.
func (v *view) plain(path string) *anchor {
	a := v.anchorAt(path)
	if a == nil || v.ctx.Err() != nil || v.respelled(path) != path {
		return nil
	}
	for at := path; at != a.path && (at == path || !v.ways.knows(at)); at = parent(at) {
		if !v.rules.readable(at) {
			return nil
		}
	}
	if slices.ContainsFunc(v.rules.denies, func(d denial) bool { return d.info != nil && d.info.IsDir() }) {
		return nil
	}
	return a
}

// parent is the directory above an absolute and clean path; that of a clean relative path
// of one name is the empty one.
func parent(path string) string {
	i := strings.LastIndexByte(path, filepath.Separator)
	if i == 0 {
		return separator
	}
	return path[:max(i, 0)]
}

// open opens the regular file that a way leads to, or nothing. What is there is looked
// at before it is opened: opening a device may do something.
func (g gate) open(w way) (*os.File, fs.FileInfo) {
	var seen syscall.Stat_t
	if !g.stands(w, &seen) || seen.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, nil
	}
	return g.openSeen(w.rel, w.mounts, &seen)
}

// openDirectory opens the directory that a way leads to, or nothing. The kernel opens
// nothing else.
func (g gate) openDirectory(w way) (*os.File, fs.FileInfo) {
	if !g.stands(w, nil) {
		return nil, nil
	}
	return g.openAt(w.rel, w.mounts, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_LARGEFILE)
}

// look opens what a way leads to for being described, and for nothing else.
func (g gate) look(w way) (*os.File, fs.FileInfo) {
	if !g.stands(w, nil) {
		return nil, nil
	}
	return g.openAt(w.rel, w.mounts, oPath)
}

// openSeen opens the regular file that was seen at a path, or nothing.
func (g gate) openSeen(rel string, mounts bool, seen *syscall.Stat_t) (*os.File, fs.FileInfo) {
	opened, info := g.openAt(rel, mounts, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_LARGEFILE)
	if opened == nil {
		return nil, nil
	}
	if now, ok := info.Sys().(*syscall.Stat_t); ok && now.Dev == seen.Dev && now.Ino == seen.Ino && info.Mode().IsRegular() {
		return opened, info
	}
	_ = opened.Close()
	return nil, nil
}

// openAt opens what is at a path below the gate's directory, and describes it; or nothing.
func (g gate) openAt(rel string, mounts bool, flags uint64) (*os.File, fs.FileInfo) {
	fd := -1
	g.use(func(dir uintptr) { fd, _ = openBeneath(dir, rel, mounts, flags) })
	if fd < 0 {
		return nil, nil
	}
	opened := os.NewFile(uintptr(fd), rel)
	info, err := opened.Stat()
	if err != nil {
		_ = opened.Close()
		return nil, nil
	}
	return opened, info
}

// use calls a function with the descriptor of the gate's directory, unless it is closed.
func (g gate) use(do func(dir uintptr)) {
	if raw, err := g.dir.SyscallConn(); err == nil {
		_ = raw.Control(do)
	}
}
