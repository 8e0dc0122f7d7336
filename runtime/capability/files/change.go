package files

import (
	"io/fs"
	"os"

	"github.com/toolgen/toolgen/runtime/capability"
)

// MkdirAll creates a directory and its missing parents.
func (v *view) MkdirAll(name string) error {
	if err := v.checkWriting(); err != nil {
		return pathError("mkdir", name, capability.KindWrite, err)
	}
	err := v.withLocation(name, lookupOptions{follow: true, create: true}, func(p *location) error {
		if p.info == nil || !p.info.IsDir() {
			return errNotDir
		}
		return nil
	})
	return pathError("mkdir", name, capability.KindWrite, err)
}

// Remove deletes a file, a symbolic link or an empty directory, but no directory that the policy or
// the tool names.
func (v *view) Remove(name string) error {
	return v.change("remove", name, lookupOptions{}, func(p *location) error {
		if err := v.checkRemovable(p); err != nil {
			return err
		}
		v.backend.commits.Lock()
		defer v.backend.commits.Unlock()
		if err := v.checkUnchanged(name, p); err != nil {
			return err
		}
		if err := p.dir.Remove(p.base); err != nil {
			return err
		}
		v.backend.stamps.forget(v.session, p.path)
		return nil
	})
}

// checkRemovable returns an error if a location is empty or must keep its name.
func (v *view) checkRemovable(p *location) error {
	switch {
	case p.info == nil:
		return fs.ErrNotExist
	case p.base == "." || p.info.IsDir() && v.rules.isNamed(p.path):
		return capability.Deny(capability.KindWrite, "the policy or the tool names this directory, which must stay")
	}
	return nil
}

// checkUnchanged returns an error if the file at a location is not the one that was found there, or
// is not as the session read it.
func (v *view) checkUnchanged(name string, p *location) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	now, err := p.dir.Lstat(p.base)
	if err != nil || !sameFile(now, p.info) {
		return errChanged
	}
	if now.Mode().IsRegular() && v.backend.stamps.isStale(v.session, p.path, now) {
		return &capability.Stale{Name: name}
	}
	return nil
}

// sameFile reports whether two descriptions are of the same file. It compares the types too, because
// a file system can use the number of a removed file for a new one.
func sameFile(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Mode().Type() == b.Mode().Type()
}
