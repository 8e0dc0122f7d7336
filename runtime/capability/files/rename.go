package files

import (
	"cmp"
	"errors"
	"io/fs"

	"github.com/toolgen/toolgen/runtime/capability"
)

// errBetween is what moving to another file system comes to: a tool can copy the
// file and remove it.
var errBetween = errors.New("the new name is on another file system: write the file there and remove the old one")

// Rename moves a file or directory within what may be written, also from one
// directory of the policy to another on the same file system. A file at the new name is
// replaced, a directory is not. Symbolic links are not moved, since they might
// lead elsewhere from there, and neither are directories below which something is denied.
func (v *view) Rename(oldName, newName string) error {
	var refused error // about the new name
	err := v.change("rename", oldName, how{}, func(from *place) error {
		if err := v.mayMove(from); err != nil {
			return err
		}
		refused = v.change("rename", newName, how{}, func(to *place) error {
			if err := v.mayReplace(from, to); err != nil {
				return err
			}
			v.backend.commits.Lock()
			defer v.backend.commits.Unlock()
			return v.move(oldName, newName, from, to)
		})
		if errors.Is(refused, errChanged) {
			return errChanged
		}
		return nil
	})
	return cmp.Or(err, refused)
}

func (v *view) mayMove(p *place) error {
	if err := v.movable(p); err != nil {
		return err
	}
	switch {
	case p.info.IsDir() && v.rules.entangled(p.path):
		return denied(capability.KindWrite, "rules of their own hold for what is in that directory")
	case !p.info.IsDir() && !p.info.Mode().IsRegular():
		return denied(capability.KindWrite, "it is neither a file nor a directory")
	}
	return nil
}

func (v *view) mayReplace(from, to *place) error {
	switch {
	case from.info.IsDir() && (v.rules.entangled(to.path) || within(to.path, from.path)):
		return denied(capability.KindWrite, "a directory cannot be moved there")
	case to.info == nil || to.info.Mode()&fs.ModeSymlink != 0:
		return nil // a link is replaced, not what it leads to
	case to.info.IsDir():
		return fs.ErrExist
	case from.info.IsDir():
		return errNotDir
	}
	if err := to.isFile(); err != nil {
		return err
	}
	return v.ownName(to)
}

// move moves what is still the same.
func (v *view) move(oldName, newName string, from, to *place) error {
	if err := v.fresh(oldName, from); err != nil {
		return err
	}
	if to.info != nil {
		if err := v.fresh(newName, to); err != nil {
			return err
		}
	}
	if err := renameAt(from, to); err != nil {
		return err
	}
	v.backend.stamps.move(v.session, from.path, to.path)
	syncDir(to.dir)
	return nil
}
