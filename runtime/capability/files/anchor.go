package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// anchor is an open directory whose path comes from the host: the policy or the working directory.
type anchor struct {
	path     string // without symbolic links
	root     *os.Root
	resolver resolver
}

// newAnchor returns an anchor for an open directory. After an error the directory is closed.
func newAnchor(path string, root *os.Root) (*anchor, error) {
	g, err := newResolver(root)
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	return &anchor{path, root, g}, nil
}

func (a *anchor) close() {
	_ = a.root.Close()
	a.resolver.close()
}

// anchorAt returns the innermost anchor that contains a path, or nil.
func (v *view) anchorAt(path string) *anchor {
	var innermost *anchor
	for _, a := range v.anchors {
		if isWithin(path, a.path) && (innermost == nil || len(a.path) > len(innermost.path)) {
			innermost = a
		}
	}
	return innermost
}

// openAnchor opens the directory at a path that the host trusts. If the path is a file or does not
// exist, openAnchor opens the innermost directory above it.
func (v *view) openAnchor(path string) error {
	for {
		if a := v.anchorAt(path); a != nil && a.path == path {
			return nil
		}
		// With the dot, only directories can be opened. Opening a named pipe would wait.
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

// addAnchor adds an open directory to the anchors, which close it.
func (v *view) addAnchor(path string, root *os.Root) error {
	a, err := newAnchor(path, root)
	if err == nil {
		v.anchors = append(v.anchors, a)
	}
	return err
}

// openDir opens a directory inside another one. It fails if the directory is not the one that seen
// describes. The dot makes os.Root open a directory only, so that it does not wait for a named pipe.
func openDir(in *os.Root, base string, seen fs.FileInfo) (*os.Root, error) {
	root, err := in.OpenRoot(base + separator + ".")
	if err != nil {
		return nil, reopenError(err)
	}
	info, err := root.Stat(".")
	if err == nil && os.SameFile(info, seen) {
		return root, nil
	}
	_ = root.Close()
	return nil, errChanged
}

// recheck checks without the help of the kernel whether a path below a directory still leads to the
// file that was found there, on the same file system.
func recheck(root *os.Root, number uint64, rel string, want fs.FileInfo, mounts bool) error {
	if rel == "" {
		return nil
	}
	now, err := root.Lstat(rel)
	switch {
	case err != nil:
		return reopenError(err)
	case !os.SameFile(now, want):
		return errChanged
	case !mounts && deviceNumber(now) != number:
		return errMount
	}
	return nil
}
