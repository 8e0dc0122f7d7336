package files

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/hidepath"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Reasons for refusing a file.
const (
	isSpecial = "it is a device, a pipe or a socket"
	isLinked  = "it has several hard links and may be a file from outside the reach"
)

// Open opens a file or directory for reading. Open files implement io.Seeker and io.ReaderAt.
func (v *view) Open(name string) (opened fs.File, err error) {
	if f := v.openFast(name); f != nil {
		return f, nil
	}
	err = v.withLocation(name, lookupOptions{follow: true}, func(p *location) error {
		if p.info != nil && p.info.IsDir() {
			opened, err = v.openDirectory(name, p)
		} else {
			opened, err = v.openFile(name, p)
		}
		return err
	})
	if err != nil {
		return nil, pathError("open", name, capability.KindRead, err)
	}
	return opened, nil
}

// ReadFile returns the content of a file. A file that is larger than the limit of the backend is a
// *LimitError.
func (v *view) ReadFile(name string) (data []byte, err error) {
	if f := v.openFast(name); f != nil {
		defer f.open.Close()
		data, err = readAll(f, v.backend.options.MaxReadBytes)
		return data, pathError("open", name, capability.KindRead, err)
	}
	err = v.withLocation(name, lookupOptions{follow: true}, func(p *location) error {
		f, err := v.openFile(name, p)
		if err != nil {
			return err
		}
		defer f.open.Close()
		data, err = readAll(f, v.backend.options.MaxReadBytes)
		return err
	})
	return data, pathError("open", name, capability.KindRead, err)
}

// readAll reads a file of at most limit bytes.
func readAll(f *file, limit int64) ([]byte, error) {
	size := f.info.Size()
	if size > limit {
		return nil, &LimitError{"bytes", limit}
	}
	data := make([]byte, 0, size+1) // one more byte, so that the first read shows the end
	for {
		n, err := f.open.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		case int64(len(data)) > limit: // the file grew
			return nil, &LimitError{"bytes", limit}
		}
		data = slices.Grow(data, 1)
	}
}

// openFile opens the regular file that was found at a location, and records for the session that it was
// read, or that it is missing.
func (v *view) openFile(name string, p *location) (*file, error) {
	if p.info == nil {
		v.backend.stamps.recordChange(v.session, p.path, nil)
	}
	opened, info, err := p.open(os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	return v.newFile(name, p.path, opened, info)
}

// openFast opens a regular file on the fast path. It returns nil if that is not possible.
func (v *view) openFast(name string) *file {
	path, err := v.absolutePath(name)
	if err != nil {
		return nil
	}
	opened, info := v.fastOpen(path)
	if opened == nil {
		return nil
	}
	f, err := v.newFile(name, path, opened, info)
	if err != nil {
		return nil
	}
	return f
}

// newFile returns the file of a tool and records that the session read it. After an error the file is
// closed.
func (v *view) newFile(name, at string, opened *os.File, info fs.FileInfo) (*file, error) {
	if linkCount(opened, info) > 1 && !v.backend.options.HardLinks {
		_ = opened.Close()
		return nil, capability.Deny(capability.KindRead, isLinked)
	}
	v.backend.stamps.recordRead(v.session, at, info)
	return &file{*hidepath.NewFile(opened, name, path.Base(name)), opened, info}, nil
}

// open opens the regular file that was found at a location.
func (p *location) open(flag int) (*os.File, fs.FileInfo, error) {
	switch {
	case p.info == nil:
		return nil, nil, fs.ErrNotExist
	case p.info.IsDir():
		return nil, nil, errDirectory
	case !p.info.Mode().IsRegular():
		return nil, nil, capability.Deny(capability.KindRead, isSpecial)
	}
	opened, err := p.dir.OpenFile(p.base, flag|nonBlocking, 0)
	if err != nil {
		return nil, nil, reopenError(err)
	}
	info, err := opened.Stat()
	if err == nil && info.Mode().IsRegular() && os.SameFile(info, p.info) {
		return opened, info, nil
	}
	_ = opened.Close()
	return nil, nil, errChanged
}

// Stat describes a file or directory.
func (v *view) Stat(name string) (fs.FileInfo, error) {
	info, err := v.describe(name, true)
	return info, pathError("stat", name, capability.KindRead, err)
}

// Lstat describes a file, a directory, or a symbolic link itself.
func (v *view) Lstat(name string) (fs.FileInfo, error) {
	info, err := v.describe(name, false)
	return info, pathError("lstat", name, capability.KindRead, err)
}

// ReadLink returns the target of a symbolic link, in reach or not. An absolute target is a
// *capability.Denied.
func (v *view) ReadLink(name string) (target string, err error) {
	err = v.withLocation(name, lookupOptions{}, func(p *location) error {
		switch {
		case p.info == nil:
			return fs.ErrNotExist
		case p.info.Mode()&fs.ModeSymlink == 0:
			return fs.ErrInvalid
		}
		if target, err = p.dir.Readlink(p.base); err != nil {
			return reopenError(err)
		}
		if filepath.IsAbs(target) {
			target = ""
			return capability.Deny(capability.KindRead, "the link leads to an absolute path")
		}
		return nil
	})
	return target, pathError("readlink", name, capability.KindRead, err)
}

// describe describes the file at a name. With follow, it follows a symbolic link.
func (v *view) describe(name string, follow bool) (info fs.FileInfo, err error) {
	if at, err := v.absolutePath(name); err == nil {
		if info := v.fastInfo(at); info != nil && (!follow || info.Mode()&fs.ModeSymlink == 0) {
			return hidepath.NewInfo(info, path.Base(name)), nil
		}
	}
	err = v.withLocation(name, lookupOptions{follow: follow}, func(p *location) error {
		if p.info == nil {
			return fs.ErrNotExist
		}
		info = hidepath.NewInfo(p.info, path.Base(name))
		return nil
	})
	return info, err
}

// ReadDir lists a directory, sorted by name, with the symbolic links themselves. A directory with more
// entries than the limit of the backend is a *LimitError.
func (v *view) ReadDir(name string) (entries []fs.DirEntry, err error) {
	if d := v.openDirectoryFast(name); d != nil {
		entries, err = d.all()
		_ = d.Close()
	} else {
		err = v.withLocation(name, lookupOptions{follow: true}, func(p *location) error {
			d, err := v.openDirectory(name, p)
			if err != nil {
				return err
			}
			defer d.Close()
			entries, err = d.all()
			return err
		})
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, pathError("readdir", name, capability.KindRead, err)
}
