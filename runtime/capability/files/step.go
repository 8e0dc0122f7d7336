package files

import (
	"errors"
	"io/fs"
	"os"
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
	if closed := w.rules.linkRule(w.names.inside(name)); closed != nil {
		return nil, &closedError{closed}
	}
	if real := w.resolveKnown(next); real != next {
		if err := w.followName(name, next); err != nil {
			return nil, err
		}
		return nil, w.restartAt(real)
	}
	if a := w.anchorAt(next); a != nil && a.path == next {
		w.names.enter(name)
		w.reset(a)
		return nil, nil
	}
	readable := w.rules.readable(next)
	switch {
	case !readable && !w.rules.isAncestor(next):
		if closed := w.closure.index.ruleAt(next, func(*ClosedPath) bool { return true }); closed != nil {
			return nil, &closedError{closed}
		}
		return nil, errOutside
	case w.anchor == nil:
		w.names.enter(name)
		w.path = next
		return nil, nil
	}
	return w.enter(name, next, readable)
}

// up goes to the parent directory.
func (w *walk) up() {
	w.names.up()
	if n := len(w.opened); n > 0 {
		_ = w.opened[n-1].Close()
		w.opened, w.path = w.opened[:n-1], filepath.Dir(w.path)
		return
	}
	// The parent is outside the anchor: it is in an outer anchor, or an ancestor of
	// other anchors.
	w.names.leave(len(w.todo))
	w.jump(filepath.Dir(w.path))
}

// restartAt continues at another path. The number of links and leaps is limited.
func (w *walk) restartAt(path string) error {
	if w.links++; w.links > maxLinks {
		return errLoop
	}
	w.names.current = nil
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
		w.names.enter(name)
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
		return nil, w.followLink(name, next)
	}
	w.names.enter(name)
	switch {
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

// followName records the names of a symbolic link that the walk follows.
func (w *walk) followName(name, path string) error {
	return w.names.follow(append(w.closure.givenTo(path), path), name, len(w.todo))
}

// followLink continues at the target of a symbolic link.
func (w *walk) followLink(name, path string) error {
	if err := w.followName(name, path); err != nil {
		return err
	}
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
	if closed := w.rules.linkWriteRule(w.names.missingPaths(name, len(w.todo))); closed != nil {
		return refusal(closed.Reason)
	}
	if err := w.check(&location{path: path, dir: w.dir(), base: name}); err != nil {
		return err
	}
	if err := w.checkOutsideRepositories(append([]*os.Root{w.anchor.root}, w.opened...)...); err != nil {
		return err
	}
	if isRepositoryPart(name) {
		w.backend.commits.Lock()
		defer w.backend.commits.Unlock()
		if err := w.checkMakesNoRepository(w.dir(), name); err != nil {
			return err
		}
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
