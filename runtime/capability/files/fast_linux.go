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

// fastOpen opens a regular file without a walk: the kernel follows the whole path below an anchor in
// one step and refuses links and mounts. It returns nil in all other cases; the walk then opens the
// file or finds the error.
func (v *view) fastOpen(path string) (*os.File, fs.FileInfo) {
	a := v.fastAnchor(path)
	if a == nil || a.path == path {
		return nil, nil
	}
	return v.rejectDenied(a.resolver.open(v.targetAt(a, path)))
}

// fastOpenDirectory opens a directory for listing, as fastOpen opens files.
func (v *view) fastOpenDirectory(path string) (*os.File, fs.FileInfo) {
	a := v.fastAnchor(path)
	if a == nil || !v.rules.readable(path) {
		return nil, nil
	}
	return v.rejectDenied(a.resolver.openDirectory(v.targetAt(a, path)))
}

// fastInfo describes a file or directory, as fastOpen opens files. It does not follow a symbolic link.
func (v *view) fastInfo(path string) fs.FileInfo {
	a := v.fastAnchor(path)
	if a == nil || a.path == path {
		return nil
	}
	opened, info := v.rejectDenied(a.resolver.openForInfo(v.targetAt(a, path)))
	if opened != nil {
		_ = opened.Close()
	}
	return info
}

// rejectDenied closes the file and returns nil if the file is denied under another name.
func (v *view) rejectDenied(opened *os.File, info fs.FileInfo) (*os.File, fs.FileInfo) {
	if opened == nil || !v.rules.isDeniedFile(info) {
		return opened, info
	}
	_ = opened.Close()
	return nil, nil
}

// fastAnchor returns the anchor of a path for which the walk would only check that each name is
// readable, or nil. It returns nil if a directory is denied: only the walk finds other names of that
// directory.
func (v *view) fastAnchor(path string) *anchor {
	a := v.anchorAt(path)
	if a == nil || v.ctx.Err() != nil || v.resolveKnown(path) != path {
		return nil
	}
	for at := path; at != a.path && (at == path || !v.usedDirs.has(at)); at = parent(at) {
		if !v.rules.readable(at) {
			return nil
		}
	}
	if slices.ContainsFunc(v.rules.denies, func(d denial) bool { return d.info != nil && d.info.IsDir() }) {
		return nil
	}
	return a
}

// parent returns the directory above an absolute and clean path. For a relative path with one component
// it returns the empty string.
func parent(path string) string {
	i := strings.LastIndexByte(path, filepath.Separator)
	if i == 0 {
		return separator
	}
	return path[:max(i, 0)]
}

// open opens the regular file at a target, or returns nil. It gets a description first, because opening
// a device can have an effect.
func (g resolver) open(w target) (*os.File, fs.FileInfo) {
	var seen syscall.Stat_t
	if !g.opensParents(w, &seen) || seen.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, nil
	}
	return g.openSeen(w.rel, w.mounts, &seen)
}

// openDirectory opens the directory at a target, or returns nil. With O_DIRECTORY the kernel opens
// directories only.
func (g resolver) openDirectory(w target) (*os.File, fs.FileInfo) {
	if !g.opensParents(w, nil) {
		return nil, nil
	}
	return g.openAt(w.rel, w.mounts, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_LARGEFILE)
}

// openForInfo opens what is at a target only for a description, or returns nil.
func (g resolver) openForInfo(w target) (*os.File, fs.FileInfo) {
	if !g.opensParents(w, nil) {
		return nil, nil
	}
	return g.openAt(w.rel, w.mounts, oPath)
}

// openSeen opens the regular file at a path if it is the one that seen describes, or returns nil.
func (g resolver) openSeen(rel string, mounts bool, seen *syscall.Stat_t) (*os.File, fs.FileInfo) {
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

// openAt opens what is at a path below the directory and describes it, or returns nil.
func (g resolver) openAt(rel string, mounts bool, flags uint64) (*os.File, fs.FileInfo) {
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

// use calls a function with the descriptor of the directory, unless the directory is closed.
func (g resolver) use(do func(dir uintptr)) {
	if raw, err := g.dir.SyscallConn(); err == nil {
		_ = raw.Control(do)
	}
}
