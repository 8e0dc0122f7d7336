package files

import (
	"io"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/toolgen/toolgen/internal/hidepath"
	"github.com/toolgen/toolgen/runtime/capability"
)

// chunkSize is how many entries are read at a time.
const chunkSize = 1024

// directory is an open directory. An ancestor of what is in reach has a list of names instead of an
// os.File.
type directory struct {
	view  *view
	name  string // as the tool wrote it
	path  string
	links []string // the names of the directory by symbolic links
	info  fs.FileInfo
	open  *os.File
	names []string // the names to list, if open is nil
}

var _ fs.ReadDirFile = (*directory)(nil)

// openDirectory opens the directory that was found at a location.
func (v *view) openDirectory(name string, p *location) (*directory, error) {
	d := &directory{view: v, name: name, path: p.path, links: p.names}
	switch {
	case p.info == nil:
		return nil, fs.ErrNotExist
	case !p.info.IsDir():
		return nil, errNotDir
	case p.dir == nil:
		d.info, d.names = hidepath.NewInfo(p.info, path.Base(name)), v.rules.childNames(p.path)
		return d, nil
	}
	opened, err := p.dir.OpenFile(p.base, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, reopenError(err)
	}
	info, err := opened.Stat()
	if err != nil || !os.SameFile(info, p.info) {
		_ = opened.Close()
		return nil, errChanged
	}
	d.info, d.open = hidepath.NewInfo(info, path.Base(name)), opened
	return d, nil
}

// openDirectoryFast opens a directory on the fast path. It returns nil if that is not possible.
func (v *view) openDirectoryFast(name string) *directory {
	at, err := v.absolutePath(name)
	if err != nil {
		return nil
	}
	opened, info := v.fastOpenDirectory(at)
	if opened == nil {
		return nil
	}
	return &directory{view: v, name: name, path: at, info: hidepath.NewInfo(info, path.Base(name)), open: opened}
}

func (d *directory) Stat() (fs.FileInfo, error) { return d.info, nil }

func (d *directory) Read([]byte) (int, error) {
	return 0, pathError("read", d.name, capability.KindRead, errDirectory)
}

func (d *directory) Close() error {
	if d.open == nil {
		return nil
	}
	return pathError("close", d.name, capability.KindRead, d.open.Close())
}

// ReadDir lists entries in the order of the file system, as fs.ReadDirFile says. If n is not positive,
// more entries than the limit of the backend are a *LimitError.
func (d *directory) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 {
		entries, err := d.next(n)
		if err == io.EOF { //nolint:errorlint // next does not wrap it
			return nil, err
		}
		return entries, pathError("readdir", d.name, capability.KindRead, err)
	}
	entries, err := d.all()
	return entries, pathError("readdir", d.name, capability.KindRead, err)
}

// all lists the remaining entries, up to the limit of the backend.
func (d *directory) all() (entries []fs.DirEntry, err error) {
	limit := d.view.backend.options.MaxEntries
	for len(entries) <= limit {
		chunk, err := d.next(chunkSize)
		entries = append(entries, chunk...)
		if err == io.EOF { //nolint:errorlint // next does not wrap it
			return entries, nil
		}
		if err != nil {
			return entries, err
		}
	}
	return entries[:limit], &LimitError{"entries", int64(limit)}
}

// next lists up to n more entries. After the last one it returns io.EOF.
func (d *directory) next(n int) ([]fs.DirEntry, error) {
	for {
		if err := d.view.ctx.Err(); err != nil {
			return nil, err
		}
		read, err := d.read(n)
		if err != nil || len(read) > 0 {
			return read, err
		}
	}
}

// read lists up to n more entries. It returns none and no error if all entries that it read are out of
// reach.
func (d *directory) read(n int) ([]fs.DirEntry, error) {
	if d.open == nil {
		return d.readNames(n)
	}
	listed, err := d.open.ReadDir(n)
	entries, kept := make([]entry, len(listed)), listed[:0]
	for i, e := range listed {
		if d.lists(e.Name()) {
			entries[i] = entry{d, e.Name(), e.Type()}
			kept = append(kept, &entries[i])
		}
	}
	return kept, err
}

// lists reports whether the directory shows a name.
func (d *directory) lists(name string) bool {
	if !d.view.rules.readable(child(d.path, name)) {
		return false
	}
	return !slices.ContainsFunc(d.links, func(link string) bool { return d.view.rules.linkRule([]string{child(link, name)}) != nil })
}

// readNames lists up to n more names of an ancestor. It leaves out names that do not exist.
func (d *directory) readNames(n int) ([]fs.DirEntry, error) {
	if len(d.names) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(d.names))
	var kept []fs.DirEntry
	for _, name := range d.names[:n] {
		if info, err := d.view.describe(path.Join(d.name, name), true); err == nil {
			kept = append(kept, fs.FileInfoToDirEntry(info))
		}
	}
	d.names = d.names[n:]
	return kept, nil
}

// entry is an entry of a directory listing.
type entry struct {
	in   *directory
	name string
	mode fs.FileMode
}

func (e entry) Name() string      { return e.name }
func (e entry) IsDir() bool       { return e.mode.IsDir() }
func (e entry) Type() fs.FileMode { return e.mode }
func (e entry) String() string    { return fs.FormatDirEntry(e) }

// Info describes the entry as it is now. It does not follow symbolic links.
func (e entry) Info() (fs.FileInfo, error) {
	name := path.Join(e.in.name, e.name)
	info, err := e.in.view.describe(name, false)
	return info, pathError("stat", name, capability.KindRead, err)
}
