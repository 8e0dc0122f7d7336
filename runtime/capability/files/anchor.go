package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// anchor is a directory that the host named, open.
type anchor struct {
	path string // without symbolic links
	root *os.Root
	gate gate
}

func newAnchor(path string, root *os.Root) (*anchor, error) {
	g, err := openGate(root)
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	return &anchor{path, root, g}, nil
}

func (a *anchor) close() {
	_ = a.root.Close()
	a.gate.close()
}

// anchorAt is the innermost anchor at or above a path, or nil.
func (v *view) anchorAt(path string) *anchor {
	var innermost *anchor
	for _, a := range v.anchors {
		if within(path, a.path) && (innermost == nil || len(a.path) > len(innermost.path)) {
			innermost = a
		}
	}
	return innermost
}

// openAnchor opens the directory at a path that the host trusts, or the innermost
// above it when there is none: a file, or nothing yet.
func (v *view) openAnchor(path string) error {
	for {
		if a := v.anchorAt(path); a != nil && a.path == path {
			return nil
		}
		// The dot keeps what is no directory from being opened, pipes above all.
		root, err := os.OpenRoot(path + separator + ".")
		if err == nil {
			return v.addAnchor(path, root)
		}
		info, statErr := os.Lstat(path)
		missing := errors.Is(err, fs.ErrNotExist) || statErr == nil && !info.IsDir()
		if parent := filepath.Dir(path); missing && parent != path {
			path = parent
			continue
		}
		return err
	}
}

// addAnchor takes over an open directory.
func (v *view) addAnchor(path string, root *os.Root) error {
	a, err := newAnchor(path, root)
	if err == nil {
		v.anchors = append(v.anchors, a)
	}
	return err
}

// openDir opens a directory within another, and only if it is the one that was seen. The dot
// makes os.Root open it as a directory, which does not wait for a pipe.
func openDir(in *os.Root, base string, seen fs.FileInfo) (*os.Root, error) {
	root, err := in.OpenRoot(base + separator + ".")
	if err != nil {
		return nil, moved(err)
	}
	info, err := root.Stat(".")
	if err == nil && os.SameFile(info, seen) {
		return root, nil
	}
	_ = root.Close()
	return nil, errChanged
}

// lookAgain is what a gate can tell without the kernel's help: whether a path below a
// directory still leads to what was found there, on the same file system.
func lookAgain(root *os.Root, number uint64, rel string, want fs.FileInfo, mounts bool) error {
	if rel == "" {
		return nil
	}
	now, err := root.Lstat(rel)
	switch {
	case err != nil:
		return moved(err)
	case !os.SameFile(now, want):
		return errChanged
	case !mounts && device(now) != number:
		return errMount
	}
	return nil
}
