package files

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/toolgen/toolgen/runtime/capability"
)

// step follows one name in the current directory. It returns a location if that was the last name.
func (w *walk) step(name string) (*location, error) {
	if name == ".." {
		w.up()
		return nil, nil
	}
	next := filepath.Join(w.path, name)
	if real := w.resolveKnown(next); real != next {
		return nil, w.restartAt(real)
	}
	if a := w.anchorAt(next); a != nil && a.path == next {
		w.reset(a)
		return nil, nil
	}
	readable := w.rules.readable(next)
	switch {
	case !readable && !w.rules.isAncestor(next):
		if closed := ruleAt(next); closed != nil {
			return nil, &closedError{closed}
		}
		return nil, errOutside
	case w.anchor == nil:
		w.path = next
		return nil, nil
	}
	return w.enter(name, next, readable)
}

// up goes to the parent directory.
func (w *walk) up() {
	if n := len(w.opened); n > 0 {
		_ = w.opened[n-1].Close()
		w.opened, w.path = w.opened[:n-1], filepath.Dir(w.path)
		return
	}
	// The parent is outside the anchor: in an outer anchor, or an ancestor of others.
	w.jump(filepath.Dir(w.path))
}

// restartAt continues at another path. The number of links and leaps is limited.
func (w *walk) restartAt(path string) error {
	if w.links++; w.links > maxLinks {
		return errLoop
	}
	w.jump(path)
	return nil
}

// enter looks up a name in an open directory, and opens it if it is a directory.
func (w *walk) enter(name, next string, readable bool) (*location, error) {
	info, err := w.dir().Lstat(name)
	if errors.Is(err, fs.ErrNotExist) && w.create {
		if err := w.mkdir(name, next); err != nil {
			return nil, err
		}
		info, err = w.dir().Lstat(name)
	}
	last := len(w.todo) == 0
	if errors.Is(err, fs.ErrNotExist) && last && readable {
		return w.finish(&location{path: next, dir: w.dir(), base: name})
	}
	if err != nil {
		return nil, err
	}
	link := info.Mode()&fs.ModeSymlink != 0
	switch {
	case w.rules.isDeniedFile(info), !readable && !link && !info.IsDir():
		return nil, errOutside
	case !readable && last:
		return w.ancestor(next)
	case link && (!last || w.follow):
		return nil, w.followLink(name)
	case last:
		return w.finish(&location{path: next, dir: w.dir(), base: name, info: info})
	case !info.IsDir():
		return nil, errNotDir
	}
	dir, err := openDir(w.dir(), name, info)
	if err != nil {
		return nil, err
	}
	w.opened, w.path = append(w.opened, dir), next
	return nil, nil
}

// followLink continues at the target of a symbolic link.
func (w *walk) followLink(name string) error {
	target, err := w.dir().Readlink(name)
	switch {
	case err != nil:
		return reopenError(err)
	case filepath.IsAbs(target):
		return w.restartAt(target)
	}
	if w.links++; w.links > maxLinks {
		return errLoop
	}
	w.todo = append(components(target), w.todo...)
	return nil
}

// mkdir creates a missing directory.
func (w *walk) mkdir(name, path string) error {
	if reason, ok := w.rules.creatable(path); !ok {
		return refusal(reason)
	}
	if err := w.check(&location{path: path, dir: w.dir(), base: name}); err != nil {
		return err
	}
	if err := w.dir().Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// refusal returns the error of a path that cannot be written.
func refusal(reason string) error {
	if reason == "" {
		return errOutside
	}
	return capability.Deny(capability.KindWrite, reason)
}
