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
	raw, err := g.dir.SyscallConn()
	if err != nil {
		return nil, nil
	}
	fd := -1
	var seen syscall.Stat_t
	err = raw.Control(func(dir uintptr) {
		if statBeneath(dir, rel, mounts, &seen) == nil && seen.Mode&syscall.S_IFMT == syscall.S_IFREG {
			fd, _ = openBeneath(dir, rel, mounts, syscall.O_RDONLY|syscall.O_NONBLOCK)
		}
	})
	if err != nil || fd < 0 {
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
