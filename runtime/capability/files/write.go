package files

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/runtime/capability"
)

// WriteFile replaces a file's content as a whole. Through a symbolic link it
// replaces what the link leads to, which may be missing.
func (v *view) WriteFile(name string, data []byte) error {
	return v.change("write", name, how{follow: true}, func(p *place) error { return v.replace(name, p, data) })
}

// change runs an operation that changes what is at a name, if it may.
func (v *view) change(op, name string, h how, change func(*place) error) error {
	if err := v.barred(); err != nil {
		return named(op, name, capability.KindWrite, err)
	}
	err := v.at(name, h, func(p *place) error {
		if err := v.mayWrite(p); err != nil {
			return err
		}
		return change(p)
	})
	return named(op, name, capability.KindWrite, err)
}

// barred is nil when the call may change anything at all.
func (v *view) barred() error {
	switch {
	case !v.writes:
		return denied(capability.KindWrite, "the tool does not declare that it writes")
	case v.dryRun:
		return denied(capability.KindWrite, "nothing is changed in a dry run")
	}
	return nil
}

// mayWrite is nil when rules let what is at a place be changed.
func (v *view) mayWrite(p *place) error {
	if p.dir == nil {
		return errOutside
	}
	if reason, ok := v.rules.writable(p.path); !ok {
		return refusal(reason)
	}
	return nil
}

// isFile is nil when there is a regular file at a place, or nothing.
func (p *place) isFile() error {
	switch {
	case p.info == nil || p.info.Mode().IsRegular():
		return nil
	case p.info.IsDir():
		return errDirectory
	}
	return denied(capability.KindWrite, isSpecial)
}

func (v *view) replace(name string, p *place, data []byte) error {
	if err := p.isFile(); err != nil {
		return err
	}
	if err := v.ownName(p); err != nil {
		return err
	}
	if v.backend.stamps.stale(v.session, p.path, p.info) {
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

// ownName is nil when the file at a place may be written, and has no other names.
func (v *view) ownName(p *place) error {
	if p.info == nil {
		return nil
	}
	opened, info, err := p.open(os.O_WRONLY) // a new file in its place must not get around its permissions
	if err != nil {
		return err
	}
	defer opened.Close()
	if links(opened, info) > 1 && !v.backend.options.HardLinks {
		return denied(capability.KindWrite, isLinked)
	}
	return nil
}

// commit puts a file that was written in its place, unless that changed
// meanwhile. Sessions take turns, so that of two that read the same one is stale.
func (v *view) commit(name string, p *place, temp string, written fs.FileInfo) error {
	v.backend.commits.Lock()
	defer v.backend.commits.Unlock()
	now, err := v.still(p)
	if err != nil {
		return err
	}
	if v.backend.stamps.stale(v.session, p.path, now) {
		return &capability.Stale{Name: name}
	}
	if info, err := p.dir.Lstat(temp); err != nil || !sameFile(info, written) {
		return errChanged
	}
	if err := p.dir.Rename(temp, p.base); err != nil {
		return err
	}
	info, err := p.dir.Lstat(p.base)
	if err != nil || !sameFile(info, written) {
		return errChanged
	}
	v.backend.stamps.became(v.session, p.path, info)
	return nil
}

// still is what is at a place now. It is errChanged when its directory is
// elsewhere by now, or when there is something of another kind.
func (v *view) still(p *place) (fs.FileInfo, error) {
	if err := v.ctx.Err(); err != nil {
		return nil, err
	}
	w := walk{view: v, how: how{mounts: v.backend.options.Mounts}, anchor: p.anchor}
	if err := w.check(&place{path: p.path, dir: p.dir}); err != nil {
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

// Append adds data to the end of a file, which it creates if missing. It does not
// wait until the data is on the disk. On a full disk the file is left as it was.
func (v *view) Append(name string, data []byte) error {
	return v.change("append", name, how{follow: true}, func(p *place) error {
		if err := p.isFile(); err != nil {
			return err
		}
		v.backend.commits.Lock()
		defer v.backend.commits.Unlock()
		return v.add(name, p, data)
	})
}

func (v *view) add(name string, p *place, data []byte) error {
	now, err := v.still(p)
	if err != nil {
		return err
	}
	if v.backend.stamps.stale(v.session, p.path, now) {
		return &capability.Stale{Name: name}
	}
	opened, info, err := p.extend()
	if err != nil {
		return err
	}
	if links(opened, info) > 1 {
		_ = opened.Close()
		return denied(capability.KindWrite, isLinked)
	}
	n, err := opened.Write(data)
	after, statErr := opened.Stat()
	if err != nil && statErr == nil && after.Size() == info.Size()+int64(n) {
		_ = opened.Truncate(info.Size()) // unless others added to it as well
	}
	if err = cmp.Or(err, statErr, opened.Close()); err == nil {
		v.backend.stamps.became(v.session, p.path, after)
	}
	return err
}

// extend opens the file at a place to add to it, or makes it.
func (p *place) extend() (*os.File, fs.FileInfo, error) {
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
