package files

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/runtime/capability"
)

// WriteFile replaces the content of a file as a whole. It follows a symbolic link, whose target can be
// missing.
func (v *view) WriteFile(name string, data []byte) error {
	return v.change("write", name, lookupOptions{follow: true}, func(p *location) error { return v.replace(name, p, data) })
}

// change looks up a name and calls change with its location if the call can write there.
func (v *view) change(op, name string, h lookupOptions, change func(*location) error) error {
	if err := v.checkWriting(); err != nil {
		return pathError(op, name, capability.KindWrite, err)
	}
	err := v.withLocation(name, h, func(p *location) error {
		if err := v.checkWritable(p); err != nil {
			return err
		}
		return change(p)
	})
	return pathError(op, name, capability.KindWrite, err)
}

// checkWriting returns an error if the call cannot change any file.
func (v *view) checkWriting() error {
	switch {
	case !v.writes:
		return capability.Deny(capability.KindWrite, "the tool does not declare that it writes files")
	case v.dryRun:
		return capability.Deny(capability.KindWrite, "nothing is changed in a dry run")
	}
	return nil
}

// checkWritable returns an error if the rules do not allow a change at a location.
func (v *view) checkWritable(p *location) error {
	if p.dir == nil {
		return errOutside
	}
	if reason, ok := v.rules.writable(p.path); !ok {
		return refusal(reason)
	}
	if closed := v.rules.linkWriteRule(p.names); closed != nil {
		return refusal(closed.Reason)
	}
	if err := v.checkOutsideRepositories(p.dir, p.anchor.root); err != nil {
		return err
	}
	return v.checkOutsideRepositories(p.opened...)
}

// checkIsFile returns an error if there is something else than a regular file at a location.
func (p *location) checkIsFile() error {
	switch {
	case p.info == nil || p.info.Mode().IsRegular():
		return nil
	case p.info.IsDir():
		return errDirectory
	}
	return capability.Deny(capability.KindWrite, isSpecial)
}

// replace replaces the content of the file at a location, or creates the file.
func (v *view) replace(name string, p *location, data []byte) error {
	if err := p.checkIsFile(); err != nil {
		return err
	}
	if err := v.checkSingleName(p); err != nil {
		return err
	}
	if v.backend.stamps.isStale(v.session, p.path, p.info) {
		return &capability.Stale{Name: name}
	}
	v.backend.sweep(p.dir, filepath.Dir(p.path))
	temp := tempName()
	written, err := writeTemp(p.dir, temp, data, p.info)
	if err == nil {
		err = v.commit(name, p, temp, written)
	}
	if err != nil {
		_ = p.dir.Remove(temp)
		return err
	}
	syncDir(p.dir)
	return nil
}

// checkSingleName returns an error if the process cannot write the file at a location, or if the file has
// several names.
func (v *view) checkSingleName(p *location) error {
	if p.info == nil {
		return nil
	}
	opened, info, err := p.open(os.O_WRONLY) // replacing a file must not ignore its permissions
	if err != nil {
		return err
	}
	defer opened.Close()
	if linkCount(opened, info) > 1 && !v.backend.options.HardLinks {
		return capability.Deny(capability.KindWrite, isLinked)
	}
	return nil
}

// commit renames a temporary file over the file at a location, unless that changed. The lock makes sure that,
// if two sessions read the same file and write it, the second write is stale.
func (v *view) commit(name string, p *location, temp string, written fs.FileInfo) error {
	v.backend.commits.Lock()
	defer v.backend.commits.Unlock()
	now, err := v.currentInfo(p)
	if err != nil {
		return err
	}
	if v.backend.stamps.isStale(v.session, p.path, now) {
		return &capability.Stale{Name: name}
	}
	if info, err := p.dir.Lstat(temp); err != nil || !sameFile(info, written) {
		return errChanged
	}
	if err := v.checkMakesNoRepository(p.dir, p.base); err != nil {
		return err
	}
	if err := p.dir.Rename(temp, p.base); err != nil {
		return err
	}
	info, err := p.dir.Lstat(p.base)
	if err != nil || !sameFile(info, written) {
		return errChanged
	}
	v.backend.stamps.recordChange(v.session, p.path, info)
	return nil
}

// currentInfo describes the file at a location; nil if it does not exist. It returns errChanged if the
// directory was moved or if the file is not a regular file.
func (v *view) currentInfo(p *location) (fs.FileInfo, error) {
	if err := v.ctx.Err(); err != nil {
		return nil, err
	}
	w := walk{view: v, lookupOptions: lookupOptions{mounts: v.backend.options.Mounts}, anchor: p.anchor}
	if err := w.check(&location{path: p.path, dir: p.dir}); err != nil {
		return nil, err
	}
	info, err := p.dir.Lstat(p.base)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errChanged
	}
	return info, nil
}

// Append adds data to the end of a file, which it creates if it is missing. It does not flush the data to the
// disk. If the disk is full, the file stays as it was.
func (v *view) Append(name string, data []byte) error {
	return v.change("append", name, lookupOptions{follow: true}, func(p *location) error {
		if err := p.checkIsFile(); err != nil {
			return err
		}
		v.backend.commits.Lock()
		defer v.backend.commits.Unlock()
		return v.appendTo(name, p, data)
	})
}

// appendTo appends data to the file at a location, or creates the file. The caller holds the lock of commits.
func (v *view) appendTo(name string, p *location, data []byte) error {
	now, err := v.currentInfo(p)
	if err != nil {
		return err
	}
	if v.backend.stamps.isStale(v.session, p.path, now) {
		return &capability.Stale{Name: name}
	}
	if err := v.checkMakesNoRepository(p.dir, p.base); err != nil {
		return err
	}
	opened, info, err := p.openForAppend()
	if err != nil {
		return err
	}
	if linkCount(opened, info) > 1 {
		_ = opened.Close()
		return capability.Deny(capability.KindWrite, isLinked)
	}
	n, err := opened.Write(data)
	after, statErr := opened.Stat()
	if err != nil && statErr == nil && after.Size() == info.Size()+int64(n) {
		_ = opened.Truncate(info.Size()) // only if no other process appended
	}
	if err = cmp.Or(err, statErr, opened.Close()); err == nil {
		v.backend.stamps.recordChange(v.session, p.path, after)
	}
	return err
}

// openForAppend opens or creates the file at a location.
func (p *location) openForAppend() (*os.File, fs.FileInfo, error) {
	if p.info != nil {
		return p.open(os.O_WRONLY | os.O_APPEND)
	}
	opened, err := p.dir.OpenFile(p.base, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, nil, errChanged
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := opened.Stat()
	if err != nil {
		_ = opened.Close()
	}
	return opened, info, err
}
