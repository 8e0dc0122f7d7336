package files

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/toolgen/toolgen/runtime/capability"
)

// step goes to one name in the directory where the walk is. It returns a
// place when that was the last.
func (w *walk) step(name string) (*place, error) {
	if name == ".." {
		w.up()
		return nil, nil
	}
	next := filepath.Join(w.path, name)
	if real := w.respelled(next); real != next {
		return nil, w.leap(real)
	}
	if a := w.anchorAt(next); a != nil && a.path == next {
		w.reset(a)
		return nil, nil
	}
	readable := w.rules.readable(next)
	switch {
	case !readable && !w.rules.passage(next):
		if closed := closedAt(next); closed != nil {
			return nil, &closedError{closed}
		}
		return nil, errOutside
	case w.anchor == nil:
		w.path = next
		return nil, nil
	}
	return w.enter(name, next, readable)
}

// up goes to the directory above.
func (w *walk) up() {
	if n := len(w.opened); n > 0 {
		_ = w.opened[n-1].Close()
		w.opened, w.path = w.opened[:n-1], filepath.Dir(w.path)
		return
	}
	// Out of the anchor: into one around it, or onto the way to others.
	w.jump(filepath.Dir(w.path))
}

// leap goes on at another path, a limited number of times.
func (w *walk) leap(path string) error {
	if w.links++; w.links > maxLinks {
		return errLoop
	}
	w.jump(path)
	return nil
}

// enter looks at a name in an open directory.
func (w *walk) enter(name, next string, readable bool) (*place, error) {
	info, err := w.dir().Lstat(name)
	if errors.Is(err, fs.ErrNotExist) && w.create {
		if err := w.mkdir(name, next); err != nil {
			return nil, err
		}
		info, err = w.dir().Lstat(name)
	}
	last := len(w.todo) == 0
	if errors.Is(err, fs.ErrNotExist) && last && readable {
		return w.found(&place{path: next, dir: w.dir(), base: name})
	}
	if err != nil {
		return nil, err
	}
	link := info.Mode()&fs.ModeSymlink != 0
	switch {
	case w.rules.isDenied(info), !readable && !link && !info.IsDir():
		return nil, errOutside
	case !readable && last:
		return w.onTheWay(next)
	case link && (!last || w.follow):
		return nil, w.link(name)
	case last:
		return w.found(&place{path: next, dir: w.dir(), base: name, info: info})
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

// link goes on where a symbolic link leads.
func (w *walk) link(name string) error {
	target, err := w.dir().Readlink(name)
	switch {
	case err != nil:
		return moved(err)
	case filepath.IsAbs(target):
		return w.leap(target)
	}
	if w.links++; w.links > maxLinks {
		return errLoop
	}
	w.todo = append(components(target), w.todo...)
	return nil
}

// mkdir makes a directory on the way to a path.
func (w *walk) mkdir(name, path string) error {
	if reason, ok := w.rules.makeable(path); !ok {
		return refusal(reason)
	}
	if err := w.check(&place{path: path, dir: w.dir(), base: name}); err != nil {
		return err
	}
	if err := w.dir().Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// refusal is the error of writing where it is not allowed.
func refusal(reason string) error {
	if reason == "" {
		return errOutside
	}
	return denied(capability.KindWrite, reason)
}
