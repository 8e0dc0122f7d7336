package files

import (
	"io/fs"
	"os"

	"github.com/toolgen/toolgen/runtime/capability"
)

// MkdirAll creates the directory and its missing parents.
func (v *view) MkdirAll(name string) error {
	if err := v.barred(); err != nil {
		return named("mkdir", name, capability.KindWrite, err)
	}
	err := v.at(name, how{follow: true, create: true}, func(p *place) error {
		if p.info == nil || !p.info.IsDir() {
			return errNotDir
		}
		return nil
	})
	return named("mkdir", name, capability.KindWrite, err)
}

// Remove deletes a file, a symbolic link or an empty directory. The directories
// that the policy names stay.
func (v *view) Remove(name string) error {
	return v.change("remove", name, how{}, func(p *place) error {
		if err := v.movable(p); err != nil {
			return err
		}
		v.backend.commits.Lock()
		defer v.backend.commits.Unlock()
		if err := v.fresh(name, p); err != nil {
			return err
		}
		if err := p.dir.Remove(p.base); err != nil {
			return err
		}
		v.backend.stamps.forget(v.session, p.path)
		return nil
	})
}

// movable is nil when there is something at a place that can be taken away from there.
func (v *view) movable(p *place) error {
	switch {
	case p.info == nil:
		return fs.ErrNotExist
	case p.base == "." || p.info.IsDir() && v.rules.fixed(p.path):
		return denied(capability.KindWrite, "the policy or the tool names the directory itself")
	}
	return nil
}

// fresh is nil when what is at a place is still what was found there, and
// still what the session read, if it did.
func (v *view) fresh(name string, p *place) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	now, err := p.dir.Lstat(p.base)
	if err != nil || !sameFile(now, p.info) {
		return errChanged
	}
	if now.Mode().IsRegular() && v.backend.stamps.stale(v.session, p.path, now) {
		return &capability.Stale{Name: name}
	}
	return nil
}

// sameFile reports whether two descriptions are of the same file. A file system may use
// a number again at once, for something of another kind.
func sameFile(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Mode().Type() == b.Mode().Type()
}
