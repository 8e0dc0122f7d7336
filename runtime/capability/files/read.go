package files

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// Reasons for refusing what a name leads to.
const (
	isSpecial = "it is a device, a pipe or a socket"
	isLinked  = "it has several hard links, so that it may be a file from elsewhere"
)

// Open opens a file or directory for reading. Files are io.Seeker and
// io.ReaderAt too.
func (v *view) Open(name string) (opened fs.File, err error) {
	if f := v.openQuick(name); f != nil {
		return f, nil
	}
	err = v.at(name, how{follow: true}, func(p *place) error {
		if p.info != nil && p.info.IsDir() {
			opened, err = v.openDirectory(name, p)
		} else {
			opened, err = v.openFile(name, p)
		}
		return err
	})
	if err != nil {
		return nil, named("open", name, capability.KindRead, err)
	}
	return opened, nil
}

// ReadFile returns a file's content. One that is larger than the backend's limit
// is a *LimitError.
func (v *view) ReadFile(name string) (data []byte, err error) {
	if f := v.openQuick(name); f != nil {
		defer f.open.Close()
		data, err = readAll(f, v.backend.options.MaxReadBytes)
		return data, named("open", name, capability.KindRead, err)
	}
	err = v.at(name, how{follow: true}, func(p *place) error {
		f, err := v.openFile(name, p)
		if err != nil {
			return err
		}
		defer f.open.Close()
		data, err = readAll(f, v.backend.options.MaxReadBytes)
		return err
	})
	return data, named("open", name, capability.KindRead, err)
}

// readAll reads up to limit bytes.
func readAll(f *file, limit int64) ([]byte, error) {
	size := f.info.Size()
	if size > limit {
		return nil, &LimitError{"bytes", limit}
	}
	data := make([]byte, 0, size+1) // one more to see the end at once
	for {
		n, err := f.open.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		case int64(len(data)) > limit: // it grows
			return nil, &LimitError{"bytes", limit}
		}
		data = slices.Grow(data, 1)
	}
}

// openFile opens a regular file, and only the one that was seen, and notes for the session
// what was there.
func (v *view) openFile(name string, p *place) (*file, error) {
	if p.info == nil {
		v.backend.stamps.became(v.session, p.path, nil)
	}
	opened, info, err := p.open(os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	return v.newFile(name, p.path, opened, info)
}

// openQuick opens a regular file that needs no walk, or nothing.
func (v *view) openQuick(name string) *file {
	path, err := v.locate(name)
	if err != nil {
		return nil
	}
	opened, info := v.quick(path)
	if opened == nil {
		return nil
	}
	f, err := v.newFile(name, path, opened, info)
	if err != nil {
		return nil
	}
	return f
}

// newFile takes over an open file.
func (v *view) newFile(name, at string, opened *os.File, info fs.FileInfo) (*file, error) {
	if links(opened, info) > 1 && !v.backend.options.HardLinks {
		_ = opened.Close()
		return nil, denied(capability.KindRead, isLinked)
	}
	v.backend.stamps.read(v.session, at, info)
	return &file{opened, name, described{info, path.Base(name)}}, nil
}

// open opens the regular file at a place, and only the one that was seen.
func (p *place) open(flag int) (*os.File, fs.FileInfo, error) {
	switch {
	case p.info == nil:
		return nil, nil, fs.ErrNotExist
	case p.info.IsDir():
		return nil, nil, errDirectory
	case !p.info.Mode().IsRegular():
		return nil, nil, denied(capability.KindRead, isSpecial)
	}
	opened, err := p.dir.OpenFile(p.base, flag|nonBlocking, 0)
	if err != nil {
		return nil, nil, moved(err)
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
	return info, named("stat", name, capability.KindRead, err)
}

// Lstat describes a file, a directory or a symbolic link itself.
func (v *view) Lstat(name string) (fs.FileInfo, error) {
	info, err := v.describe(name, false)
	return info, named("lstat", name, capability.KindRead, err)
}

// ReadLink is where a symbolic link leads, in reach or not. An absolute path is not told.
func (v *view) ReadLink(name string) (target string, err error) {
	err = v.at(name, how{}, func(p *place) error {
		switch {
		case p.info == nil:
			return fs.ErrNotExist
		case p.info.Mode()&fs.ModeSymlink == 0:
			return fs.ErrInvalid
		}
		if target, err = p.dir.Readlink(p.base); err != nil {
			return moved(err)
		}
		if filepath.IsAbs(target) {
			target = ""
			return denied(capability.KindRead, "it leads to an absolute path")
		}
		return nil
	})
	return target, named("readlink", name, capability.KindRead, err)
}

func (v *view) describe(name string, follow bool) (info fs.FileInfo, err error) {
	if at, err := v.locate(name); err == nil {
		if info := v.quickInfo(at); info != nil && (!follow || info.Mode()&fs.ModeSymlink == 0) {
			return described{info, path.Base(name)}, nil
		}
	}
	err = v.at(name, how{follow: follow}, func(p *place) error {
		if p.info == nil {
			return fs.ErrNotExist
		}
		info = described{p.info, path.Base(name)}
		return nil
	})
	return info, err
}

// ReadDir lists a directory, sorted by name. Symbolic links are listed as such.
// A directory with more entries than the backend's limit is a *LimitError.
func (v *view) ReadDir(name string) (entries []fs.DirEntry, err error) {
	if d := v.openQuickDirectory(name); d != nil {
		entries, err = d.all()
		_ = d.Close()
	} else {
		err = v.at(name, how{follow: true}, func(p *place) error {
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
	return entries, named("readdir", name, capability.KindRead, err)
}
