package files

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"

	"github.com/toolgen/toolgen/runtime/capability"
)

// errOtherFileSystem is the error of moving a file to another file system.
var errOtherFileSystem = errors.New("the new name is on another file system: write the file there and remove the old one")

// Rename moves a file or directory inside the paths that may be written, also from one path of the policy
// to another on the same file system. It replaces a file at the new name, but no directory. It moves no
// symbolic links, which could have other targets there, no directories below which paths are denied, and no
// directories with repositories of version control.
func (v *view) Rename(oldName, newName string) error {
	var refused error // the error about the new name
	err := v.change("rename", oldName, lookupOptions{}, func(from *location) error {
		if err := v.checkMovable(from); err != nil {
			return err
		}
		refused = v.change("rename", newName, lookupOptions{}, func(to *location) error {
			if err := v.checkReplaceable(from, to); err != nil {
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

// checkMovable returns an error if the file at a location must not be moved.
func (v *view) checkMovable(p *location) error {
	if err := v.checkRemovable(p); err != nil {
		return err
	}
	switch {
	case p.info.IsDir() && v.hasRulesBelow(p):
		return capability.Deny(capability.KindWrite, "other rules apply to paths in this directory, which must stay")
	case !p.info.IsDir() && !p.info.Mode().IsRegular():
		return capability.Deny(capability.KindWrite, "it is neither a regular file nor a directory")
	case p.info.IsDir():
		return v.checkHoldsNoRepository(p)
	}
	return nil
}

// hasRulesBelow reports whether rules name paths below a location, or below one of its names by symbolic links.
func (v *view) hasRulesBelow(p *location) bool {
	return v.rules.hasRulesBelow(p.path) || slices.ContainsFunc(p.names, v.closure.index.mayCloseBelow)
}

// checkReplaceable returns an error if a file must not be moved to a location.
func (v *view) checkReplaceable(from, to *location) error {
	switch {
	case from.info.IsDir() && (v.hasRulesBelow(to) || isWithin(to.path, from.path)):
		return capability.Deny(capability.KindWrite, "a directory cannot be moved to this path")
	case to.info == nil || to.info.Mode()&fs.ModeSymlink != 0:
		return nil // the link is replaced, and not its target
	case to.info.IsDir():
		return fs.ErrExist
	case from.info.IsDir():
		return errNotDir
	}
	if err := to.checkIsFile(); err != nil {
		return err
	}
	return v.checkSingleName(to)
}

// move moves a file or directory if both locations are unchanged.
func (v *view) move(oldName, newName string, from, to *location) error {
	if err := v.checkUnchanged(oldName, from); err != nil {
		return err
	}
	if to.info != nil {
		if err := v.checkUnchanged(newName, to); err != nil {
			return err
		}
	}
	if err := v.checkMakesNoRepository(to.dir, to.base); err != nil {
		return err
	}
	if err := renameAt(from, to); err != nil {
		return err
	}
	info, err := to.dir.Lstat(to.base)
	if err != nil || !sameFile(info, from.info) {
		info = nil
	}
	v.backend.stamps.move(v.session, from.path, to.path, info)
	syncDir(to.dir)
	return nil
}
