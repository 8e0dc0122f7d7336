package toolstest

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"strings"
	"sync"
	"testing/fstest"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// FS is a file system in memory that tools can read and write. It is safe for concurrent use.
type FS struct {
	mu      sync.Mutex
	files   fstest.MapFS               // a *MapFile is replaced and never changed
	read    map[string]*fstest.MapFile // the files at the last read
	failing map[string]error
}

var _ capability.WriteFS = (*FS)(nil)

// NewFS returns a file system with these files: contents by slash-separated names. The directories of the
// files exist.
func NewFS(files map[string]string) *FS {
	f := &FS{files: fstest.MapFS{}, read: map[string]*fstest.MapFile{}, failing: map[string]error{}}
	for name, content := range files {
		f.files[name] = file([]byte(content))
	}
	return f
}

func file(data []byte) *fstest.MapFile {
	return &fstest.MapFile{Data: append([]byte(nil), data...), Mode: 0o644, ModTime: time.Now()}
}

// Change replaces the content of a file as another program would: a tool that has read the file gets a
// *capability.Stale error when it writes.
func (f *FS) Change(name, content string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files[name] = file([]byte(content))
}

// FailWith makes every operation on the name fail with an error, such as syscall.ENOSPC. A nil error
// ends that.
func (f *FS) FailWith(name string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failing[name] = err
}

// Files returns the contents of all files by name.
func (f *FS) Files() map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	contents := make(map[string]string)
	for name, file := range maps.All(f.files) {
		if !file.Mode.IsDir() {
			contents[name] = string(file.Data)
		}
	}
	return contents
}

// do calls an operation on a valid name with the lock held. The errors are *fs.PathError or
// *capability.Stale.
func (f *FS) do(op, name string, operation func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.failing[name]
	switch {
	case !fs.ValidPath(name):
		err = fs.ErrInvalid
	case err == nil:
		err = operation()
	}
	var stale *capability.Stale
	if err == nil || errors.As(err, &stale) {
		return err
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = failed.Err
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// Open opens a file or directory for reading.
func (f *FS) Open(name string) (opened fs.File, err error) {
	err = f.do("open", name, func() error {
		f.read[name] = f.files[name]
		opened, err = f.files.Open(name)
		return err
	})
	return opened, err
}

// ReadFile returns a file's content.
func (f *FS) ReadFile(name string) (data []byte, err error) {
	err = f.do("open", name, func() error {
		f.read[name] = f.files[name]
		data, err = f.files.ReadFile(name)
		return err
	})
	return data, err
}

// Stat describes a file or directory.
func (f *FS) Stat(name string) (info fs.FileInfo, err error) {
	err = f.do("stat", name, func() error {
		info, err = f.files.Stat(name)
		return err
	})
	return info, err
}

// ReadDir lists a directory, sorted by name.
func (f *FS) ReadDir(name string) (entries []fs.DirEntry, err error) {
	err = f.do("open", name, func() error {
		entries, err = f.files.ReadDir(name)
		return err
	})
	return entries, err
}

// WriteFile replaces a file's content. Its directory must exist.
func (f *FS) WriteFile(name string, data []byte) error {
	return f.do("write", name, func() error { return f.write(name, data) })
}

// write replaces the content of a file, if its directory exists and the file is not stale.
func (f *FS) write(name string, data []byte) error {
	if old, ok := f.read[name]; ok && old != f.files[name] {
		return &capability.Stale{Name: name}
	}
	if info, err := f.files.Stat(name); err == nil && info.IsDir() {
		return errors.New("is a directory")
	}
	if info, err := f.files.Stat(path.Dir(name)); err != nil || !info.IsDir() {
		return fs.ErrNotExist
	}
	f.files[name] = file(data)
	if _, ok := f.read[name]; ok {
		f.read[name] = f.files[name]
	}
	return nil
}

// Append adds data to the end of a file. A missing file is created.
func (f *FS) Append(name string, data []byte) error {
	return f.do("append", name, func() error {
		var before []byte
		if old := f.files[name]; old != nil {
			before = old.Data
		}
		return f.write(name, append(append([]byte(nil), before...), data...))
	})
}

// MkdirAll creates a directory and its missing parents.
func (f *FS) MkdirAll(name string) error {
	return f.do("mkdir", name, func() error {
		for dir := name; dir != "."; dir = path.Dir(dir) {
			if info, err := f.files.Stat(dir); err == nil && !info.IsDir() {
				return fs.ErrExist
			}
		}
		if _, err := f.files.Stat(name); err != nil {
			f.files[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755, ModTime: time.Now()}
		}
		return nil
	})
}

// Remove deletes a file or an empty directory.
func (f *FS) Remove(name string) error {
	return f.do("remove", name, func() error {
		info, err := f.files.Stat(name)
		if err != nil {
			return err
		}
		if entries, err := f.files.ReadDir(name); info.IsDir() && (err != nil || len(entries) > 0) {
			return errors.New("directory not empty")
		}
		f.keepDir(path.Dir(name))
		delete(f.files, name)
		return nil
	})
}

// Rename moves a file or directory.
func (f *FS) Rename(oldName, newName string) error {
	if !fs.ValidPath(newName) {
		return &fs.PathError{Op: "rename", Path: newName, Err: fs.ErrInvalid}
	}
	return f.do("rename", oldName, func() error {
		if _, err := f.files.Stat(oldName); err != nil {
			return err
		}
		if info, err := f.files.Stat(path.Dir(newName)); err != nil || !info.IsDir() || strings.HasPrefix(newName, oldName+"/") {
			return fs.ErrInvalid
		}
		f.keepDir(path.Dir(oldName))
		for name, file := range maps.Clone(f.files) {
			if rest, ok := strings.CutPrefix(name, oldName); ok && (rest == "" || rest[0] == '/') {
				delete(f.files, name)
				f.files[newName+rest] = file
			}
		}
		return nil
	})
}

// keepDir adds an entry for a directory that exists only because files are in it.
func (f *FS) keepDir(name string) {
	if name != "." && f.files[name] == nil {
		f.files[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755, ModTime: time.Now()}
	}
}
